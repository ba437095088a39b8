/**
 * What follows an acceptance: an accepted text may declare events that no text had before, and git finds
 * their hooks only through shims.
 *
 * @module
 */

import { UserError } from "../lib/errors.ts";
import { readHookdir } from "../lib/install/hookdir_state.ts";
import { install as placeShims } from "../lib/install/install.ts";
import { findLauncher } from "../lib/install/launcher.ts";
import { missingShims } from "../lib/install/missing_shims.ts";
import { recogniseTool } from "../lib/migrate/recognise.ts";
import { joinPath } from "../lib/paths.ts";
import { readSources, type Sources } from "../lib/sources.ts";
import { answer, type Console, say } from "./ui/console.ts";

/**
 * Adds missing shims where we are installed, and says what to do where we are not.
 *
 * @param console where it prints
 */
export async function addMissingShims(console: Console): Promise<void> {
  const missing = await placeMissingShims(Deno.cwd(), console);
  if (missing.length > 0) say(console, "hint", "now: git hooks install");
}

/**
 * Adds missing shims where we are installed.
 *
 * @param cwd a directory of the repository, absolute
 * @param console where it prints what was installed
 * @returns the events of hooks.toml files that have no shim even so
 */
export async function placeMissingShims(
  cwd: string,
  console: Console,
): Promise<readonly string[]> {
  const sources = await readSources({ cwd });
  // A broken file elsewhere is told of by whoever is asked for hooks.
  if (sources.broken !== undefined) return [];
  const missing = await missingShims(sources);
  if (missing.length === 0 || !await isInstalled(sources)) return missing;
  await install(sources, console);
  return await missingShims(await readSources({ cwd }));
}

async function isInstalled(sources: Sources): Promise<boolean> {
  const { repository, hookdir } = sources;
  if (repository === undefined || hookdir === undefined) return false;
  const entries = await readHookdir(joinPath(repository.directory, hookdir.path));
  return entries.some(({ kind }) => kind === "shim");
}

// Why an event could not get its shim is `git hooks install`'s to explain.
async function install(sources: Sources, console: Console): Promise<void> {
  try {
    const launcher = await findLauncher();
    const { hookdir, placed } = await placeShims({
      sources,
      launcher,
      recognise: recogniseTool,
      companion: true,
    });
    const events = placed.filter(({ change }) => change === "new").map(({ event }) => event);
    if (events.length > 0) answer(console, `installed ${events.join(", ")} in ${hookdir}`);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
  }
}
