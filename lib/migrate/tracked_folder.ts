/**
 * What becomes of a tracked folder that `core.hooksPath` names: its scripts stay where they are, each
 * becomes a command that tolerates its absence, and the setting goes. All of it, or nothing: whatever
 * needs the setting keeps it for all.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { quoteForSh } from "../quote.ts";
import type { MigrationFacts } from "./gather.ts";
import type { Fate, MigrationTarget, PlannedFile } from "./plan_types.ts";
import { FORBIDS_UNSETTING, reasonToStay, stays } from "./reasons.ts";
import type { ScannedFile } from "./scan_hookdir.ts";

/** The part of a plan that is about a tracked folder. */
export interface TrackedPlan {
  /** Its files. */
  readonly files: readonly PlannedFile[];
  /** True when `core.hooksPath` goes. */
  readonly unsets: boolean;
  /** What cannot be preserved. */
  readonly lost: readonly string[];
}

/**
 * Plans a tracked folder.
 *
 * @param facts what was gathered
 * @param namer gives friendly names
 * @param to `project` makes each script a `script` of the project's hooks.toml
 * @returns the files and whether the setting goes
 */
export function planTracked(
  facts: MigrationFacts,
  namer: { readonly name: (event: string) => string },
  to: MigrationTarget,
): TrackedPlan {
  const { hookdir } = facts;
  const reasons = new Map<ScannedFile, Fate>();
  for (const file of facts.files) {
    const fate = whyTheSettingStays(facts, file, to);
    if (fate !== undefined) reasons.set(file, fate);
  }
  const pushed = facts.received.find(({ entry }) => entry.event && entry.executable);
  const first = [...reasons.keys()][0]?.entry.name;
  const holds = first ??
    (pushed === undefined ? undefined : `${hookdir.value}/${pushed.entry.name}`);
  const files = facts.files.map((file): PlannedFile => ({
    name: file.entry.name,
    shown: `${hookdir.shown}/${file.entry.name}`,
    fate: reasons.get(file) ?? fateOf(facts, file, { namer, holds, to }),
    digest: file.digest,
  }));
  const here = new Set(
    facts.files.filter(({ entry }) => entry.executable).map(({ entry }) => entry.name),
  );
  // The project's file of this branch speaks for this branch alone.
  const elsewhere = [...facts.elsewhere].filter(([name]) =>
    to === "local" && !here.has(name) && runsOnClient(facts, name)
  );
  const added = elsewhere.map(([name, place]): PlannedFile => ({
    name,
    shown: `${hookdir.shown}/${name} (${place})`,
    fate: holds === undefined
      ? becomes(facts, name, { namer, to })
      : stays(`core.hooksPath has to stay for ${holds}`),
  }));
  const kept = files.filter(({ name, fate }) =>
    fate.kind !== "left" || elsewhere.every(([one]) => one !== name)
  );
  const unsets = holds === undefined &&
    [...files, ...added].some(({ fate }) => fate.kind === "becomes");
  return {
    files: [...kept, ...added, ...planShadowed(facts, unsets)],
    unsets,
    lost: lostOf(facts, to, [...here, ...elsewhere.map(([name]) => name)]),
  };
}

function whyTheSettingStays(
  facts: MigrationFacts,
  file: ScannedFile,
  to: MigrationTarget,
): Fate | undefined {
  const { entry } = file;
  if (!entry.executable) return undefined;
  if (!entry.event) {
    return /^(machete|pre-flow|post-flow|filter-flow)-/.test(entry.name)
      ? stays("its program looks for it in core.hooksPath")
      : undefined;
  }
  if (!runsOnClient(facts, entry.name)) return undefined;
  if (to === "project" && findEvent(entry.name)?.project !== true) {
    return stays("a project's hooks.toml has no hooks for this event");
  }
  if (to === "project" && file.leavesHookdir) {
    return stays("is a link that leads out of its folder");
  }
  const reason = reasonToStay(file, FORBIDS_UNSETTING);
  if (reason !== undefined && !isBrokenStart(file)) return reason;
  const disabled = facts.disabled.get(entry.name);
  if (disabled !== undefined) {
    return stays(`hook.${entry.name}.enabled=false would switch it off (${disabled})`);
  }
  const obstacle = facts.obstacles.get(entry.name);
  return obstacle === undefined ? undefined : stays(obstacle);
}

// What cannot be started fails the same way behind the guard.
function isBrokenStart(file: ScannedFile): boolean {
  return file.tool === undefined && findEvent(file.entry.name)?.fileOnly !== true &&
    (file.interpreterMissing || file.script?.carriageReturn === true);
}

function runsOnClient(facts: MigrationFacts, event: string): boolean {
  const found = findEvent(event);
  return found !== undefined && (facts.hookdir.receive === undefined || found.side !== "receive");
}

function fateOf(
  facts: MigrationFacts,
  file: ScannedFile,
  plan: {
    readonly namer: { readonly name: (event: string) => string };
    readonly holds: string | undefined;
    readonly to: MigrationTarget;
  },
): Fate {
  const { entry } = file;
  if (entry.kind === "sample") return { kind: "left", reason: "sample" };
  if (!entry.event) return { kind: "left", reason: "no event" };
  if (entry.kind === "broken-link") return { kind: "left", reason: "broken link" };
  if (!entry.executable) return { kind: "left", reason: "not executable" };
  if (!runsOnClient(facts, entry.name)) {
    const looked = `${facts.config.shown.replace(/\/?config$/, "")}/${facts.hookdir.value}`;
    return {
      kind: "dead",
      reason: "never reached because core.hooksPath is relative: " +
        `a push looks for ${looked}/${entry.name}`,
      moved: false,
    };
  }
  return plan.holds === undefined
    ? becomes(facts, entry.name, plan)
    : stays(`core.hooksPath has to stay for ${plan.holds}`);
}

function becomes(
  facts: MigrationFacts,
  event: string,
  plan: {
    readonly namer: { readonly name: (event: string) => string };
    readonly to: MigrationTarget;
  },
): Fate {
  const path = `${(facts.hookdir.value ?? "").replace(/^(\.\/)+|\/+$/g, "")}/${event}`;
  const hook = plan.namer.name(event);
  if (plan.to === "project") return { kind: "becomes", hook, program: { kind: "script", path } };
  const word = /^[\w.+@,:/-]+$/.test(path) && !path.startsWith("-") ? path : quoteForSh(path);
  return {
    kind: "becomes",
    hook,
    program: { kind: "command", text: `test ! -x ${word} || exec ${word}` },
  };
}

function planShadowed(facts: MigrationFacts, unsets: boolean): readonly PlannedFile[] {
  return facts.shadowed.filter(({ entry }) =>
    entry.event && entry.executable && entry.kind === "script" &&
    entry.name !== "fsmonitor-watchman"
  ).map(({ entry }) => ({
    name: entry.name,
    shown: `${facts.ownShown}/${entry.name}`,
    fate: {
      kind: "dead",
      reason: `core.hooksPath is ${facts.hookdir.value ?? ""}`,
      moved: unsets,
    },
  }));
}

function lostOf(
  facts: MigrationFacts,
  to: MigrationTarget,
  events: readonly string[],
): readonly string[] {
  if (to === "project") {
    return [
      `a branch with ${facts.hookdir.shown} runs its scripts once it has this hooks.toml too, and a ` +
      "clone after 'git hooks install'",
      "after a script was changed, it runs when that was accepted: git hooks trust",
    ];
  }
  const lost = [
    `a script for another event that a branch brings into ${facts.hookdir.shown} later is not run ` +
    "until 'git hooks migrate' has been run again",
  ];
  if (events.includes("post-checkout") && facts.hookdir.receive !== undefined) {
    lost.push(
      "'git worktree add' runs the new worktree's own post-checkout, where it ran this one's",
    );
  }
  return lost;
}
