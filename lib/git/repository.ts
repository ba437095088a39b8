/**
 * Where we are, as git sees it: asked of git in one question, nothing of its discovery rebuilt.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { directoryOf, joinPath } from "../paths.ts";
import { runGit } from "./git.ts";

/** A repository as git found it from some directory. */
export interface Repository {
  /**
   * Where hooks run when started by hand, absolute: the worktree's root, or the directory asked from when
   * it is not in the worktree.
   */
  readonly directory: string;
  /** The worktree's root, absolute; undefined in a bare repository and inside a git directory. */
  readonly worktree: string | undefined;
  /** `$GIT_DIR` as git spells it from `directory`, for example `.git` or `.`. */
  readonly gitDir: string;
  /** `$GIT_DIR`, absolute. */
  readonly gitDirAbsolute: string;
  /** `$GIT_COMMON_DIR` as git spells it from `directory`: absolute in a linked worktree. */
  readonly commonDir: string;
  /** `$GIT_COMMON_DIR`, absolute. */
  readonly commonDirAbsolute: string;
  /** The repository's own hooks folder, without `core.hooksPath`, as git spells it from `directory`. */
  readonly ownHookdir: string;
  /** True in a bare repository. */
  readonly bare: boolean;
}

// rev-parse passes an unknown option through to its output; as a line of its own it separates paths,
// which may hold newlines.
const MARK = "--git-hooks-end-of-answer";

/**
 * Asks git which repository a directory belongs to.
 *
 * @param cwd the directory to ask from, absolute
 * @returns the repository, or undefined outside of any (git then still has its system and global config)
 * @throws {UserError} with exit code 128 and git's own words when git refuses the repository: another
 *   owner (`safe.directory`), a bare one under `safe.bareRepository=explicit`, a broken configuration
 * @example Usage
 * ```ts
 * import { discoverRepository } from "@git-hooks/git-hooks";
 * const repository = await discoverRepository("/");
 * console.assert(repository === undefined || repository.directory.startsWith("/"));
 * ```
 */
export async function discoverRepository(cwd: string): Promise<Repository | undefined> {
  // deno-fmt-ignore
  const answer = await runGit(
    ["rev-parse", "--git-dir", MARK, "--absolute-git-dir", MARK, "--git-common-dir", MARK,
      "--is-bare-repository", MARK, "--show-prefix", MARK, "--show-toplevel", MARK],
    // git's refusals are told from "no repository" by their words, so they must be in one language.
    { cwd, env: { LC_ALL: "C" } },
  );
  const fields = splitAnswer(answer.stdout);
  // Without a worktree --show-toplevel fails, after the five other answers have been printed.
  const [gitDir, gitDirAbsolute, commonDir, bare, prefix, toplevel] = fields;
  if (
    gitDir === undefined || gitDirAbsolute === undefined || commonDir === undefined ||
    bare === undefined || prefix === undefined
  ) {
    return refusal(answer.stderr);
  }
  // Where GIT_DIR names the directory it stands in, as receive-pack sets it, git takes that for a worktree.
  const worktree = toplevel === gitDirAbsolute ? undefined : toplevel;
  return spelledFromRoot({
    cwd,
    gitDir,
    gitDirAbsolute,
    commonDir,
    bare: bare === "true",
    prefix,
    worktree,
    directory: await runDirectory(cwd, prefix, worktree),
  });
}

// Started outside of a worktree that GIT_WORK_TREE or core.worktree names, git stays where it is
// (setup.c, setup_explicit_git_dir()). git spells a worktree without symbolic links, a caller may not.
async function runDirectory(
  cwd: string,
  prefix: string,
  worktree: string | undefined,
): Promise<string> {
  if (worktree === undefined) return cwd;
  const inside = prefix !== "" || worktree === cwd || worktree === await Deno.realPath(cwd);
  return inside ? worktree : cwd;
}

function splitAnswer(stdout: Uint8Array): readonly string[] {
  const text = new TextDecoder("utf-8", { fatal: false }).decode(stdout);
  return text.split(`${MARK}\n`).slice(0, -1).map((field) => field.replace(/\n$/, ""));
}

function refusal(stderr: string): undefined {
  // The words of setup.c, die_if_no_repository(): everything else is a repository that git will not use.
  if (/^fatal: not a git repository/m.test(stderr)) return undefined;
  const [first = "git refused this repository", ...more] = stderr.trimEnd().split("\n");
  throw new UserError({ message: [first.replace(/^fatal: /, ""), ...more].join("\n") });
}

interface Answer {
  readonly cwd: string;
  readonly gitDir: string;
  readonly gitDirAbsolute: string;
  readonly commonDir: string;
  readonly bare: boolean;
  readonly prefix: string;
  readonly worktree: string | undefined;
  readonly directory: string;
}

// git goes to the worktree's root before it runs a hook, and spells its directories from there
// (setup.c, setup_discovered_git_dir() and setup_explicit_git_dir()).
function spelledFromRoot(answer: Answer): Repository {
  const { worktree, prefix, directory } = answer;
  const moved = worktree !== undefined && prefix !== "";
  const discovered = !Deno.env.has("GIT_DIR");
  const gitDir = !moved
    ? answer.gitDir
    : discovered && answer.gitDirAbsolute === joinPath(directory, ".git")
    ? ".git"
    : answer.gitDirAbsolute;
  const commonDirAbsolute = absolute(answer.cwd, answer.commonDir);
  const linked = commonDirAbsolute !== answer.gitDirAbsolute &&
    absolute(answer.cwd, answer.gitDir) !== commonDirAbsolute;
  const commonDir = linked ? commonDirAbsolute : gitDir;
  return {
    directory,
    worktree,
    gitDir,
    gitDirAbsolute: answer.gitDirAbsolute,
    commonDir,
    commonDirAbsolute: linked ? commonDirAbsolute : answer.gitDirAbsolute,
    ownHookdir: commonDir === "." ? "hooks" : joinPath(commonDir, "hooks"),
    bare: answer.bare,
  };
}

// `..` comes from git only as a prefix of a path that lies above the directory asked from.
function absolute(cwd: string, path: string): string {
  let base = cwd;
  let rest = path;
  while (rest === ".." || rest.startsWith("../")) {
    base = directoryOf(base);
    rest = rest.slice(3);
  }
  return rest === "" || rest === "." ? base : joinPath(base, rest);
}
