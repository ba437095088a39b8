/**
 * In which folder shims may stand: the one git looks into, if it is this repository's own.
 *
 * @module
 */

import { type Fault, UserError } from "../errors.ts";
import { runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { realParent } from "../journal/relative.ts";
import { directoryOf, displayPath, joinPath, relativeBelow } from "../paths.ts";
import { quoteForSh } from "../quote.ts";
import type { Sources } from "../sources.ts";

/** A hookdir in which we may write. */
export interface HookdirChoice {
  /** Its path, absolute, without symbolic links. */
  readonly path: string;
  /** Its path as people read it, relative to where hooks run. */
  readonly shown: string;
}

/**
 * Finds the hookdir that has effect, and refuses it where shims would reach other repositories or
 * other people.
 *
 * @param sources what `readSources` read, in a repository
 * @returns the hookdir; it may be missing yet
 * @throws {UserError} with exit code 1 and the way out: `core.hooksPath` of a global or system
 *   configuration or for one command, a folder outside of the repository, a tracked one
 */
export async function chooseHookdir(sources: Sources): Promise<HookdirChoice> {
  const { repository, hookdir } = sources;
  if (repository === undefined || hookdir === undefined) {
    throw new UserError("not a git repository (or any of the parent directories): .git");
  }
  const own = await realFolder(`${repository.commonDirAbsolute}/hooks`);
  const setting = hookdir.hooksPath;
  const value = setting?.value ?? "";
  const path = await realFolder(joinPath(repository.directory, hookdir.path));
  const shown = displayPath(joinPath(repository.directory, hookdir.path), {
    directory: repository.directory,
    home: Deno.env.get("HOME"),
  });
  // A core.hooksPath that says what git does anyway changes nothing.
  const isOwn = path === own;
  if (setting !== undefined && !isOwn) {
    if (value === "") throw refusal(emptyPath(displayOrigin(sources)));
    if (setting.scope !== "local" && setting.scope !== "worktree") {
      throw refusal(foreignScope({ value, scope: setting.scope, origin: displayOrigin(sources) }));
    }
  }
  const place = await placeOf(repository, path);
  if (place === "outside") {
    throw refusal(isOwn ? linkedOutside(shown, path) : outside(value, displayOrigin(sources)));
  }
  if (place === "tracked") throw refusal(isOwn ? linkedToTracked(shown) : tracked(value));
  if (path.includes("\n")) throw refusal({ message: "the hookdir's path holds a newline" });
  return { path, shown };
}

async function realFolder(path: string): Promise<string> {
  return directoryOf(await realParent(`${path}/.`));
}

async function placeOf(
  repository: Repository,
  path: string,
): Promise<"inside" | "outside" | "tracked"> {
  const common = await Deno.realPath(repository.commonDirAbsolute);
  if (relativeBelow(common, path) !== undefined) return "inside";
  if (repository.worktree === undefined) return "outside";
  const worktree = await Deno.realPath(repository.worktree);
  const below = path === worktree ? "." : relativeBelow(worktree, path);
  if (below === undefined) return "outside";
  const answer = await runGit(["--literal-pathspecs", "ls-files", "-z", "--", below], {
    cwd: worktree,
  });
  return answer.stdout.length > 0 || answer.code !== 0 ? "tracked" : "inside";
}

function refusal(fault: Fault): UserError {
  return new UserError(fault, { exitCode: 1, level: "error" });
}

function displayOrigin(sources: Sources): string {
  const origin = sources.hookdir?.hooksPath?.origin;
  if (origin === undefined || origin.kind !== "file") return "given on the command line";
  const options = { directory: sources.directory, home: Deno.env.get("HOME") };
  return displayPath(origin.path, options);
}

function emptyPath(origin: string): Fault {
  return {
    message: `core.hooksPath is empty (${origin}), so git looks for hooks in /`,
    hints: ["take it out: git config --unset core.hooksPath"],
  };
}

function foreignScope(
  setting: { readonly value: string; readonly scope: string; readonly origin: string },
): Fault {
  const { value, scope, origin } = setting;
  if (scope === "command") {
    return {
      message: `core.hooksPath = ${value} holds for this one command only`,
      hints: ["install without it"],
    };
  }
  return {
    message: `core.hooksPath = ${value} (${scope}, ${origin}) is a folder for many repositories; ` +
      "nothing is installed there",
    hints: [
      "give this repository its own again (hooks of that folder then no longer run in it):",
      '  git config core.hooksPath "$(git rev-parse --path-format=absolute --git-common-dir)/hooks"',
    ],
  };
}

function outside(value: string, origin: string): Fault {
  return {
    message: `core.hooksPath = ${value} (${origin}) is outside of this repository; ` +
      "nothing is installed there",
    hints: ["let git look into this repository again: git config --unset core.hooksPath"],
  };
}

function tracked(value: string): Fault {
  return {
    message: `core.hooksPath = ${value} is a tracked folder; a shim there would be committed`,
    hints: ["its scripts can become configured hooks: git hooks migrate"],
  };
}

function linkedOutside(shown: string, path: string): Fault {
  return {
    message: `${shown} leads to ${path}, outside of this repository; nothing is installed there`,
    hints: [
      `if only this repository uses it, put a copy in the link's place: rm ${
        quoteForSh(shown)
      } && ` +
      `cp -a ${quoteForSh(path)} ${quoteForSh(shown)}`,
    ],
  };
}

function linkedToTracked(shown: string): Fault {
  return {
    message: `${shown} leads to a tracked folder; a shim there would be committed`,
    hints: [
      `put a folder in the link's place: rm ${quoteForSh(shown)} && mkdir ${quoteForSh(shown)}`,
    ],
  };
}
