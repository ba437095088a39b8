/**
 * Puts files into place, each in one step, readable by everybody whatever the umask: one
 * administrator installs for many users.
 *
 * @module
 */

/** A file to be installed. */
export interface InstalledFile {
  /** The file to copy, absolute. */
  readonly from: string;
  /** Where it goes, absolute. */
  readonly to: string;
  /** Its permissions. */
  readonly mode: number;
}

/**
 * Copies a file beside its target and renames it over that.
 *
 * @param file what goes where
 */
export async function putFile(file: InstalledFile): Promise<void> {
  await replace(file.to, async (beside) => {
    await Deno.copyFile(file.from, beside);
    await Deno.chmod(beside, file.mode);
    using written = await Deno.open(beside, { read: true });
    await written.syncData();
  });
}

/**
 * Makes something beside a path and renames it over that path.
 *
 * @param path the path to be taken
 * @param make makes it at the path it is given
 */
export async function replace(
  path: string,
  make: (beside: string) => Promise<void>,
): Promise<void> {
  const beside = `${path}.new-${Deno.pid}`;
  try {
    await make(beside);
    await Deno.rename(beside, path);
  } catch (error) {
    await Deno.remove(beside).catch(() => undefined);
    throw error;
  }
}

/**
 * Makes a folder and those above it; what was there keeps its permissions.
 *
 * @param path the folder, absolute
 */
export async function makeFolder(path: string): Promise<void> {
  const there = await Deno.stat(path).catch((error) => {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  });
  if (there !== undefined) {
    if (there.isDirectory) return;
    throw new Error(`'${path}' is not a directory`);
  }
  const above = path.slice(0, path.lastIndexOf("/"));
  if (above !== "") await makeFolder(above);
  await Deno.mkdir(path);
  await Deno.chmod(path, 0o755);
}

/**
 * Lists the files of a folder.
 *
 * @param folder the folder, absolute
 * @returns the names of the files in it, sorted; none when it is not there
 */
export async function filesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const entry of Deno.readDir(folder)) if (entry.isFile) names.push(entry.name);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return names.sort();
}
