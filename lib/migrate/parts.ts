/**
 * The folders `<event>.d` of a hookdir: the parts that a dispatcher starts.
 *
 * @module
 */

import { relativeBelow } from "../paths.ts";
import { scanHookdir, type ScannedFile } from "./scan_hookdir.ts";

/** One part. */
export interface Part {
  /** The file with all that is known of it. */
  readonly file: ScannedFile;
  /** True when it lies outside of the hookdir, so that it may come and go. */
  readonly leavesHookdir: boolean;
}

/** The parts of one event. */
export interface PartsFolder {
  /** The parts in the order of their bytes, which is that of a pattern under `LC_ALL=C`. */
  readonly parts: readonly Part[];
  /** True when a name is not UTF-8. */
  readonly unspellable: boolean;
  /** The name, in the hookdir, of the file that the event's file is, or leads to. */
  readonly program: string | undefined;
}

/**
 * Reads the folders of parts.
 *
 * @param hookdir the hookdir's path, absolute
 * @param files its files
 * @returns the folders by their events
 */
export async function readParts(
  hookdir: string,
  files: readonly ScannedFile[],
): Promise<ReadonlyMap<string, PartsFolder>> {
  const real = await Deno.realPath(hookdir).catch(() => hookdir);
  const found = new Map<string, PartsFolder>();
  for (const { entry } of files) {
    const folder = files.find((one) => one.entry.name === `${entry.name}.d`);
    if (!entry.event || folder?.entry.kind !== "folder") continue;
    found.set(entry.name, await readFolder(folder.entry.path, entry.path, real));
  }
  return found;
}

async function readFolder(folder: string, script: string, hookdir: string): Promise<PartsFolder> {
  const leaves = async (path: string): Promise<boolean> => {
    const place = await Deno.realPath(path).catch(() => "");
    return relativeBelow(hookdir, place) === undefined;
  };
  const names = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  const files = await scanHookdir(folder).catch(() => []);
  const parts = await Promise.all(
    files.map(async (file) => ({ file, leavesHookdir: await leaves(file.entry.path) })),
  );
  const program = relativeBelow(hookdir, await Deno.realPath(script).catch(() => ""));
  return {
    parts: parts.sort((left, right) => byBytes(left.file.entry.name, right.file.entry.name)),
    // Such a name does not come back from the file system as it was read.
    unspellable: names.length !== files.length,
    program: program?.includes("/") === true ? undefined : program,
  };
}

function byBytes(left: string, right: string): number {
  const [one, other] = [new TextEncoder().encode(left), new TextEncoder().encode(right)];
  const index = one.findIndex((byte, at) => byte !== other[at]);
  return index < 0 ? one.length - other.length : (one[index] ?? 0) - (other[index] ?? -1);
}
