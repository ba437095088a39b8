/**
 * What `explain` answers: plain data, so that it is printed as text and as JSON from one thing.
 *
 * @module
 */

import type { Scope } from "../config/setting.ts";
import type { Hook, HookState } from "../hook.ts";

/** One setting and what became of it. */
export interface ExplainedSetting {
  /** The key as git spells it, for example `hook.lint.command`. */
  readonly key: string;
  /** The value; null for a key without one. */
  readonly value: string | null;
  /** The scope of the file it stands in. */
  readonly scope: Scope;
  /** Where it stands, as people read it: `~/.gitconfig:14`. */
  readonly place: string;
  /** Whether it has any force on this event. */
  readonly effect: "counts" | "overridden" | "reset" | "ignored" | "elsewhere";
  /** What it does, or why it does nothing; null where `effect` says it all. */
  readonly why: string | null;
}

/** One source of hooks, in the order in which they are read. */
export interface ExplainedSource {
  /** `git config` or `hooks.toml`. */
  readonly kind: "git config" | "hooks.toml";
  /** Its scope. */
  readonly scope: Scope;
  /** The file as people read it; `command line` for what has none. */
  readonly file: string;
  /** What came of it, for example `3 settings` or `not there`. */
  readonly state: string;
}

/** A git that was found. */
export interface FoundGit {
  /** The executable as it was found in PATH. */
  readonly path: string;
  /** Its version, for example `2.55.0`. */
  readonly version: string;
  /** True when it runs config-defined hooks itself (git >= 2.54); asked of it, not of its version. */
  readonly knows: boolean;
}

/** Who starts a hook when git fires the event. */
export interface Starter {
  /** `git` itself, our `shim`, or `nobody`. */
  readonly by: "git" | "shim" | "nobody";
  /** The git this holds for; null where it holds for every git. */
  readonly git: FoundGit | null;
  /** How, or why not, as a part of a sentence. */
  readonly how: string;
}

/** One hook of the event. */
export interface ExplainedHook {
  /** The friendly name; null for the hookdir's script. */
  readonly name: string | null;
  /** The kind of place it was found in. */
  readonly source: Hook["source"];
  /** The scope of its `event` setting; null for the hookdir's script. */
  readonly scope: Scope | null;
  /** Where it stands. */
  readonly place: string;
  /** The resolver's answer. */
  readonly state: HookState;
  /** True when at least one git here makes it run. */
  readonly runs: boolean;
  /** Why it does not run, as a part of a sentence; null when it runs. */
  readonly reason: string | null;
  /** The settings it came from, in the order in which they are read. */
  readonly settings: readonly ExplainedSetting[];
  /** Who starts it; empty when its state keeps it from running. */
  readonly started: readonly Starter[];
  /** What is executed, word by word, the event's arguments as `<names>`; null without a command. */
  readonly argv: readonly string[] | null;
  /** The program that the first word leads to; null when it is not found. */
  readonly program: string | null;
  /** Why the program cannot be started, in the words of strerror(3); null when it can. */
  readonly fault: string | null;
  /** Ref patterns that choose the lines or refs it sees; null without any. */
  readonly refs: readonly string[] | null;
}

/** A variable in the environment of the hooks. */
export interface ExplainedVariable {
  /** Its name. */
  readonly name: string;
  /** Who sets it. */
  readonly by: "git" | "shim";
  /** Its value or when it is set; null where there is nothing to say. */
  readonly note: string | null;
}

/** The whole answer. */
export interface Explanation {
  /** The event's name. */
  readonly event: string;
  /** True when githooks(5) knows it. */
  readonly known: boolean;
  /** Who fires it and what a failure means, as a sentence. */
  readonly meaning: string;
  /** The directory in which its hooks run, absolute. */
  readonly directory: string;
  /** The arguments git appends, as `<names>`. */
  readonly args: readonly string[];
  /** What the hooks read from their standard input. */
  readonly stdin: string;
  /** Where what they print goes. */
  readonly output: string;
  /** What is added to the environment. */
  readonly environment: readonly ExplainedVariable[];
  /** How many hooks run at once when git fires the event. */
  readonly jobs: number;
  /** Why so many. */
  readonly jobsReason: string;
  /** Where git looks for a script; null outside of a repository. */
  readonly hookdir: string | null;
  /** What stands there for the event, as a part of a sentence. */
  readonly file: string;
  /** The compiled plan as people read it; null where there is none. */
  readonly plan: string | null;
  /** The gits in PATH; empty when no hook depends on them. */
  readonly gits: readonly FoundGit[];
  /** The sources, in the order in which they are read. */
  readonly sources: readonly ExplainedSource[];
  /** Settings of the event itself: switches, numbers of jobs, `core.hooksPath`. */
  readonly settings: readonly ExplainedSetting[];
  /** Its hooks in running order, those that do not run included. */
  readonly hooks: readonly ExplainedHook[];
}
