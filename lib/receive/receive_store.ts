/**
 * Where the wrapper keeps what it gives to git: one folder for each content, so that a push sees the same
 * from its start to its end, whatever changes meanwhile.
 *
 * @module
 */

import { joinPath } from "../paths.ts";
import type { Injection } from "./injection.ts";

/** How long a folder stays that no plan names any more: a push may still be at work with it. */
const UNUSED_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the folder of plans, which must be this user's own.
 *
 * @param base what stands for the git directory
 * @returns the folder
 * @throws {Deno.errors.PermissionDenied} when it is somebody else's
 */
export async function openReceiveFolder(base: string): Promise<string> {
  const folder = `${base}/git-hooks`;
  await Deno.mkdir(folder, { mode: 0o700, recursive: true });
  const info = await Deno.lstat(folder);
  if (!info.isDirectory || info.uid !== Deno.uid()) {
    throw new Deno.errors.PermissionDenied("Cannot use the folder of plans: it is another user's");
  }
  return folder;
}

/**
 * Puts files into a folder that is named by what they hold. Nothing is ever changed in it.
 *
 * @param folder the folder of plans
 * @param make makes the files for a folder, the path of which may stand in them
 * @returns the folder that holds them, absolute, and the programs in it
 */
export async function storeInjection(
  folder: string,
  make: (folder: string) => Injection,
): Promise<StoredInjection> {
  const all = `${folder}/receive.d`;
  await Deno.mkdir(all, { mode: 0o700, recursive: true });
  // The path is part of it: a folder that was moved or copied with its repository is another one.
  const target = `${all}/${await digestOf(make(all))}`;
  const files = make(target);
  const programs = [...files].flatMap(([name, file]) =>
    "text" in file && name !== "config" ? [`${target}/${name}`] : []
  );
  const stored = { folder: target, programs };
  if (await isWhole(stored)) return stored;
  const temporary = await Deno.makeTempDir({ dir: all, prefix: "new-" });
  try {
    for (const [name, file] of files) {
      const path = joinPath(temporary, name);
      await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { mode: 0o700, recursive: true });
      if ("link" in file) await Deno.symlink(file.link, path);
      else await writeWhole(path, file.text);
    }
    await putInPlace(temporary, stored);
  } finally {
    await Deno.remove(temporary, { recursive: true }).catch(() => {});
  }
  return stored;
}

// A push that is at work with a whole one keeps it: between two renames there would be none.
async function putInPlace(temporary: string, stored: StoredInjection): Promise<void> {
  try {
    await Deno.rename(temporary, stored.folder);
  } catch (error) {
    if (await isWhole(stored)) return;
    // What a cleaner has left of one.
    await Deno.rename(stored.folder, `${temporary}.old`).catch(() => {
      throw error;
    });
    await Deno.rename(temporary, stored.folder);
    await Deno.remove(`${temporary}.old`, { recursive: true });
  }
}

/** What is stored. */
export interface StoredInjection {
  /** The folder, absolute. */
  readonly folder: string;
  /** The programs in it, without which git would run fewer hooks. */
  readonly programs: readonly string[];
}

async function isWhole({ folder, programs }: StoredInjection): Promise<boolean> {
  const there = await Promise.all(
    programs.map((path) => Deno.stat(path).then(() => true, () => false)),
  );
  return there.every(Boolean) && await isUsed(folder);
}

async function digestOf(files: Injection): Promise<string> {
  const text = JSON.stringify([...files].sort(([one], [other]) => one < other ? -1 : 1));
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest).subarray(0, 16)]
    .map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Its age counts from the last time that a plan named it.
async function isUsed(folder: string): Promise<boolean> {
  try {
    await Deno.stat(`${folder}/config`);
    const now = new Date();
    await Deno.utime(folder, now, now);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function writeWhole(path: string, text: string): Promise<void> {
  using file = await Deno.open(path, { write: true, createNew: true, mode: 0o700 });
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(await file.write(rest));
  await file.syncData();
}

/**
 * Takes away folders that no plan has named for a day.
 *
 * @param folder the folder of plans
 * @param kept the folders that are named now, and the one that was named before: a push that has just begun
 *   may be at work with that
 */
export async function pruneInjections(folder: string, kept: readonly string[]): Promise<void> {
  const all = `${folder}/receive.d`;
  for (const path of kept) await isUsed(path).catch(() => false);
  try {
    for await (const { name } of Deno.readDir(all)) {
      const path = `${all}/${name}`;
      if (kept.includes(path)) continue;
      const time = (await Deno.lstat(path).catch(() => undefined))?.mtime?.getTime();
      if (time !== undefined && Date.now() - time > UNUSED_MS) {
        await Deno.remove(path, { recursive: true }).catch(() => {});
      }
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

/**
 * Reads which folder a plan names.
 *
 * @param folder the folder of plans
 * @returns the folder; undefined when there is no plan or it names none
 */
export async function folderOfPlan(folder: string): Promise<string | undefined> {
  const text = await Deno.readTextFile(`${folder}/receive`).catch(() => "");
  const name = /\/receive\.d\/([0-9a-f]+)\/config'/.exec(text)?.[1];
  return name === undefined ? undefined : `${folder}/receive.d/${name}`;
}
