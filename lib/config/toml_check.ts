/**
 * Checks a whole hooks.toml: the top level, `[hook]`, and every table below it.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { VERSION } from "../version.ts";
import { nameFault, suggestName } from "./hook_name.ts";
import type { Scope } from "./setting.ts";
import {
  checkHook,
  checkKeys,
  keyRange,
  pasteLines,
  type PlacedTable,
  sourceOf,
  valueRange,
  wordsOf,
} from "./toml_hook.ts";
import { tomlKeysOf } from "./toml_keys.ts";
import type { TomlNode } from "./toml_positions.ts";
import { tomlKey, tomlString } from "./toml_quote.ts";
import type { TomlReport } from "./toml_report.ts";
import { isNewer } from "./toml_requires.ts";
import { isTomlTable, type TomlTable, type TomlValue } from "./toml_text.ts";
import { checkTomlValue, kindOf } from "./toml_values.ts";

/**
 * Finds everything that is wrong with the tables of a hooks.toml.
 *
 * @param report where faults go
 * @param root the root table and its place
 * @param scope the file's scope
 */
export function checkHooksToml(
  report: TomlReport,
  root: { readonly table: TomlTable; readonly node: TomlNode },
  scope: Scope,
): void {
  // A newer file may hold what is not known here; to call that unknown would mislead.
  if (checkRequires(report, root)) return;
  checkTopLevel(report, root);
  const hook = root.table["hook"];
  const node = root.node.children.get("hook");
  if (isTomlTable(hook) && node !== undefined) checkHookTable(report, { hook, node, scope });
}

function checkRequires(
  report: TomlReport,
  { table, node }: { readonly table: TomlTable; readonly node: TomlNode },
): boolean {
  const requires = table["requires"];
  const key = tomlKeysOf("top level").get("requires");
  if (requires === undefined || key === undefined) return false;
  const fault = checkTomlValue(key, requires);
  const range = valueRange(node, "requires");
  if (fault !== undefined) {
    report.add(range, `'requires' ${fault.must}`, {
      hints: fault.write === undefined ? [] : [`write requires = ${fault.write}`],
    });
    return false;
  }
  if (typeof requires !== "string" || !isNewer(requires, VERSION)) return false;
  report.add(range, `this file requires git-hooks ${requires}, and this is git-hooks ${VERSION}`, {
    hints: ["install a newer git-hooks"],
  });
  return true;
}

function checkTopLevel(
  report: TomlReport,
  { table, node }: { readonly table: TomlTable; readonly node: TomlNode },
): void {
  for (const [name, value] of Object.entries(table)) {
    if (name === "requires") continue;
    if (name === "hook") {
      if (isTomlTable(value)) continue;
      report.add(keyRange(node, name), `'hook' must be a table, not ${kindOf(value)}`, {
        hints: ["write [hook.NAME] above the keys of each hook"],
      });
      continue;
    }
    report.add(keyRange(node, name), ...topLevelFault(name, value));
  }
}

function topLevelFault(
  name: string,
  value: TomlValue,
): [message: string, options: { hints: readonly string[] }] {
  if (isTomlTable(value) || Array.isArray(value)) {
    const message = `unknown table [${tomlKey(name)}]`;
    if (findEvent(name) !== undefined) {
      return [message, { hints: [`write [hook.NAME] with the line event = ${tomlString(name)}`] }];
    }
    return [message, { hints: ["hooks are tables [hook.NAME]"] }];
  }
  const message = `unknown key '${name}' at the top level`;
  if (tomlKeysOf("hook").has(name)) return [message, { hints: [`write it below [hook]`] }];
  if (tomlKeysOf("hook.<name>").has(name)) {
    return [message, { hints: [`write it below the [hook.NAME] that it belongs to`] }];
  }
  return [message, { hints: [] }];
}

interface HookTable {
  readonly hook: TomlTable;
  readonly node: TomlNode;
  readonly scope: Scope;
}

function checkHookTable(report: TomlReport, { hook, node, scope }: HookTable): void {
  checkNameless(report, { hook, node, scope });
  const taken = new Set(Object.keys(hook));
  for (const [name, value] of Object.entries(hook)) {
    if (report.isFull) return;
    const child = node.children.get(name);
    if (child === undefined || (!isTomlTable(value) && tomlKeysOf("hook.<name>").has(name))) {
      continue;
    }
    const shown = `[hook.${tomlKey(name)}]`;
    if (name === "jobs" && !isTomlTable(value)) {
      checkKeys(report, { shown: "[hook]", table: { jobs: value }, node }, "hook");
    } else if (Array.isArray(value) && value.every(isTomlTable)) {
      report.add(child.range, `[${shown}] is a list of tables`, { hints: [`write ${shown}`] });
    } else if (!isTomlTable(value)) {
      report.add(child.range, `unknown key '${name}' in [hook]`, {
        hints: typeof value === "string"
          ? pasteLines(name, ['event = "pre-commit"', `command = ${tomlString(value)}`])
          : [`[hook] takes ${[...tomlKeysOf("hook").keys()].join(", ")}`],
      });
    } else if (findEvent(name) !== undefined) {
      checkEventTable(report, { name, taken, placed: { shown, table: value, node: child } });
    } else {
      const fault = nameFault(name);
      if (fault !== undefined) report.add(child.range, fault, { hints: nameHints(name) });
      checkHook(report, { shown, table: value, node: child }, { name, scope });
    }
  }
  checkOneProcReceive(report, { hook, node, scope });
}

function nameHints(name: string): readonly string[] {
  return /^[0-9]+$/.test(name) ? [`write for example [hook.hook-${name}]`] : [];
}

// A `[hook]` that has the keys of a hook: the name was forgotten.
function checkNameless(report: TomlReport, { hook, node }: HookTable): void {
  const keys = Object.keys(hook).filter((key) =>
    tomlKeysOf("hook.<name>").has(key) && !isTomlTable(hook[key])
  );
  const [first] = keys;
  if (first === undefined) return;
  const taken = new Set(Object.keys(hook));
  const event = wordsOf(hook["event"])?.[0] ?? "pre-commit";
  const lines = keys.map((key) =>
    `${key} = ${sourceOf(report, { node, key, value: hook[key] ?? "" })}`
  );
  report.add(keyRange(node, first), `'${first}' is in [hook], and a hook needs a name of its own`, {
    hints: pasteLines(suggestName(event, programOf(hook), taken), linesOf(lines)),
    excerpt: false,
  });
}

function checkEventTable(
  report: TomlReport,
  { name, taken, placed }: {
    readonly name: string;
    readonly taken: ReadonlySet<string>;
    readonly placed: PlacedTable;
  },
): void {
  const { table, node } = placed;
  if (checkHooksBelow(report, { name, taken, placed })) return;
  const hookKeys = tomlKeysOf("hook.<name>");
  const switches = tomlKeysOf("hook.<event>");
  const keys = Object.keys(table).filter((key) => hookKeys.has(key));
  if (keys.every((key) => switches.has(key))) {
    checkKeys(report, placed, "hook.<event>");
    return;
  }
  const lines = keys.filter((key) => key !== "event").map((key) =>
    `${key} = ${sourceOf(report, { node, key, value: table[key] ?? "" })}`
  );
  const event = "event" in table
    ? sourceOf(report, { node, key: "event", value: table["event"] ?? "" })
    : tomlString(name);
  report.add(node.range, `'${name}' is an event, and a hook needs a name of its own`, {
    hints: pasteLines(
      suggestName(name, programOf(table), taken),
      linesOf([`event = ${event}`, ...lines]),
    ),
    excerpt: false,
  });
}

// `[hook.pre-commit.lint]`: the event before the name.
function checkHooksBelow(
  report: TomlReport,
  { name, taken, placed }: {
    readonly name: string;
    readonly taken: ReadonlySet<string>;
    readonly placed: PlacedTable;
  },
): boolean {
  const below = Object.entries(placed.table).flatMap(([key, value]) =>
    isTomlTable(value) ? [{ key, value }] : []
  );
  for (const { key, value } of below) {
    const node = placed.node.children.get(key) ?? placed.node;
    const lines = Object.entries(value).filter(([one]) => one !== "event").map(([one, set]) =>
      `${tomlKey(one)} = ${sourceOf(report, { node, key: one, value: set })}`
    );
    const free = taken.has(key) || findEvent(key) !== undefined || nameFault(key) !== undefined
      ? suggestName(name, programOf(value), taken)
      : key;
    report.add(node.range, `'${name}' is an event, and a hook's table is named after the hook`, {
      hints: pasteLines(free, linesOf([`event = ${tomlString(name)}`, ...lines])),
      excerpt: false,
    });
  }
  return below.length > 0;
}

function programOf(table: TomlTable): string | undefined {
  return [table["command"], table["script"]].find((one) => typeof one === "string");
}

function linesOf(lines: readonly string[]): readonly string[] {
  return lines.flatMap((line) => line.split("\n"));
}

// git starts one proc-receive hook, and its answer is the push's answer.
function checkOneProcReceive(report: TomlReport, { hook, node }: HookTable): void {
  const found = Object.entries(hook).filter(([, value]) =>
    isTomlTable(value) && value["enabled"] !== false &&
    wordsOf(value["event"])?.includes("proc-receive") === true
  );
  for (const [name] of found.slice(1)) {
    const child = node.children.get(name) ?? node;
    const first = found[0]?.[0] ?? "";
    report.add(valueRange(child, "event"), `there can be only one hook of 'proc-receive'`, {
      hints: [`[hook.${tomlKey(first)}] is one already`],
    });
  }
}
