/**
 * Adds the shims that an event's sources call for and that are missing, as a running shim does: a pull may
 * bring a hook for an event that had none.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { install } from "../install/install.ts";
import { findLauncher } from "../install/launcher.ts";
import { withoutShim } from "../install/missing_shims.ts";
import { neededEvents } from "../install/needed_events.ts";
import { recogniseTool } from "../migrate/recognise.ts";
import type { Sources } from "../sources.ts";

/**
 * Adds missing shims where we are installed. What cannot be added now is for `git hooks list` to show.
 *
 * @param sources what `readSources` read
 * @returns the events that have one now and had none
 */
export async function addShims(sources: Sources): Promise<readonly string[]> {
  const repository = sources.repository;
  if (repository === undefined || sources.broken !== undefined) return [];
  try {
    const missing = await withoutShim(sources, await neededEvents(sources));
    if (missing.length === 0) return [];
    // Who does not own the repository writes nothing there.
    if ((await Deno.stat(repository.commonDirAbsolute)).uid !== Deno.uid()) return [];
    const { placed } = await install({
      sources,
      launcher: await findLauncher(),
      recognise: recogniseTool,
      companion: true,
    });
    return placed.filter(({ change }) => change === "new").map(({ event }) => event);
  } catch (error) {
    // Another command is at work, or the hookdir is not the repository's own.
    if (error instanceof UserError) return [];
    throw error;
  }
}
