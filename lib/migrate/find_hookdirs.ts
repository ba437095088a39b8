/**
 * Which hookdir is to be migrated, and of which kind it is: the repository's own, another one inside
 * of it, or a tracked folder that `core.hooksPath` names.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { chooseHookdir } from "../install/choose_hookdir.ts";
import { realParent } from "../journal/relative.ts";
import { directoryOf, displayPath, joinPath, relativeBelow } from "../paths.ts";
import { quoteForSh } from "../quote.ts";
import type { Sources } from "../sources.ts";

/** The hookdir that has effect. */
export interface FoundHookdir {
  /** `own`: `hooks` in the common git directory; `inside`: untracked; `tracked`: in the index. */
  readonly kind: "own" | "inside" | "tracked";
  /** Its path, absolute, as far as it exists without symbolic links. */
  readonly path: string;
  /** Its path as people read it. */
  readonly shown: string;
  /** `core.hooksPath`, its home directory expanded; undefined where it is not set. */
  readonly value: string | undefined;
  /** True when the setting holds for this worktree alone. */
  readonly worktreeOnly: boolean;
  /** Where a push looks, when that is another directory: a relative path starts in the git directory then. */
  readonly receive: string | undefined;
}

/**
 * Finds the hookdir that has effect.
 *
 * @param sources what `readSources` read, in a repository
 * @param repository that repository
 * @returns the hookdir
 * @throws {UserError} with exit code 1 and the way out where other repositories or other people use it
 */
export async function findHookdirToMigrate(
  sources: Sources,
  repository: Repository,
): Promise<FoundHookdir> {
  const setting = sources.hookdir?.hooksPath;
  const value = setting === undefined ? undefined : sources.hookdir?.path;
  const path = await real(joinPath(repository.directory, value ?? repository.ownHookdir));
  const own = await real(`${repository.commonDirAbsolute}/hooks`);
  const shown = displayPath(value ?? repository.ownHookdir, {
    directory: repository.directory,
    home: Deno.env.get("HOME"),
  });
  const receive = await receiveDirectory(repository, { value, path });
  if (await isRepositoryOfItsOwn(path)) {
    throw refusal(
      `${shown} is a repository of its own; its checkout would take shims away again`,
      "put its files into this repository's hooks folder as plain files",
    );
  }
  if (path !== own && await isTracked(repository, path)) {
    await checkSetting(sources, repository);
    return { kind: "tracked", path, shown, value, worktreeOnly: false, receive };
  }
  await chooseHookdir(sources);
  const worktreeOnly = path !== own && setting?.scope === "worktree";
  return { kind: path === own ? "own" : "inside", path, shown, value, worktreeOnly, receive };
}

async function real(path: string): Promise<string> {
  return directoryOf(await realParent(`${path}/.`));
}

// git joins a relative core.hooksPath to the directory a hook runs in, and a push runs its hooks in the
// git directory (githooks(5)).
async function receiveDirectory(
  repository: Repository,
  hookdir: { readonly value: string | undefined; readonly path: string },
): Promise<string | undefined> {
  const { value } = hookdir;
  if (value === undefined || value.startsWith("/")) return undefined;
  const path = await real(joinPath(repository.gitDirAbsolute, value));
  return path === hookdir.path ? undefined : path;
}

async function isRepositoryOfItsOwn(path: string): Promise<boolean> {
  return await Deno.lstat(`${path}/.git`).catch(() => undefined) !== undefined;
}

async function isTracked(repository: Repository, path: string): Promise<boolean> {
  if (repository.worktree === undefined) return false;
  const worktree = await Deno.realPath(repository.worktree);
  const common = await Deno.realPath(repository.commonDirAbsolute);
  if (path === common || relativeBelow(common, path) !== undefined) return false;
  const below = path === worktree ? "." : relativeBelow(worktree, path);
  if (below === undefined) return false;
  const answer = await runGit(["--literal-pathspecs", "ls-files", "-z", "--", below], {
    cwd: worktree,
  });
  return answer.code === 0 && answer.stdout.length > 0;
}

// Only a value in the repository's own config file can go without changing anything elsewhere, and
// only when no other one comes to light then.
async function checkSetting(sources: Sources, repository: Repository): Promise<void> {
  const setting = sources.hookdir?.hooksPath;
  const file = setting?.origin.path ?? "";
  const path = await Deno.realPath(joinPath(repository.directory, file)).catch(() => file);
  const config = await Deno.realPath(`${repository.commonDirAbsolute}/config`);
  const shown = displayPath(file, {
    directory: repository.directory,
    home: Deno.env.get("HOME"),
  });
  if (setting?.scope !== "local" || path !== config) {
    throw refusal(
      `core.hooksPath = ${setting?.value ?? ""} (${setting?.scope ?? ""}, ${shown}) does not ` +
        "stand in this repository's own config, so it cannot be taken out for this repository alone",
      `set it there first: git config core.hooksPath ${quoteForSh(setting?.value ?? "")}`,
    );
  }
  const all = await runGit(["config", "-z", "--show-scope", "--get-all", "core.hooksPath"], {
    cwd: repository.directory,
    unset: ["GIT_CONFIG"],
  });
  const scopes = new TextDecoder().decode(all.stdout).split("\0").filter((_, index) =>
    index % 2 === 0
  ).filter((scope) => scope !== "");
  const other = scopes.find((scope) => scope !== "local");
  if (other !== undefined) {
    throw refusal(
      `core.hooksPath is set in the ${other} config too, and would come to light`,
      `take it out there: git config --${other} --unset core.hooksPath`,
    );
  }
}

function refusal(message: string, hint: string): UserError {
  return new UserError({ message, hints: [hint] }, { exitCode: 1, level: "error" });
}
