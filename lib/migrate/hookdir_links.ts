/**
 * What leads to the files of a hookdir from below it: links to an event's file, and files in its folders
 * that read or start one. A shim stands behind such a path after a migration.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { relativeBelow } from "../paths.ts";
import { scanScript } from "./scan_script.ts";

/** A link that leads to an event's file. */
export interface HookdirLink {
  /** The link, relative to the hookdir. */
  readonly from: string;
  /** The event whose file it leads to. */
  readonly to: string;
  /** True when it stands beside that file and names it alone, so that both can move together. */
  readonly byName: boolean;
}

/** A line of a file in a folder of the hookdir that needs an event's file. */
export interface InnerUse {
  /** The file, relative to the hookdir. */
  readonly file: string;
  /** The line, counted from 1. */
  readonly line: number;
  /** The event. */
  readonly event: string;
}

/** What leads to the files of a hookdir. */
export interface HookdirLinks {
  /** Links to the files of events. */
  readonly links: readonly HookdirLink[];
  /** Lines in files of its folders. */
  readonly uses: readonly InnerUse[];
  /** True when a name in it is not UTF-8, so that it cannot be linked. */
  readonly unspellable: boolean;
}

// More than people keep in a hookdir; a whole checkout in it is not read to its end.
const MOST_ENTRIES = 5000;
const MOST_BYTES = 256 * 1024;

/**
 * Looks through a hookdir and its folders; links to folders are not followed.
 *
 * @param hookdir its path, absolute
 * @returns what leads to its files; nothing when it is missing
 */
export async function readHookdirLinks(hookdir: string): Promise<HookdirLinks> {
  const real = await Deno.realPath(hookdir).catch(() => undefined);
  const walk: Walk = { root: real ?? hookdir, links: [], uses: [], left: MOST_ENTRIES };
  const unspellable = real === undefined ? false : await lookInto(walk, real);
  return { links: walk.links, uses: walk.uses, unspellable };
}

interface Walk {
  readonly root: string;
  readonly links: HookdirLink[];
  readonly uses: InnerUse[];
  left: number;
}

// Answers whether a name of this folder cannot be spelled.
async function lookInto(walk: Walk, folder: string): Promise<boolean> {
  let unspellable = false;
  const entries = await Array.fromAsync(Deno.readDir(folder)).catch(() => []);
  for (const { name, isSymlink, isDirectory, isFile } of entries) {
    if (walk.left-- <= 0) break;
    const path = `${folder}/${name}`;
    if (name.includes("\ufffd") && await Deno.lstat(path).catch(() => undefined) === undefined) {
      unspellable = true;
    } else if (isSymlink) await addLink(walk, path);
    else if (isDirectory && !/^(\.git|\.git-hooks|node_modules)$/.test(name)) {
      await lookInto(walk, path);
    } else if (isFile && folder !== walk.root) await addUses(walk, path);
  }
  return unspellable;
}

async function addLink(walk: Walk, path: string): Promise<void> {
  const target = await Deno.realPath(path).catch(() => "");
  const to = relativeBelow(walk.root, target);
  const from = relativeBelow(walk.root, path);
  if (to === undefined || from === undefined || from === to) return;
  if (findEvent(to) === undefined) return;
  const text = await Deno.readLink(path).catch(() => "");
  const byName = !from.includes("/") && text.replace(/^(\.\/)+/, "") === to;
  walk.links.push({ from, to, byName });
}

async function addUses(walk: Walk, path: string): Promise<void> {
  const file = relativeBelow(walk.root, path);
  const size = (await Deno.stat(path).catch(() => undefined))?.size ?? Infinity;
  if (file === undefined || size > MOST_BYTES) return;
  const bytes = await Deno.readFile(path).catch(() => new Uint8Array());
  const lines = new TextDecoder().decode(bytes).split("\n");
  for (const { kind, line, event } of scanScript(bytes, { event: "" }).dependencies) {
    // Its own neighbours are others than the hookdir's; those it finds one up.
    const up = kind === "neighbour-event" && lines[line - 1]?.includes("..") === true;
    if (event === undefined || !up && !/^(reads|runs)-event$/.test(kind)) continue;
    walk.uses.push({ file, line, event });
  }
}
