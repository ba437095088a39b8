/**
 * The two streams a command speaks to: answers on standard output, everything else on standard error
 * in git's form. Commands get it handed in, so tests read what was said without a process.
 *
 * @module
 */

import type { Fault, UserError } from "../../lib/errors.ts";
import { ownPath } from "../../lib/own_path.ts";
import { printable } from "../../lib/quote.ts";

/** Where a command prints. */
export interface Console {
  /** Writes a text to standard output as it is. */
  readonly out: (text: string) => void;
  /** Writes a text to standard error as it is. */
  readonly err: (text: string) => void;
  /** True when standard output takes colour (NO_COLOR, FORCE_COLOR and git's `color.ui` respected). */
  readonly colourOut: boolean;
  /** The same of standard error. */
  readonly colourErr: boolean;
}

/**
 * Makes the console of this process.
 *
 * @returns a console that writes to the standard streams at once
 */
export function processConsole(): Console {
  let rule: ColourRule | undefined;
  const askedRule = (): ColourRule => rule ??= colourRule();
  return {
    out: (text) => writeAll(Deno.stdout, text),
    err: (text) => writeAll(Deno.stderr, text),
    get colourOut(): boolean {
      return isForced() ?? coloured(askedRule(), Deno.stdout.isTerminal());
    },
    get colourErr(): boolean {
      // Messages are written on the way to a hook too, where git is asked nothing that only a terminal needs.
      return isForced() ?? (Deno.stderr.isTerminal() && coloured(askedRule(), true));
    },
  };
}

function isForced(): boolean | undefined {
  const forced = Deno.env.get("FORCE_COLOR");
  if (forced !== undefined && forced !== "0") return true;
  return Deno.noColor || Deno.env.get("TERM") === "dumb" ? false : undefined;
}

type ColourRule = "always" | "auto" | "never";

function coloured(rule: ColourRule, terminal: boolean): boolean {
  return rule === "always" || (rule === "auto" && terminal);
}

// git-config(1), color.ui; git_config_colorbool() in color.c takes `true` for `auto`.
function colourRule(): ColourRule {
  try {
    const { stdout } = new Deno.Command("git", {
      args: ["config", "--get", "color.ui"],
      env: ownPath(),
      stdin: "null",
      stderr: "null",
    }).outputSync();
    const value = new TextDecoder().decode(stdout).trim().toLowerCase();
    if (value === "always") return "always";
    return ["never", "false", "no", "off", "0"].includes(value) ? "never" : "auto";
  } catch {
    // Without git its configuration says nothing.
    return "auto";
  }
}

function writeAll(stream: { writeSync(data: Uint8Array): number }, text: string): void {
  let rest = new TextEncoder().encode(text);
  try {
    while (rest.length > 0) rest = rest.subarray(stream.writeSync(rest));
  } catch (error) {
    // The reader went away (a pager, `head`): there is nobody left to tell.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/**
 * Prints one line of an answer.
 *
 * @param console where to print
 * @param text the line without its newline; control characters are shown, not sent
 */
export function answer(console: Console, text: string): void {
  console.out(`${printable(text)}\n`);
}

/** git's words in front of a message. */
export type Level = "fatal" | "error" | "warning" | "hint";

/**
 * Prints one message as git does, its further lines indented by nothing, as git's are.
 *
 * @param console where to print
 * @param level git's word for its weight
 * @param text the message; control characters other than the newline are shown, not sent
 */
export function say(console: Console, level: Level, text: string): void {
  const shown = text.split("\n").map(printable);
  const prefix = console.colourErr ? `${COLOURS[level]}${level}:\x1b[m` : `${level}:`;
  const lines = level === "hint" ? shown.map((line) => `${prefix} ${line}`) : [
    `${prefix} ${shown[0] ?? ""}`,
    ...shown.slice(1),
  ];
  console.err(lines.map((line) => `${line.trimEnd()}\n`).join(""));
}

const COLOURS: Readonly<Record<Level, string>> = {
  fatal: "\x1b[31m",
  error: "\x1b[31m",
  warning: "\x1b[33m",
  hint: "\x1b[2m",
};

/**
 * Prints all faults of an error: place, message, the line with the fault underlined, hints.
 *
 * @param console where to print
 * @param error what went wrong
 */
export function sayError(console: Console, error: UserError): void {
  for (const warning of error.warnings) say(console, "warning", warning);
  for (const fault of error.faults) {
    say(console, fault.level ?? error.level, faultText(fault));
    const excerpt = faultExcerpt(fault);
    if (excerpt !== "") console.err(excerpt);
    for (const hint of fault.hints ?? []) say(console, "hint", hint);
  }
}

function faultText(fault: Fault): string {
  const place = fault.place;
  if (place === undefined) return fault.message;
  const position = [place.file, place.line, place.line === undefined ? undefined : place.column]
    .filter((part) => part !== undefined).join(":");
  return `${position}: ${fault.message}`;
}

function faultExcerpt(fault: Fault): string {
  const { line, column, text, width } = fault.place ?? {};
  if (line === undefined || text === undefined) return "";
  const number = String(line).padStart(5);
  const shown = `${number} | ${printable(text)}\n`;
  if (column === undefined) return shown;
  const before = printable(text.slice(0, column - 1)).length;
  const under = Math.max(1, printable(text.slice(column - 1, column - 1 + (width ?? 1))).length);
  return `${shown}${" ".repeat(5)} | ${" ".repeat(before)}${"^".repeat(1)}${
    "~".repeat(under - 1)
  }\n`;
}
