/**
 * What changed between the project file that a user accepted and the one that is there now, hook by hook.
 * Pure; every text in it is fit to be shown.
 *
 * @module
 */

import type { Setting } from "../config/setting.ts";
import { printable } from "../quote.ts";
import { diffLines, type Hunk, hunksOf, type LineChange } from "./line_difference.ts";

export type { Hunk, LineChange } from "./line_difference.ts";

/** One version of a project file. */
export interface ProjectVersion {
  /** The text of hooks.toml. */
  readonly text: string;
  /** Its settings, in the order of the file. */
  readonly settings: readonly Setting[];
  /** The scripts it names. */
  readonly scripts: readonly {
    /** The path below the worktree's root. */
    readonly path: string;
    /** The bytes, or undefined when there is no such file. */
    readonly content: Uint8Array | undefined;
  }[];
}

/** One table of hooks.toml that changed. */
export interface TableChange {
  /** `moved` when only its place among the others changed, and with it the running order. */
  readonly kind: "added" | "removed" | "changed" | "moved";
  /** The table as TOML writes it without brackets: `hook`, `hook.lint`. */
  readonly table: string;
  /** The line of its header in the accepted text. */
  readonly oldLine: number | undefined;
  /** The line of its header now. */
  readonly newLine: number | undefined;
  /** Its settings as `key = value`, old and new; without line numbers. */
  readonly settings: readonly { readonly sign: " " | "+" | "-"; readonly text: string }[];
}

/** One script that changed. */
export interface ScriptChange {
  /** `added` and `removed` mean the file, or that hooks.toml names it. */
  readonly kind: "added" | "removed" | "changed";
  /** Its path below the worktree's root. */
  readonly path: string;
  /** The lines that changed; undefined when it is no text. */
  readonly hunks: readonly Hunk[] | undefined;
  /** Its size now, in bytes; 0 when there is none. */
  readonly size: number;
}

/** All that changed. */
export interface ProjectDifference {
  /** Tables, in the order of the new text, those that are gone last. */
  readonly tables: readonly TableChange[];
  /** Scripts, in the order in which they are named, those that are gone last. */
  readonly scripts: readonly ScriptChange[];
  /** The lines of hooks.toml that changed, where no setting did: comments, layout, `requires`. */
  readonly otherLines: readonly Hunk[];
}

/**
 * Compares two versions of a project file.
 *
 * @param before what was accepted
 * @param after what is there now
 * @returns what changed, fit to be shown
 * @example Usage
 * ```ts
 * import { projectDifference } from "@git-hooks/git-hooks";
 * const version = { text: "", settings: [], scripts: [] };
 * console.assert(projectDifference(version, version).tables.length === 0);
 * ```
 */
export function projectDifference(
  before: ProjectVersion,
  after: ProjectVersion,
): ProjectDifference {
  const tables = tableChanges(tablesOf(before.settings), tablesOf(after.settings));
  return {
    tables,
    scripts: scriptChanges(before, after),
    otherLines: tables.length === 0 ? shownHunks(linesOf(before.text), linesOf(after.text)) : [],
  };
}

interface Table {
  readonly line: number | undefined;
  readonly settings: readonly string[];
}

function tablesOf(settings: readonly Setting[]): ReadonlyMap<string, Table> {
  const groups = Map.groupBy(
    settings,
    ({ name }) => name === undefined ? "hook" : `hook.${bareOrQuoted(name)}`,
  );
  return new Map([...groups].map(([table, group]) => [table, {
    line: group[0]?.origin.line,
    settings: settingLines(group),
  }]));
}

function bareOrQuoted(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name);
}

function settingLines(group: readonly Setting[]): readonly string[] {
  return [...Map.groupBy(group, ({ key }) => key)].map(([key, settings]) => {
    const values = settings.map(({ value }) => tomlValue(key, value ?? ""));
    return `${key} = ${values.length === 1 ? values[0] : `[${values.join(", ")}]`}`;
  });
}

function tomlValue(key: string, value: string): string {
  const bare = ["enabled", "parallel", "args", "jobs"].includes(key);
  return bare && /^(true|false|-?\d+)$/.test(value) ? value : JSON.stringify(value);
}

function tableChanges(
  before: ReadonlyMap<string, Table>,
  after: ReadonlyMap<string, Table>,
): readonly TableChange[] {
  const moved = movedNames(before, after);
  const changes: TableChange[] = [];
  for (const [name, table] of after) {
    const old = before.get(name);
    const settings = diffLines(old?.settings ?? [], table.settings);
    const same = old !== undefined && settings.every(({ sign }) => sign === " ");
    if (same && !moved.has(name)) continue;
    changes.push({
      kind: old === undefined ? "added" : same ? "moved" : "changed",
      table: printable(name),
      oldLine: old?.line,
      newLine: table.line,
      settings: settings.map(shownSetting),
    });
  }
  for (const [name, table] of before) {
    if (after.has(name)) continue;
    changes.push({
      kind: "removed",
      table: printable(name),
      oldLine: table.line,
      newLine: undefined,
      settings: diffLines(table.settings, []).map(shownSetting),
    });
  }
  return changes;
}

// Only the order among tables that both versions have tells that one moved.
function movedNames(
  before: ReadonlyMap<string, Table>,
  after: ReadonlyMap<string, Table>,
): ReadonlySet<string> {
  const order = diffLines(
    [...before.keys()].filter((name) => after.has(name)),
    [...after.keys()].filter((name) => before.has(name)),
  );
  return new Set(order.filter(({ sign }) => sign === "+").map(({ text }) => text));
}

function shownSetting({ sign, text }: LineChange): TableChange["settings"][number] {
  return { sign, text: printable(text) };
}

function scriptChanges(before: ProjectVersion, after: ProjectVersion): readonly ScriptChange[] {
  const contents = (version: ProjectVersion): ReadonlyMap<string, Uint8Array | undefined> =>
    new Map(version.scripts.map(({ path, content }) => [path, content]));
  const old = contents(before);
  const now = contents(after);
  const changes: ScriptChange[] = [];
  for (const path of new Set([...now.keys(), ...old.keys()])) {
    const from = old.get(path);
    const to = now.get(path);
    if (from === undefined ? to === undefined : to !== undefined && isSame(from, to)) continue;
    const lines = [textLines(from), textLines(to)] as const;
    changes.push({
      kind: from === undefined ? "added" : to === undefined ? "removed" : "changed",
      path: printable(path),
      hunks: lines[0] === undefined || lines[1] === undefined
        ? undefined
        : shownHunks(lines[0], lines[1]),
      size: to?.length ?? 0,
    });
  }
  return changes;
}

function isSame(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, index) => byte === other[index]);
}

/**
 * Takes a file apart into lines, as they are compared and shown.
 *
 * @param content the bytes; undefined is no file, and has no lines
 * @returns the lines, the last one without a newline marked as such; undefined when it is no text
 */
export function textLines(content: Uint8Array | undefined): readonly string[] | undefined {
  if (content === undefined) return [];
  if (content.includes(0)) return undefined;
  try {
    return linesOf(new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content));
  } catch {
    return undefined;
  }
}

// A missing newline at the end is a change like any other, and would be invisible.
function linesOf(text: string): readonly string[] {
  if (text === "") return [];
  const lines = text.split("\n");
  const last = lines.pop() ?? "";
  return last === "" ? lines : [...lines, `${last} (no newline at end of file)`];
}

function shownHunks(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  return hunksOf(diffLines(before, after)).map(({ lines }) => ({
    lines: lines.map((line) => ({ ...line, text: shownLine(line.text) })),
  }));
}

// Tabs indent; everything else that a terminal would obey is shown.
function shownLine(text: string): string {
  return text.split("\t").map(printable).join("    ");
}
