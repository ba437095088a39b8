/**
 * Takes migrations back: all of them, newest first, byte for byte.
 *
 * @module
 */

import type { Journal } from "../journal/journal.ts";
import type { UndoPlan } from "../journal/undo.ts";
import { hooksNoted, migrationsIn } from "./earlier.ts";

/** What an undo would do. */
export interface MigrationUndo {
  /** The entries of the journal. */
  readonly ids: readonly string[];
  /** The events whose scripts go back. */
  readonly events: readonly string[];
  /** What is restored, what goes, and what stands in the way. */
  readonly plan: UndoPlan;
}

/**
 * Looks at what an undo would do; nothing is changed.
 *
 * @param journal the repository's journal
 * @returns the undo, or undefined when nothing was migrated
 */
export async function planMigrationUndo(journal: Journal): Promise<MigrationUndo | undefined> {
  const entries = migrationsIn(journal.entries);
  if (entries.length === 0) return undefined;
  const ids = entries.map(({ id }) => id);
  const hooks = entries.flatMap(({ notes }) => hooksNoted(notes));
  const events = [...new Set(hooks.map(({ event }) => event))];
  return { ids, events, plan: await journal.planUndo(ids) };
}
