/**
 * git's rules for `hook.*`, applied to one stream of settings: the last command wins, a repeated event
 * moves its hook to the end, an empty event resets (hook.c, `hook_config_lookup_all()`). Pure.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { findEvent } from "../events.ts";
import { parseGitBool, parseGitInt } from "./git_config.ts";
import type { Setting } from "./setting.ts";

/** Which words a stream may hold: git's own, or git's and ours. */
export type Dialect = "git" | "hooks.toml";

/** What the settings of one hook come to. */
export interface FoldedHook {
  /** The last `command` or `script`; its key tells which. */
  readonly program?: Setting;
  /** The last `parallel` that is a boolean. */
  readonly parallel?: boolean;
  /** The last `args`; only from a hooks.toml. */
  readonly args?: boolean;
  /** The last `timeout`; only from a hooks.toml. */
  readonly timeout?: string;
  /** The ref patterns of the file that gave them last; only from a hooks.toml. */
  readonly refs?: readonly Setting[];
}

/** What a stream of settings comes to. */
export interface Fold {
  /** For each event its hooks in running order: the friendly name and the `event` setting that counts. */
  readonly events: ReadonlyMap<string, ReadonlyMap<string, Setting>>;
  /** For each friendly name what is set of it. */
  readonly hooks: ReadonlyMap<string, FoldedHook>;
  /** The last `enabled` of each name, of hooks and events alike. */
  readonly switches: ReadonlyMap<string, { readonly on: boolean; readonly setting: Setting }>;
  /** `hook.<event>.jobs`. */
  readonly eventJobs: ReadonlyMap<string, number>;
  /** `hook.jobs`. */
  readonly jobs: number | undefined;
  /** git's warnings, without `warning: `. */
  readonly warnings: readonly string[];
  /** What makes git refuse to run any hook at all. */
  readonly fatal: FoldFault | undefined;
}

/**
 * Folds a stream of settings by git's rules.
 *
 * @param settings the settings in the order in which their sources are read
 * @param dialect with `git`, keys that git does not know are passed over as git passes over them
 * @returns hooks, switches and warnings; a fault that stops git stands in `fatal`, with the warnings that
 *   git prints before it
 * @example Usage
 * ```ts
 * import { foldSettings } from "@git-hooks/git-hooks";
 * const setting = (key: string, value: string) => ({
 *   name: "lint", key, value, scope: "local", origin: { kind: "file", path: ".git/config" },
 * } as const);
 * const fold = foldSettings([setting("command", "deno lint"), setting("event", "pre-commit")], "git");
 * console.assert(fold.events.get("pre-commit")?.has("lint"));
 * ```
 */
export function foldSettings(settings: readonly Setting[], dialect: Dialect): Fold {
  const folding = new Folding(dialect);
  for (const setting of settings) {
    const fatal = folding.take(setting);
    if (fatal !== undefined) return folding.result(fatal);
  }
  return folding.result(folding.finish());
}

/**
 * Finds everything that would stop git, not only the first of it.
 *
 * @param settings the settings in the order in which their sources are read
 * @returns the faults, in that order; those of missing commands last
 * @example Usage
 * ```ts
 * import { findFoldFaults } from "@git-hooks/git-hooks";
 * console.assert(findFoldFaults([]).length === 0);
 * ```
 */
export function findFoldFaults(settings: readonly Setting[]): readonly FoldFault[] {
  const folding = new Folding("git");
  const faults: FoldFault[] = [];
  for (const setting of settings) {
    const fault = folding.take(setting);
    if (fault !== undefined) faults.push(fault);
  }
  return [...faults, ...folding.missingCommands()];
}

class Folding {
  readonly #dialect: Dialect;
  readonly #events = new Map<string, Map<string, Setting>>();
  readonly #hooks = new Map<string, FoldedHook>();
  readonly #switches = new Map<string, { on: boolean; setting: Setting }>();
  readonly #eventJobs = new Map<string, number>();
  readonly #warnings: string[] = [];
  #jobs: number | undefined;

  constructor(dialect: Dialect) {
    this.#dialect = dialect;
  }

  take(setting: Setting): FoldFault | undefined {
    const { name, key, value } = setting;
    if (name === undefined) {
      if (key === "jobs" && value !== undefined) {
        this.#jobs = this.#jobsOf("hook.jobs", value) ?? this.#jobs;
      }
      return undefined;
    }
    if (value === undefined) return { kind: "no-value", setting };
    switch (key) {
      case "event":
        return this.#takeEvent(name, value, setting);
      case "command":
        this.#change(name, { program: setting });
        break;
      case "enabled": {
        const on = parseGitBool(value);
        if (on !== undefined) this.#switches.set(name, { on, setting });
        break;
      }
      case "parallel": {
        const parallel = parseGitBool(value);
        if (parallel !== undefined) this.#change(name, { parallel });
        else {
          this.#warnings.push(`hook.${name}.parallel must be a boolean, ignoring: '${value}'`);
        }
        break;
      }
      case "jobs": {
        const jobs = this.#jobsOf(`hook.${name}.jobs`, value);
        if (jobs !== undefined) this.#eventJobs.set(name, jobs);
        break;
      }
      default:
        if (this.#dialect === "hooks.toml") this.#takeOurs(name, setting, value);
    }
    return undefined;
  }

  #takeOurs(name: string, setting: Setting, value: string): void {
    switch (setting.key) {
      case "script":
        this.#change(name, { program: setting });
        break;
      case "args":
        this.#change(name, { args: value === "true" });
        break;
      case "timeout":
        this.#change(name, { timeout: value });
        break;
      case "refs": {
        // A list is one value: what another file said before is replaced, not lengthened.
        const before = this.#hooks.get(name)?.refs ?? [];
        const same = before[0]?.scope === setting.scope ? before : [];
        this.#change(name, { refs: [...same, setting] });
      }
    }
  }

  #takeEvent(name: string, value: string, setting: Setting): FoldFault | undefined {
    if (value === "") {
      for (const hooks of this.#events.values()) hooks.delete(name);
      return undefined;
    }
    if (findEvent(name) !== undefined) {
      return { kind: "event-as-name", setting };
    }
    if (name === value) {
      this.#warnings.push(
        `hook friendly-name '${name}' is the same as its event; ` +
          `this may cause ambiguity with hook.${name}.enabled`,
      );
    }
    let hooks = this.#events.get(value);
    if (hooks === undefined) {
      hooks = new Map();
      this.#events.set(value, hooks);
    }
    // A Map keeps the place of a key that is set again; git puts it at the end.
    hooks.delete(name);
    hooks.set(name, setting);
    return undefined;
  }

  #change(name: string, change: FoldedHook): void {
    this.#hooks.set(name, { ...this.#hooks.get(name), ...change });
  }

  #jobsOf(key: string, value: string): number | undefined {
    const jobs = parseGitInt(value);
    if (jobs === -1) return navigator.hardwareConcurrency;
    if (jobs !== undefined && jobs > 0) return jobs;
    const wanted = jobs === undefined ? "an integer" : "a positive integer or -1";
    this.#warnings.push(`${key} must be ${wanted}, ignoring: '${value}'`);
    return undefined;
  }

  finish(): FoldFault | undefined {
    const names = new Set([...this.#events.values()].flatMap((hooks) => [...hooks.keys()]));
    const isFriendly = (name: string): boolean =>
      names.has(name) || this.#hooks.get(name)?.program !== undefined ||
      this.#hooks.get(name)?.parallel === true;
    for (const name of this.#eventJobs.keys()) {
      if (!isFriendly(name)) continue;
      this.#warnings.push(
        `hook.${name}.jobs is set but '${name}' looks like a hook friendly-name, not an event name; ` +
          "hook.<event>.jobs uses the event name (e.g. hook.post-receive.jobs), " +
          "so this setting will be ignored",
      );
    }
    return this.missingCommands().next().value ?? undefined;
  }

  *missingCommands(): Generator<FoldFault, undefined> {
    for (const hooks of this.#events.values()) {
      for (const [name, setting] of hooks) {
        if (this.#hooks.get(name)?.program !== undefined) continue;
        if (this.#switches.get(name)?.on === false) {
          this.#warnings.push(`disabled hook '${name}' has no command configured`);
        } else {
          yield { kind: "no-command", setting };
        }
      }
    }
    return undefined;
  }

  result(fatal: FoldFault | undefined): Fold {
    return {
      events: this.#events,
      hooks: this.#hooks,
      switches: this.#switches,
      eventJobs: this.#eventJobs,
      jobs: this.#jobs,
      warnings: this.#warnings,
      fatal,
    };
  }
}

/** What in the settings makes git refuse to run any hook at all. */
export interface FoldFault {
  /** A key without a value, a friendly name that is an event's, an event without a command. */
  readonly kind: "no-value" | "event-as-name" | "no-command";
  /** The setting at which git stops. */
  readonly setting: Setting;
}

/**
 * Says of a fault what git says, word for word (hook.c and config.c of git 2.55).
 *
 * @param fault what {@linkcode foldSettings} found
 * @param line the line of the setting in its file, counted from 1, when it is known
 * @returns the error to throw, exit code 128
 * @example Usage
 * ```ts
 * import { foldError } from "@git-hooks/git-hooks";
 * const origin = { kind: "file", path: ".git/config" } as const;
 * const setting = { name: "lint", key: "event", value: "pre-commit", scope: "local", origin } as const;
 * console.assert(foldError({ kind: "no-command", setting }).exitCode === 128);
 * ```
 */
export function foldError(fault: FoldFault, line?: number): UserError {
  const { name, key, origin } = fault.setting;
  switch (fault.kind) {
    case "no-command":
      return new UserError(
        `'hook.${name}.command' must be configured or 'hook.${name}.event' must be removed; aborting.`,
      );
    case "event-as-name":
      return new UserError(
        `hook friendly-name '${name}' collides with a known event name; ` +
          "please choose a different friendly-name",
      );
    case "no-value": {
      const full = `hook.${name}.${key}`;
      const where = origin.kind === "file"
        ? `bad config variable '${full}' in file '${origin.path}' at line ${line ?? 0}`
        : `unable to parse '${full}' from command-line config`;
      return new UserError([
        { level: "error", message: `missing value for '${full}'` },
        { message: where },
      ]);
    }
  }
}

/**
 * Tells whether an event is switched off as a whole: `hook.<event>.enabled = false` where no hook has
 * the event's name (hook.c, `build_hook_config_map()`).
 *
 * @param fold the settings
 * @param event the event's name
 * @returns true when none of its configured hooks runs
 * @example Usage
 * ```ts
 * import { foldSettings, isEventDisabled } from "@git-hooks/git-hooks";
 * console.assert(!isEventDisabled(foldSettings([], "git"), "pre-commit"));
 * ```
 */
export function isEventDisabled(fold: Fold, event: string): boolean {
  if (fold.switches.get(event)?.on !== false) return false;
  const hook = fold.hooks.get(event);
  if (hook?.program !== undefined || hook?.parallel === true) return false;
  return ![...fold.events.values()].some((hooks) => hooks.has(event));
}
