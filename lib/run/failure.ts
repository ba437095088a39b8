/**
 * What is said of hooks that failed: event, name, what happened, where the hook stands, and how to get
 * past it. git says nothing of the kind.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import type { Hook } from "../hook.ts";
import { displayPath } from "../paths.ts";
import { printable, quoteForSh } from "../quote.ts";
import { gitLine } from "./messages.ts";
import { hasFailed, joinedCode, type Outcome } from "./outcome.ts";

/** The run whose failures are told. */
export interface FailureContext {
  /** The event's name. */
  readonly event: string;
  /** In mode `run` only hooks of a hooks.toml are told of, as git prints nothing of its own ones. */
  readonly mode: "run" | "hook";
  /** The event's arguments. */
  readonly args: readonly string[];
  /** The directory in which the hooks ran, absolute. */
  readonly directory: string;
  /** The user's home directory. */
  readonly home: string | undefined;
  /** The PATH in which programs were looked for. */
  readonly path: string | undefined;
}

/**
 * Tells of the hooks that failed.
 *
 * @param outcomes what became of each hook, in running order
 * @param context the run
 * @returns the lines for standard error: one sentence when one hook ran, a table when several did;
 *   empty when there is nothing to tell
 */
export function failureText(outcomes: readonly Outcome[], context: FailureContext): string {
  const failed = outcomes.filter((outcome) =>
    hasFailed(outcome) && (context.mode === "hook" || outcome.hook.source === "hooks.toml")
  );
  const [only] = failed;
  if (only === undefined) return "";
  const shown = outcomes.filter((outcome) => outcome.kind !== "no-refs");
  // Where git goes on all the same, nobody is to look for what was undone.
  const level = joinedCode(outcomes) === 0 ? "warning" : "error";
  const told = shown.length === 1
    ? gitLine(level, sentence(only, context))
    : table(shown, level, context);
  const hint = failed.length === 1 ? cure(only, context) : undefined;
  return hint === undefined ? told : told + gitLine("hint", hint);
}

function sentence(outcome: Outcome, context: FailureContext): string {
  const { hook } = outcome;
  const name = hook.name === undefined ? "" : ` '${printable(hook.name)}'`;
  const subject = `${printable(context.event)} hook${name}`;
  if (refusesPush(context)) {
    return `${subject} refused ${refused(context)} (${result(outcome)})`;
  }
  const place = placeOf(hook, context);
  return `${subject} ${verb(outcome)}${place === "" ? "" : ` (${place})`}`;
}

function verb(outcome: Outcome): string {
  if (outcome.killedAfter !== undefined) return `was ${result(outcome)}`;
  const exited = outcome.kind === "ended" && outcome.signal === undefined;
  return exited ? `failed with ${result(outcome)}` : result(outcome);
}

function result(outcome: Outcome): string {
  if (outcome.kind === "not-started") return "cannot be started";
  if (outcome.kind === "not-run") return "not run";
  if (outcome.killedAfter !== undefined) return `killed after ${outcome.killedAfter}`;
  if (outcome.signal !== undefined) return `died of signal ${outcome.signal}`;
  return outcome.code === 0 ? "ok" : `exit code ${outcome.code}`;
}

function refusesPush(context: FailureContext): boolean {
  const event = findEvent(context.event);
  return event?.side === "receive" && event.gates;
}

function refused(context: FailureContext): string {
  return context.event === "update" ? printable(context.args[0] ?? "this ref") : "this push";
}

const NAME_WIDTH = 13;
const RESULT_WIDTH = 22;

function table(
  outcomes: readonly Outcome[],
  level: "error" | "warning",
  context: FailureContext,
): string {
  const rows = outcomes.map((outcome) => ({
    name: outcome.hook.name === undefined ? "(hookdir)" : printable(outcome.hook.name),
    result: result(outcome),
    place: hasFailed(outcome) ? placeOf(outcome.hook, context) : "",
  }));
  const names = Math.max(NAME_WIDTH, ...rows.map((row) => row.name.length + 2));
  const results = Math.max(RESULT_WIDTH, ...rows.map((row) => row.result.length + 2));
  const failed = outcomes.filter(hasFailed).length;
  const what = refusesPush(context) ? `refused ${refused(context)}` : "failed";
  const head = `${printable(context.event)}: ${failed} of ${outcomes.length} hooks ${what}`;
  const lines = rows.map((row) =>
    `  ${row.name.padEnd(names)}${row.result.padEnd(results)}${row.place}`.trimEnd() + "\n"
  );
  return gitLine(level, head) + lines.join("");
}

/**
 * Says where a hook stands, for the message about its failure.
 *
 * @param hook the hook
 * @param context the run
 * @returns file and line; empty on a server, where whoever pushes is told nothing of its files
 */
export function placeOf(
  hook: Hook,
  context: Pick<FailureContext, "event" | "mode" | "directory" | "home">,
): string {
  // Lines of git config may have moved since a plan was made of them, so a shim's message has none,
  // whoever says it.
  if (findEvent(context.event)?.side === "receive") return "";
  const { kind, path, line } = hook.origin;
  if (kind !== "file") return kind;
  const shown = printable(displayPath(path, { directory: context.directory, home: context.home }));
  const lineShown = line !== undefined &&
    !(hook.source === "git-config" && context.mode === "hook");
  return lineShown ? `${shown}:${line}` : shown;
}

function cure(outcome: Outcome, context: FailureContext): string | undefined {
  if (findEvent(context.event)?.side === "receive") return undefined;
  const { hook } = outcome;
  if (outcome.kind === "ended" && outcome.code === 127) {
    return `a program was not found; PATH was ${printable(context.path ?? "not set")}`;
  }
  if (outcome.reason === "Permission denied" && hook.program?.kind === "script") {
    return `if it is to run: chmod +x ${printable(quoteForSh(hook.program.path))}`;
  }
  if (outcome.reason === "No such file or directory" && hook.source === "hookdir") return GONE_HINT;
  return skipHint(hook, context.event);
}

/** What to do about a script that a shim stands for, and that is gone. */
export const GONE_HINT =
  "put it back; if it is not to run any more, delete its shim and run: git hooks install";

/**
 * Says how to go on without a hook.
 *
 * @param hook the hook
 * @param event the event that was fired
 * @returns the hint, or undefined when there is no such way
 */
export function skipHint(hook: Hook, event: string): string | undefined {
  const command = COMMANDS.get(event);
  // git reads the value after the first `=`, so such a name cannot be given with -c.
  if (command === undefined || hook.name === undefined || /[=\n]/.test(hook.name)) return undefined;
  const setting = `hook.${hook.name}.enabled=false`;
  const word = /^[A-Za-z0-9_.,:@%+/=-]+$/.test(setting) ? setting : quoteForSh(setting);
  return `skip it once: git -c ${printable(word)} ${command}`;
}

// The command to repeat, for the events that can stop one.
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["pre-commit", "commit"],
  ["prepare-commit-msg", "commit"],
  ["commit-msg", "commit"],
  ["pre-merge-commit", "merge"],
  ["pre-rebase", "rebase"],
  ["pre-push", "push"],
  ["pre-auto-gc", "gc --auto"],
  ["applypatch-msg", "am"],
  ["pre-applypatch", "am"],
  ["sendemail-validate", "send-email"],
  ["p4-changelist", "p4 submit"],
  ["p4-prepare-changelist", "p4 submit"],
  ["p4-pre-submit", "p4 submit"],
]);
