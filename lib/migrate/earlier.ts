/**
 * What the journal knows of earlier migrations.
 *
 * @module
 */

import type { Entry } from "../journal/step.ts";

/**
 * Finds the migrations among the entries of a journal.
 *
 * @param entries all entries
 * @returns those that `migrate` made, oldest first
 */
export function migrationsIn(entries: readonly Entry[]): readonly Entry[] {
  return entries.filter(({ command, done }) => command === "migrate" && done);
}

/**
 * Tells how many scripts were migrated, and when.
 *
 * @param entries all entries of the journal
 * @returns the number and the date of the last migration; undefined when there was none
 */
export function earlierIn(
  entries: readonly Entry[],
): { readonly count: number; readonly date: string } | undefined {
  const migrations = migrationsIn(entries);
  const last = migrations.at(-1);
  if (last === undefined) return undefined;
  // A dispatcher that was split is one script.
  const count = migrations
    .flatMap(({ notes }) => [...new Set(hooksNoted(notes).map(({ event }) => event))]).length;
  return { count, date: last.time.slice(0, 10) };
}

/**
 * Reads which hooks a journal entry of a migration is about.
 *
 * @param notes the entry's notes
 * @returns event and friendly name of each
 */
export function hooksNoted(
  notes: Readonly<Record<string, string>>,
): readonly { readonly event: string; readonly hook: string }[] {
  return (notes["hooks"] ?? "").split(" ").filter((pair) => pair !== "").map((pair) => {
    const [event = "", hook = ""] = pair.split("=");
    return { event, hook };
  });
}

/**
 * Finds the hook that an event's script became.
 *
 * @param entries all entries of the journal
 * @param event the event
 * @returns its friendly name; undefined when it was not migrated
 */
export function journaledHook(entries: readonly Entry[], event: string): string | undefined {
  return migrationsIn(entries)
    .flatMap(({ notes }) => hooksNoted(notes)).findLast((one) => one.event === event)?.hook;
}
