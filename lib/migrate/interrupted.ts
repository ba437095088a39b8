/**
 * What a command that was killed has left must be put right before a plan can be made.
 *
 * @module
 */

import type { Repository } from "../git/repository.ts";
import { openJournal } from "../install/install.ts";
import { readEntries } from "../journal/store.ts";
import { readUndo } from "../journal/undo.ts";

/**
 * Tells whether a change or an undo was interrupted in this repository.
 *
 * @param repository the repository
 * @returns true when the next command that opens the journal will put something right
 */
export async function isInterrupted(repository: Repository): Promise<boolean> {
  const common = await Deno.realPath(repository.commonDirAbsolute);
  const [entries, undo] = await Promise.all([readEntries(common), readUndo(common)]);
  return undo !== undefined || entries.some(({ done }) => !done);
}

/**
 * Puts right what was interrupted.
 *
 * @param repository the repository
 * @returns what was done, in words for people
 * @throws {UserError} when another command is at work
 */
export async function putRight(repository: Repository): Promise<readonly string[]> {
  await using journal = await openJournal(repository.commonDirAbsolute);
  return journal.recovered;
}
