/**
 * `git-hooks check` without an event: validates all that takes part, or one file that is not in place
 * yet, and prints every fault with file and line.
 *
 * @module
 */

import { findFoldFaults, foldError } from "../../lib/config/fold.ts";
import { locateSettings } from "../../lib/config/git_config_lines.ts";
import { type Fault, UserError } from "../../lib/errors.ts";
import { displayPath } from "../../lib/paths.ts";
import { readSources, type Sources } from "../../lib/sources.ts";
import { CHECK } from "../hook_path_commands.ts";
import { UsageError } from "../options.ts";
import { type Console, say, sayError } from "../ui/console.ts";

/**
 * Validates.
 *
 * @param options `file` and `scope` of one file not in place yet; `verbose` to say that all is well
 * @param console where it prints
 * @returns 0, or 128 when there is a fault
 */
export async function validateCommand(
  options: {
    readonly file: string | undefined;
    readonly scope: string | undefined;
    readonly verbose: boolean;
  },
  console: Console,
): Promise<number> {
  if (options.file !== undefined) return await validateFile(options.file, options, console);
  if (options.scope !== undefined) throw new UsageError("--scope needs --file", CHECK);
  const sources = await readSources({ cwd: Deno.cwd() });
  const faults = [...await gitFaults(sources), ...sources.broken?.faults ?? []];
  for (const warning of sources.git.warnings) say(console, "warning", warning);
  if (faults.length === 0) {
    if (options.verbose) say(console, "hint", "every source of hooks is valid");
    return 0;
  }
  sayError(console, new UserError(faults));
  return 128;
}

async function gitFaults(sources: Sources): Promise<readonly Fault[]> {
  const settings = sources.gitConfig.hooks;
  const found = findFoldFaults(settings);
  const lines = await locateSettings(settings, {
    directory: sources.directory,
    wanted: found.map((fault) => fault.setting),
  });
  return found.map((fault) => {
    const { origin } = fault.setting;
    const line = lines.get(fault.setting);
    const message = foldError(fault, line).faults.map((one) => one.message).join("\n");
    if (origin.kind !== "file" || line === undefined) return { message };
    const file = displayPath(origin.path, {
      directory: sources.directory,
      home: Deno.env.get("HOME"),
    });
    return { message, place: { file, line } };
  });
}

async function validateFile(
  path: string,
  options: { readonly scope: string | undefined; readonly verbose: boolean },
  console: Console,
): Promise<number> {
  const scope = options.scope ?? "local";
  if (scope !== "system" && scope !== "project" && scope !== "local") {
    throw new UsageError(`'${scope}' is no scope of a hooks.toml`, CHECK);
  }
  const { checkFile } = await import("../../lib/config/check_file.ts");
  const { faults, notes } = await checkFile({ path, scope });
  for (const note of notes) {
    const place = note.place === undefined
      ? ""
      : `${[note.place.file, note.place.line].filter((part) => part !== undefined).join(":")}: `;
    say(console, "warning", `${place}${note.message}`);
  }
  if (faults.length > 0) {
    sayError(console, new UserError(faults));
    return 128;
  }
  if (options.verbose) say(console, "hint", `${path} is valid`);
  return 0;
}
