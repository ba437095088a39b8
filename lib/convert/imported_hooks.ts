/**
 * Which hooks of git config go into a hooks.toml, and which cannot.
 *
 * @module
 */

import { type Fold, foldSettings } from "../config/fold.ts";
import { parseGitBool } from "../config/git_config.ts";
import { parseHooksToml, type TomlScope } from "../config/hooks_toml.ts";
import type { Scope, Setting } from "../config/setting.ts";
import { type Fault, UserError } from "../errors.ts";
import { findEvent } from "../events.ts";
import type { Sources } from "../sources.ts";
import { faultAt } from "./conversion.ts";
import { commandWithoutArgs, scriptOfCommand } from "./script_command.ts";
import { hookTable, type TomlHook } from "./toml_hook_text.ts";

/** What is imported. */
export interface ImportedSources {
  /** What `readSources` read. */
  readonly sources: Sources;
  /** The settings of the scope that is imported. */
  readonly own: readonly Setting[];
  /** What git config says without that scope. */
  readonly others: Fold;
  /** The scope of git config. */
  readonly scope: Scope;
  /** The scope of the hooks.toml that they are for. */
  readonly target: TomlScope;
  /** The lines of settings in their files. */
  readonly lines: ReadonlyMap<Setting, number>;
}

/** Hooks to write, and what is to be said about the rest. */
export interface ImportedHooks {
  /** The hooks, in no order yet. */
  readonly hooks: readonly TomlHook[];
  /** Why some cannot go. */
  readonly faults: readonly Fault[];
  /** What stays behind. */
  readonly warnings: readonly string[];
}

/**
 * Takes one scope of git config apart.
 *
 * @param sources what `readSources` read
 * @param scope the scope of git config
 * @param lines the lines of settings in their files
 * @returns its settings, and what git config says without them
 */
export function importedSources(
  sources: Sources,
  scope: Scope,
  lines: ReadonlyMap<Setting, number>,
): ImportedSources {
  const isOwn = (setting: Setting): boolean => setting.scope === scope;
  return {
    sources,
    own: sources.gitConfig.hooks.filter(isOwn),
    others: foldSettings(sources.gitConfig.hooks.filter((one) => !isOwn(one)), "git"),
    scope,
    target: scope === "system" ? "system" : "local",
    lines,
  };
}

/**
 * Gathers the hooks to import.
 *
 * @param imported what is imported
 * @returns the hooks, refusals and warnings
 */
export function importedHooks(imported: ImportedSources): ImportedHooks {
  const hooks: TomlHook[] = [];
  const faults: Fault[] = [];
  const warnings: string[] = [];
  for (const [name, own] of Map.groupBy(imported.own, (setting) => setting.name)) {
    if (name === undefined || findEvent(name) !== undefined) continue;
    const events = eventsOf(imported.sources.git, name);
    if (!events.some(({ scope }) => scope === imported.scope)) {
      const what = own.filter(({ key }) => key !== "enabled").map(({ key }) =>
        `hook.${name}.${key}`
      );
      if (what.length > 0) {
        warnings.push(
          `${[...new Set(what)].join(", ")} stays in git config: ` +
            (events.length === 0 ? "it has no event" : "its event stands in another scope"),
        );
      }
      continue;
    }
    const found = faultsOf(imported, { name, own, events });
    const hook = hookOf(imported, { name, own, events });
    faults.push(...found, ...(found.length > 0 ? [] : refusedByToml(imported, hook, events)));
    hooks.push(hook);
    const unknown = own.filter(({ key }) => !KNOWN.has(key)).map(({ key }) =>
      `hook.${name}.${key}`
    );
    if (unknown.length > 0) {
      warnings.push(`${[...new Set(unknown)].join(", ")} is left out: git has no such setting`);
    }
  }
  return { hooks, faults, warnings };
}

const KNOWN: ReadonlySet<string> = new Set(["event", "command", "enabled", "parallel", "jobs"]);

function eventsOf(git: Fold, name: string): readonly Setting[] {
  return [...git.events.values()].flatMap((hooks) => hooks.get(name) ?? []);
}

interface Named {
  readonly name: string;
  readonly own: readonly Setting[];
  readonly events: readonly Setting[];
}

function faultsOf(imported: ImportedSources, { name, own, events }: Named): readonly Fault[] {
  const { sources, scope, others, lines } = imported;
  const faults: Fault[] = [];
  const refuse = (setting: Setting | undefined, message: string): void => {
    const origin = setting?.origin ?? { kind: "command line", path: "" };
    const line = setting === undefined ? undefined : lines.get(setting);
    faults.push(
      faultAt(
        sources,
        { ...origin, ...(line === undefined ? {} : { line }) },
        `'${name}' ${message}`,
      ),
    );
  };
  const foreign = events.find((one) => one.scope !== scope);
  if (foreign !== undefined) refuse(foreign, `has an event in scope ${foreign.scope}, too`);
  const program = sources.git.hooks.get(name)?.program;
  if (program !== undefined && program.scope !== scope) {
    refuse(program, `has the command of scope ${program.scope}`);
  }
  for (const setting of own) {
    if (setting.key !== "enabled" && setting.key !== "parallel") continue;
    if (parseGitBool(setting.value) !== undefined) continue;
    refuse(setting, `has ${setting.key} = ${setting.value ?? ""}, which is no boolean`);
  }
  const now = sources.git.switches.get(name);
  const elsewhere = others.switches.get(name);
  if (elsewhere !== undefined && elsewhere.on !== now?.on) {
    refuse(elsewhere.setting, `is switched in scope ${elsewhere.setting.scope}, too`);
  }
  if (isDeclared(sources.user, name)) {
    refuse(events[0], "is the name of a hook in a hooks.toml already");
  }
  return faults;
}

function isDeclared(fold: Fold, name: string): boolean {
  return fold.hooks.has(name) || eventsOf(fold, name).length > 0;
}

function hookOf({ sources, target }: ImportedSources, { name, own, events }: Named): TomlHook {
  const folded = sources.git.hooks.get(name);
  const order = new Map(own.map((setting, at) => [setting, at]));
  const enabled = own.findLast(({ key }) => key === "enabled");
  return {
    name,
    events: [...events].sort((one, other) => (order.get(one) ?? 0) - (order.get(other) ?? 0))
      .map(({ value }) => value ?? ""),
    ...programOf(folded?.program?.value ?? "", events, target),
    parallel: folded?.parallel === true,
    enabled: enabled === undefined || parseGitBool(enabled.value) !== false,
  };
}

// The ways in which an export writes what git config has no word for.
function programOf(
  command: string,
  events: readonly Setting[],
  target: TomlScope,
): Pick<TomlHook, "program" | "args"> {
  const argsComing = events.some(({ value }) => (findEvent(value ?? "")?.args.length ?? 0) > 0);
  const bare = argsComing ? commandWithoutArgs(command) : undefined;
  // A script's path starts at the common git directory in the local hooks.toml alone.
  const script = target === "local" ? scriptOfCommand(bare ?? command) : undefined;
  return {
    program: script === undefined
      ? { key: "command", text: bare ?? command }
      : { key: "script", text: script },
    args: bare === undefined,
  };
}

// Whatever hooks.toml's own reader refuses is refused here in its words.
function refusedByToml(
  { sources, target, lines }: ImportedSources,
  hook: TomlHook,
  events: readonly Setting[],
): readonly Fault[] {
  const [event] = events;
  try {
    const file = { path: "hooks.toml", file: "hooks.toml", scope: target };
    parseHooksToml(hookTable(hook), file);
    return [];
  } catch (error) {
    if (!(error instanceof UserError) || event === undefined) throw error;
    const line = lines.get(event);
    const origin = { ...event.origin, ...(line === undefined ? {} : { line }) };
    return error.faults.map((fault) =>
      faultAt(
        sources,
        origin,
        `hooks.toml cannot have '${hook.name}': ${fault.message}`,
        fault.hints ?? [],
      )
    );
  }
}
