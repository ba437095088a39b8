/**
 * What the journal wrote where: by this a file of ours is known to be as we left it.
 *
 * @module
 */

import { realParent, resolveFrom } from "./relative.ts";
import { readIfThere } from "./state.ts";
import { journalFolder, readEntries } from "./store.ts";

/**
 * Reads the newest content that was written at each of some paths.
 *
 * @param commonDir the common git directory, absolute
 * @param paths absolute paths
 * @returns the content by path, as it was asked for; paths that were never written are missing
 * @throws {UserError} when an entry cannot be read
 */
export async function readWritten(
  commonDir: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const real = await Deno.realPath(commonDir);
  const latest = new Map<string, string>();
  for (const { id, records } of await readEntries(real)) {
    for (const { path, after, void: gone } of records) {
      const key = resolveFrom(real, path);
      if (gone === true || after.type !== "file") latest.delete(key);
      else latest.set(key, `${journalFolder(real)}/${id}/${after.copy}`);
    }
  }
  const written = new Map<string, Uint8Array>();
  for (const path of paths) {
    const copy = latest.get(await realParent(path));
    const bytes = copy === undefined ? undefined : await readIfThere(copy);
    if (bytes !== undefined) written.set(path, bytes);
  }
  return written;
}
