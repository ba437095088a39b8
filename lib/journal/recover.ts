/**
 * Puts right what a command that was killed has left.
 *
 * @module
 */

import { type Disk, lstatIfThere } from "./disk.ts";
import {
  dropEntry,
  journalFolder,
  namesIn,
  readEntries,
  removeHome,
  scriptsFolder,
  sweep,
} from "./store.ts";
import { takeBack } from "./take_back.ts";
import { finishUndo, readUndo } from "./undo.ts";

/**
 * Finishes an unfinished undo and takes an unfinished change back; the caller holds the lock.
 *
 * @param disk where writes go
 * @param commonDir the common git directory, absolute and real
 * @returns what was done, in words for people; empty when nothing was left
 * @throws {UserError} when an entry cannot be read
 */
export async function recover(disk: Disk, commonDir: string): Promise<readonly string[]> {
  const done: string[] = [];
  await disk.remove(`${commonDir}/.hooks.d.git-hooks-new`);
  await sweep(disk, commonDir);
  if (await lstatIfThere(journalFolder(commonDir)) === undefined) return done;
  if (await readUndo(commonDir) !== undefined) {
    await finishUndo(disk, commonDir);
    done.push("finished an undo that had been interrupted");
  }
  for (const entry of [...await readEntries(commonDir)].reverse()) {
    if (entry.done) continue;
    const rest = await takeBack(disk, commonDir, entry);
    if (rest === undefined) await dropEntry(disk, commonDir, entry.id);
    done.push(`took back a '${entry.command}' that had been interrupted`);
  }
  const empty = (await readEntries(commonDir)).length === 0 &&
    (await namesIn(scriptsFolder(commonDir))).every((name) => name === ".git-hooks");
  if (empty) await removeHome(disk, commonDir);
  return done;
}
