/**
 * Spells where settings and hooks stand, as people read it: `file:line`, relative to the worktree, `~`
 * for the home directory.
 *
 * @module
 */

import { configLines, locateSettings } from "../config/git_config_lines.ts";
import type { Origin, Setting } from "../config/setting.ts";
import { displayPath, joinPath } from "../paths.ts";
import type { Sources } from "../sources.ts";

/** Spells places. */
export interface Places {
  /**
   * Spells an origin.
   *
   * @param origin where something stands
   * @returns `file:line`, or git's own words for what has no file
   */
  readonly of: (origin: Origin) => string;
  /**
   * Spells a path.
   *
   * @param path absolute, or relative to the directory in which hooks run
   * @returns the path as people read it
   */
  readonly path: (path: string) => string;
}

/**
 * Looks all lines up at once.
 *
 * @param sources what `readSources` read
 * @param options `from`: the directory that paths are shown relative to, absolute; that in which hooks
 *   run when left out
 * @returns the speller
 */
export async function findPlaces(
  sources: Sources,
  options: { readonly from?: string } = {},
): Promise<Places> {
  const { directory, gitConfig } = sources;
  const lines = new Map<Origin, number>();
  for (const [setting, line] of await locateSettings(gitConfig.hooks, { directory })) {
    lines.set(setting.origin, line);
  }
  const { hooksPath } = gitConfig;
  const others: (readonly [string, Setting])[] = gitConfig.githooks.map((one) => [
    `githooks.${one.name === undefined ? "" : `${one.name}.`}${one.key}`,
    one,
  ]);
  if (hooksPath !== undefined) others.push(["core.hookspath", hooksPath]);
  for (const [key, { origin }] of others) {
    const line = await lastLine(key, origin, directory);
    if (line !== undefined) lines.set(origin, line);
  }
  const home = Deno.env.get("HOME");
  const from = options.from ?? directory;
  const path = (one: string): string =>
    displayPath(joinPath(directory, one), { directory: from, home });
  return {
    path,
    of: (origin) => {
      if (origin.kind !== "file") return `${origin.kind} ${origin.path}`.trimEnd();
      const line = origin.line ?? lines.get(origin);
      return line === undefined ? path(origin.path) : `${path(origin.path)}:${line}`;
    },
  };
}

async function lastLine(
  key: string,
  origin: Origin,
  directory: string,
): Promise<number | undefined> {
  if (origin.kind !== "file") return undefined;
  const text = await Deno.readTextFile(joinPath(directory, origin.path)).catch(() => "");
  return configLines(text).findLast((entry) => entry.key === key)?.line;
}
