/**
 * The order of hooks: what changes when hooks move from one source to another, and how hooks that each
 * have several events are put into one order.
 *
 * @module
 */

import type { Scope } from "../config/setting.ts";
import type { Hook, Resolution } from "../hook.ts";

/** Where hooks move to. */
export interface Move {
  /** True for a hook that moves. */
  readonly moves: (hook: Hook) => boolean;
  /** True for a hook that runs before those that move, once they have moved. */
  readonly runsBefore: (hook: Hook) => boolean;
}

/**
 * Says where the order of an event's hooks changes.
 *
 * @param resolutions the events
 * @param move which hooks move, and which stay before them
 * @returns one warning for each event whose order changes
 */
export function orderWarnings(
  resolutions: Iterable<Resolution>,
  { moves, runsBefore }: Move,
): readonly string[] {
  const warnings: string[] = [];
  for (const { event, hooks } of resolutions) {
    const running = hooks.filter((hook) => hook.state === "runs" && hook.source !== "hookdir");
    const staying = running.filter((hook) => !moves(hook));
    const after = [
      ...staying.filter(runsBefore),
      ...running.filter(moves),
      ...staying.filter((hook) => !runsBefore(hook)),
    ];
    if (after.length === staying.length || after.every((hook, at) => hook === running[at])) {
      continue;
    }
    const words = (list: readonly Hook[]): string => list.map((hook) => hook.name).join(", ");
    warnings.push(
      `the order of ${event} changes: it is ${words(running)}, and becomes ${words(after)}`,
    );
  }
  return warnings;
}

const SCOPES: readonly Scope[] = ["system", "global", "project", "local", "worktree", "command"];

/**
 * Tells which of two scopes git config reads first.
 *
 * @param one a scope
 * @param other another
 * @returns true when `one` is read first, or is `other`
 */
export function isReadFirst(one: Scope, other: Scope): boolean {
  return SCOPES.indexOf(one) <= SCOPES.indexOf(other);
}

/** Names in one order that suits every event, or two of which no order suits. */
export type NameOrder =
  | { readonly names: readonly string[]; readonly conflict?: undefined }
  | {
    readonly names?: undefined;
    /** Names in a circle: each runs behind the one before it on its event, the first behind the last. */
    readonly conflict: readonly { readonly name: string; readonly event: string }[];
  };

/**
 * Puts names into one order in which each event finds its own.
 *
 * @param events for each event its names in order
 * @returns the names, as near to their first appearance as the events allow; or why there is no order
 */
export function oneOrder(events: ReadonlyMap<string, readonly string[]>): NameOrder {
  const after = new Map<string, Map<string, string>>();
  for (const [event, names] of events) {
    for (const [at, name] of names.entries()) {
      const next = after.get(name) ?? new Map<string, string>();
      after.set(name, next);
      const follower = names[at + 1];
      if (follower !== undefined && !next.has(follower)) next.set(follower, event);
    }
  }
  const before = new Map<string, number>();
  for (const next of after.values()) {
    for (const name of next.keys()) before.set(name, (before.get(name) ?? 0) + 1);
  }
  const names: string[] = [];
  const waiting = new Set(after.keys());
  while (waiting.size > 0) {
    const free = first(waiting, (name) => (before.get(name) ?? 0) === 0);
    if (free === undefined) return { conflict: circle(after, waiting) };
    waiting.delete(free);
    names.push(free);
    for (const name of after.get(free)?.keys() ?? []) before.set(name, (before.get(name) ?? 0) - 1);
  }
  return { names };
}

function first(names: Iterable<string>, suits: (name: string) => boolean): string | undefined {
  for (const name of names) {
    if (suits(name)) return name;
  }
  return undefined;
}

// Everyone who waits has somebody waiting before it: walked backwards, a circle must close.
function circle(
  after: ReadonlyMap<string, ReadonlyMap<string, string>>,
  waiting: ReadonlySet<string>,
): readonly { readonly name: string; readonly event: string }[] {
  const walked: { name: string; event: string }[] = [];
  let [name = ""] = waiting;
  for (;;) {
    const seen = walked.findIndex((step) => step.name === name);
    if (seen >= 0) return walked.slice(seen).reverse();
    const before = first(waiting, (other) => after.get(other)?.has(name) === true) ?? "";
    walked.push({ name, event: after.get(before)?.get(name) ?? "" });
    name = before;
  }
}
