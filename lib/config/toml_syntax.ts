/**
 * Turns a TOML syntax error into a fault that says what to write instead: most of them come from people
 * who think in git config, YAML or shell.
 *
 * @module
 */

import { TOML_KEYS } from "./toml_keys.ts";
import { tomlKey, tomlString } from "./toml_quote.ts";
import type { TomlReport } from "./toml_report.ts";
import type { TomlSyntaxError } from "./toml_text.ts";

/**
 * Adds the fault for a text that is no TOML.
 *
 * @param report where the fault goes
 * @param error what the parser said
 */
export function addSyntaxFault(report: TomlReport, error: TomlSyntaxError): void {
  const text = report.lineText(error.line);
  const lineStart = report.startOf(error.line);
  const fault = explain(report, error, text);
  const column = fault.column ?? error.column;
  const start = lineStart + column - 1;
  report.add({ start, end: start + (fault.width ?? 1) }, fault.message, {
    hints: fault.hints ?? [],
  });
}

interface SyntaxFault {
  readonly message: string;
  readonly hints?: readonly string[];
  readonly column?: number;
  readonly width?: number;
}

function explain(report: TomlReport, error: TomlSyntaxError, text: string): SyntaxFault {
  const indent = text.length - text.trimStart().length;
  const trimmed = text.trim();
  const whole = { column: indent + 1, width: trimmed.length };
  const section = /^\[\s*([A-Za-z][A-Za-z0-9.-]*)\s+"((?:[^"\\]|\\.)*)"\s*\]/.exec(trimmed);
  if (section !== null) {
    const [shown, table = "", name = ""] = section;
    return {
      message: `${shown} is how git config writes it`,
      hints: [`write [${table}.${tomlKey(name.replace(/\\(.)/g, "$1"))}]`],
      column: indent + 1,
      width: shown.length,
    };
  }
  if (/^(?:<{7}|={7}|>{7})(?: |$)/.test(text)) {
    return { ...whole, message: "an unresolved merge conflict stands here" };
  }
  if (trimmed.startsWith(";") || trimmed.startsWith("//")) {
    return { ...whole, message: "a comment begins with '#' in TOML" };
  }
  if (/^\[[^\]#]*$/.test(trimmed)) {
    return { ...whole, message: "this table's name is not closed with ']'" };
  }
  const explained = explainValue(error, text) ?? explainTwice(report, error, text);
  if (explained !== undefined) return explained;
  const rest = report.text.slice(report.startOf(error.line) + error.column - 1);
  if (error.line > 1 && rest.trim() === "") {
    return { message: "not TOML: the file ends in the middle of a value" };
  }
  return { message: PLAIN.get(error.message) ?? `not TOML: ${error.message}` };
}

const PLAIN: ReadonlyMap<string, string> = new Map([
  ["document contains excessively nested structures. aborting.", "nested too deep"],
  ["expected comma or end of structure", "not TOML: a ',' or the end of the list is missing here"],
  ["unfinished array", "not TOML: this list is not closed with ']'"],
  ["unfinished table", "not TOML: this table is not closed with '}'"],
]);

// How git config may write a boolean.
const BOOLEANS: ReadonlyMap<string, string> = new Map([
  ["true", "true"],
  ["yes", "true"],
  ["on", "true"],
  ["false", "false"],
  ["no", "false"],
  ["off", "false"],
]);

const NOT_A_VALUE = new Set([
  "invalid value",
  "illegal character in numeric literal",
  "unfinished numeric value",
  "illegal leading zero",
  "each key-value declaration must be followed by an end-of-line",
]);

function explainValue(error: TomlSyntaxError, text: string): SyntaxFault | undefined {
  const assignment = /^(\s*)([\w-]+|"[^"]*")(\s*)([=:])(\s*)(.*)$/.exec(text);
  if (assignment === null) return undefined;
  const [, indent = "", key = "", , sign = "", , rest = ""] = assignment;
  const value = rest.replace(/\s+#.*$/, "").trimEnd();
  const column = text.length - rest.length + 1;
  const place = { column, width: Math.max(1, value.length) };
  if (sign === ":") {
    return {
      message: "a key and its value are joined by '=' in TOML",
      hints: value === ""
        ? []
        : [`write ${key} = ${/^["'[{]/.test(value) ? value : tomlString(value)}`],
      column: indent.length + 1,
      width: text.trim().length,
    };
  }
  if (NOT_A_VALUE.has(error.message) && value === "") {
    return { message: `'${key}' has no value`, column: indent.length + 1, width: key.length };
  }
  if (NOT_A_VALUE.has(error.message) && /^[^"'[{]/.test(value)) {
    const boolean = TOML_KEYS.some((one) => one.name === key && one.type === "boolean");
    const word = boolean ? BOOLEANS.get(value.toLowerCase()) : undefined;
    return word === undefined
      ? {
        ...place,
        message: `the value of '${key}' needs quotes`,
        hints: [`write ${key} = ${tomlString(value)}`],
      }
      : { ...place, message: `${value} is no boolean in TOML`, hints: [`write ${key} = ${word}`] };
  }
  if (
    /^(?:unrecognised escape sequence|invalid non-hex character|invalid unicode escape)/.test(
      error.message,
    )
  ) {
    const inner = /^"([^'\n]*)"$/.exec(value)?.[1];
    return {
      message: "in double quotes a backslash begins an escape, and this is none",
      hints: [
        inner === undefined ? "write the backslash twice: \\\\" : `write ${key} = '${inner}'`,
      ],
    };
  }
  if (
    error.message === "control characters are not allowed in strings" && error.column > text.length
  ) {
    return {
      ...place,
      message: "this string is not closed on its line",
      hints: ["a text of several lines stands between ''' and '''"],
    };
  }
  return undefined;
}

function explainTwice(
  report: TomlReport,
  error: TomlSyntaxError,
  text: string,
): SyntaxFault | undefined {
  if (!error.message.startsWith("trying to redefine")) return undefined;
  const trimmed = text.trim();
  const column = text.length - text.trimStart().length + 1;
  const header = /^\[[^\]]*\]/.exec(trimmed)?.[0];
  if (header !== undefined) {
    const before = lineBefore(report, error.line, (line) => line.trim().startsWith(header));
    const hints = before === undefined ? [] : [`the first one is on line ${before}`];
    return { message: `${header} is there twice`, hints, column, width: header.length };
  }
  const key = /^[\w-]+/.exec(trimmed)?.[0];
  if (key === undefined) return { message: "this key is there twice" };
  const same = new RegExp(`^\\s*${key}\\s*=`);
  const before = lineBefore(report, error.line, (line) => same.test(line));
  const list = key === "event" ? eventList(report, before, text) : undefined;
  const hints = list ?? (before === undefined ? [] : [`the first one is on line ${before}`]);
  return { message: `'${key}' is there twice in one table`, hints, column, width: key.length };
}

// In git config a hook has one `event` line for each of its events.
function eventList(
  report: TomlReport,
  before: number | undefined,
  text: string,
): readonly string[] | undefined {
  if (before === undefined) return undefined;
  const [first, second] = [report.lineText(before), text].map((line) =>
    /^\s*event\s*=\s*("[^"\\]*"|'[^']*')/.exec(line)?.[1]
  );
  return first === undefined || second === undefined
    ? undefined
    : [`write event = [${first}, ${second}]`];
}

function lineBefore(
  report: TomlReport,
  line: number,
  matches: (text: string) => boolean,
): number | undefined {
  for (let number = line - 1; number >= 1; number--) {
    if (matches(report.lineText(number))) return number;
  }
  return undefined;
}
