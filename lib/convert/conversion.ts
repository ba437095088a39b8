/**
 * What export and import have in common: the view of the sources they work on, and their refusals.
 *
 * @module
 */

import { foldSettings } from "../config/fold.ts";
import type { Origin } from "../config/setting.ts";
import { type Fault, UserError } from "../errors.ts";
import { displayPath } from "../paths.ts";
import type { Sources } from "../sources.ts";

/**
 * Leaves out what holds for this one command only: `-c` and the environment's settings.
 *
 * @param sources what `readSources` read
 * @returns the same sources without scope `command`
 */
export function lastingSources(sources: Sources): Sources {
  const hooks = sources.gitConfig.hooks.filter(({ scope }) => scope !== "command");
  if (hooks.length === sources.gitConfig.hooks.length) return sources;
  return {
    ...sources,
    gitConfig: { ...sources.gitConfig, hooks },
    git: foldSettings(hooks, "git"),
  };
}

/**
 * Makes a fault with its place.
 *
 * @param sources where paths are relative to
 * @param origin the place
 * @param message what is wrong
 * @param hints how to mend it
 * @returns the fault
 */
export function faultAt(
  sources: Sources,
  origin: Origin,
  message: string,
  hints: readonly string[] = [],
): Fault {
  return {
    message,
    hints,
    ...(origin.kind === "file"
      ? {
        place: {
          file: shownPath(sources, origin.path),
          ...(origin.line === undefined ? {} : { line: origin.line }),
        },
      }
      : {}),
  };
}

/**
 * Spells a path for people.
 *
 * @param sources where relative paths start
 * @param path the path
 * @returns the spelling
 */
export function shownPath(sources: Sources, path: string): string {
  return displayPath(path, { directory: sources.directory, home: Deno.env.get("HOME") });
}

/**
 * Refuses, with all reasons at once.
 *
 * @param faults the reasons; none, and nothing happens
 * @throws {UserError} with exit code 1
 */
export function refuseIfAny(faults: readonly Fault[]): void {
  if (faults.length > 0) throw new UserError(faults, { exitCode: 1, level: "error" });
}
