/**
 * What hooks.toml files say of events as a whole, as settings of git config: `hook.jobs`,
 * `hook.<event>.jobs`, `hook.<event>.enabled`.
 *
 * @module
 */

import { isEventDisabled } from "../config/fold.ts";
import type { TomlScope } from "../config/hooks_toml.ts";
import type { Setting } from "../config/setting.ts";
import type { Fault } from "../errors.ts";
import { findEvent } from "../events.ts";
import type { Resolution } from "../hook.ts";
import type { Sources } from "../sources.ts";
import { faultAt } from "./conversion.ts";
import type { ConfigEntry, ConfigSection } from "./git_config_text.ts";

/** What is exported. */
export interface ExportedSources {
  /** What `readSources` read. */
  readonly sources: Sources;
  /** What the resolver answers for each event. */
  readonly resolutions: ReadonlyMap<string, Resolution>;
  /** Whose hooks are exported. */
  readonly scopes: readonly TomlScope[];
  /** The events of the hooks that are. */
  readonly events: ReadonlySet<string>;
}

/** Sections of git config, and what cannot be said there. */
export interface EventSections {
  /** The sections. */
  readonly sections: readonly ConfigSection[];
  /** What has to be refused. */
  readonly faults: readonly Fault[];
}

/**
 * Finds the settings of events to export.
 *
 * @param exported what is exported
 * @returns `[hook]`, and one section for each event that needs one
 */
export function eventSections(exported: ExportedSources): EventSections {
  const { sources, scopes } = exported;
  const declared = scopes.flatMap((scope) => sources.toml[scope]?.settings ?? []);
  const events = new Set([
    ...exported.events,
    ...declared.flatMap(({ name }) => findEvent(name ?? "")?.name ?? []),
  ]);
  const faults: Fault[] = [];
  const { general, byEvent } = jobsOf(exported, [...events]);
  const sections: ConfigSection[] = [];
  if (general !== undefined) {
    sections.push({ section: "hook", entries: [{ key: "jobs", value: general }] });
  }
  for (const name of events) {
    const entries: ConfigEntry[] = [];
    const off = switchedOff(exported, name);
    const fault = off === undefined ? undefined : switchFault(exported, name, off);
    if (fault !== undefined) faults.push(fault);
    else if (off !== undefined) entries.push({ key: "enabled", value: "false" });
    const jobs = byEvent.get(name);
    if (jobs !== undefined) entries.push({ key: "jobs", value: jobs });
    if (entries.length === 0) continue;
    const comment = off === undefined
      ? undefined
      : "git 2.54 passes over this switch; 2.55 and later obey it";
    sections.push({ section: "hook", name, entries, comment });
  }
  return { sections, faults };
}

// The setting that switches an event off for the hooks that are exported, if git config itself does not.
function switchedOff({ sources, scopes }: ExportedSources, event: string): Setting | undefined {
  if (isEventDisabled(sources.git, event)) return undefined;
  if (isEventDisabled(sources.user, event)) return sources.user.switches.get(event)?.setting;
  return scopes.includes("project") && isEventDisabled(sources.project, event)
    ? sources.project.switches.get(event)?.setting
    : undefined;
}

// In git config the switch stops every configured hook of the event, in a hooks.toml only some.
function switchFault(
  { sources, resolutions }: ExportedSources,
  event: string,
  off: Setting,
): Fault | undefined {
  const refuse = (why: string): Fault =>
    faultAt(sources, off.origin, `hook.${event}.enabled = false ${why}`);
  const other = resolutions.get(event)?.hooks.find((hook) =>
    hook.source !== "hookdir" && ["runs", "untrusted", "not-executable"].includes(hook.state)
  );
  if (other !== undefined) return refuse(`would switch off '${other.name}' in git config, too`);
  const on = sources.git.switches.get(event);
  return on?.setting.scope === "worktree"
    ? refuse("would be overridden by the worktree's git config")
    : undefined;
}

interface Jobs {
  readonly general: string | undefined;
  readonly byEvent: ReadonlyMap<string, string>;
}

// As the resolver decides it, setting by setting: git config's own stay where they are.
function jobsOf(exported: ExportedSources, events: readonly string[]): Jobs {
  const { sources, scopes } = exported;
  const { git, user } = sources;
  const files = sources.toml;
  const ofUser = [...files.system?.settings ?? [], ...files.local?.settings ?? []];
  const ofProject = files.project?.settings ?? [];
  const byEvent = new Map<string, string>();
  const rest = new Map<string, { readonly value: string | undefined; readonly project: boolean }>();
  for (const event of events) {
    if (git.eventJobs.has(event)) continue;
    const alone = scopes.includes("project") && isProjectAlone(exported, event);
    const own = lastJobs(ofUser, event) ?? (alone ? lastJobs(ofProject, event) : undefined);
    if (own !== undefined) {
      byEvent.set(event, own);
    } else if (git.jobs === undefined) {
      const fromUser = lastJobs(ofUser, undefined);
      rest.set(event, {
        value: fromUser ?? (alone ? lastJobs(ofProject, undefined) : undefined),
        project: fromUser === undefined,
      });
    }
  }
  const declared = scopes.some((scope) =>
    files[scope]?.settings.some(({ name, key }) => name === undefined && key === "jobs") === true
  );
  const general = rest.size > 0 || !declared || git.jobs !== undefined
    ? [...rest.values()][0]
    : { value: lastJobs([...ofProject, ...ofUser], undefined), project: user.jobs === undefined };
  // A project's number must not reach the hooks that others have in git config.
  const suits = general !== undefined && (!general.project || git.events.size === 0) &&
    [...rest.values()].every(({ value }) => value === general.value);
  if (suits) return { general: general.value, byEvent };
  for (const [event, { value }] of rest) {
    if (value !== undefined) byEvent.set(event, value);
  }
  return { general: undefined, byEvent };
}

function isProjectAlone({ resolutions }: ExportedSources, event: string): boolean {
  return (resolutions.get(event)?.hooks ?? []).every((hook) =>
    hook.source === "hookdir" || hook.scope === "project"
  );
}

function lastJobs(settings: readonly Setting[], name: string | undefined): string | undefined {
  return settings.findLast((one) => one.name === name && one.key === "jobs")?.value;
}
