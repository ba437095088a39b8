/**
 * Derives an event's answer step by step: the sources in their order, the settings and what became of
 * each, the hooks with the words that are executed and who starts them. Reads only.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { findPathGits } from "../git/path_gits.ts";
import { discoverRepository } from "../git/repository.ts";
import type { Hook, Resolution } from "../hook.ts";
import { type HookdirEntry, readHookdirEntry } from "../install/hookdir_state.ts";
import { joinPath } from "../paths.ts";
import { planName } from "../plan/write_plan.ts";
import { listAllHooks } from "../resolver.ts";
import { hookArgs, programArgv, SHELL, withTimeout } from "../run/argv.ts";
import { decideJobs } from "../run/jobs.ts";
import { checkStart, type StartCheck } from "../run/start_check.ts";
import { readSources, type Sources } from "../sources.ts";
import { environmentOf, meaningOf, outputOf, stdinOf } from "./circumstances.ts";
import type { ExplainedHook, ExplainedSetting, Explanation, FoundGit } from "./explanation.ts";
import { findPlaces, type Places } from "./places.ts";
import { eventSettings, hookSettings, isProjectAlone } from "./setting_effects.ts";
import { explainSources } from "./source_states.ts";
import { startersOf, type StartingPlace } from "./starters.ts";

/** What was read, and what it comes to. */
export interface Explained {
  /** The sources as they are seen from where the event's hooks run. */
  readonly sources: Sources;
  /** The derivation. */
  readonly explanation: Explanation;
}

/**
 * Explains an event. A push runs its hooks in the git directory, so its events are looked at from there.
 *
 * @param options the directory to ask from, absolute, and the event's name
 * @returns the derivation; where a source is broken, of what could be read
 * @throws {UserError} with git's words when git refuses the repository or cannot read its configuration
 * @example Usage
 * ```ts
 * import { explainEvent } from "@git-hooks/git-hooks";
 * const { explanation } = await explainEvent({ cwd: "/", event: "pre-commit" });
 * console.assert(explanation.event === "pre-commit");
 * ```
 */
export async function explainEvent(
  options: { readonly cwd: string; readonly event: string },
): Promise<Explained> {
  const { event } = options;
  const repository = await discoverRepository(options.cwd);
  const inGitDir = findEvent(event)?.directory === "git-dir";
  const cwd = inGitDir ? repository?.commonDirAbsolute ?? options.cwd : options.cwd;
  const sources = await readSources({ cwd, event });
  const found = await listAllHooks(sources, [event]);
  const resolution: Resolution = found.find((one) => one.event === event) ??
    { event, hooks: [], jobs: 1, warnings: sources.git.warnings, advice: [], shim: "none" };
  const places = await findPlaces(sources, { from: repository?.directory ?? options.cwd });
  return { sources, explanation: await derive(sources, resolution, places) };
}

async function derive(
  sources: Sources,
  resolution: Resolution,
  places: Places,
): Promise<Explanation> {
  const { event, hooks } = resolution;
  const { repository, hookdir, directory } = sources;
  const row = findEvent(event);
  const args = row?.args ?? ["<argument>..."];
  const path = hookdir === undefined ? undefined : joinPath(hookdir.path, event);
  const file = path === undefined ? event : places.path(path);
  const entry = path === undefined
    ? undefined
    : await readHookdirEntry(joinPath(directory, path), event);
  const gits = hooks.some(({ source }) => source === "git-config")
    ? (await findPathGits(Deno.env.get("PATH"), repository?.directory)).map(publicGit)
    : [];
  const place: StartingPlace = { inRepository: repository !== undefined, file, entry, gits };
  const shim = entry?.kind === "shim" && entry.executable;
  const jobs = decideJobs(resolution, { mode: "hook" }).count;
  return {
    event,
    known: row !== undefined,
    meaning: meaningOf(event),
    directory,
    args,
    stdin: stdinOf(event),
    output: outputOf(event),
    environment: environmentOf(event, { repository, shim }),
    jobs,
    jobsReason: jobsReason(resolution, jobs),
    hookdir: hookdir === undefined ? null : places.path(hookdir.path),
    file: describeFile(entry, file),
    plan: shim ? await findPlan(sources, event, places) : null,
    gits,
    sources: await explainSources(sources, event, places),
    settings: [
      ...pathSettings(sources, places),
      ...eventSettings(event, sources, {
        places,
        alone: isProjectAlone(hooks),
        serial: row?.forcedSerial === true,
      }),
    ],
    hooks: await Promise.all(
      hooks.map((hook) => explainHook(hook, { sources, places, place, args })),
    ),
  };
}

function publicGit({ path, version, knows }: FoundGit): FoundGit {
  return { path, version, knows };
}

function jobsReason(resolution: Resolution, jobs: number): string {
  if (findEvent(resolution.event)?.forcedSerial === true) {
    return "git runs this event's hooks one after another";
  }
  if (jobs > 1) return `hook.jobs allows ${jobs}, and every configured hook is parallel`;
  const serial = resolution.hooks.find((hook) => hook.source !== "hookdir" && !hook.parallel);
  if (resolution.jobs > 1 && serial !== undefined) {
    return `hook.jobs allows ${resolution.jobs}, but '${serial.name ?? ""}' is not parallel`;
  }
  return "hook.jobs allows no more";
}

function describeFile(entry: HookdirEntry | undefined, file: string): string {
  if (entry === undefined) return `${file} is not there`;
  const off = entry.executable ? "" : ", not executable";
  switch (entry.kind) {
    case "shim": {
      const script = entry.shim?.script;
      const stands = script === undefined ? "" : `, in the place of ${script.path}`;
      return `${file} is a shim of git-hooks${stands}${off}`;
    }
    case "broken-link":
      return `${file} is a link to ${entry.link ?? "nothing"}, which is not there`;
    case "folder":
      return `${file} is a folder`;
    case "other":
      return `${file} is no file`;
    default:
      return `${file} is a script${off}`;
  }
}

async function findPlan(
  sources: Sources,
  event: string,
  places: Places,
): Promise<string | null> {
  const gitDir = sources.repository?.gitDirAbsolute ?? "";
  const path = `${gitDir}/git-hooks/${planName(event, sources.repository?.gitDir)}`;
  const info = await Deno.stat(path).catch(() => undefined);
  return info?.isFile === true ? places.path(path) : null;
}

function pathSettings(sources: Sources, places: Places): readonly ExplainedSetting[] {
  const setting = sources.hookdir?.hooksPath;
  if (setting === undefined) return [];
  return [{
    key: "core.hooksPath",
    value: setting.value ?? null,
    scope: setting.scope,
    place: places.of(setting.origin),
    effect: "counts",
    why: "git looks for scripts there",
  }];
}

async function explainHook(
  hook: Hook,
  context: {
    readonly sources: Sources;
    readonly places: Places;
    readonly place: StartingPlace;
    readonly args: readonly string[];
  },
): Promise<ExplainedHook> {
  const { sources, places, place } = context;
  const alive = hook.state === "runs" || hook.state === "untrusted";
  const started = alive ? startersOf(hook, place) : [];
  const runs = hook.state === "runs" && started.some(({ by }) => by !== "nobody");
  const argv = hook.program === undefined
    ? undefined
    : programArgv(hook.program, hookArgs(hook, context.args));
  const check = argv === undefined ? undefined : await checkProgram(argv, sources.directory);
  const nobody = started.find(({ by }) => by === "nobody");
  return {
    name: hook.name ?? null,
    source: hook.source,
    scope: hook.scope ?? null,
    place: places.of(hook.origin),
    state: hook.state,
    runs,
    reason: runs ? null : reasonOf(hook, sources, places) ?? nobody?.how ?? null,
    settings: hook.name === undefined ? [] : hookSettings(hook, sources, places),
    started,
    argv: argv === undefined
      ? null
      : hook.timeout === undefined
      ? argv
      : withTimeout(argv, hook.timeout),
    program: check?.ok === true && argv?.[0]?.includes("/") === false ? check.path : null,
    fault: check?.ok === false ? check.reason : null,
    refs: hook.refs ?? null,
  };
}

async function checkProgram(argv: readonly string[], directory: string): Promise<StartCheck> {
  const [program = SHELL] = argv;
  return await checkStart(program, { directory, path: Deno.env.get("PATH") });
}

function reasonOf(hook: Hook, sources: Sources, places: Places): string | undefined {
  const { name = "", event } = hook;
  switch (hook.state) {
    case "runs":
      return undefined;
    case "disabled": {
      const by = [sources.git, sources.user, sources.project]
        .map((fold) => fold.switches.get(name)).find((one) => one?.on === false);
      return by === undefined ? "it is disabled" : `disabled by ${places.of(by.setting.origin)}`;
    }
    case "event-disabled": {
      const by = [sources.git, sources.user, sources.project]
        .map((fold) => fold.switches.get(event)).find((one) => one?.on === false);
      return by === undefined
        ? "the event is disabled"
        : `the event is disabled by ${places.of(by.setting.origin)}`;
    }
    case "shadowed":
      return shadowReason(hook, sources, places);
    case "untrusted":
      return sources.trust?.rule.policy === "never"
        ? "githooks.trust is 'never'"
        : "this text of hooks.toml was not accepted: git hooks trust";
    case "not-executable":
      return hook.source === "hookdir"
        ? "the file is not executable, so git passes over it"
        : "its shim is not executable, so git passes over it";
  }
}

function shadowReason(hook: Hook, sources: Sources, places: Places): string {
  const { name = "", event } = hook;
  const git = sources.git.events.get(event)?.get(name) ??
    sources.gitConfig.hooks.find((one) => one.name === name && one.key !== "enabled");
  const user = [...sources.user.events.values()].map((hooks) => hooks.get(name))
    .find((one) => one !== undefined);
  const by = git ?? user;
  return by === undefined
    ? "another source has a hook of this name"
    : `the name belongs to ${places.of(by.origin)}`;
}
