/**
 * Takes an unfinished entry back, step by step, the last one first.
 *
 * @module
 */

import type { Disk } from "./disk.ts";
import { type RecordPlaces, revertRecord, standingOf } from "./revert.ts";
import { journalFolder, writeEntry } from "./store.ts";
import type { Entry } from "./step.ts";

/**
 * Takes an entry's steps back, as far as nobody changed their paths since.
 *
 * @param disk where writes go
 * @param commonDir the common git directory, absolute and real
 * @param entry an entry that is not done
 * @returns undefined when all is as it was; else the entry, kept as done, for its copies are still
 *   needed: an undo will show what was changed
 */
export async function takeBack(
  disk: Disk,
  commonDir: string,
  entry: Entry,
): Promise<Entry | undefined> {
  let changed = false;
  for (const [index, record] of [...entry.records.entries()].reverse()) {
    const places: RecordPlaces = {
      commonDir,
      folder: `${journalFolder(commonDir)}/${entry.id}`,
      index,
    };
    const standing = await standingOf(record, places);
    if (standing === "changed") changed = true;
    await revertRecord(disk, record, places, standing);
  }
  if (!changed) return undefined;
  const kept = { ...entry, done: true };
  await writeEntry(disk, commonDir, kept);
  return kept;
}
