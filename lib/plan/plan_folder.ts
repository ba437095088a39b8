/**
 * The folder in which plans are kept: `git-hooks` in `$GIT_DIR`. A pure cache: whoever deletes it loses
 * nothing, and only the owner of the git directory writes there.
 *
 * @module
 */

import { killPoint } from "../kill_point.ts";
import { variable } from "../run/variable.ts";

/** How old a left-over must be before it is taken away: nobody can be at work with it any more. */
const LEFT_OVER_MS = 24 * 60 * 60 * 1000;

/**
 * Opens the folder, and makes it where it is missing.
 *
 * @param gitDir `$GIT_DIR`, absolute
 * @returns the folder; undefined when this user must not or cannot write there
 */
export async function openPlanFolder(gitDir: string): Promise<string | undefined> {
  const folder = `${gitDir}/git-hooks`;
  const user = Deno.uid();
  try {
    if ((await Deno.stat(gitDir)).uid !== user) return undefined;
    killPoint();
    await Deno.mkdir(folder, { mode: 0o700 }).catch((error) => {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    });
    const info = await Deno.lstat(folder);
    if (!info.isDirectory || info.uid !== user) return undefined;
    // Who can write there decides what runs, whatever a shared repository gives to its group.
    if (((info.mode ?? 0) & 0o022) !== 0) await Deno.chmod(folder, 0o700);
    return folder;
  } catch {
    return undefined;
  }
}

/**
 * Names the folder in the user's own cache that holds a second copy of each plan, for `git-hooks check`: a
 * git directory may have come with an archive, and a question must run nothing that came along.
 *
 * @param gitDir `$GIT_DIR`, absolute
 * @returns the folder, as `bin/git-hooks` spells it; undefined when there is no place for a cache
 */
export function ownPlanFolder(gitDir: string): string | undefined {
  const home = variable("HOME") ?? "";
  const cache = (variable("XDG_CACHE_HOME") ?? "") || (home === "" ? "" : `${home}/.cache`);
  return cache.startsWith("/") ? `${cache}/git-hooks/plans${gitDir}` : undefined;
}

/**
 * Opens that folder, and makes it where it is missing.
 *
 * @param gitDir `$GIT_DIR`, absolute
 * @returns the folder; undefined when it cannot be written
 */
export async function openOwnPlanFolder(gitDir: string): Promise<string | undefined> {
  const folder = ownPlanFolder(gitDir);
  if (folder === undefined) return undefined;
  try {
    killPoint();
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
    const info = await Deno.lstat(folder);
    return info.isDirectory && info.uid === Deno.uid() ? folder : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Puts a file into the folder in one step: a running sh keeps the one it has opened.
 *
 * @param folder the folder
 * @param name the file's name
 * @param text what it holds
 */
export async function writePlanFile(folder: string, name: string, text: string): Promise<void> {
  const temporary = `${folder}/${name}.${crypto.randomUUID()}.new`;
  try {
    killPoint();
    const file = await Deno.open(temporary, { write: true, createNew: true, mode: 0o600 });
    try {
      killPoint();
      let rest = new TextEncoder().encode(text);
      while (rest.length > 0) rest = rest.subarray(await file.write(rest));
      await file.sync();
    } finally {
      file.close();
    }
    killPoint();
    await Deno.rename(temporary, `${folder}/${name}`);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw error;
  }
}

/** The name of a reference file: the time in it is that of its making, for its mtime is another file's. */
const REFERENCE = /^ref-([0-9a-z]+)-[0-9a-z]+-\d+$/;

/**
 * Makes a word that tells one compilation from every other, and when it was.
 *
 * @returns letters, digits and a hyphen
 */
export function newNonce(): string {
  const random = crypto.getRandomValues(new Uint32Array(2));
  return `${Date.now().toString(36)}-${[...random].map((part) => part.toString(36)).join("")}`;
}

/**
 * Takes away what no plan uses any more.
 *
 * @param folder the folder
 */
export async function prunePlanFolder(folder: string): Promise<void> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) if (entry.isFile) names.push(entry.name);
  const references = names.filter((name) => REFERENCE.test(name) && isOld(madeAt(name)));
  const others = names.filter((name) => /^stdin\.|\.new$/.test(name));
  const used = references.length === 0 ? "" : await readPlans(folder, names);
  for (const name of references) {
    if (!used.includes(name)) await Deno.remove(`${folder}/${name}`).catch(() => {});
  }
  for (const name of others) {
    const info = await Deno.stat(`${folder}/${name}`).catch(() => undefined);
    if (isOld(info?.mtime?.getTime())) await Deno.remove(`${folder}/${name}`).catch(() => {});
  }
}

function madeAt(name: string): number | undefined {
  const time = REFERENCE.exec(name)?.[1];
  return time === undefined ? undefined : parseInt(time, 36);
}

function isOld(time: number | undefined): boolean {
  return time !== undefined && Date.now() - time > LEFT_OVER_MS;
}

async function readPlans(folder: string, names: readonly string[]): Promise<string> {
  const plans = names.filter((name) => !/^(ref-|stdin\.)|\.new$/.test(name));
  const texts = await Promise.all(
    plans.map((name) => Deno.readTextFile(`${folder}/${name}`).catch(() => "")),
  );
  return texts.join("\n");
}
