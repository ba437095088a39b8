/**
 * Makes the plan: facts go in, what becomes of each file comes out. Pure.
 *
 * @module
 */

import { tomlKey, tomlString } from "../config/toml_quote.ts";
import { UserError } from "../errors.ts";
import { allEvents, findEvent } from "../events.ts";
import { earlierIn, journaledHook } from "./earlier.ts";
import type { MigrationFacts } from "./gather.ts";
import { Namer } from "./namer.ts";
import { notesOf } from "./notes.ts";
import {
  type Fate,
  migratedBy,
  type MigrationPlan,
  movingIn,
  type PlanChoice,
  type PlannedFile,
  type PlannedHook,
} from "./plan_types.ts";
import { programFor } from "./program_for.ts";
import { FORBIDS_MOVING, inWords, reasonToStay, stays } from "./reasons.ts";
import type { ScannedFile } from "./scan_hookdir.ts";
import { changesIn, refuseSplit, splitFate, splitHint, splitHook } from "./split.ts";
import { gitConfigText, LOST_IN_GIT_CONFIG, planGitConfig } from "./to_git_config.ts";
import { planTracked } from "./tracked_folder.ts";

/**
 * Decides what becomes of every file.
 *
 * @param facts what {@linkcode gatherFacts} found
 * @param choice where the hooks are to be configured, and whether dispatchers are split
 * @returns the plan
 * @throws {UserError} with exit code 1 where the way is closed
 */
export function makePlan(facts: MigrationFacts, choice: PlanChoice): MigrationPlan {
  const { to, split } = choice;
  const done = to !== "local" && earlierIn(facts.entries) !== undefined && !runsScripts(facts);
  return planFor(facts, { to: done ? "local" : to, split });
}

// After a migration another way has nothing left to do, whatever it would refuse.
function runsScripts(facts: MigrationFacts): boolean {
  return facts.hookdir.kind === "tracked" ||
    facts.files.some(({ entry }) => entry.event && entry.kind === "script" && entry.executable);
}

function planFor(facts: MigrationFacts, { to, split }: PlanChoice): MigrationPlan {
  if (to === "project") refuseProject(facts);
  if (split) refuseSplit(facts);
  const namer = new Namer(facts.names);
  const tracked = facts.hookdir.kind === "tracked" && to !== "git-config"
    ? planTracked(facts, namer, to)
    : undefined;
  const files = tracked?.files ??
    (to === "git-config" ? planGitConfig(facts, namer) : planOwn(facts, { namer, split }));
  const all = [...inOrder(files), ...planOthers(facts)];
  const hooks = migratedBy({ files: all });
  const hint = to === "local" && tracked === undefined ? splitHint(facts, all) : [];
  const any = hooks.length > 0;
  const lost = to === "git-config" ? LOST_IN_GIT_CONFIG : tracked?.lost ?? [];
  return {
    to,
    split,
    hookdir: facts.hookdir.shown,
    scripts: any && tracked === undefined && to === "local" ? facts.scriptsShown : undefined,
    files: all,
    target: targetOf(facts, to, hooks),
    unset: any && tracked?.unsets === true
      ? {
        value: facts.hookdir.value ?? "",
        file: facts.config.shown,
        path: facts.config.path,
      }
      : undefined,
    notes: to === "git-config" ? [] : [...notesOf(facts, movingIn({ files: all })), ...hint],
    changes: changesIn(facts, all),
    lost: any ? lost : [],
    undoers: any ? facts.undoers : [],
    earlier: earlierIn(facts.entries),
    fingerprint: fingerprintOf(facts, split),
  };
}

function refuseProject(facts: MigrationFacts): void {
  const { hookdir, projectTarget } = facts;
  const refuse = (message: string, hint: string): UserError =>
    new UserError({ message, hints: [hint] }, { exitCode: 1, level: "error" });
  if (hookdir.kind !== "tracked") {
    throw refuse(
      `the scripts of ${hookdir.shown} are not tracked, so no clone would have them`,
      "git hooks migrate --to local",
    );
  }
  if (projectTarget.trust === "untrusted" || projectTarget.trust === "never") {
    throw refuse("hooks.toml is there, and not accepted", "read and accept it: git hooks trust");
  }
}

function targetOf(
  facts: MigrationFacts,
  to: PlanChoice["to"],
  hooks: readonly PlannedHook[],
): MigrationPlan["target"] {
  if (to === "git-config") {
    const { path, shown, text } = facts.config;
    const emptyFolder = `${facts.commonDir}/hooks.d`;
    const added = gitConfigText(hooks, { emptyFolder, existing: text });
    return { path, shown, isNew: false, text: hooks.length === 0 ? "" : added };
  }
  const { path, shown, text } = to === "project" ? facts.projectTarget : facts.target;
  return {
    path,
    shown,
    isNew: text === undefined,
    text: hooks.length === 0 ? "" : separator(text) + hooks.map(table).join("\n"),
  };
}

function inOrder(files: readonly PlannedFile[]): readonly PlannedFile[] {
  const order = new Map(allEvents().map(({ name }, index) => [name, index]));
  const place = (file: PlannedFile): number => order.get(file.name) ?? order.size;
  return [...files].sort((left, right) => place(left) - place(right));
}

interface How {
  readonly namer: Namer;
  readonly split: boolean;
}

function planOwn(facts: MigrationFacts, how: How): readonly PlannedFile[] {
  const fates = new Map<ScannedFile, Fate>();
  const order = new Map(allEvents().map(({ name }, index) => [name, index]));
  const files = [...facts.files].sort((left, right) =>
    (order.get(left.entry.name) ?? order.size) - (order.get(right.entry.name) ?? order.size)
  );
  for (const file of files) fates.set(file, fateOf(facts, file, how));
  // Who stays may hold others where they are: he reads them, where a shim would stand.
  for (let changed = true; changed;) {
    changed = false;
    for (const [file, fate] of fates) {
      if (!moves(fate)) continue;
      const reason = forbids(facts, file, fate) ?? heldBy(facts, file, fates) ??
        heldFromBelow(facts, file, fates);
      if (reason === undefined) continue;
      fates.set(file, stays(reason));
      changed = true;
    }
  }
  const planned = [...fates].map(([{ entry, digest }, fate]): PlannedFile => ({
    name: entry.name,
    shown: `${facts.hookdir.shown}/${entry.name}`,
    fate,
    digest,
  }));
  return [...planned, ...planShadowed(facts)];
}

function moves({ kind }: Fate): boolean {
  return kind === "becomes" || kind === "splits";
}

function fateOf(facts: MigrationFacts, file: ScannedFile, how: How): Fate {
  const { entry } = file;
  const event = entry.name;
  if (!entry.event) return { kind: "left", reason: whyNoHook(file, facts.files) };
  if (entry.kind === "shim") return fateBehindShim(facts, file, how);
  if (entry.kind === "broken-link") return { kind: "left", reason: "broken link" };
  if (entry.kind === "other") return { kind: "left", reason: "no file" };
  const folder = entry.kind === "folder" && (entry.mode & 0o111) !== 0;
  if (!entry.executable && !folder) return { kind: "left", reason: "not executable" };
  if (facts.hookdir.receive !== undefined && findEvent(event)?.side === "receive") {
    return {
      kind: "dead",
      reason: "core.hooksPath is relative, and a push starts in the git directory",
      moved: false,
    };
  }
  const twin = facts.scriptHooks.get(`${event} ${facts.scripts}/${event}`) ??
    splitHook(facts, event);
  if (twin !== undefined) return twinOf(facts, file, twin);
  return staysFor(facts, file) ?? movedTo(`${facts.scripts}/${event}`, facts, file, how);
}

function movedTo(path: string, facts: MigrationFacts, file: ScannedFile, how: How): Fate {
  const { namer, split } = how;
  return (split ? splitFate(facts, file, { namer, path }) : undefined) ?? {
    kind: "becomes",
    hook: namer.name(file.entry.name),
    program: programFor(path, file.leavesHookdir),
  };
}

function staysFor(facts: MigrationFacts, file: ScannedFile): Fate | undefined {
  const event = file.entry.name;
  const reason = reasonToStay(file, FORBIDS_MOVING);
  if (reason !== undefined) return reason;
  const beside = file.script?.dependencies.find(({ kind }) =>
    kind === "neighbours" || kind === "globs-directory"
  );
  if (beside !== undefined && facts.links.unspellable) {
    const line = beside.line;
    return stays(`line ${line} looks beside it, where a name is not UTF-8`, line);
  }
  if (facts.hookdir.worktreeOnly) return stays("core.hooksPath is this worktree's own");
  const disabled = facts.disabled.get(event);
  if (disabled !== undefined) {
    return stays(`hook.${event}.enabled=false would switch it off (${disabled})`);
  }
  const obstacle = facts.obstacles.get(event);
  return obstacle === undefined ? undefined : stays(obstacle);
}

function fateBehindShim(facts: MigrationFacts, file: ScannedFile, how: How): Fate {
  const event = file.entry.name;
  const script = file.entry.shim?.script;
  const hook = script === undefined
    ? undefined
    : facts.scriptHooks.get(`${event} ${script.path}`) ?? journaledHook(facts.entries, event);
  if (script?.state === "migrated") {
    return hook === undefined
      ? { kind: "left", reason: "a shim of git-hooks" }
      : { kind: "migrated", hook };
  }
  const kept = file.kept;
  if (script === undefined || kept === undefined) {
    const earlier = journaledHook(facts.entries, event);
    return earlier === undefined
      ? { kind: "left", reason: "a shim of git-hooks" }
      : { kind: "migrated", hook: earlier };
  }
  if (!kept.entry.executable) return { kind: "left", reason: "not executable" };
  if (!file.entry.executable) return { kind: "left", reason: "its shim is not executable" };
  if (hook !== undefined) return { kind: "migrated", hook };
  return staysFor(facts, kept) ?? movedTo(script.path, facts, kept, how);
}

function twinOf(facts: MigrationFacts, file: ScannedFile, hook: string): Fate {
  const { tool } = file;
  const date = earlierIn(facts.entries)?.date;
  const since = date === undefined ? "" : ` on ${date}`;
  const who = tool === undefined ? "somebody put it there" : `${tool.tool} put it there`;
  return {
    ...stays(`${who} after ${hook} was migrated${since}; it runs in place of that hook`),
    ...(tool === undefined ? {} : { tool: { name: tool.tool, reinstall: tool.reinstall } }),
  };
}

function heldBy(
  facts: MigrationFacts,
  file: ScannedFile,
  fates: ReadonlyMap<ScannedFile, Fate>,
): string | undefined {
  for (const [other, fate] of fates) {
    if (other === file || moves(fate) || fate.kind === "migrated") continue;
    if (other.entry.kind === "sample" || (other.entry.event && !other.entry.executable)) continue;
    const event = file.entry.name;
    const found = other.script?.dependencies.find((one) =>
      one.event === event && (one.kind === "neighbour-event" || /^(reads|runs)-/.test(one.kind)) &&
      // A shim is started as the script was, but runs the event's other hooks as well.
      (one.runs !== true || facts.configuredEvents.has(event))
    );
    if (found === undefined) continue;
    const place = `${other.entry.name} line ${found.line}`;
    return found.runs === true
      ? `${place} runs it by its path, and ${event} has other hooks`
      : `${place} reads it by its path`;
  }
  return undefined;
}

// Behind a path into the hookdir there is a shim then, which is started by another name, or read.
function heldFromBelow(
  facts: MigrationFacts,
  file: ScannedFile,
  fates: ReadonlyMap<ScannedFile, Fate>,
): string | undefined {
  const event = file.entry.name;
  const moving = new Set(
    [...fates].flatMap(([{ entry }, fate]) =>
      moves(fate) || fate.kind === "migrated" ? [entry.name] : []
    ),
  );
  const link = facts.links.links.find(({ from, to, byName }) =>
    to === event && !(byName && moving.has(from))
  );
  if (link !== undefined) return `the link ${link.from} leads to it`;
  const use = facts.links.uses.find((one) => one.event === event);
  return use === undefined ? undefined : `${use.file} line ${use.line} needs it where it is`;
}

function forbids(facts: MigrationFacts, file: ScannedFile, fate: Fate): string | undefined {
  const parts = fate.kind === "splits" ? facts.parts.get(file.entry.name)?.parts ?? [] : [];
  return [file, ...parts.map((part) => part.file)]
    .map((one) => helperForbids(one, facts.files)).find((reason) => reason !== undefined);
}

// What a helper does with its path, it does in the name of the script that uses it.
function helperForbids(file: ScannedFile, all: readonly ScannedFile[]): string | undefined {
  const text = new TextDecoder().decode(file.entry.bytes ?? new Uint8Array());
  for (const { entry, script } of all) {
    if (entry.event || entry.kind !== "script" || script?.kind !== "text") continue;
    if (entry.bytes === file.entry.bytes || !mentions(text, entry.name)) continue;
    const found = script.dependencies.find(({ kind }) =>
      kind === "compares-self" || kind === "edits-directory" || kind === "looks-at-parent"
    );
    if (found !== undefined) return `${entry.name} line ${found.line} ${inWords(found)}`;
  }
  return undefined;
}

function whyNoHook(file: ScannedFile, all: readonly ScannedFile[]): string {
  const { name, kind } = file.entry;
  if (kind === "sample") return "sample";
  const used = all.some(({ entry, script }) =>
    entry.event && entry.executable &&
    (entry.link === name || script?.kind === "text" &&
        mentions(new TextDecoder().decode(entry.bytes ?? new Uint8Array()), name))
  );
  const owner = all.find(({ entry, tool }) =>
    tool !== undefined && name === `${entry.name}.legacy` && entry.executable
  );
  if (owner !== undefined) return `${owner.tool?.tool ?? ""} runs it`;
  const part = all.some(({ entry, script }) =>
    entry.event && entry.executable && /^[.-]/.test(name.slice(entry.name.length)) &&
    name.startsWith(entry.name) &&
    script?.dependencies.some((one) => one.kind === "globs-directory") === true
  );
  return used || part || kind === "folder" ? "helper" : "no event";
}

function mentions(text: string, name: string): boolean {
  const quoted = name.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(String.raw`(?<![\w.-])${quoted}(?![\w-])`).test(text);
}

function planShadowed(facts: MigrationFacts): readonly PlannedFile[] {
  return facts.shadowed.filter(({ entry }) => entry.event && entry.executable).map((
    { entry },
  ) => ({
    name: entry.name,
    shown: `${facts.ownShown}/${entry.name}`,
    fate: {
      kind: "dead",
      reason: `core.hooksPath is ${facts.hookdir.value ?? ""}`,
      moved: false,
    },
  }));
}

function planOthers(facts: MigrationFacts): readonly PlannedFile[] {
  return facts.others.flatMap((other) =>
    other.files.filter(({ entry }) => entry.event && entry.executable && entry.kind !== "shim")
      .map(({ entry }) => ({
        name: entry.name,
        shown: `${other.shown}/${entry.name}`,
        fate: stays(`worktree ${other.worktree} has a core.hooksPath of its own`),
      }))
  );
}

function separator(existing: string | undefined): string {
  if (existing === undefined || existing === "" || existing.endsWith("\n\n")) return "";
  return existing.endsWith("\n") ? "\n" : "\n\n";
}

function table(hook: PlannedHook): string {
  const { program } = hook;
  const value = program.kind === "script" ? program.path : program.text;
  return `[hook.${tomlKey(hook.hook)}]\nevent = ${tomlString(hook.event)}\n` +
    `${program.kind} = ${tomlString(value)}\n`;
}

function fingerprintOf(facts: MigrationFacts, split: boolean): string {
  const texts = [facts.target.text, facts.projectTarget.text, facts.config.text];
  const parts = [...split ? facts.parts.values() : []]
    .map((folder) => folder.parts.map(({ file }) => file));
  const seen = [facts.files, facts.shadowed, facts.received, ...parts].map((files) =>
    files.map(({ entry, digest }) => [entry.name, entry.kind, entry.executable, entry.link, digest])
  );
  return JSON.stringify([seen, facts.hookdir.value, texts, [...facts.elsewhere]]);
}
