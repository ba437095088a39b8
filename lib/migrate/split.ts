/**
 * What becomes of a dispatcher when each of its parts is to be a hook, and what changes by that: git runs
 * all hooks of an event and ORs their exit codes, which few dispatchers do.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { findEvent } from "../events.ts";
import { type Dispatch, readDispatcher } from "./dispatcher.ts";
import type { DispatchedFile } from "./dispatcher_state.ts";
import { journaledHook } from "./earlier.ts";
import type { MigrationFacts } from "./gather.ts";
import type { Namer } from "./namer.ts";
import type { Part, PartsFolder } from "./parts.ts";
import type { Fate, PlannedFile } from "./plan_types.ts";
import { programFor } from "./program_for.ts";
import { FORBIDS_MOVING, inWords, stays } from "./reasons.ts";
import type { ScannedFile } from "./scan_hookdir.ts";
import { NotUnderstood } from "./sh_syntax.ts";

/**
 * Refuses where parts could not be found beside the scripts.
 *
 * @param facts what was gathered
 * @throws {UserError} with exit code 1 for a tracked folder
 */
export function refuseSplit(facts: MigrationFacts): void {
  if (facts.hookdir.kind !== "tracked") return;
  throw new UserError({
    message: `the scripts of ${facts.hookdir.shown} are tracked and stay where they are: ` +
      "--split is for those that move",
    hints: ["as they are: git hooks migrate"],
  }, { exitCode: 1, level: "error" });
}

/**
 * Splits a dispatcher.
 *
 * @param facts what was gathered
 * @param file the event's file; behind a shim, the script it stands for
 * @param to the place its script gets, relative to the common git directory, and who gives names
 * @returns what becomes of it; undefined for a script that is no dispatcher
 */
export function splitFate(
  facts: MigrationFacts,
  file: ScannedFile,
  to: { readonly path: string; readonly namer: Namer },
): Fate | undefined {
  const event = file.entry.name;
  const found = splitOf(facts, file);
  if (found === undefined) return undefined;
  if ("refused" in found) {
    return stays(`cannot be split: ${found.refused}; without --split it becomes one hook`);
  }
  return {
    kind: "splits",
    parts: found.parts.map(({ file: { entry }, leavesHookdir }) => ({
      name: `${event}.d/${entry.name}`,
      hook: to.namer.partName(event, entry.name),
      program: programFor(`${to.path}.d/${entry.name}`, leavesHookdir),
    })),
    idle: found.idle,
    change: found.change,
  };
}

/**
 * Names a dispatcher's hook that was made by an earlier split.
 *
 * @param facts what was gathered
 * @param event the event
 * @returns the friendly name of its first part; undefined when it was not split
 */
export function splitHook(facts: MigrationFacts, event: string): string | undefined {
  if (journaledHook(facts.entries, event) === undefined) return undefined;
  const begin = `${event} ${facts.scripts}/${event}.d/`;
  return [...facts.scriptHooks].find(([key]) => key.startsWith(begin))?.[1];
}

/**
 * Finds the dispatchers that could be split, where that was not asked for.
 *
 * @param facts what was gathered
 * @param files what becomes of each file
 * @returns one sentence, or none
 */
export function splitHint(
  facts: MigrationFacts,
  files: readonly PlannedFile[],
): readonly string[] {
  const found = files.filter(({ name, fate }) => {
    const file = facts.files.find(({ entry }) => entry.name === name);
    if (file === undefined || fate.kind !== "becomes") return false;
    const split = splitOf(facts, file.kept ?? file);
    return split !== undefined && "parts" in split;
  }).map(({ name }) => name);
  return found.length === 0 ? [] : [`--split would make each part of ${found.join(", ")} a hook`];
}

/**
 * Says what splits change.
 *
 * @param facts what was gathered
 * @param files what becomes of each file
 * @returns one sentence for each dispatcher, and what is true of all
 */
export function changesIn(
  facts: MigrationFacts,
  files: readonly PlannedFile[],
): readonly string[] {
  const fates = files.map(({ fate }) => fate).filter((fate) => fate.kind === "splits");
  if (fates.length === 0) return [];
  const { hookdir, scriptsShown } = facts;
  return [
    ...fates.map(({ change }) => change).filter((change) => change !== ""),
    `each part: $0 is ${scriptsShown}/<event>.d/<part>; one taken away or made not executable is a ` +
    "failure",
    `parts added to ${hookdir.shown}/<event>.d later do not run`,
    `the dispatchers no longer run; they are kept in ${scriptsShown} for the undo`,
  ];
}

interface Splittable {
  readonly parts: readonly Part[];
  readonly idle: readonly { readonly name: string; readonly reason: string }[];
  readonly change: string;
}

// Undefined for a script that is no dispatcher.
function splitOf(
  facts: MigrationFacts,
  file: ScannedFile,
): Splittable | { readonly refused: string } | undefined {
  const event = file.entry.name;
  const folder = facts.parts.get(event);
  const source = new TextDecoder().decode(file.entry.bytes ?? new Uint8Array());
  const mentions = /\.d\b|\brun-parts\b/.test(source);
  if (folder === undefined || file.script?.kind !== "text" || !mentions) return undefined;
  try {
    const dispatch = follow(facts, source, event, folder);
    const parts = folder.parts.filter(({ file: { entry } }) => dispatch.order.includes(entry.name));
    const refused = parts.map((part) => whyNot(part, source)).find((one) => one !== undefined);
    if (refused !== undefined) return { refused: `${event}.d/${refused}` };
    return {
      parts,
      idle: folder.parts.filter((part) => !parts.includes(part)).map(({ file: { entry } }) => ({
        name: entry.name,
        reason: entry.kind === "folder" || entry.executable ? "skipped" : "not executable",
      })),
      change: changeOf(event, dispatch),
    };
  } catch (error) {
    if (!(error instanceof NotUnderstood)) throw error;
    return { refused: error.line === 0 ? error.message : `line ${error.line} ${error.message}` };
  }
}

function follow(
  facts: MigrationFacts,
  source: string,
  event: string,
  folder: PartsFolder,
): Dispatch {
  const row = findEvent(event);
  if (row === undefined) throw new NotUnderstood(0, "is no event");
  if (folder.unspellable) throw new NotUnderstood(0, `${event}.d has a name that is not UTF-8`);
  return readDispatcher(source, {
    event: row,
    program: folder.program,
    plainPath: /^[\w.,/+@:%-]*$/.test(facts.hookdir.path),
    ownHookdir: facts.hookdir.kind === "own",
    dotGit: facts.commonDir.endsWith("/.git"),
    files: folder.parts.map(({ file: { entry } }): DispatchedFile => ({
      name: entry.name,
      executable: entry.executable,
      kind: entry.kind === "folder"
        ? "folder"
        : entry.kind === "broken-link"
        ? "missing"
        : entry.kind === "other"
        ? "other"
        : "file",
    })),
  });
}

// A part is started by another path than before, and by git-hooks instead of the dispatcher's shell.
function whyNot({ file }: Part, dispatcher: string): string | undefined {
  const { entry, script } = file;
  const say = (reason: string): string => `${entry.name} ${reason}`;
  if (script === undefined) return say("cannot be read");
  if (entry.kind === "shim") return say("is a shim of git-hooks");
  if (script.carriageReturn || file.interpreterMissing) {
    return say("cannot be started today either");
  }
  if (script.kind === "binary" && script.mentionsHooks) {
    return say("is a program that mentions hooks; what it does with its path is not known");
  }
  const found = script.dependencies.find(({ kind }) => FORBIDS_MOVING.has(kind));
  if (found !== undefined) return say(`line ${found.line} ${inWords(found)}`);
  const shebang = entry.bytes !== undefined && entry.bytes[0] === 0x23 && entry.bytes[1] === 0x21;
  // What has no interpreter is read by the shell that starts it (exec(3p), ENOEXEC).
  const bash = /^#!.*bash/.test(dispatcher);
  return script.kind === "text" && !shebang && bash ? say("has no first line for bash") : undefined;
}

function changeOf(event: string, dispatch: Dispatch): string {
  const { order, failure, prints, mainOnly } = dispatch;
  const changes = [
    ...(order.length > 1 || failure === "none" ? [FAILURES[failure]] : []),
    ...(prints ? [`what ${event} prints itself is gone`] : []),
    ...(mainOnly ? ["they run in linked worktrees too, where it found none"] : []),
    ...(isOrderCertain(order) ? [] : ["their order is that of LC_ALL=C"]),
  ];
  return changes.length === 0 ? "" : `${event}: ${changes.join("; ")}`;
}

const FAILURES: Readonly<Record<Dispatch["failure"], string>> = {
  stops: "parts after one that fails run too; today a failure ends it",
  any: "its exit code is that of all failed parts together; today it chooses one",
  last: "a failure of any part counts; today only that of the last one does",
  none: "a failure of any part counts; today none does",
};

// bash sorts as the user's locale does, which may pass over signs and the case of letters.
function isOrderCertain(names: readonly string[]): boolean {
  return [false, true].every((ignorePunctuation) => {
    const { compare } = new Intl.Collator("en", { ignorePunctuation });
    return names.every((name, index) => {
      const before = names[index - 1];
      return before === undefined || compare(before, name) < 0;
    });
  });
}
