/**
 * Whether a path is a repository's own. A journal may have come with an archive, and then it was written by
 * somebody else: what it remembers of other places is not believed.
 *
 * @module
 */

import { directoryOf, joinPath, relativeBelow } from "../paths.ts";
import { lstatIfThere } from "./disk.ts";
import { realParent } from "./relative.ts";

/**
 * Says whether a path lies in a git directory or in a worktree that names it.
 *
 * @param commonDir the common git directory, absolute and real
 * @param path an absolute path; what stands there does not matter
 * @returns false for what lies elsewhere, or is reached through a symbolic link
 */
export async function belongsTo(commonDir: string, path: string): Promise<boolean> {
  if (await realParent(path) !== path) return false;
  if (relativeBelow(commonDir, path) !== undefined || await isConfigOf(commonDir, path)) {
    return true;
  }
  for (let folder = directoryOf(path); folder !== "/"; folder = directoryOf(folder)) {
    const git = joinPath(folder, ".git");
    if (await lstatIfThere(git) === undefined) continue;
    const named = await namedBy(git);
    if (named === undefined) return false;
    return named === commonDir || relativeBelow(`${commonDir}/worktrees`, named) !== undefined;
  }
  return false;
}

// gitrepository-layout(5): a directory, a link to one, or a file that names one.
async function namedBy(git: string): Promise<string | undefined> {
  try {
    if ((await Deno.stat(git)).isDirectory) return await Deno.realPath(git);
    const target = /^gitdir: (.+?)[\r\n]*$/s.exec(await Deno.readTextFile(git))?.[1];
    return target === undefined
      ? undefined
      : await Deno.realPath(joinPath(directoryOf(git), target));
  } catch {
    return undefined;
  }
}

// git writes through a link that stands for its configuration, and so do we.
async function isConfigOf(commonDir: string, path: string): Promise<boolean> {
  for (const name of ["config", "config.worktree", "hooks.toml"]) {
    const real = await Deno.realPath(`${commonDir}/${name}`).catch(() => undefined);
    if (real === path) return true;
  }
  return false;
}
