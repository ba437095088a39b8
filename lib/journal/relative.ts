/**
 * Paths as the journal remembers them: relative to the common git directory, so that a repository may
 * be moved or copied between a change and its undo.
 *
 * @module
 */

import { baseOf, directoryOf } from "../paths.ts";

/**
 * Spells one absolute path relative to another; neither is looked at on disk.
 *
 * @param from an absolute directory without symbolic links and without `..`
 * @param to an absolute path of the same kind
 * @returns the way from one to the other, for example `../tools/x`
 */
export function relativeTo(from: string, to: string): string {
  const start = from.split("/").filter((part) => part !== "");
  const end = to.split("/").filter((part) => part !== "");
  let common = 0;
  while (common < start.length && common < end.length && start[common] === end[common]) common++;
  const up = start.slice(common).map(() => "..");
  return [...up, ...end.slice(common)].join("/") || ".";
}

/**
 * Follows a relative path from a directory.
 *
 * @param from an absolute directory without symbolic links
 * @param path a path as {@linkcode relativeTo} writes it
 * @returns the absolute path, its `..` resolved
 */
export function resolveFrom(from: string, path: string): string {
  const parts = path.startsWith("/") ? [] : from.split("/").filter((part) => part !== "");
  for (const part of path.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return `/${parts.join("/")}`;
}

/**
 * Makes the way to a file real, not the file itself: a link stays a link.
 *
 * @param path an absolute path; its directory may be missing
 * @returns the path with every symbolic link of its directory resolved, as far as that exists
 */
export async function realParent(path: string): Promise<string> {
  const parent = directoryOf(path);
  if (parent === path || parent === "/") return path;
  try {
    return `${(await Deno.realPath(parent)).replace(/\/$/, "")}/${baseOf(path)}`;
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return `${(await realParent(parent)).replace(/\/$/, "")}/${baseOf(path)}`;
  }
}
