/**
 * The one table that knows the events of githooks(5): who fires them, where, with what, and what a
 * failure means. Completions, validation, "did you mean", documentation and the compiler read it.
 *
 * @module
 */

/** Who fires an event: git on the client, `git receive-pack`, `git am`/`git send-email`, or `git p4`. */
export type EventSide = "client" | "receive" | "mail" | "p4";

/** What git knows, and what we must know, of one event of githooks(5). */
export interface HookEvent {
  /** The name as in githooks(5), for example `pre-commit`. */
  readonly name: string;
  /** Which part of git fires it. */
  readonly side: EventSide;
  /** The directory git starts the hook in: the worktree's root, or the git directory. */
  readonly directory: "worktree" | "git-dir";
  /** The arguments git appends, as they are shown to people, for example `<file>`. */
  readonly args: readonly string[];
  /** True when git writes lines to the hook's standard input. */
  readonly stdin: boolean;
  /** True when a non-zero exit code stops the operation that fired the event. */
  readonly gates: boolean;
  /** True when a configuration that cannot be run must stop the operation; only ever true of gates. */
  readonly closes: boolean;
  /**
   * True when a hook that cannot be started is only told of, whatever git makes of exit codes: stopped half-way,
   * these leave a repository between two states.
   */
  readonly warnsOnly: boolean;
  /** True when git's own callers run the hooks of this event one after another, whatever `hook.jobs` says. */
  readonly forcedSerial: boolean;
  /** True when git looks for the file in the hookdir itself and never asks its configuration. */
  readonly fileOnly: boolean;
  /** True when git keeps the hook's standard output apart from its standard error. */
  readonly stdoutApart: boolean;
  /** True when a project's `hooks.toml` may declare hooks for it. */
  readonly project: boolean;
}

interface Row {
  readonly args?: readonly string[];
  readonly stdin?: true;
  readonly gates?: true;
  readonly warnsOnly?: true;
  readonly serial?: true;
  readonly fileOnly?: true;
  readonly stdoutApart?: true;
  readonly noProject?: true;
}

function event(name: string, side: EventSide, row: Row = {}): HookEvent {
  return {
    name,
    side,
    directory: side === "receive" ? "git-dir" : "worktree",
    args: row.args ?? [],
    stdin: row.stdin ?? false,
    gates: row.gates ?? false,
    closes: (row.gates ?? false) && !row.warnsOnly,
    warnsOnly: row.warnsOnly ?? false,
    forcedSerial: row.serial ?? false,
    fileOnly: row.fileOnly ?? false,
    stdoutApart: row.stdoutApart ?? false,
    project: side !== "receive" && !row.noProject,
  };
}

// The order is the one in which a user meets the events: the making of a commit, then what follows it,
// then the server.
const TABLE: readonly HookEvent[] = [
  event("pre-commit", "client", { gates: true, serial: true }),
  event("pre-merge-commit", "client", { gates: true }),
  event("prepare-commit-msg", "client", {
    args: ["<file>", "[<source>", "[<commit>]]"],
    gates: true,
    serial: true,
  }),
  event("commit-msg", "client", { args: ["<file>"], gates: true, serial: true }),
  event("post-commit", "client", { serial: true }),
  event("pre-rebase", "client", { args: ["<upstream>", "[<branch>]"], gates: true }),
  event("post-checkout", "client", { args: ["<old>", "<new>", "<flag>"], serial: true }),
  event("post-merge", "client", { args: ["<squash>"] }),
  event("post-rewrite", "client", { args: ["<command>"], stdin: true }),
  event("pre-push", "client", {
    args: ["<remote>", "<url>"],
    stdin: true,
    gates: true,
    stdoutApart: true,
  }),
  event("pre-auto-gc", "client", { gates: true }),
  event("reference-transaction", "client", {
    args: ["<state>"],
    stdin: true,
    gates: true,
    warnsOnly: true,
    noProject: true,
  }),
  event("post-index-change", "client", {
    args: ["<worktree>", "<skip>"],
    warnsOnly: true,
    noProject: true,
  }),
  event("fsmonitor-watchman", "client", { args: ["<version>", "<token>"], fileOnly: true }),
  event("applypatch-msg", "mail", { args: ["<file>"], gates: true, serial: true }),
  event("pre-applypatch", "mail", { gates: true }),
  event("post-applypatch", "mail"),
  event("sendemail-validate", "mail", {
    args: ["<file>", "<header>"],
    gates: true,
    fileOnly: true,
  }),
  event("p4-changelist", "p4", { args: ["<file>"], gates: true }),
  event("p4-prepare-changelist", "p4", { args: ["<file>"], gates: true }),
  event("p4-post-changelist", "p4"),
  event("p4-pre-submit", "p4", { gates: true }),
  event("pre-receive", "receive", { stdin: true, gates: true }),
  event("update", "receive", { args: ["<ref>", "<old>", "<new>"], gates: true }),
  event("proc-receive", "receive", { stdin: true, gates: true, fileOnly: true, stdoutApart: true }),
  event("post-receive", "receive", { stdin: true }),
  event("post-update", "receive", { args: ["<ref>..."] }),
  event("push-to-checkout", "receive", { args: ["<commit>"], gates: true, serial: true }),
];

const BY_NAME: ReadonlyMap<string, HookEvent> = new Map(TABLE.map((row) => [row.name, row]));

/**
 * Lists every event of githooks(5), in the order in which a user meets them.
 *
 * @returns one row per event; the set of names is git's own `hook_name_list` (githooks(5) of git 2.55)
 * @example Usage
 * ```ts
 * import { allEvents } from "@git-hooks/git-hooks";
 * console.assert(allEvents().some((event) => event.name === "pre-commit"));
 * ```
 */
export function allEvents(): readonly HookEvent[] {
  return TABLE;
}

/**
 * Finds what is known of an event.
 *
 * @param name an event's name, for example `pre-push`
 * @returns its row, or undefined when githooks(5) has no such event (git's `is_known_hook()`)
 * @example Usage
 * ```ts
 * import { findEvent } from "@git-hooks/git-hooks";
 * console.assert(findEvent("pre-push")?.stdin === true);
 * console.assert(findEvent("precommit") === undefined);
 * ```
 */
export function findEvent(name: string): HookEvent | undefined {
  return BY_NAME.get(name);
}

/** The events after which the worktree's `hooks.toml` may be another text. */
const NEWS: readonly string[] = ["post-checkout", "post-merge", "post-rewrite"];

/**
 * Lists the events that bring news of a project's `hooks.toml`: a checkout, a merge, a rebase.
 *
 * @returns their names
 * @example Usage
 * ```ts
 * import { newsEvents } from "@git-hooks/git-hooks";
 * console.assert(newsEvents().includes("post-merge"));
 * ```
 */
export function newsEvents(): readonly string[] {
  return NEWS;
}
