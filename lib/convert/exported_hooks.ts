/**
 * Which hooks of hooks.toml files go into git config, in which order, and which cannot.
 *
 * @module
 */

import type { Fold, FoldedHook } from "../config/fold.ts";
import type { TomlScope } from "../config/hooks_toml.ts";
import type { Setting } from "../config/setting.ts";
import type { Fault } from "../errors.ts";
import { findEvent } from "../events.ts";
import type { HookState, Resolution } from "../hook.ts";
import type { Sources } from "../sources.ts";
import { faultAt, shownPath } from "./conversion.ts";

/** One hook on one of its events. */
export interface ExportedEvent {
  /** The friendly name. */
  readonly name: string;
  /** The event. */
  readonly event: string;
  /** What the resolver says of it. */
  readonly state: HookState;
  /** The `event` setting. */
  readonly setting: Setting;
  /** What is set of the hook. */
  readonly hook: FoldedHook;
  /** The stream that it belongs to. */
  readonly fold: Fold;
}

/** What goes into git config, and what is to be said about the rest. */
export interface ExportedHooks {
  /** Hooks on their events, in the order in which git is to read them. */
  readonly events: readonly ExportedEvent[];
  /** Why some cannot go. */
  readonly faults: readonly Fault[];
  /** Why some need not go. */
  readonly warnings: readonly string[];
}

/**
 * Gathers the hooks to export.
 *
 * @param sources what `readSources` read
 * @param resolutions what the resolver answers for each event
 * @param scopes whose hooks
 * @returns the hooks, refusals and warnings
 */
export function exportedHooks(
  sources: Sources,
  resolutions: ReadonlyMap<string, Resolution>,
  scopes: readonly TomlScope[],
): ExportedHooks {
  const found = scopes.flatMap((scope) => eventsOf(sources, resolutions, scope));
  // A switch may hide that a hook is not trusted.
  const project = found.some((part) =>
    part.setting.scope === "project" && reasonToDrop(part) === undefined
  );
  if (project && sources.trust?.state === "untrusted") {
    const hints = ["read and accept it first: git hooks trust"];
    const fault = { message: "hooks.toml is not trusted, so it is not exported", hints };
    return { events: [], faults: [fault], warnings: [] };
  }
  const warnings: string[] = [];
  const faults: Fault[] = [];
  const events: ExportedEvent[] = [];
  const byName = Map.groupBy(
    found,
    ({ name, setting }) => `${setting.scope === "project"}:${name}`,
  );
  for (const parts of byName.values()) {
    const idle = parts.filter((part) => reasonToDrop(part) !== undefined);
    const kept = parts.filter((part) => reasonToDrop(part) === undefined);
    for (const part of idle) {
      warnings.push(
        `'${part.name}' of ${shownPath(sources, part.setting.origin.path)} on ${part.event} ` +
          `is left out: ${reasonToDrop(part)}`,
      );
    }
    if (kept.length === 0) continue;
    events.push(...kept);
    faults.push(...faultsOf(sources, kept, scopes));
  }
  const place = new Map(found.map((part, at) => [part, at]));
  events.sort((one, other) => (place.get(one) ?? 0) - (place.get(other) ?? 0));
  return { events, faults, warnings };
}

// In the order in which the resolver runs them: of each scope's file, by the place of the setting.
function eventsOf(
  sources: Sources,
  resolutions: ReadonlyMap<string, Resolution>,
  scope: TomlScope,
): readonly ExportedEvent[] {
  const fold = scope === "project" ? sources.project : sources.user;
  const found: ExportedEvent[] = [];
  for (const [event, hooks] of fold.events) {
    for (const [name, setting] of hooks) {
      const hook = fold.hooks.get(name);
      const state = resolutions.get(event)?.hooks.find((one) =>
        one.source === "hooks.toml" && one.scope === scope && one.name === name
      )?.state;
      if (setting.scope !== scope || hook === undefined || state === undefined) continue;
      found.push({ name, event, state, setting, hook, fold });
    }
  }
  const place = new Map((sources.toml[scope]?.settings ?? []).map((setting, at) => [setting, at]));
  return found.sort((one, other) =>
    (place.get(one.setting) ?? 0) - (place.get(other.setting) ?? 0)
  );
}

function reasonToDrop({ state, event, setting }: ExportedEvent): string | undefined {
  if (setting.scope === "project" && findEvent(event)?.project === false) {
    return "a project's file is never read there";
  }
  return state === "shadowed" ? "it is shadowed by a hook of that name" : undefined;
}

function faultsOf(
  sources: Sources,
  parts: readonly ExportedEvent[],
  scopes: readonly TomlScope[],
): readonly Fault[] {
  const [first] = parts;
  if (first === undefined) return [];
  const { name, hook, setting } = first;
  const faults: Fault[] = [];
  const refuse = (message: string, hints: readonly string[] = []): void => {
    faults.push(faultAt(sources, setting.origin, `'${name}' ${message}`, hints));
  };
  if (hook.timeout !== undefined) {
    refuse("has 'timeout', and git config has no such setting", [
      `put timeout(1) before its command: timeout ${hook.timeout} ...`,
    ]);
  }
  if (hook.refs !== undefined) refuse("has 'refs', and git config has no such setting");
  if (parts.some(({ event }) => event === "proc-receive")) {
    refuse("is a hook of proc-receive, for which git looks into the hookdir alone");
  }
  if (sources.git.hooks.has(name) || [...sources.git.events.values()].some((on) => on.has(name))) {
    refuse("is a name that git config has settings of", ["give one of the two another name"]);
  }
  if (scopes.length === 1 && setting.scope !== "project" && isInBoth(sources, name)) {
    refuse("stands in the system's hooks.toml and in the repository's own, which make one hook", [
      "export them together, without --scope",
    ]);
  }
  const off = parts.filter(({ state }) => state === "not-executable");
  if (off.length > 0 && off.length < parts.length) {
    refuse(`has a shim without its x bit on ${off[0]?.event}, and runs on other events`);
  }
  return faults;
}

function isInBoth({ toml }: Sources, name: string): boolean {
  return [toml.system, toml.local].every((file) =>
    file?.settings.some((setting) => setting.name === name) === true
  );
}
