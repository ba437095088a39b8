/**
 * All worktrees of a repository, and where git looks for hooks in each of them.
 *
 * @module
 */

import { type GitConfigRecord, parseGitConfig } from "../config/git_config.ts";
import { type GitAnswer, runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";

/** One worktree. */
export interface Worktree {
  /** Its root, absolute; of a bare repository its git directory. */
  readonly path: string;
  /** The `core.hooksPath` that has effect there; undefined without one. */
  readonly hooksPath: GitConfigRecord | undefined;
  /** The `hook.<event>.enabled` settings that have effect there, and those of hooks. */
  readonly switches: readonly GitConfigRecord[];
}

// git sets these for its subcommands, and they would make every worktree look like this one.
const OWN_REPOSITORY = [
  "GIT_DIR",
  "GIT_WORK_TREE",
  "GIT_COMMON_DIR",
  "GIT_INDEX_FILE",
  "GIT_PREFIX",
  "GIT_CONFIG",
];

/**
 * Lists the worktrees that are there; one whose folder was deleted has no hooks.
 *
 * @param repository the repository
 * @returns its worktrees, the main one first
 */
export async function listWorktrees(repository: Repository): Promise<readonly Worktree[]> {
  const paths = await worktreePaths(repository);
  const worktrees = await Promise.all(paths.map(readWorktree));
  return worktrees.filter((worktree) => worktree !== undefined);
}

async function worktreePaths(repository: Repository): Promise<readonly string[]> {
  const ask = (words: readonly string[]): Promise<GitAnswer> =>
    runGit(["worktree", "list", "--porcelain", ...words], { cwd: repository.directory });
  const answer = await ask(["-z"]);
  // `-z` came with git 2.36; before it a path with a newline could not be told.
  const separator = answer.code === 0 ? "\0" : "\n";
  const text = new TextDecoder().decode((answer.code === 0 ? answer : await ask([])).stdout);
  const paths = text.split(separator).filter((line) => line.startsWith("worktree "))
    .map((line) => line.slice("worktree ".length));
  return paths.length > 0 ? paths : [repository.directory];
}

async function readWorktree(path: string): Promise<Worktree | undefined> {
  const there = await Deno.stat(path).catch(() => undefined);
  if (there?.isDirectory !== true) return undefined;
  const answer = await runGit(
    // deno-fmt-ignore
    ["config", "-z", "--show-scope", "--show-origin", "--get-regexp",
      "^(hook\\..*\\.enabled|core\\.hookspath)$"],
    { cwd: path, unset: OWN_REPOSITORY },
  );
  const records = parseGitConfig(answer.stdout);
  return {
    path,
    hooksPath: records.findLast(({ section }) => section === "core"),
    switches: records.filter(({ section }) => section === "hook"),
  };
}
