/**
 * The folder in which acceptances are kept: only its owner may write it, and whatever else may be so is
 * refused, because who can write it decides what runs.
 *
 * @module
 */

import { type Fault, UserError } from "../errors.ts";
import { joinPath } from "../paths.ts";

/**
 * Names the folder in which this user's acceptances are kept: `git-hooks` in `$XDG_STATE_HOME`, which is
 * `~/.local/state` when it is unset or no absolute path (XDG Base Directory Specification).
 *
 * @returns the folder, absolute, whether it exists or not; undefined without a HOME
 * @example Usage
 * ```ts
 * import { storeFolder } from "@git-hooks/git-hooks";
 * console.assert(storeFolder()?.endsWith("/git-hooks") ?? true);
 * ```
 */
export function storeFolder(): string | undefined {
  const state = Deno.env.get("XDG_STATE_HOME") ?? "";
  if (state.startsWith("/")) return joinPath(state, "git-hooks");
  const home = Deno.env.get("HOME") ?? "";
  return home.startsWith("/") ? joinPath(home, ".local/state/git-hooks") : undefined;
}

/**
 * Names the folder of all acceptances.
 *
 * @returns the folder, or undefined without a HOME
 */
export function acceptancesFolder(): string | undefined {
  const folder = storeFolder();
  return folder === undefined ? undefined : joinPath(folder, "accepted");
}

/**
 * Looks for a reason not to believe what the store says.
 *
 * @returns what is wrong with it, or undefined when nothing is, also when it does not exist yet
 */
export async function findStoreFault(): Promise<Fault | undefined> {
  const store = storeFolder();
  if (store === undefined) {
    return {
      message: "nothing can be accepted, because HOME is not set",
      hints: [
        "acceptances are kept in $XDG_STATE_HOME/git-hooks, else in ~/.local/state/git-hooks",
      ],
    };
  }
  return await findUnsafe([store, joinPath(store, "accepted")], "directory");
}

/**
 * Looks for the first of some paths that others could have written.
 *
 * @param paths absolute paths, from the outermost inwards
 * @param kind what they must be
 * @returns what is wrong, or undefined when nothing is; what does not exist is not wrong
 */
export async function findUnsafe(
  paths: readonly string[],
  kind: "directory" | "file",
): Promise<Fault | undefined> {
  for (const path of paths) {
    let info: Deno.FileInfo;
    try {
      info = await Deno.lstat(path);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      return { message: `cannot look at '${path}'${systemWords(error)}` };
    }
    const reason = unsafeReason(info, kind);
    if (reason !== undefined) {
      return {
        message: `'${path}' ${reason.what}, so no acceptance in it counts`,
        hints: [reason.cure],
      };
    }
  }
  return undefined;
}

function unsafeReason(
  info: Deno.FileInfo,
  kind: "directory" | "file",
): { readonly what: string; readonly cure: string } | undefined {
  const renew = "move it away, then accept again: git hooks trust";
  if (info.isSymlink) return { what: "is a symbolic link", cure: renew };
  if (kind === "directory" ? !info.isDirectory : !info.isFile) {
    return { what: `is not a ${kind === "file" ? "regular file" : kind}`, cure: renew };
  }
  if (info.uid === null || info.uid !== Deno.uid()) {
    return { what: "belongs to another user", cure: renew };
  }
  if (info.mode === null || (info.mode & 0o022) !== 0) {
    return {
      what: "can be written by others",
      cure: "look what is in it, then take their right away: chmod go-w",
    };
  }
  return undefined;
}

/**
 * Makes a folder below the store, and the store itself, for the owner alone.
 *
 * @param name the folder's name below the folder of all acceptances
 * @returns the folder, absolute
 * @throws {UserError} with exit code 128 when there is no HOME, it cannot be written, or others can write
 *   what is there
 */
export async function makeStoreFolder(name: string): Promise<string> {
  const fault = await findStoreFault();
  const all = acceptancesFolder();
  if (fault !== undefined || all === undefined) {
    throw new UserError(fault ?? "nothing can be accepted, because HOME is not set");
  }
  const folder = joinPath(all, name);
  try {
    await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new UserError(`cannot create '${folder}'${systemWords(error)}`, { cause: error });
  }
  // Looked at again: what was not there before may have been made by another.
  const made = await findStoreFault() ?? await findUnsafe([folder], "directory");
  if (made !== undefined) throw new UserError(made);
  return folder;
}

/**
 * Writes a file that its owner alone can read, in one step.
 *
 * @param path the file, absolute; its folder exists
 * @param text what it holds
 * @throws {UserError} with exit code 128 when it cannot be written
 */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${crypto.randomUUID()}.new`;
  try {
    const file = await Deno.open(temporary, { write: true, createNew: true, mode: 0o600 });
    try {
      let rest = new TextEncoder().encode(text);
      while (rest.length > 0) rest = rest.subarray(await file.write(rest));
      await file.sync();
    } finally {
      file.close();
    }
    await Deno.rename(temporary, path);
  } catch (error) {
    await Deno.remove(temporary).catch(() => {});
    throw new UserError(`cannot write '${path}'${systemWords(error)}`, { cause: error });
  }
}

// The system's own words, as git prints them after a colon.
function systemWords(error: unknown): string {
  const message = error instanceof Error ? error.message : "";
  const words = /^(.*?) \(os error \d+\)/s.exec(message)?.[1];
  return words === undefined ? "" : `: ${words}`;
}
