/**
 * The files on which a plan depends, as facts: what each holds, and reference files with its mtime, so that
 * sh can tell without reading it that nothing has changed.
 *
 * @module
 */

import { killPoint } from "../kill_point.ts";
import { ownPath } from "../own_path.ts";
import { directoryOf } from "../paths.ts";
import type { FileFact } from "./facts.ts";

/** A file that was read when the plan's answer was made. */
export interface ReadFile {
  /** The file, absolute. */
  readonly path: string;
  /** What was read; undefined when there was no such file. */
  readonly bytes: Uint8Array | undefined;
  /** True when neither the file nor a folder between it and `root` may be a link. */
  readonly noLinksBelow?: string;
}

// sh reads byte by byte: what is longer is told by its mtime alone.
const MOST_TEXT = 8 * 1024;
// What is shorter is read faster than a reference is made worth it.
const LEAST_REFERENCE = 256;
// busybox compares whole seconds, and file systems are not exact: what is younger may change once more
// without a new mtime.
const SETTLED_MS = 3000;

/** Makes reference files. */
export interface References {
  /**
   * Gives reference files the mtimes of files.
   *
   * @param paths the files
   * @returns the names of the reference files in the plan folder; undefined for one that could not be made
   */
  readonly make: (paths: readonly string[]) => Promise<readonly (string | undefined)[]>;
}

/**
 * Makes reference files in a plan folder, with touch(1): Deno knows no more of an mtime than milliseconds.
 *
 * @param folder the plan folder
 * @param nonce the compilation
 * @returns the maker
 */
export function referencesIn(folder: string, nonce: string): References {
  let count = 0;
  return {
    make: async (paths): Promise<readonly (string | undefined)[]> => {
      const names = paths.map(() => `ref-${nonce}-${count++}`);
      if (paths.length === 0) return [];
      killPoint();
      const { code } = await new Deno.Command("/bin/sh", {
        args: [
          "-c",
          'cd "$0" || exit 1; while [ $# -gt 0 ]; do touch -r "$1" "$2" || exit 1; shift 2; done',
          folder,
          ...paths.flatMap((path, index) => [path, names[index] ?? ""]),
        ],
        env: ownPath(),
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).output();
      return names.map((name) => code === 0 ? name : undefined);
    },
  };
}

/**
 * Says whether a file's mtime tells of every change to come.
 *
 * @param path the file or directory
 * @returns true when its last change is long enough ago
 */
export async function isSettled(path: string): Promise<boolean> {
  const info = await Deno.stat(path).catch(() => undefined);
  const time = info?.mtime?.getTime();
  return time !== undefined && Date.now() - time >= SETTLED_MS;
}

/**
 * Makes facts of files that were read.
 *
 * @param files what was read; the references are made first and what was read is compared with the files
 *   again after that
 * @param references the maker of reference files
 * @returns one fact per file; undefined when one has changed meanwhile, or cannot be told from another
 */
export async function fileFacts(
  files: readonly ReadFile[],
  references: References,
): Promise<readonly FileFact[] | undefined> {
  const settled = await Promise.all(files.map(mayBeReferenced));
  const wanted = files.filter((_, index) => settled[index]);
  const paths = wanted.flatMap(({ path }) => [path, directoryOf(path)]);
  const made = await references.make(paths);
  const facts: FileFact[] = [];
  for (const file of files) {
    const { path, bytes } = file;
    const now = await Deno.readFile(path).catch(() => undefined);
    if (bytes === undefined) {
      if (now !== undefined) return undefined;
      facts.push({ kind: "absent", path });
      continue;
    }
    if (now === undefined || !sameBytes(now, bytes)) return undefined;
    const at = wanted.indexOf(file);
    const [own, directory] = at < 0 ? [] : made.slice(at * 2, at * 2 + 2);
    const reference = own === undefined || directory === undefined
      ? undefined
      : { file: own, directory };
    const text = textOf(bytes);
    if (text === undefined && reference === undefined) return undefined;
    facts.push({ kind: "present", path, noLinks: noLinks(file), text, references: reference });
  }
  return facts;
}

// A link's own change is seen by the directory it stands in, not by that of what it names.
async function mayBeReferenced({ path, bytes }: ReadFile): Promise<boolean> {
  if (bytes === undefined || bytes.length < LEAST_REFERENCE) return false;
  const info = await Deno.lstat(path).catch(() => undefined);
  if (info?.isFile !== true) return false;
  return await isSettled(path) && await isSettled(directoryOf(path));
}

function noLinks({ path, noLinksBelow }: ReadFile): readonly string[] {
  const paths: string[] = [];
  if (noLinksBelow === undefined) return paths;
  for (let at = path; at.length > noLinksBelow.length + 1; at = directoryOf(at)) paths.unshift(at);
  return paths;
}

function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.length > MOST_TEXT || bytes.includes(0)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}
