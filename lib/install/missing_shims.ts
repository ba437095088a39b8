/**
 * Which hooks of ours git cannot find, because no shim stands for their event.
 *
 * @module
 */

import { findHookdirScript } from "../_hookdir.ts";
import type { Sources } from "../sources.ts";
import { type NeededEvent, neededEvents } from "./needed_events.ts";

/**
 * Lists the events with hooks of a hooks.toml that have no shim: git runs none of them.
 *
 * @param sources what `readSources` read
 * @returns the events, in the order of githooks(5); none outside of a repository. Events that only bring
 *   news, and those of git config, are not among them: nothing that was configured is left out there
 * @throws {UserError} with exit code 128 when a source is broken
 * @example Usage
 * ```ts
 * import { missingShims, readSources } from "@git-hooks/git-hooks";
 * console.assert((await missingShims(await readSources({ cwd: "/" }))).length === 0);
 * ```
 */
export async function missingShims(sources: Sources): Promise<readonly string[]> {
  const needed = (await neededEvents(sources)).filter(({ reason }) => reason === "hooks.toml");
  return await withoutShim(sources, needed);
}

/**
 * Lists those of some events that have no shim.
 *
 * @param sources what `readSources` read
 * @param needed the events
 * @returns the events without one; none outside of a repository
 * @example Usage
 * ```ts
 * import { neededEvents, readSources, withoutShim } from "@git-hooks/git-hooks";
 * const sources = await readSources({ cwd: "/" });
 * console.assert((await withoutShim(sources, await neededEvents(sources))).length === 0);
 * ```
 */
export async function withoutShim(
  sources: Sources,
  needed: readonly NeededEvent[],
): Promise<readonly string[]> {
  const { repository, hookdir } = sources;
  if (repository === undefined || hookdir === undefined) return [];
  const answers = await Promise.all(
    needed.map(({ event }) => findHookdirScript(hookdir, repository, event)),
  );
  return needed.filter((_, index) => answers[index]?.shim === undefined).map(({ event }) => event);
}
