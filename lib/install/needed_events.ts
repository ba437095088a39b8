/**
 * Which events need a shim, as the sources stand now.
 *
 * @module
 */

import type { Fold } from "../config/fold.ts";
import { allEvents, findEvent, newsEvents } from "../events.ts";
import { hookExists, listHooks } from "../resolver.ts";
import type { Sources } from "../sources.ts";

/** An event that needs a shim, and for what. */
export interface NeededEvent {
  /** The event. */
  readonly event: string;
  /**
   * `hooks.toml`: git knows nothing of such hooks. `git config`: a git before 2.54 does not. `news`: brings
   * another text of the project's file (a checkout, a merge, a rebase).
   */
  readonly reason: "hooks.toml" | "git config" | "news";
}

/**
 * Lists the events that need a shim. Hooks that are switched off count: a switch is turned without an
 * installation. A text that is not trusted yet counts too, for its gates are closed by the shims.
 *
 * @param sources what `readSources` read
 * @returns the events in the order of githooks(5), others after them
 * @throws {UserError} with exit code 128 when a source is broken
 * @example Usage
 * ```ts
 * import { neededEvents, readSources } from "@git-hooks/git-hooks";
 * const needed = await neededEvents(await readSources({ cwd: "/" }));
 * console.assert(needed.every(({ event }) => event !== ""));
 * ```
 */
export async function neededEvents(sources: Sources): Promise<readonly NeededEvent[]> {
  const reasons = new Map<string, NeededEvent["reason"]>();
  for (const event of declared(sources.git)) {
    // What git config cannot configure in any git, a shim must not make run.
    if (!isFileOnly(event)) reasons.set(event, "git config");
  }
  if (sources.toml.project !== undefined) {
    for (const event of newsEvents()) reasons.set(event, "news");
  }
  for (const event of [...declared(sources.user), ...declared(sources.project)]) {
    reasons.set(event, "hooks.toml");
  }
  // core.fsmonitor names its program itself; git never looks for it as an event.
  reasons.delete("fsmonitor-watchman");
  // Its mere presence replaces git's own update of the worktree (githooks(5), push-to-checkout).
  if (reasons.has("push-to-checkout")) {
    const resolution = await listHooks(sources, "push-to-checkout");
    if (!hookExists(resolution)) reasons.delete("push-to-checkout");
  }
  const known = allEvents().map(({ name }) => name).filter((name) => reasons.has(name));
  const others = [...reasons.keys()].filter((name) => findEvent(name) === undefined);
  return [...known, ...others.filter(isFileName)].map((event) => ({
    event,
    reason: reasons.get(event) ?? "hooks.toml",
  }));
}

function* declared(fold: Fold): Generator<string> {
  for (const [event, hooks] of fold.events) {
    // A hook that was given for one command only (`git -c`) will not be there when an event is fired.
    if ([...hooks.values()].some(({ scope }) => scope !== "command")) yield event;
  }
}

// git send-email only looks whether the file is there, and then lets git run its hooks.
function isFileOnly(event: string): boolean {
  return event !== "sendemail-validate" && findEvent(event)?.fileOnly === true;
}

function isFileName(event: string): boolean {
  return /^[^/.\s][^/\s]*$/.test(event) && !event.endsWith(".sample");
}
