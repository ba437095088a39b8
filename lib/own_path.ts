/**
 * The PATH in which this program looks for what it needs itself: git, sh, touch and the like.
 *
 * @module
 */

import { variable } from "./run/variable.ts";

/**
 * Names the folders of PATH that are absolute. A relative entry, or an empty one, is another folder wherever
 * we stand, and that may be a worktree with a file named `git` in it. Hooks are looked for as git looks for
 * them, in all of PATH; only what we start on our own account is not.
 *
 * @param path the value of PATH
 * @returns the same without relative entries; a folder that is not there when no entry is left
 */
export function absolutePath(path: string): string {
  const entries = path.split(":");
  if (entries.every((entry) => entry.startsWith("/"))) return path;
  return entries.filter((entry) => entry.startsWith("/")).join(":") || "/nowhere";
}

/**
 * Gives the environment of what we start on our own account.
 *
 * @returns PATH where it must be another one than this process's, else nothing
 */
export function ownPath(): Readonly<Record<string, string>> {
  const path = variable("PATH");
  const own = path === undefined ? undefined : absolutePath(path);
  return own === undefined || own === path ? {} : { PATH: own };
}
