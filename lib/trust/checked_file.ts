/**
 * Reads a file that came with a clone without being led elsewhere: no component of its path may be a
 * symbolic link, and what is read is what was looked at.
 *
 * @module
 */

/** What stood at a path. */
export type CheckedFile =
  /** A regular file, and all of its bytes, read from one open file. */
  | { readonly state: "file"; readonly bytes: Uint8Array<ArrayBuffer> }
  /** Nothing. */
  | { readonly state: "absent" }
  /** Something that is not to be read; the reason continues a sentence that begins with the file. */
  | { readonly state: "refused"; readonly reason: string };

/** Which file to read. */
export interface CheckedPath {
  /** The directory that must not be left, absolute; its own path may hold links. */
  readonly root: string;
  /** The components below it; none may be empty, `.` or `..`. */
  readonly components: readonly string[];
  /** The greatest size that is read, in bytes. */
  readonly limit: number;
}

type Looked =
  | { readonly state: "file"; readonly info: Deno.FileInfo }
  | Exclude<CheckedFile, { readonly state: "file" }>;

/**
 * Reads a file below a directory.
 *
 * @param path the directory, the components below it, and the greatest size
 * @returns its bytes, or why there are none
 */
export async function readCheckedFile(path: CheckedPath): Promise<CheckedFile> {
  // The first look keeps us from opening what blocks or acts when it is opened (a FIFO, a device); the
  // second tells that the file which is open now is reached without a link.
  const before = await look(path);
  if (before.state !== "file") return before;
  if (before.info.size > path.limit) return tooLarge(path.limit);
  let file: Deno.FsFile;
  try {
    file = await Deno.open(fullPath(path));
  } catch (error) {
    return missingOrRefused(error);
  }
  try {
    const opened = await file.stat();
    const after = await look(path);
    if (
      after.state !== "file" || !isSameFile(opened, before.info) || !isSameFile(opened, after.info)
    ) {
      return { state: "refused", reason: "was replaced while it was read" };
    }
    const bytes = await readAll(file, { expected: opened.size, limit: path.limit });
    return bytes === undefined ? tooLarge(path.limit) : { state: "file", bytes };
  } catch (error) {
    return missingOrRefused(error);
  } finally {
    file.close();
  }
}

function fullPath({ root, components }: CheckedPath): string {
  return `${root === "/" ? "" : root}/${components.join("/")}`;
}

async function look(path: CheckedPath): Promise<Looked> {
  const { root, components } = path;
  for (let count = 1; count <= components.length; count++) {
    const part = components.slice(0, count);
    let info: Deno.FileInfo;
    try {
      info = await Deno.lstat(fullPath({ ...path, components: part }));
    } catch (error) {
      return missingOrRefused(error);
    }
    const last = count === components.length;
    if (info.isSymlink) {
      return {
        state: "refused",
        reason: last
          ? "is a symbolic link"
          : `is reached through a symbolic link, ${part.join("/")}`,
      };
    }
    if (last) {
      return info.isFile ? { state: "file", info } : {
        state: "refused",
        reason: "is not a regular file",
      };
    }
    // lstat of the next component would say ENOTDIR; nothing can be at such a path.
    if (!info.isDirectory) return { state: "absent" };
  }
  throw new TypeError(`Cannot read a file below ${root}: it has no name`);
}

function isSameFile(one: Deno.FileInfo, other: Deno.FileInfo): boolean {
  return one.isFile && one.dev === other.dev && one.ino !== null && one.ino === other.ino;
}

async function readAll(
  file: Deno.FsFile,
  sizes: { readonly expected: number; readonly limit: number },
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  // One byte more than the size, so that the read after the last one needs no further room.
  let buffer = new Uint8Array(Math.min(sizes.expected, sizes.limit) + 1);
  let used = 0;
  while (true) {
    if (used === buffer.length) {
      const larger = new Uint8Array(buffer.length * 2);
      larger.set(buffer);
      buffer = larger;
    }
    const count = await file.read(buffer.subarray(used));
    if (count === null) return buffer.subarray(0, used);
    used += count;
    if (used > sizes.limit) return undefined;
  }
}

function tooLarge(limit: number): CheckedFile {
  return { state: "refused", reason: `is larger than ${limit / 1024 / 1024} MiB` };
}

function missingOrRefused(error: unknown): Exclude<CheckedFile, { readonly state: "file" }> {
  if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
    return { state: "absent" };
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return { state: "refused", reason: "cannot be read: permission denied" };
  }
  // What the operating system says else (EIO, ENAMETOOLONG, ELOOP), without Deno's own addition.
  const message = error instanceof Error ? error.message : String(error);
  return { state: "refused", reason: `cannot be read: ${message.replace(/ \(os error.*$/s, "")}` };
}
