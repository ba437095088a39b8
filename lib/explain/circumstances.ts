/**
 * What git gives the hooks of an event besides their arguments: who fires it, input, where output goes,
 * environment. From githooks(5) and git's callers of `run_hooks_opt()`.
 *
 * @module
 */

import { findEvent, type HookEvent } from "../events.ts";
import type { Repository } from "../git/repository.ts";
import type { ExplainedVariable } from "./explanation.ts";

/**
 * Says who fires an event and what a failure means.
 *
 * @param name the event's name
 * @returns a sentence without a full stop
 */
export function meaningOf(name: string): string {
  const event = findEvent(name);
  if (event === undefined) return "no event of githooks(5); whoever runs it decides what it means";
  if (name === "fsmonitor-watchman") {
    return "no event that git fires: core.fsmonitor names its program";
  }
  const failure = event.gates
    ? name === "update" ? "a failure refuses that ref" : "a failure stops it"
    : "a failure stops nothing";
  return `${FIRED_BY[event.side]}; ${failure}`;
}

const FIRED_BY: Readonly<Record<HookEvent["side"], string>> = {
  client: "fired by git on this machine",
  receive: "fired by git receive-pack, where a push arrives",
  mail: "fired by git am or git send-email",
  p4: "fired by git p4",
};

/**
 * Says what the hooks of an event read.
 *
 * @param name the event's name
 * @returns a part of a sentence
 */
export function stdinOf(name: string): string {
  if (name === "proc-receive") return "a conversation with git receive-pack";
  return findEvent(name)?.stdin === true
    ? "lines that git writes; each hook gets all of them"
    : "/dev/null";
}

/**
 * Says where what the hooks print goes.
 *
 * @param name the event's name
 * @returns a part of a sentence
 */
export function outputOf(name: string): string {
  const event = findEvent(name);
  if (name === "proc-receive") return "stdout answers git receive-pack; stderr goes to the pusher";
  if (event?.stdoutApart === true) return "stdout and stderr stay apart";
  if (
    name === "reference-transaction" || name === "push-to-checkout" || event?.side !== "receive"
  ) {
    return "both streams to git's stderr";
  }
  return "both streams to the pusher, as 'remote:' lines";
}

/**
 * Lists what is added to the environment of an event's hooks.
 *
 * @param name the event's name
 * @param options the repository, and whether a shim of ours starts hooks
 * @returns the variables
 */
export function environmentOf(
  name: string,
  options: { readonly repository: Repository | undefined; readonly shim: boolean },
): readonly ExplainedVariable[] {
  const event = findEvent(name);
  const git = (variable: string, note: string | null = null): ExplainedVariable => ({
    name: variable,
    by: "git",
    note,
  });
  const { repository } = options;
  const linked = repository !== undefined &&
    repository.gitDirAbsolute !== repository.commonDirAbsolute;
  return [
    ...(event?.side === "receive" ? receiving(name, git) : [
      git("GIT_PREFIX", "the directory git was started in, below the worktree's root"),
      ...(linked ? [git("GIT_DIR", repository.gitDirAbsolute)] : []),
      ...(COMMITTING.has(name)
        ? [git("GIT_INDEX_FILE"), git("GIT_EDITOR", "':' when no editor will be started")]
        : []),
    ]),
    git("GIT_EXEC_PATH", "first in PATH too"),
    ...(options.shim
      ? [{ name: "GIT_HOOKS_SHIM", by: "shim" as const, note: "the shim's process" }]
      : []),
  ];
}

// Those that git runs with run_commit_hook() (commit.c).
const COMMITTING: ReadonlySet<string> = new Set([
  "pre-commit",
  "pre-merge-commit",
  "prepare-commit-msg",
  "commit-msg",
  "post-commit",
]);

// builtin/receive-pack.c, set_push_cert() to prepare_push_cert_sha1(), and tmp_objdir_env().
function receiving(
  name: string,
  git: (variable: string, note?: string) => ExplainedVariable,
): readonly ExplainedVariable[] {
  const options = [
    git("GIT_PUSH_OPTION_COUNT", "and GIT_PUSH_OPTION_<n>"),
    git("GIT_PUSH_CERT", "and what belongs to it, when the push is signed"),
  ];
  switch (name) {
    case "pre-receive":
      return [
        git("GIT_DIR", "."),
        git("GIT_QUARANTINE_PATH", "where the pushed objects are until all is accepted"),
        git("GIT_OBJECT_DIRECTORY"),
        git("GIT_ALTERNATE_OBJECT_DIRECTORIES"),
        ...options,
      ];
    case "post-receive":
      return [git("GIT_DIR", "."), ...options];
    case "push-to-checkout":
      return [git("GIT_DIR", "absolute"), git("GIT_WORK_TREE", "absolute")];
    default:
      return [git("GIT_DIR", ".")];
  }
}
