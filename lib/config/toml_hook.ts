/**
 * Checks one `[hook.<name>]` table: its keys, their values, and what they mean together.
 *
 * @module
 */

import { didYouMean } from "../did_you_mean.ts";
import { checkArguments, checkCharacters, type Program } from "./toml_command.ts";
import { checkEvents, checkRefs } from "./toml_events.ts";
import { tomlKeysOf, type TomlPlace } from "./toml_keys.ts";
import type { TomlNode, TomlRange } from "./toml_positions.ts";
import { tomlKey, tomlString } from "./toml_quote.ts";
import type { TomlReport } from "./toml_report.ts";
import type { Scope } from "./setting.ts";
import { isTomlTable, type TomlTable, type TomlValue } from "./toml_text.ts";
import { checkTomlValue } from "./toml_values.ts";

/** One table with its place. */
export interface PlacedTable {
  /** How it is spoken of, for example `[hook.lint]`. */
  readonly shown: string;
  /** Its keys and values. */
  readonly table: TomlTable;
  /** Where they stand. */
  readonly node: TomlNode;
}

/** What is known of a hook when its keys have been checked one by one. */
interface Known {
  readonly events: readonly string[] | undefined;
  readonly mistyped: ReadonlySet<string>;
}

/**
 * Checks one hook.
 *
 * @param report where faults go
 * @param placed its table
 * @param options the file's scope, and the hook's name
 */
export function checkHook(
  report: TomlReport,
  placed: PlacedTable,
  options: { readonly name: string; readonly scope: Scope },
): void {
  const { name, scope } = options;
  if (checkDottedName(report, placed, name)) return;
  const mistyped = checkKeys(report, placed, "hook.<name>");
  const events = wordsOf(placed.table["event"]);
  checkWholeness(report, placed, { name, events, mistyped });
  if (events !== undefined) {
    checkEvents(report, { words: events, range: valueRange(placed.node, "event") }, scope);
  }
  const refs = wordsOf(placed.table["refs"]);
  if (refs !== undefined) {
    checkRefs(report, { words: refs, range: valueRange(placed.node, "refs") }, {
      events: events ?? [],
      keyRange: keyRange(placed.node, "refs"),
    });
  }
  checkProgram(report, placed, { events: events ?? [], scope });
}

// `[hook.my.lint]` is a table in a table for TOML.
function checkDottedName(report: TomlReport, { table, node }: PlacedTable, name: string): boolean {
  let found = false;
  for (const [key, value] of Object.entries(table)) {
    if (!isTomlTable(value)) continue;
    found = true;
    const quoted = `[hook.${tomlKey(`${name}.${key}`)}]`;
    const shown = `[hook.${tomlKey(name)}.${tomlKey(key)}]`;
    report.add(
      keyRange(node, key),
      `${shown} is a table in a table; a name with a dot needs quotes`,
      {
        hints: [`write ${quoted}`],
      },
    );
  }
  return found;
}

/**
 * Checks the keys of a table one by one.
 *
 * @param report where faults go
 * @param placed the table
 * @param place its kind
 * @returns the keys that were meant by unknown ones, and those whose value was refused
 */
export function checkKeys(
  report: TomlReport,
  { shown, table, node }: PlacedTable,
  place: TomlPlace,
): ReadonlySet<string> {
  const known = tomlKeysOf(place);
  const mistyped = new Set<string>();
  for (const [name, value] of Object.entries(table)) {
    if (report.isFull) break;
    const key = known.get(name);
    if (key === undefined) {
      const meant = meantKey(name, known.keys());
      if (meant !== undefined) mistyped.add(meant);
      const tail = meant === undefined ? "" : `; did you mean '${meant}'?`;
      const hints = meant === undefined ? [`${shown} takes ${[...known.keys()].join(", ")}`] : [];
      report.add(keyRange(node, name), `unknown key '${name}' in ${shown}${tail}`, { hints });
      continue;
    }
    const fault = checkTomlValue(key, value);
    if (fault === undefined) continue;
    mistyped.add(name);
    report.add(valueRange(node, name), `'${name}' ${fault.must}`, {
      hints: fault.write === undefined ? [] : [`write ${name} = ${fault.write}`],
    });
  }
  return mistyped;
}

// What other hook managers call our keys, where the spelling is not near.
const ALIASES: ReadonlyMap<string, string> = new Map([
  ["run", "command"],
  ["cmd", "command"],
  ["exec", "command"],
  ["entry", "command"],
  ["on", "event"],
  ["stages", "event"],
  ["hook", "event"],
  ["path", "script"],
  ["file", "script"],
  ["disabled", "enabled"],
  ["branches", "refs"],
]);

function meantKey(name: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const alias = ALIASES.get(name.toLowerCase());
  return alias !== undefined && names.includes(alias) ? alias : didYouMean(name, names);
}

function checkWholeness(
  report: TomlReport,
  { shown, table, node }: PlacedTable,
  { name, events, mistyped }: Known & { readonly name: string },
): void {
  const command = "command" in table;
  const script = "script" in table;
  if (command && script) {
    report.add(keyRange(node, "script"), `${shown} has both 'command' and 'script'`, {
      hints: ["keep one of them; for two programs write two hooks"],
    });
  }
  const hasProgram = command || script || mistyped.has("command") || mistyped.has("script");
  const hasEvent = events !== undefined || "event" in table || mistyped.has("event");
  if (!hasEvent && !hasProgram) {
    const onlySwitch = typeof table["enabled"] === "boolean";
    report.add(node.range, `${shown} has no 'event' and no 'command' or 'script'`, {
      hints: onlySwitch
        ? [`to switch a hook of another file: git config ${configKey(name)} ${table["enabled"]}`]
        : ['add for example: event = "pre-commit"', 'and: command = "npm test"'],
    });
  } else if (!hasEvent) {
    report.add(node.range, `${shown} has no 'event'`, {
      hints: ['add for example: event = "pre-commit"'],
    });
  } else if (!hasProgram) {
    report.add(node.range, `${shown} has no 'command' or 'script'`, {
      hints: ['add for example: command = "npm test"'],
    });
  }
}

function configKey(name: string): string {
  const key = `hook.${name}.enabled`;
  return /^[\w.-]+$/.test(key) ? key : `'${key.replaceAll("'", "'\\''")}'`;
}

function checkProgram(
  report: TomlReport,
  { table, node }: PlacedTable,
  { events, scope }: { readonly events: readonly string[]; readonly scope: Scope },
): void {
  for (const key of ["command", "script"] as const) {
    const text = table[key];
    if (typeof text !== "string" || text.trim() === "") continue;
    const program: Program = { key, text, range: valueRange(node, key) };
    if (!checkCharacters(report, program)) continue;
    if (key === "script") checkScript(report, program, scope);
    else if (table["args"] !== false) checkArguments(report, program, events);
  }
}

function checkScript(report: TomlReport, { text, range }: Program, scope: Scope): void {
  if (text.startsWith("~")) {
    report.add(range, "'script' is a path and '~' is not expanded in it", {
      hints: scope === "project"
        ? []
        : ["write the whole path, or './~...' for a file of that name"],
    });
    return;
  }
  if (scope !== "project") return;
  const beside = "a project's script lies in the worktree and is named relative to hooks.toml";
  if (text.startsWith("/")) {
    report.add(range, "'script' must not be an absolute path in a project's hooks.toml", {
      hints: [beside],
    });
  } else if (text.split("/").includes("..")) {
    report.add(range, "'script' must not contain '..' in a project's hooks.toml", {
      hints: [beside],
    });
  }
}

/**
 * Reads a string or a list of strings.
 *
 * @param value a value that may be one
 * @returns the strings, or undefined when it is neither
 */
export function wordsOf(value: TomlValue | undefined): readonly string[] | undefined {
  if (typeof value === "string") return value.trim() === "" ? undefined : [value];
  if (!Array.isArray(value)) return undefined;
  const words = value.filter((one): one is string => typeof one === "string" && one.trim() !== "");
  return words.length > 0 && words.length === value.length ? words : undefined;
}

/**
 * Finds where a key stands.
 *
 * @param node the table's place
 * @param key the key
 * @returns its range, or the table's when it has none
 */
export function keyRange(node: TomlNode, key: string): TomlRange {
  return node.children.get(key)?.range ?? node.range;
}

/**
 * Finds where the value of a key stands.
 *
 * @param node the table's place
 * @param key the key
 * @returns the value's range, else the key's, else the table's
 */
export function valueRange(node: TomlNode, key: string): TomlRange {
  return node.children.get(key)?.value ?? keyRange(node, key);
}

/**
 * Writes the lines of a hook, to be pasted.
 *
 * @param name its name
 * @param lines its keys with their values as TOML
 * @returns the lines of a hint
 */
export function pasteLines(name: string, lines: readonly string[]): readonly string[] {
  return ["write", `  [hook.${tomlKey(name)}]`, ...lines.map((line) => `  ${line}`)];
}

/**
 * Takes a value as it is written in the file.
 *
 * @param report the file's report
 * @param node the table's place
 * @param key the key
 * @param value its value
 * @returns the source text, or the value written anew when the text is not at hand
 */
export function sourceOf(
  report: TomlReport,
  { node, key, value }: {
    readonly node: TomlNode;
    readonly key: string;
    readonly value: TomlValue;
  },
): string {
  const range = node.children.get(key)?.value;
  const source = range === undefined ? "" : report.text.slice(range.start, range.end);
  return source !== "" ? source : typeof value === "string" ? tomlString(value) : String(value);
}
