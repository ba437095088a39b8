/**
 * What became of each setting of a hook or an event: which one counts, which one it overrides, which
 * one nobody reads. The rules are those of the fold and of the resolver, told instead of applied.
 *
 * @module
 */

import { parseGitBool, parseGitInt } from "../config/git_config.ts";
import type { Setting } from "../config/setting.ts";
import type { Hook } from "../hook.ts";
import type { Sources } from "../sources.ts";
import type { ExplainedSetting } from "./explanation.ts";
import type { Places } from "./places.ts";

type Verdict = Pick<ExplainedSetting, "effect" | "why">;

const COUNTS: Verdict = { effect: "counts", why: null };

/**
 * Explains the settings of one hook.
 *
 * @param hook the hook as the resolver gave it, with a name
 * @param sources what `readSources` read
 * @param places spells where they stand
 * @returns every setting of that name that could have a say, in the order in which they are read
 */
export function hookSettings(
  hook: Hook,
  sources: Sources,
  places: Places,
): readonly ExplainedSetting[] {
  const named = streamsOf(sources, hook.name);
  const verdicts = new Map<Setting, Verdict>();
  if (hook.source === "git-config") {
    judgeStream(named.git, { hook, dialect: "git", verdicts, places });
    judgeSwitches([named.git], { verdicts, places });
  } else {
    const project = hook.scope === "project";
    const own = project ? named.project : named.user;
    judgeStream(own, { hook, dialect: "hooks.toml", verdicts, places });
    // The last word on a switch is git config's, then the user's own hooks.toml.
    judgeSwitches(project ? [own, named.user, named.git] : [own, named.git], { verdicts, places });
    for (const setting of named.git) {
      if (verdicts.has(setting)) continue;
      const why = setting.key === "command"
        ? "without an event it changes nothing of a hook of hooks.toml"
        : "a hook of hooks.toml takes only 'enabled' from git config";
      verdicts.set(setting, { effect: "ignored", why });
    }
  }
  const all = [...named.git, ...named.user, ...named.project];
  return all.flatMap((setting) => {
    const verdict = verdicts.get(setting);
    return verdict === undefined ? [] : [explained(setting, verdict, places)];
  });
}

function streamsOf(
  sources: Sources,
  name: string | undefined,
): {
  readonly git: readonly Setting[];
  readonly user: readonly Setting[];
  readonly project: readonly Setting[];
} {
  const of = (settings: readonly Setting[] | undefined): readonly Setting[] =>
    (settings ?? []).filter((setting) => setting.name === name);
  const { system, local, project } = sources.toml;
  return {
    git: of(sources.gitConfig.hooks),
    user: [...of(system?.settings), ...of(local?.settings)],
    project: of(project?.settings),
  };
}

interface Judging {
  readonly verdicts: Map<Setting, Verdict>;
  readonly places: Places;
}

function judgeStream(
  settings: readonly Setting[],
  judging: Judging & { readonly hook: Hook; readonly dialect: "git" | "hooks.toml" },
): void {
  const { verdicts, places, dialect } = judging;
  judgeEvents(settings, judging);
  lastCounts(settings.filter(({ key }) => key === "command" || key === "script"), judging);
  const booleans = settings.filter(({ key }) => key === "parallel");
  lastCounts(booleans.filter(isBoolean), judging);
  for (const setting of booleans) {
    if (!isBoolean(setting)) verdicts.set(setting, noBoolean(setting));
  }
  if (dialect === "hooks.toml") {
    for (const key of ["args", "timeout"]) {
      lastCounts(settings.filter((one) => one.key === key), judging);
    }
    judgeRefs(settings.filter(({ key }) => key === "refs"), judging);
  }
  for (const setting of settings) {
    if (setting.value === undefined && dialect === "git") {
      verdicts.set(setting, { effect: "counts", why: "without a value git stops here" });
    } else if (!verdicts.has(setting) && setting.key !== "enabled") {
      verdicts.set(setting, { effect: "ignored", why: unreadKey(setting) });
    }
  }
  function lastCounts(of: readonly Setting[], { verdicts }: Judging): void {
    const last = of.at(-1);
    for (const setting of of) {
      verdicts.set(setting, setting === last || last === undefined ? COUNTS : over(last, places));
    }
  }
}

function unreadKey(setting: Setting): string {
  if (setting.key === "jobs") return "hook.<event>.jobs takes the name of an event";
  const ours = ["script", "args", "timeout", "refs"].includes(setting.key);
  return ours
    ? `git does not know '${setting.key}'; it works in hooks.toml only`
    : "git does not know this key";
}

function judgeEvents(
  settings: readonly Setting[],
  { hook, verdicts, places }: Judging & { readonly hook: Hook },
): void {
  let before: Setting[] = [];
  for (const setting of settings) {
    if (setting.key !== "event") continue;
    if (setting.value === "") {
      for (const one of before) {
        verdicts.set(one, { effect: "reset", why: `taken back by ${places.of(setting.origin)}` });
      }
      verdicts.set(setting, { effect: "counts", why: "takes back the events before it" });
      before = [];
      continue;
    }
    const same = before.find((one) => one.value === setting.value);
    if (same !== undefined) {
      verdicts.set(same, {
        effect: "overridden",
        why: `said again by ${places.of(setting.origin)}, which sets the order`,
      });
    }
    before = [...before.filter((one) => one !== same), setting];
    verdicts.set(
      setting,
      setting.value === hook.event ? COUNTS : { effect: "elsewhere", why: "another event" },
    );
  }
}

// The patterns of the file that gave them last replace all others.
function judgeRefs(settings: readonly Setting[], { verdicts, places }: Judging): void {
  const last = settings.at(-1);
  if (last === undefined) return;
  for (const setting of settings) {
    verdicts.set(setting, setting.scope === last.scope ? COUNTS : over(last, places));
  }
}

/** The last boolean of the strongest stream counts; the streams are given weakest first. */
function judgeSwitches(
  streams: readonly (readonly Setting[])[],
  { verdicts, places }: Judging,
): void {
  const all = streams.map((settings) => settings.filter(({ key }) => key === "enabled"));
  const winner = all.flatMap((settings) => settings.filter(isBoolean)).at(-1);
  for (const setting of all.flat()) {
    if (setting.value === undefined) continue;
    if (!isBoolean(setting)) verdicts.set(setting, noBoolean(setting));
    else if (setting === winner || winner === undefined) verdicts.set(setting, COUNTS);
    else verdicts.set(setting, over(winner, places));
  }
}

/**
 * Explains the settings of an event: its switches and numbers of jobs.
 *
 * @param event the event's name
 * @param sources what `readSources` read
 * @param options `places` spells where they stand; `alone` is true when all configured hooks of the event
 *   are the project's; `serial` when git runs the event's hooks one after another anyway
 * @returns the settings in the order in which they are read
 */
export function eventSettings(
  event: string,
  sources: Sources,
  options: { readonly places: Places; readonly alone: boolean; readonly serial: boolean },
): readonly ExplainedSetting[] {
  const { places } = options;
  const verdicts = new Map<Setting, Verdict>();
  const streams = streamsOf(sources, event);
  const isHook = [sources.git, sources.user, sources.project].some((fold) =>
    fold.hooks.get(event)?.program !== undefined
  );
  const whose: readonly (readonly [readonly Setting[], string])[] = [
    [streams.git, "no configured hook of the event runs"],
    [streams.user, "no hook of hooks.toml runs for the event"],
    [streams.project, "no hook of the project runs for the event"],
  ];
  for (const [stream, off] of whose) {
    judgeSwitches([stream], { verdicts, places });
    for (const setting of stream) {
      const verdict = verdicts.get(setting);
      if (verdict?.effect !== "counts") continue;
      verdicts.set(setting, {
        effect: isHook ? "elsewhere" : "counts",
        why: isHook
          ? "it is taken for the switch of a hook of that name"
          : parseGitBool(setting.value) === false
          ? off
          : null,
      });
    }
  }
  judgeJobs(event, sources, { ...options, verdicts });
  const { system, local, project } = sources.toml;
  const all = [
    ...sources.gitConfig.hooks,
    ...system?.settings ?? [],
    ...local?.settings ?? [],
    ...project?.settings ?? [],
  ];
  return all.flatMap((setting) => {
    const verdict = verdicts.get(setting);
    return verdict === undefined ? [] : [explained(setting, verdict, places)];
  });
}

function judgeJobs(
  event: string,
  sources: Sources,
  options: Judging & { readonly alone: boolean; readonly serial: boolean },
): void {
  const { verdicts, places, alone } = options;
  const own = streamsOf(sources, event);
  const all = streamsOf(sources, undefined);
  const jobs = (settings: readonly Setting[]): readonly Setting[] =>
    settings.filter(({ key }) => key === "jobs");
  // Weakest first, as the resolver weighs them.
  const streams = [
    ...(alone ? [jobs(all.project)] : []),
    jobs(all.user),
    jobs(all.git),
    ...(alone ? [jobs(own.project)] : []),
    jobs(own.user),
    jobs(own.git),
  ];
  const winner = streams.flatMap((settings) => settings.filter(isJobs)).at(-1);
  for (const setting of streams.flat()) {
    if (!isJobs(setting)) {
      verdicts.set(setting, { effect: "ignored", why: "neither a positive integer nor -1" });
    } else if (setting !== winner && winner !== undefined) {
      verdicts.set(setting, over(winner, places));
    } else {
      verdicts.set(
        setting,
        options.serial
          ? { effect: "ignored", why: "git runs this event's hooks one after another" }
          : COUNTS,
      );
    }
  }
  if (alone) return;
  for (const setting of [...jobs(all.project), ...jobs(own.project)]) {
    verdicts.set(setting, {
      effect: "ignored",
      why: "the event has hooks that are not the project's",
    });
  }
}

function isJobs(setting: Setting): boolean {
  const jobs = parseGitInt(setting.value ?? "");
  return jobs === -1 || (jobs !== undefined && jobs > 0);
}

function isBoolean(setting: Setting): boolean {
  return setting.value !== undefined && parseGitBool(setting.value) !== undefined;
}

function noBoolean(setting: Setting): Verdict {
  return { effect: "ignored", why: `'${setting.value ?? ""}' is no boolean` };
}

function over(winner: Setting, places: Places): Verdict {
  return { effect: "overridden", why: `overridden by ${places.of(winner.origin)}` };
}

function explained(setting: Setting, verdict: Verdict, places: Places): ExplainedSetting {
  return {
    key: keyOf(setting),
    value: setting.value ?? null,
    scope: setting.scope,
    place: places.of(setting.origin),
    ...verdict,
  };
}

function keyOf({ name, key }: Setting): string {
  return name === undefined ? `hook.${key}` : `hook.${name}.${key}`;
}

/**
 * Tells whether every configured hook of an event is the project's, so that its numbers of jobs count.
 *
 * @param hooks the event's hooks
 * @returns true when there is one and all are
 */
export function isProjectAlone(hooks: readonly Hook[]): boolean {
  const configured = hooks.filter(({ source }) => source !== "hookdir");
  return configured.length > 0 && configured.every(({ scope }) => scope === "project");
}
