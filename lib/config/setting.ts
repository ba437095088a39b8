/**
 * One setting as every source gives it: git config and `hooks.toml` are both read into a stream of
 * these, and one fold applies git's rules to the stream.
 *
 * @module
 */

/**
 * Where a setting has its force, in the order in which sources are read; `project` is ours, the others
 * are those of `git config --show-scope` (git-config(1), SCOPES).
 */
export type Scope = "system" | "global" | "project" | "local" | "worktree" | "command";

/** File and line where a setting stands. */
export interface Origin {
  /** `file` for a file; the others are git's own words for what has no file. */
  readonly kind: "file" | "command line" | "blob" | "standard input";
  /**
   * For a file: its path as git spells it, relative to the directory in which hooks run, or absolute.
   * Else what git prints after the kind, often empty.
   */
  readonly path: string;
  /** The line, counted from 1: the table's header in TOML, the setting's own line in git config. */
  readonly line?: number;
}

/** One `key = value` of one source. */
export interface Setting {
  /** The subsection: a hook's friendly name or an event's name; undefined for `hook.jobs`. */
  readonly name: string | undefined;
  /** The variable in lower case: `event`, `command`, `enabled`, `parallel`, `jobs`, `script` ... */
  readonly key: string;
  /** The value as text (a TOML list becomes several settings); undefined when git config gives none. */
  readonly value: string | undefined;
  /** The scope of the file it stands in. */
  readonly scope: Scope;
  /** Where it stands. */
  readonly origin: Origin;
}
