/**
 * The one question of this program: which hooks has an event? `list`, `check`, `run`, the shims and the
 * receive-pack wrapper all ask it here, first, and hand the answer on.
 *
 * @module
 */

import { findHookdirScript, type HookdirAnswer, ignoredAdvice } from "./_hookdir.ts";
import { type Fold, type FoldedHook, foldError, isEventDisabled } from "./config/fold.ts";
import type { Setting } from "./config/setting.ts";
import { UserError } from "./errors.ts";
import type { Hook, HookState, Program, Resolution } from "./hook.ts";
import { directoryOf, joinPath } from "./paths.ts";
import type { Sources } from "./sources.ts";

/**
 * Lists the hooks of an event in running order, those that do not run included (hook.c, `list_hooks()`).
 *
 * @param sources what {@linkcode readSources} read
 * @param event an event's name; one that githooks(5) does not know is looked up all the same
 * @returns the hooks, how many may run at once, and git's warnings
 * @throws {UserError} with exit code 128 when a source is broken, so that no hook of any event may run
 * @example Usage
 * ```ts
 * import { hookExists, listHooks, readSources } from "@git-hooks/git-hooks";
 * const resolution = await listHooks(await readSources({ cwd: "/" }), "pre-commit");
 * console.assert(hookExists(resolution) === resolution.hooks.some((hook) => hook.state === "runs"));
 * ```
 */
export async function listHooks(sources: Sources, event: string): Promise<Resolution> {
  await stopIfBroken(sources);
  return await resolveEvent(sources, event);
}

/**
 * Answers git's `hook_exists()`: would any hook run?
 *
 * @param resolution what {@linkcode listHooks} answered
 * @returns true when at least one enabled hook is there; a gate that would stop because its text is not
 *   trusted counts, for it does something
 * @example Usage
 * ```ts
 * import { hookExists, listHooks, readSources } from "@git-hooks/git-hooks";
 * const resolution = await listHooks(await readSources({ cwd: "/" }), "update");
 * console.assert(!hookExists(resolution) || resolution.hooks.length > 0);
 * ```
 */
export function hookExists(resolution: Resolution): boolean {
  return resolution.hooks.some((hook) => hook.state === "runs" || hook.state === "untrusted");
}

/**
 * Lists the hooks of every event for which something is configured or stands in the hookdir.
 *
 * @param sources what {@linkcode readSources} read
 * @param events the events to look at besides those that the configuration names
 * @returns one resolution per event that has a hook; broken hooks.toml files are passed over
 * @example Usage
 * ```ts
 * import { listAllHooks, readSources } from "@git-hooks/git-hooks";
 * const all = await listAllHooks(await readSources({ cwd: "/" }), ["pre-commit"]);
 * console.assert(all.every((resolution) => resolution.hooks.length > 0));
 * ```
 */
export async function listAllHooks(
  sources: Sources,
  events: readonly string[],
): Promise<readonly Resolution[]> {
  const named = [sources.git, sources.user, sources.project].flatMap((fold) => [
    ...fold.events.keys(),
  ]);
  const all = [...new Set([...events, ...named])];
  const resolutions = await Promise.all(all.map((event) => resolveEvent(sources, event)));
  return resolutions.filter((resolution) => resolution.hooks.length > 0);
}

/**
 * Throws what keeps every hook from running, if something does.
 *
 * @param sources what {@linkcode readSources} read
 * @throws {UserError} with exit code 128: git's own fatal, word for word, or the faults of hooks.toml
 * @example Usage
 * ```ts
 * import { readSources, stopIfBroken } from "@git-hooks/git-hooks";
 * await stopIfBroken(await readSources({ cwd: "/" }));
 * ```
 */
export async function stopIfBroken(sources: Sources): Promise<void> {
  const fault = sources.git.fatal;
  if (fault !== undefined) {
    const { locateSettings } = await import("./config/git_config_lines.ts");
    const lines = await locateSettings(sources.gitConfig.hooks, {
      directory: sources.directory,
      wanted: [fault.setting],
    });
    const error = foldError(fault, lines.get(fault.setting));
    throw new UserError(error.faults, { warnings: sources.git.warnings });
  }
  if (sources.broken !== undefined) throw sources.broken;
}

async function resolveEvent(sources: Sources, event: string): Promise<Resolution> {
  const configured = [
    ...gitHooks(sources, event),
    ...tomlHooks(sources, event, "system"),
    ...tomlHooks(sources, event, "project"),
    ...tomlHooks(sources, event, "local"),
  ];
  const found = lookInHookdir(sources, event);
  const hooks = found === undefined
    ? configured
    : await withHookdir(sources, event, configured.map((hook) => behindShim(hook, found)), found);
  return {
    event,
    hooks,
    jobs: jobsOf(sources, event, configured),
    warnings: sources.git.warnings,
    advice: adviceOn(sources, found),
    shim: shimState(found),
  };
}

function lookInHookdir(sources: Sources, event: string): HookdirAnswer | undefined {
  if (sources.repository === undefined || sources.hookdir === undefined) return undefined;
  return findHookdirScript(sources.hookdir, sources.repository, event);
}

function* gitHooks(sources: Sources, event: string): Generator<Hook> {
  const fold = sources.git;
  const eventOff = isEventDisabled(fold, event);
  for (const [name, setting] of fold.events.get(event) ?? []) {
    const folded = fold.hooks.get(name);
    const off = fold.switches.get(name)?.on === false;
    yield {
      name,
      event,
      source: "git-config",
      scope: setting.scope,
      program: programOf(sources, folded),
      state: eventOff ? "event-disabled" : off ? "disabled" : "runs",
      origin: setting.origin,
      parallel: folded?.parallel === true,
      args: true,
    };
  }
}

function* tomlHooks(
  sources: Sources,
  event: string,
  scope: "system" | "project" | "local",
): Generator<Hook> {
  const fold = scope === "project" ? sources.project : sources.user;
  for (const [name, setting] of fold.events.get(event) ?? []) {
    if (setting.scope !== scope) continue;
    const folded = fold.hooks.get(name);
    const program = programOf(sources, folded);
    if (program === undefined) continue;
    yield {
      name,
      event,
      source: "hooks.toml",
      scope,
      program,
      state: tomlState({ sources, fold, name, event, scope }),
      origin: setting.origin,
      parallel: folded?.parallel === true,
      args: folded?.args ?? true,
      ...(folded?.timeout === undefined ? {} : { timeout: folded.timeout }),
      ...(folded?.refs === undefined ? {} : { refs: folded.refs.map((ref) => ref.value ?? "") }),
    };
  }
}

function tomlState(
  at: {
    readonly sources: Sources;
    readonly fold: Fold;
    readonly name: string;
    readonly event: string;
    readonly scope: "system" | "project" | "local";
  },
): HookState {
  const { sources, fold, name, event, scope } = at;
  const project = scope === "project";
  if (sources.git.events.get(event)?.has(name)) return "shadowed";
  if (project && sources.shadowedNames.has(name)) return "shadowed";
  const eventOff = isEventDisabled(sources.git, event) || isEventDisabled(sources.user, event) ||
    (project && isEventDisabled(sources.project, event));
  if (eventOff) return "event-disabled";
  // git config has the last word on a hook's switch, so anyone can turn one off for himself.
  const on = sources.git.switches.get(name)?.on ??
    (project ? sources.user.switches.get(name)?.on : undefined) ??
    fold.switches.get(name)?.on ?? true;
  if (!on) return "disabled";
  const trusted = sources.trust?.state === "accepted" || sources.trust?.state === "always";
  return project && !trusted ? "untrusted" : "runs";
}

function programOf(sources: Sources, folded: FoldedHook | undefined): Program | undefined {
  const setting = folded?.program;
  if (setting?.value === undefined) return undefined;
  return setting.key === "script"
    ? {
      kind: "script",
      path: scriptPath(sources, setting, setting.value),
      ...acceptedContent(sources, setting),
    }
    : { kind: "command", text: setting.value };
}

function acceptedContent(
  { trust }: Sources,
  { scope, value }: Setting,
): { readonly accepted?: { readonly content: Uint8Array | undefined } } {
  if (scope !== "project" || trust?.state !== "accepted") return {};
  const path = (value ?? "").split("/").filter((part) => part !== "" && part !== ".").join("/");
  return {
    accepted: { content: trust.project?.scripts.find((one) => one.path === path)?.content },
  };
}

// Each scope has the base from which a script is still found after a move and in a linked worktree:
// the common directory as git spells it there, the worktree's root, the system file's own folder.
function scriptPath(sources: Sources, setting: Setting, script: string): string {
  switch (setting.scope) {
    case "local":
      return joinPath(sources.repository?.commonDir ?? ".", script);
    case "system":
      return joinPath(
        directoryOf(sources.toml.system?.path ?? "/etc/git-hooks/hooks.toml"),
        script,
      );
    default:
      return script;
  }
}

// A migrated script runs through its shim: without the x bit on the shim git does not start it.
function behindShim(hook: Hook, found: HookdirAnswer): Hook {
  const shim = found.shim;
  if (shim === undefined || shim.executable || hook.state !== "runs") return hook;
  const { script } = shim.head;
  const migrated = script?.state === "migrated" && hook.scope === "local" &&
    hook.program?.kind === "script" &&
    (hook.program.path.endsWith(`/${script.path}`) ||
      // A part of a dispatcher that was split.
      hook.program.path.includes(`/${script.path}.d/`));
  return migrated ? { ...hook, state: "not-executable" } : hook;
}

async function withHookdir(
  sources: Sources,
  event: string,
  configured: readonly Hook[],
  found: HookdirAnswer,
): Promise<readonly Hook[]> {
  const script = found.script;
  if (script === undefined) return configured;
  // A file that a hook of this event names as its script is that hook, not a second one.
  const named = script.missing === true
    ? configured.some(({ program }) => program?.kind === "script" && program.path === script.path)
    : await isSameFileAsScript(sources, configured, script.path);
  if (named) return configured;
  return [...configured, {
    name: undefined,
    event,
    source: "hookdir",
    scope: undefined,
    program: { kind: "script", path: script.path },
    state: script.executable ? "runs" : "not-executable",
    origin: { kind: "file", path: script.path },
    parallel: false,
    args: true,
  }];
}

async function isSameFileAsScript(
  sources: Sources,
  configured: readonly Hook[],
  path: string,
): Promise<boolean> {
  const scripts = configured.flatMap((hook) =>
    hook.program?.kind === "script" ? [hook.program.path] : []
  );
  if (scripts.length === 0) return false;
  const identities = await Promise.all(
    [path, ...scripts].map((file) => identityOf(joinPath(sources.directory, file))),
  );
  const own = identities[0];
  return own !== undefined && identities.slice(1).includes(own);
}

async function identityOf(path: string): Promise<string | undefined> {
  try {
    const info = await Deno.stat(path);
    return `${info.dev}:${info.ino}`;
  } catch {
    return undefined;
  }
}

function jobsOf(sources: Sources, event: string, configured: readonly Hook[]): number {
  const { git, user, project } = sources;
  // A project's number of jobs concerns its own hooks, so it counts only where no other would feel it.
  const alone = configured.length > 0 && configured.every((hook) => hook.scope === "project");
  return git.eventJobs.get(event) ?? user.eventJobs.get(event) ??
    (alone ? project.eventJobs.get(event) : undefined) ??
    git.jobs ?? user.jobs ?? (alone ? project.jobs : undefined) ?? 1;
}

function shimState(found: HookdirAnswer | undefined): Resolution["shim"] {
  if (found?.shim === undefined) return "none";
  return found.shim.executable ? "executable" : "not-executable";
}

// git says it once for each look-up of a script whose x bit is missing (hook.c, `find_hook()`).
function adviceOn(sources: Sources, found: HookdirAnswer | undefined): readonly string[] {
  if (found === undefined || !sources.gitConfig.advisesIgnoredHook) return [];
  const ignored = [found.shim, found.script].find((file) => file !== undefined && !file.executable);
  if (ignored === undefined) return [];
  return ignoredAdvice(ignored.path);
}
