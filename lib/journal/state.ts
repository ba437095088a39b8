/**
 * What stands at a path, compared with what a journal remembers of it.
 *
 * @module
 */

import { lstatIfThere } from "./disk.ts";
import type { PathState } from "./step.ts";

/**
 * Compares two contents.
 *
 * @param left one content
 * @param right the other
 * @returns true when they are equal byte for byte
 */
export function sameBytes(left: Uint8Array, right: Uint8Array): boolean {
  if (left.length !== right.length) return false;
  return left.every((byte, index) => byte === right[index]);
}

/**
 * Reads a file that may be missing.
 *
 * @param path its path
 * @returns its content, or undefined when there is none or it is no regular file
 */
export async function readIfThere(path: string): Promise<Uint8Array | undefined> {
  try {
    return await Deno.readFile(path);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory ||
      error instanceof Deno.errors.IsADirectory
    ) return undefined;
    throw error;
  }
}

/**
 * Tells whether two paths are the same file on disk; a link is itself, not what it leads to.
 *
 * @param left one path
 * @param right the other
 * @returns true when both are there and are one file
 */
export async function sameFile(left: string, right: string): Promise<boolean> {
  const [one, other] = await Promise.all([lstatIfThere(left), lstatIfThere(right)]);
  return one !== undefined && other !== undefined && one.ino === other.ino && one.dev === other.dev;
}

/**
 * Compares what stands at a path with a remembered state. Of a file's mode only the owner's x bit
 * counts: it switches a hook on or off.
 *
 * @param path the path, absolute
 * @param state what is remembered
 * @param folder the folder that holds the copies of the entry
 * @returns whether the path is as remembered
 */
export async function isAsRemembered(
  path: string,
  state: PathState,
  folder: string,
): Promise<boolean> {
  const found = await lstatIfThere(path);
  switch (state.type) {
    case "absent":
      return found === undefined;
    case "directory":
      return found?.isDirectory === true;
    case "link":
      return found?.isSymlink === true && await Deno.readLink(path) === state.target;
    case "file": {
      if (found?.isFile !== true || ((found.mode ?? 0) & 0o100) !== (state.mode & 0o100)) {
        return false;
      }
      const [now, then] = await Promise.all([
        readIfThere(path),
        readIfThere(`${folder}/${state.copy}`),
      ]);
      return now !== undefined && then !== undefined && sameBytes(now, then);
    }
  }
}
