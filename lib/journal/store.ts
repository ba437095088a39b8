/**
 * Where a journal lives: `hooks.d/.git-hooks/` in the common git directory, beside the scripts and not
 * in the cache, for people delete caches. One folder per entry, with the copies it needs to go back.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { type Disk, lstatIfThere } from "./disk.ts";
import { readIfThere } from "./state.ts";
import { type Entry, parseEntry } from "./step.ts";

/**
 * Names the folder of the scripts.
 *
 * @param commonDir the common git directory, absolute
 * @returns `hooks.d` in it
 */
export function scriptsFolder(commonDir: string): string {
  return `${commonDir}/hooks.d`;
}

/**
 * Names the folder of the journal.
 *
 * @param commonDir the common git directory, absolute
 * @returns `hooks.d/.git-hooks` in it
 */
export function journalFolder(commonDir: string): string {
  return `${commonDir}/hooks.d/.git-hooks`;
}

/**
 * Reads all entries; nothing is changed and no lock is needed, for each is replaced by one rename.
 *
 * @param commonDir the common git directory, absolute
 * @returns the entries, oldest first, those that were interrupted included
 * @throws {UserError} when an entry cannot be read: a newer version wrote it, or it is damaged
 */
export async function readEntries(commonDir: string): Promise<readonly Entry[]> {
  const folder = journalFolder(commonDir);
  const entries: Entry[] = [];
  for (const id of (await namesIn(folder)).filter((name) => /^\d+$/.test(name)).sort()) {
    const path = `${folder}/${id}/entry.json`;
    const bytes = await readIfThere(path);
    // Killed before the intent was written down: nothing had been changed.
    if (bytes === undefined) continue;
    const entry = parseEntry(new TextDecoder().decode(bytes));
    if (entry === undefined || entry.id !== id) {
      throw new UserError({
        message: `cannot read ${path}: it is damaged, or a newer git-hooks wrote it`,
        hints: ["nothing was changed"],
      });
    }
    entries.push(entry);
  }
  return entries;
}

/**
 * Lists a folder.
 *
 * @param folder its path
 * @returns the names in it, sorted; none when it is missing
 */
export async function namesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(folder)) names.push(name);
  } catch (error) {
    if (
      !(error instanceof Deno.errors.NotFound) && !(error instanceof Deno.errors.NotADirectory)
    ) throw error;
  }
  return names.sort();
}

/**
 * Makes the journal's folder, `hooks.d` included, in one step.
 *
 * @param disk where writes go
 * @param commonDir the common git directory, absolute
 * @throws {UserError} when there is a `hooks.d` that is not ours
 */
export async function makeHome(disk: Disk, commonDir: string): Promise<void> {
  const taken = await takenBy(commonDir);
  if (taken !== undefined) throw taken;
  if (await lstatIfThere(journalFolder(commonDir)) !== undefined) return;
  const prepared = `${commonDir}/hooks.d.new`;
  await disk.makeDirectory(prepared);
  await disk.makeDirectory(`${prepared}/.git-hooks`);
  await disk.rename(prepared, scriptsFolder(commonDir));
}

/**
 * Tells whether something else uses the name `hooks.d`.
 *
 * @param commonDir the common git directory, absolute
 * @returns the refusal, or undefined when the name is free or ours
 */
export async function takenBy(commonDir: string): Promise<UserError | undefined> {
  const folder = scriptsFolder(commonDir);
  const found = await lstatIfThere(folder);
  if (found === undefined) return undefined;
  const home = found.isDirectory ? await lstatIfThere(journalFolder(commonDir)) : undefined;
  if (home?.isDirectory === true) return undefined;
  return new UserError({
    message: `${folder} is there already, and git-hooks did not make it`,
    hints: [
      "scripts are kept in a folder of this name; give yours another one, or move it away",
    ],
  }, { exitCode: 1, level: "error" });
}

/**
 * Writes an entry down, by one rename.
 *
 * @param disk where writes go
 * @param commonDir the common git directory, absolute
 * @param entry what to remember
 */
export async function writeEntry(disk: Disk, commonDir: string, entry: Entry): Promise<void> {
  const text = `${JSON.stringify(entry, undefined, 1)}\n`;
  const path = `${journalFolder(commonDir)}/${entry.id}/entry.json`;
  await disk.replaceFile(path, new TextEncoder().encode(text));
}

/**
 * Forgets an entry, by one rename.
 *
 * @param disk where writes go
 * @param commonDir the common git directory, absolute
 * @param id the entry's name
 */
export async function dropEntry(disk: Disk, commonDir: string, id: string): Promise<void> {
  const folder = journalFolder(commonDir);
  if (await lstatIfThere(`${folder}/${id}`) === undefined) return;
  await disk.removeTree(`${folder}/dropped-${id}`);
  await disk.rename(`${folder}/${id}`, `${folder}/dropped-${id}`);
  await disk.removeTree(`${folder}/dropped-${id}`);
}

/**
 * Takes `hooks.d` away: one rename into the cache folder, which is the moment from which it is gone,
 * then its removal at leisure.
 *
 * @param disk where writes go
 * @param commonDir the common git directory, absolute
 */
export async function removeHome(disk: Disk, commonDir: string): Promise<void> {
  const folder = scriptsFolder(commonDir);
  if (await lstatIfThere(folder) === undefined) return;
  await disk.makeDirectory(`${commonDir}/git-hooks`);
  await disk.rename(folder, `${commonDir}/git-hooks/removed-hooks.d-${Deno.pid}`);
  await sweep(disk, commonDir);
}

/**
 * Removes what an interruption left that nobody reads: folders on their way out, and those that were
 * not yet in place.
 *
 * @param disk where writes go
 * @param commonDir the common git directory, absolute
 */
export async function sweep(disk: Disk, commonDir: string): Promise<void> {
  const cache = `${commonDir}/git-hooks`;
  for (const name of await namesIn(cache)) {
    if (name.startsWith("removed-hooks.d-")) await disk.removeTree(`${cache}/${name}`);
  }
  const rest = await lstatIfThere(cache);
  if (rest?.isDirectory === true && (await namesIn(cache)).length === 0) await disk.remove(cache);
  const prepared = `${commonDir}/hooks.d.new`;
  const names = await namesIn(prepared);
  if (names.every((name) => name === ".git-hooks")) await disk.removeTree(prepared);
  const folder = journalFolder(commonDir);
  for (const name of await namesIn(folder)) {
    const begun = /^\d+$/.test(name) &&
      await lstatIfThere(`${folder}/${name}/entry.json`) === undefined;
    if (begun || name.startsWith("dropped-")) await disk.removeTree(`${folder}/${name}`);
  }
}
