/**
 * What the user accepted, one file for each repository and text, in the user's own state folder: not in
 * `.git`, which archives bring along.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { joinPath } from "../paths.ts";
import type { AcceptedText } from "./acceptance.ts";
import { digestFields } from "./digest.ts";
import type { ProjectScript } from "./project_text.ts";
import {
  acceptancesFolder,
  findStoreFault,
  findUnsafe,
  makeStoreFolder,
  writePrivateFile,
} from "./store_folder.ts";

export type { AcceptedText } from "./acceptance.ts";
export { findStoreFault, storeFolder } from "./store_folder.ts";

/** One text in one repository. */
export interface AcceptanceKey {
  /** The common git directory, absolute; its real path counts. */
  readonly commonDir: string;
  /** The digest of hooks.toml and its scripts. */
  readonly digest: string;
}

/**
 * Names the file that exists as long as a text is accepted, so that a compiled plan can test for it.
 *
 * @param key the repository and the digest
 * @returns the file, absolute, whether it exists or not; undefined without a HOME, or when the repository
 *   is gone
 * @example Usage
 * ```ts
 * import { acceptancePath } from "@git-hooks/git-hooks";
 * console.assert(await acceptancePath({ commonDir: "/nowhere/.git", digest: "00" }) === undefined);
 * ```
 */
export async function acceptancePath(key: AcceptanceKey): Promise<string | undefined> {
  const folder = await repositoryFolder(key.commonDir);
  return folder === undefined ? undefined : joinPath(folder, `${key.digest}.json`);
}

/**
 * Tells whether a text may run in a repository.
 *
 * @param key the repository and the digest
 * @returns true when it was accepted and nobody else could have written that
 * @example Usage
 * ```ts
 * import { isAccepted } from "@git-hooks/git-hooks";
 * console.assert(!await isAccepted({ commonDir: "/nowhere/.git", digest: "00" }));
 * ```
 */
export async function isAccepted(key: AcceptanceKey): Promise<boolean> {
  const path = await acceptancePath(key);
  return path !== undefined && await findStoreFault() === undefined && await isSound(path);
}

// The name says which text it is; a file of ours is written whole or not at all.
async function isSound(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
  } catch {
    return false;
  }
  const folder = path.slice(0, path.lastIndexOf("/"));
  return await findUnsafe([folder], "directory") === undefined &&
    await findUnsafe([path], "file") === undefined;
}

/**
 * Lists what was accepted for a repository.
 *
 * @param commonDir the common git directory, absolute
 * @returns the accepted texts, the newest first; files that others could have written are left out
 * @example Usage
 * ```ts
 * import { acceptedTexts } from "@git-hooks/git-hooks";
 * console.assert((await acceptedTexts("/nowhere/.git")).length === 0);
 * ```
 */
export async function acceptedTexts(commonDir: string): Promise<readonly AcceptedText[]> {
  const folder = await repositoryFolder(commonDir);
  if (folder === undefined || await findStoreFault() !== undefined) return [];
  return newestFirst(await readFolder(folder));
}

/**
 * Lists what was accepted for any repository, also for one that is gone.
 *
 * @returns the accepted texts, by repository, and the newest first
 * @example Usage
 * ```ts
 * import { listAll } from "@git-hooks/git-hooks";
 * console.assert((await listAll()).every((one) => one.repository.startsWith("/")));
 * ```
 */
export async function listAll(): Promise<readonly AcceptedText[]> {
  const all = acceptancesFolder();
  if (all === undefined || await findStoreFault() !== undefined) return [];
  const texts: AcceptedText[] = [];
  for (const name of await namesIn(all)) texts.push(...await readFolder(joinPath(all, name)));
  return newestFirst(texts).toSorted((one, other) => compare(one.repository, other.repository));
}

/** What to accept. */
export interface Acceptance {
  /** The common git directory, absolute. */
  readonly commonDir: string;
  /** The text and its scripts as the user saw them. */
  readonly project: {
    /** The text of hooks.toml. */
    readonly text: string;
    /** The scripts it names. */
    readonly scripts: readonly ProjectScript[];
    /** Their digest; undefined when they can never be accepted. */
    readonly digest: string | undefined;
  };
}

/**
 * Records that the user accepted a text.
 *
 * @param acceptance the repository and the text
 * @returns the file that was written
 * @throws {UserError} with exit code 128 when the text cannot be accepted, there is no HOME, it cannot be
 *   written, or others could write what stands there
 * @example Usage
 * ```ts
 * import { accept, UserError } from "@git-hooks/git-hooks";
 * const project = { text: "", scripts: [], digest: undefined };
 * await accept({ commonDir: "/nowhere/.git", project }).catch((error) => {
 *   console.assert(error instanceof UserError);
 * });
 * ```
 */
export async function accept(acceptance: Acceptance): Promise<string> {
  const { text, scripts, digest } = acceptance.project;
  if (digest === undefined) throw new UserError("this hooks.toml can never be accepted");
  const repository = await realPath(acceptance.commonDir);
  if (repository === undefined) {
    throw new UserError(`'${acceptance.commonDir}' is not there any more`);
  }
  const { acceptanceToJson } = await import("./acceptance.ts");
  const folder = await makeStoreFolder(await digestFields([repository]));
  const path = joinPath(folder, `${digest}.json`);
  const acceptedAt = new Date().toISOString();
  await writePrivateFile(
    path,
    acceptanceToJson({ repository, acceptedAt, digest, text, scripts }),
  );
  return path;
}

/**
 * Takes back everything that was accepted for a repository.
 *
 * @param commonDir the common git directory, absolute
 * @returns how many texts were accepted
 * @throws {UserError} with exit code 128 when the store is not this user's own or cannot be written
 * @example Usage
 * ```ts
 * import { revoke } from "@git-hooks/git-hooks";
 * console.assert(await revoke("/nowhere/.git") === 0);
 * ```
 */
export async function revoke(commonDir: string): Promise<number> {
  const folder = await repositoryFolder(commonDir);
  return folder === undefined ? 0 : await revokeFolder(folder);
}

/**
 * Takes back everything that was accepted for any repository, also for one that is gone.
 *
 * @returns how many texts were accepted
 * @throws {UserError} with exit code 128 when the store is not this user's own or cannot be written
 * @example Usage
 * ```ts
 * import { listAll, revokeAll } from "@git-hooks/git-hooks";
 * if ((await listAll()).length === 0) console.assert(await revokeAll() === 0);
 * ```
 */
export async function revokeAll(): Promise<number> {
  const all = acceptancesFolder();
  if (all === undefined) return 0;
  let count = 0;
  for (const name of await namesIn(all)) count += await revokeFolder(joinPath(all, name));
  return count;
}

async function revokeFolder(folder: string): Promise<number> {
  const fault = await findStoreFault();
  if (fault !== undefined) throw new UserError(fault);
  const count = (await namesIn(folder)).filter((name) => name.endsWith(".json")).length;
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return 0;
    throw new UserError(`cannot remove '${folder}'`, { cause: error });
  }
  return count;
}

async function repositoryFolder(commonDir: string): Promise<string | undefined> {
  const all = acceptancesFolder();
  const repository = await realPath(commonDir);
  if (all === undefined || repository === undefined) return undefined;
  return joinPath(all, await digestFields([repository]));
}

async function realPath(path: string): Promise<string | undefined> {
  try {
    return await Deno.realPath(path);
  } catch {
    return undefined;
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await Array.fromAsync(Deno.readDir(folder))).map((entry) => entry.name).sort();
  } catch {
    // Not there, no folder, or not ours to read: nothing in it was accepted.
    return [];
  }
}

async function readFolder(folder: string): Promise<readonly AcceptedText[]> {
  const { acceptanceFromJson } = await import("./acceptance.ts");
  const texts: AcceptedText[] = [];
  for (const name of await namesIn(folder)) {
    const path = joinPath(folder, name);
    if (!name.endsWith(".json") || !await isSound(path)) continue;
    const accepted = await acceptanceFromJson(await Deno.readTextFile(path));
    if (accepted !== undefined && name === `${accepted.digest}.json`) texts.push(accepted);
  }
  return texts;
}

function newestFirst(texts: readonly AcceptedText[]): readonly AcceptedText[] {
  return texts.toSorted((one, other) => compare(other.acceptedAt, one.acceptedAt));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}
