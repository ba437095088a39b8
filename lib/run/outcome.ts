/**
 * What became of each hook of a run.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import type { Hook } from "../hook.ts";

/** What became of one hook. */
export interface Outcome {
  /** The hook. */
  readonly hook: Hook;
  /**
   * `ended`: it ran to its end, whatever its exit code. `not-started`: the operating system refused.
   * `not-run`: a hook before it could not be started. `no-refs`: nothing concerned the refs it names.
   */
  readonly kind: "ended" | "not-started" | "not-run" | "no-refs";
  /**
   * What counts for the run: its exit code, 128 and the signal it died of, 1 when it was not started, or 0
   * where that is only told of.
   */
  readonly code: number;
  /** The signal it died of. */
  readonly signal?: number | undefined;
  /** Its `timeout`, when that was up. */
  readonly killedAfter?: string | undefined;
  /** Why it was not started, in the words of strerror(3). */
  readonly reason?: string | undefined;
}

/**
 * Says whether a hook failed.
 *
 * @param outcome what became of it
 * @returns true when it was not started or its exit code is not 0
 */
export function hasFailed(outcome: Outcome): boolean {
  return outcome.kind === "not-started" || outcome.code !== 0;
}

/**
 * Says whether a hook that cannot be started in its event's turn is only told of. What git config defines is
 * git's own, and keeps git's meaning.
 *
 * @param hook the hook
 * @returns true for a hook of ours, or the hookdir's, of an event that closing would leave half-way
 */
export function onlyWarns(hook: Hook): boolean {
  return hook.source !== "git-config" && findEvent(hook.event)?.warnsOnly === true;
}

/**
 * Joins the exit codes of a run (hook.c, notify_hook_finished()).
 *
 * @param outcomes what became of each hook
 * @returns all codes OR-ed
 */
export function joinedCode(outcomes: readonly Outcome[]): number {
  return outcomes.reduce((code, outcome) => code | outcome.code, 0);
}
