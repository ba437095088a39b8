/**
 * The variables that `git hook run` sets before it runs hooks. In a hook that git itself started they
 * are in the environment already, and nothing is added.
 *
 * @module
 */

import { runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { relativeBelow } from "../paths.ts";
import { variable } from "./variable.ts";

/** Where hooks are run by hand. */
export interface HookPlace {
  /** The repository that git found from `cwd`; undefined outside of any. */
  readonly repository: Repository | undefined;
  /** The directory in which our command was started, absolute, without symbolic links. */
  readonly cwd: string;
  /** What {@linkcode ownPrograms} answered, where it was asked before. */
  readonly programs?: Readonly<Record<string, string>>;
}

/**
 * Lists the variables that `git hook run` would set for its hooks: `GIT_PREFIX`, `GIT_DIR` where git
 * sets it (setup.c, setup_git_directory_gently()), git's own programs (exec-cmd.c, setup_path()).
 *
 * One case is not told apart: a `core.worktree` that names the directory which holds `.git` makes git
 * set `GIT_DIR=.git`, where we set none.
 *
 * @param place the repository and the directory we were started in
 * @returns the variables to add to this process's own
 * @example Usage
 * ```ts
 * import { discoverRepository, hookEnvironment } from "@git-hooks/git-hooks";
 * const cwd = Deno.cwd();
 * const added = await hookEnvironment({ repository: await discoverRepository(cwd), cwd });
 * console.assert(added["GIT_PREFIX"] !== undefined);
 * ```
 */
export async function hookEnvironment(place: HookPlace): Promise<Readonly<Record<string, string>>> {
  const { repository, cwd } = place;
  const below = repository?.worktree === undefined
    ? undefined
    : relativeBelow(repository.worktree, cwd);
  return {
    GIT_PREFIX: below === undefined ? "" : `${below}/`,
    ...(repository === undefined ? {} : gitDirectory(repository, cwd)),
    ...place.programs ?? await ownPrograms(cwd),
  };
}

function gitDirectory(repository: Repository, cwd: string): Record<string, string> {
  const { gitDir, gitDirAbsolute, worktree } = repository;
  if (variable("GIT_DIR") !== undefined) return { GIT_DIR: gitDir };
  const inside = worktree === undefined &&
    (cwd === gitDirAbsolute || relativeBelow(gitDirAbsolute, cwd) !== undefined);
  if (inside) return { GIT_DIR: gitDir, GIT_IMPLICIT_WORK_TREE: "0" };
  if (variable("GIT_WORK_TREE") !== undefined) {
    const moved = worktree !== undefined && relativeBelow(worktree, cwd) !== undefined;
    return { GIT_DIR: moved ? gitDirAbsolute : gitDir };
  }
  // setup_discovered_git_dir(): git finds `.git` again by itself.
  return worktree !== undefined && gitDir === ".git" ? {} : { GIT_DIR: gitDir };
}

/**
 * Lists the variables by which git's own programs are found. Where git started us, it has set them, and
 * it is not asked.
 *
 * @param cwd the directory in which our command was started, absolute
 * @returns `GIT_EXEC_PATH`, and `PATH` where it does not hold that folder yet
 * @example Usage
 * ```ts
 * import { ownPrograms } from "@git-hooks/git-hooks";
 * const added = await ownPrograms("/");
 * console.assert(added["GIT_EXEC_PATH"] !== "");
 * ```
 */
export async function ownPrograms(cwd: string): Promise<Readonly<Record<string, string>>> {
  const known = variable("GIT_EXEC_PATH");
  const execPath = known ?? await askExecPath(cwd);
  if (execPath === undefined || execPath === "") return {};
  const path = variable("PATH") ?? "/usr/local/bin:/usr/bin:/bin";
  return {
    GIT_EXEC_PATH: execPath,
    ...(path.split(":").includes(execPath) ? {} : { PATH: `${execPath}:${path}` }),
  };
}

async function askExecPath(cwd: string): Promise<string | undefined> {
  const { code, stdout } = await runGit(["--exec-path"], { cwd });
  return code === 0 ? new TextDecoder().decode(stdout).replace(/\n$/, "") : undefined;
}
