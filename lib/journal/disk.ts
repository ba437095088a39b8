/**
 * The writes of a journal: each is atomic or goes to a file that nobody reads yet, reaches the disk
 * before the next begins, and is a point at which a test may kill the process.
 *
 * @module
 */

import { runGit } from "../git/git.ts";
import { killPoint } from "../kill_point.ts";
import { ownPath } from "../own_path.ts";
import { directoryOf } from "../paths.ts";

/** Whose the files of a repository are to be. */
export interface Ownership {
  /** The permission bits that `core.sharedRepository` adds (0660, 0664 or its own), 0 for none. */
  readonly shared: number;
  /** Set when the process is root and the repository another user's: everything made is given to him. */
  readonly owner?: { readonly uid: number; readonly gid: number };
}

/**
 * Reads whose the files of a repository are to be.
 *
 * @param commonDir the common git directory, absolute
 * @returns the bits that git adds to what it makes (`calc_shared_perm()` in git's path.c), and an owner
 *   where this process is root in another user's repository
 */
export async function readOwnership(commonDir: string): Promise<Ownership> {
  const [answer, found] = await Promise.all([
    runGit(["config", "--file", `${commonDir}/config`, "--get", "core.sharedRepository"], {
      cwd: commonDir,
    }),
    Deno.stat(commonDir),
  ]);
  const shared = sharedBits(new TextDecoder().decode(answer.stdout).trim().toLowerCase());
  const { uid, gid } = found;
  const foreign = uid !== null && gid !== null && Deno.uid() === 0 && uid !== 0;
  return foreign ? { shared, owner: { uid, gid } } : { shared };
}

// git_config_perm() in git's setup.c.
function sharedBits(value: string): number {
  if (["group", "true", "yes", "on", "1"].includes(value)) return 0o660;
  if (["all", "world", "everybody", "2"].includes(value)) return 0o664;
  return /^0[0-7]{3}$/.test(value) ? parseInt(value, 8) & 0o666 : 0;
}

/** The writes, with the ownership of one repository. */
export class Disk {
  readonly #ownership: Ownership;

  /** @param ownership whose the files that are made are to be */
  constructor(ownership: Ownership) {
    this.#ownership = ownership;
  }

  /** Makes a directory if it is missing; its parent must exist. */
  async makeDirectory(path: string): Promise<void> {
    killPoint();
    try {
      await Deno.mkdir(path);
    } catch (error) {
      if (error instanceof Deno.errors.AlreadyExists) return;
      throw error;
    }
    await this.#settle(path, { directory: true });
    await syncDirectory(directoryOf(path));
  }

  /** Writes a file that must not exist yet; with `mode` it gets exactly these bits. */
  async createFile(
    path: string,
    bytes: Uint8Array,
    options: { readonly mode?: number; readonly executable?: boolean } = {},
  ): Promise<void> {
    killPoint();
    const mode = options.executable === true ? 0o777 : 0o666;
    const file = await Deno.open(path, { write: true, createNew: true, mode });
    try {
      killPoint();
      let rest = bytes;
      while (rest.length > 0) rest = rest.subarray(await file.write(rest));
      await file.sync();
    } finally {
      file.close();
    }
    await this.#settle(path, options);
  }

  /** Writes a file beside its place and renames it there. */
  async replaceFile(
    path: string,
    bytes: Uint8Array,
    options: { readonly mode?: number; readonly executable?: boolean } = {},
  ): Promise<void> {
    const temporary = temporaryName(path);
    await this.remove(temporary);
    await this.createFile(temporary, bytes, options);
    await this.rename(temporary, path);
  }

  /** Puts a second name of a file in the place of whatever file is there, in one step. */
  async linkOver(from: string, path: string): Promise<void> {
    const temporary = temporaryName(path);
    await this.remove(temporary);
    await this.link(from, temporary);
    await this.rename(temporary, path);
    // rename(2) does nothing when both names are the same file already.
    await this.remove(temporary);
  }

  /** Puts a new symbolic link in the place of whatever file is there, in one step. */
  async symlinkOver(target: string, path: string): Promise<void> {
    const temporary = temporaryName(path);
    await this.remove(temporary);
    await this.symlink(target, temporary);
    await this.rename(temporary, path);
  }

  /** link(2): a symbolic link gets a second name itself. */
  async link(from: string, path: string): Promise<void> {
    killPoint();
    await Deno.link(from, path);
    await syncDirectory(directoryOf(path));
  }

  /** symlink(2). */
  async symlink(target: string, path: string): Promise<void> {
    killPoint();
    await Deno.symlink(target, path);
    const owner = this.#ownership.owner;
    if (owner !== undefined) await changeLinkOwner(path, owner);
    await syncDirectory(directoryOf(path));
  }

  /** rename(2). */
  async rename(from: string, path: string): Promise<void> {
    killPoint();
    await Deno.rename(from, path);
    await syncDirectory(directoryOf(path));
    if (directoryOf(from) !== directoryOf(path)) await syncDirectory(directoryOf(from));
  }

  /** Takes a file, a link or an empty directory away, if it is there. */
  async remove(path: string): Promise<void> {
    if (await lstatIfThere(path) === undefined) return;
    killPoint();
    await Deno.remove(path);
    await syncDirectory(directoryOf(path));
  }

  /** Takes a whole folder away that nobody looks into any more. */
  async removeTree(path: string): Promise<void> {
    if (await lstatIfThere(path) === undefined) return;
    killPoint();
    await Deno.remove(path, { recursive: true });
  }

  async #settle(
    path: string,
    options: { readonly mode?: number; readonly directory?: boolean },
  ): Promise<void> {
    const { owner, shared } = this.#ownership;
    // chown(2) takes set-id bits away, so it comes first.
    if (owner !== undefined) await Deno.chown(path, owner.uid, owner.gid);
    if (options.mode !== undefined) return await Deno.chmod(path, options.mode);
    if (shared === 0) return;
    const mode = ((await Deno.lstat(path)).mode ?? 0) & 0o7777;
    await Deno.chmod(path, sharedMode(mode, { shared, directory: options.directory === true }));
  }
}

function sharedMode(
  mode: number,
  options: { readonly shared: number; readonly directory: boolean },
): number {
  let bits = options.shared;
  if ((mode & 0o200) === 0) bits &= ~0o222;
  if ((mode & 0o100) !== 0) bits |= (bits & 0o444) >> 2;
  const kept = mode | bits;
  return options.directory && (bits & 0o060) !== 0 ? kept | 0o2000 : kept;
}

// Deno.chown follows a link; the one that was just made may lead to a file of another user.
async function changeLinkOwner(
  path: string,
  owner: { readonly uid: number; readonly gid: number },
): Promise<void> {
  await new Deno.Command("chown", {
    args: ["-h", `${owner.uid}:${owner.gid}`, "--", path],
    env: ownPath(),
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
}

/**
 * Names the temporary file that stands beside a file while it is written.
 *
 * @param path the file
 * @returns always the same name for the same file, so that what an interruption left is found again
 */
export function temporaryName(path: string): string {
  const slash = path.lastIndexOf("/");
  return `${path.slice(0, slash + 1)}.${path.slice(slash + 1)}.git-hooks-new`;
}

/**
 * Looks at what stands at a path, without following a link.
 *
 * @param path the path
 * @returns what lstat(2) says, or undefined when nothing is there
 */
export async function lstatIfThere(path: string): Promise<Deno.FileInfo | undefined> {
  try {
    return await Deno.lstat(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return undefined;
    }
    throw error;
  }
}

async function syncDirectory(path: string): Promise<void> {
  const directory = await Deno.open(path, { read: true });
  try {
    await directory.sync();
  } catch {
    // Some file systems cannot do that for directories; the order of the writes still holds.
  } finally {
    directory.close();
  }
}

/**
 * Gives files the times of others, to the nanosecond, which Deno's own calls cannot.
 *
 * @param pairs the file whose modification time is taken, and the file that gets it
 */
export async function copyTimes(pairs: readonly (readonly [string, string])[]): Promise<void> {
  if (pairs.length === 0) return;
  await new Deno.Command("sh", {
    args: [
      "-c",
      'while [ "$#" -gt 1 ]; do touch -r "$1" -- "$2"; shift 2; done',
      "sh",
      ...pairs.flat(),
    ],
    env: ownPath(),
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
}
