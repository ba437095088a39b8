/**
 * What the resolver answers: the hooks of one event, in running order, each with what it is, where it
 * was configured, and whether it runs. `list`, `check`, `run`, the shims and the receive-pack wrapper
 * all work on this one result.
 *
 * @module
 */

import type { Origin, Scope } from "./config/setting.ts";

/** What is started for a hook. */
export type Program =
  /** Started as git starts a configured hook: directly, or through sh when it has special characters. */
  | { readonly kind: "command"; readonly text: string }
  /**
   * A file named by `script` in a hooks.toml, or the hookdir's own; started directly, never through a
   * shell. `path` is relative to the directory in which the hook runs, or absolute, and becomes `$0`. For a
   * project's script `accepted` says what the user accepted, nothing where there was no such file: with any
   * other content it is not started, also when a hook that ran just before it has changed it.
   */
  | {
    readonly kind: "script";
    readonly path: string;
    readonly accepted?: { readonly content: Uint8Array | undefined };
  };

/**
 * Why a hook runs or does not. In `list EVENT` all but `runs` are printed before the name as git prints
 * `disabled`; `not-executable` is shown by the overview alone, as git lists no such file.
 */
export type HookState =
  | "runs"
  | "disabled"
  | "event-disabled"
  | "shadowed"
  | "untrusted"
  | "not-executable";

/** One hook of one event. */
export interface Hook {
  /** The friendly name; undefined for the hookdir's script. */
  readonly name: string | undefined;
  /** The event it is listed under. */
  readonly event: string;
  /** The kind of place it was found in. */
  readonly source: "git-config" | "hooks.toml" | "hookdir";
  /** The scope of its `event` setting; undefined for the hookdir's script. */
  readonly scope: Scope | undefined;
  /** What is started; undefined only for a disabled git-config hook without a command. */
  readonly program: Program | undefined;
  /** Whether it runs, and if not, why. */
  readonly state: HookState;
  /** Where it stands: the table's header in TOML, the `event` line in git config, the script itself. */
  readonly origin: Origin;
  /** True when it may run beside others (`parallel = true`). */
  readonly parallel: boolean;
  /** False when the event's arguments are not appended (`args = false` in a hooks.toml). */
  readonly args: boolean;
  /** As written, for example `30s`; only from a hooks.toml. */
  readonly timeout?: string;
  /** Ref patterns; the hook sees the matching lines only. Only from a hooks.toml. */
  readonly refs?: readonly string[];
}

/** All hooks of one event, in running order: git config, hooks.toml, the hookdir's script last. */
export interface Resolution {
  /** The event's name. */
  readonly event: string;
  /** The hooks, those that do not run included. */
  readonly hooks: readonly Hook[];
  /** How many hooks the configuration lets run at once (`hook.jobs`, `hook.<event>.jobs`); at least 1. */
  readonly jobs: number;
  /** git's warnings about the settings, without `warning: `, in git's order. */
  readonly warnings: readonly string[];
  /** Lines of advice that git prints after `hint: ` when it looks the event up. */
  readonly advice: readonly string[];
  /**
   * Whether a shim of ours stands in the hookdir for the event; without an executable one, git never
   * starts the hooks of hooks.toml.
   */
  readonly shim: "none" | "executable" | "not-executable";
}
