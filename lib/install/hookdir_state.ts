/**
 * What stands in a hookdir, file by file: scripts, shims of ours and whether somebody edited them,
 * samples, and what git never starts.
 *
 * @module
 */

import { mayExecute } from "../_hookdir.ts";
import { findEvent } from "../events.ts";
import { sameBytes } from "../journal/state.ts";
import { readShimHead, SHIM_VERSION, type ShimHead, shimText } from "../plan/shim.ts";

/** One entry of a hookdir. */
export interface HookdirEntry {
  /** Its name. */
  readonly name: string;
  /** Its path, absolute. */
  readonly path: string;
  /** True when githooks(5) has an event of this name. */
  readonly event: boolean;
  /** What it is; a link is what it leads to, `broken-link` when that is missing. */
  readonly kind: "script" | "shim" | "sample" | "folder" | "broken-link" | "other";
  /** True when git would start it: we may execute it. */
  readonly executable: boolean;
  /** Permission bits, of the file a link leads to. */
  readonly mode: number;
  /** The text of the link, when it is one. */
  readonly link: string | undefined;
  /** Its content; undefined when it cannot be read, or is no file. */
  readonly bytes: Uint8Array | undefined;
  /** What it says of itself, when it is a shim of ours. */
  readonly shim: ShimHead | undefined;
}

/**
 * Reads a hookdir.
 *
 * @param hookdir its path, absolute
 * @returns its entries by name; none when the directory is missing
 */
export async function readHookdir(hookdir: string): Promise<readonly HookdirEntry[]> {
  const names: string[] = [];
  try {
    for await (const { name } of Deno.readDir(hookdir)) names.push(name);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory
    ) return [];
    throw error;
  }
  const entries = await Promise.all(
    names.sort().map((name) => readHookdirEntry(`${hookdir}/${name}`, name)),
  );
  return entries.filter((entry) => entry !== undefined);
}

/**
 * Reads one entry of a hookdir.
 *
 * @param path its path, absolute
 * @param name its name
 * @returns the entry, or undefined when nothing is there
 */
export async function readHookdirEntry(
  path: string,
  name: string,
): Promise<HookdirEntry | undefined> {
  let itself: Deno.FileInfo;
  try {
    itself = await Deno.lstat(path);
  } catch (error) {
    if (
      error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory
    ) return undefined;
    throw error;
  }
  const link = itself.isSymlink ? await Deno.readLink(path) : undefined;
  const info = link === undefined ? itself : await Deno.stat(path).catch(() => undefined);
  const bytes = info?.isFile === true
    ? await Deno.readFile(path).catch(() => undefined)
    : undefined;
  const shim = bytes === undefined ? undefined : readShimHead(bytes);
  return {
    name,
    path,
    event: findEvent(name) !== undefined,
    kind: kindOf({ info, name, shim }),
    executable: info?.isFile === true && mayExecute(info),
    mode: (info?.mode ?? 0) & 0o7777,
    link,
    bytes,
    shim,
  };
}

function kindOf(
  seen: {
    readonly info: Deno.FileInfo | undefined;
    readonly name: string;
    readonly shim: ShimHead | undefined;
  },
): HookdirEntry["kind"] {
  if (seen.info === undefined) return "broken-link";
  if (seen.info.isDirectory) return "folder";
  if (!seen.info.isFile) return "other";
  if (seen.shim !== undefined) return "shim";
  return seen.name.endsWith(".sample") ? "sample" : "script";
}

/**
 * Tells whether somebody edited a shim: it is neither what we wrote there nor what we would write.
 *
 * @param entry a shim
 * @param written what the journal says was written there, when it knows
 * @returns true when the text is nobody's but the editor's
 */
export function isEdited(entry: HookdirEntry, written: Uint8Array | undefined): boolean {
  const { bytes, shim } = entry;
  if (bytes === undefined || shim === undefined) return false;
  if (written !== undefined && sameBytes(bytes, written)) return false;
  // A shim that came another way, with a template or a copied folder, is known by its text alone.
  const launcher = launcherIn(bytes);
  if (shim.version !== SHIM_VERSION || launcher === undefined) return true;
  const text = shimText({ event: entry.name, launcher, script: shim.script });
  return !sameBytes(bytes, new TextEncoder().encode(text));
}

/**
 * Reads which launcher a shim starts, the one word of it that differs from machine to machine.
 *
 * @param bytes a shim
 * @returns the launcher's path, or undefined when that line was edited
 */
export function launcherIn(bytes: Uint8Array): string | undefined {
  const quoted = /^\w*launcher='((?:[^'\n]|'\\'')*)'$/m.exec(new TextDecoder().decode(bytes))?.[1];
  return quoted?.replaceAll("'\\''", "'");
}
