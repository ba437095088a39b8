/**
 * Checks `command` and `script` of one hook: what TOML or sh would make of them that nobody meant.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { type CommandTrap, findCommandTrap } from "./command_traps.ts";
import type { TomlRange } from "./toml_positions.ts";
import type { TomlReport } from "./toml_report.ts";

/** A `command` or `script` that is a string, with its place. */
export interface Program {
  /** Which of the two. */
  readonly key: "command" | "script";
  /** Its value. */
  readonly text: string;
  /** Where the value stands. */
  readonly range: TomlRange;
}

/**
 * Looks for characters that TOML's escapes made of a backslash, as in `"tools\test"`.
 *
 * @param report where faults go
 * @param program the value
 * @returns true when the value is clean
 */
export function checkCharacters(report: TomlReport, { key, text, range }: Program): boolean {
  if (text.includes("\0")) {
    report.add(range, `'${key}' contains NUL, and no program can be started with that`);
    return false;
  }
  const source = report.text.slice(range.start, range.end);
  const escape = source.startsWith('"') ? suspiciousEscape(source, text, key) : undefined;
  if (escape !== undefined) {
    const literal = literalOf(source);
    const hint = literal === undefined
      ? "write the backslash twice: \\\\"
      : `write ${key} = ${literal}`;
    report.add(
      range,
      `'${key}' contains ${escape}: in double quotes a backslash begins an escape`,
      {
        hints: [hint],
      },
    );
    return false;
  }
  const bad = key === "script" ? CONTROL : CONTROL_BUT_SPACE;
  if (!bad.test(text)) return true;
  report.add(range, `'${key}' contains a control character`);
  return false;
}

const CONTROL = /[\x00-\x1f\x7f]/;
const CONTROL_BUT_SPACE = /[\x00-\x08\x0b-\x1f\x7f]/;

const NAMED: ReadonlyMap<string, string> = new Map([
  ["b", "a backspace"],
  ["t", "a tab"],
  ["f", "a form feed"],
  ["r", "a carriage return"],
  ["e", "an escape character"],
]);

function suspiciousEscape(source: string, text: string, key: string): string | undefined {
  if (!source.includes("\\") || source.startsWith('"""')) return undefined;
  const escapes = [...source.matchAll(/\\(?:([btfre])|(n)|[^])/g)];
  let end = 0;
  for (const { 0: escape, 1: letter, index } of escapes) {
    // Behind a blank or a newline a tab may be meant; behind a letter it is a path.
    const isPath = index > end && /[\w.)}]/.test(source[index - 1] ?? "");
    end = index + escape.length;
    if (letter !== undefined && (letter !== "t" || key === "script" || isPath)) {
      return `${NAMED.get(letter)} made from '\\${letter}'`;
    }
  }
  const newline = escapes.some(({ 2: letter }) => letter !== undefined);
  // `tools\new` is a path; `set -e\nnpm test` is two commands.
  if (newline && (key === "script" || /^[^\s'"]+\n\w/.test(text))) {
    return "a newline made from '\\n'";
  }
  return undefined;
}

function literalOf(source: string): string | undefined {
  const inner = /^"([^"\n]*)"$/.exec(source)?.[1];
  return inner === undefined || inner.includes("'") ? undefined : `'${inner}'`;
}

/**
 * Looks for a command that goes wrong when git appends the arguments of one of its events.
 *
 * @param report where faults go
 * @param program the value
 * @param events the hook's events
 */
export function checkArguments(
  report: TomlReport,
  program: Program,
  events: readonly string[],
): void {
  const event = events.find((name) => (findEvent(name)?.args.length ?? 0) > 0);
  if (event === undefined) return;
  const trap = findCommandTrap(program.text);
  if (trap === undefined) return;
  const args = findEvent(event)?.args.join(" ") ?? "";
  const { ends, cure } = explainTrap(trap);
  report.add(program.range, `'command' ends in ${ends}, and on ${event} git appends ${args}`, {
    hints: [cure, "or write args = false if it needs no arguments"],
  });
}

/**
 * Says what a command ends in that makes appended arguments go wrong, and how to mend it.
 *
 * @param trap what {@linkcode findCommandTrap} found
 * @returns the end, to be read after "ends in", and the cure
 */
export function explainTrap(
  trap: CommandTrap,
): { readonly ends: string; readonly cure: string } {
  switch (trap.kind) {
    case "comment":
      return {
        ends: "a comment",
        cure: "the comment would swallow that: move it out of the command",
      };
    case "operator":
      return trap.text === "\n"
        ? {
          ends: "a newline",
          cure: "sh would run that as a command: write the closing quotes on the last line",
        }
        : {
          ends: `'${trap.text}'`,
          cure: `sh would run that as a command: take the '${trap.text}' away`,
        };
    case "compound":
      return {
        ends: `'${trap.text}'`,
        cure: "sh would call that a syntax error: write f() { ...; }; f",
      };
    case "doubled":
      return { ends: trap.text, cure: `it would come twice: take the ${trap.text} away` };
    case "here-document":
      return {
        ends: "a here-document",
        cure: "its last line would no longer end it: put a line with ':' behind it",
      };
    case "backslash":
      return {
        ends: "a backslash",
        cure: "sh would join that to the last word: take the backslash away",
      };
  }
}
