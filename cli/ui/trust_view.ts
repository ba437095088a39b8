/**
 * Draws what a project's hooks.toml would run, or what changed in it since it was accepted. Pure; every
 * text that came with the clone is shown, not sent.
 *
 * @module
 */

import { type Fold, foldSettings, isEventDisabled } from "../../lib/config/fold.ts";
import { allEvents, findEvent } from "../../lib/events.ts";
import { printable } from "../../lib/quote.ts";
import {
  type Hunk,
  projectDifference,
  type ScriptChange,
  type TableChange,
  textLines,
} from "../../lib/trust/difference.ts";
import type { ProjectScript, ProjectText } from "../../lib/trust/project_text.ts";

/** One hook as the project file declares it, for one event. */
export interface DeclaredHook {
  /** The event. */
  readonly event: string;
  /** The friendly name. */
  readonly name: string;
  /** The command; undefined when it is a script. */
  readonly command: string | undefined;
  /** The script; undefined when it is a command. */
  readonly script: string | undefined;
  /** False when the event's arguments are not appended. */
  readonly args: boolean;
  /** False when the file itself switches it off. */
  readonly enabled: boolean;
  /** The line of its table in hooks.toml. */
  readonly line: number | undefined;
}

/**
 * Lists what a project file declares, in running order.
 *
 * @param project what was read
 * @returns one row per hook and event, the events in the order in which a user meets them
 */
export function declaredHooks(project: Pick<ProjectText, "toml">): readonly DeclaredHook[] {
  const fold = foldSettings(project.toml.settings, "hooks.toml");
  const known = allEvents().map((event) => event.name).filter((name) => fold.events.has(name));
  const events = [...new Set([...known, ...fold.events.keys()])];
  return events.flatMap((event) =>
    [...fold.events.get(event) ?? []].map(([name, setting]) => ({
      event,
      name,
      ...programOf(fold, name),
      args: fold.hooks.get(name)?.args ?? true,
      enabled: fold.switches.get(name)?.on !== false && !isEventDisabled(fold, event),
      line: setting.origin.line,
    }))
  );
}

function programOf(
  fold: Fold,
  name: string,
): { readonly command: string | undefined; readonly script: string | undefined } {
  const program = fold.hooks.get(name)?.program;
  return {
    command: program?.key === "command" ? program.value : undefined,
    script: program?.key === "script" ? program.value : undefined,
  };
}

/** How to draw. */
export interface ViewOptions {
  /** Events bold, origins dim, what is new green and what is gone red. */
  readonly colour: boolean;
}

/**
 * Draws what a project file would run: its hooks by event in running order, then its scripts.
 *
 * @param project what was read
 * @param options with colour or without
 * @returns the text
 */
export function projectView(project: ProjectText, options: ViewOptions): string {
  const paint = painter(options);
  const rows = declaredHooks(project).map((hook) => ({
    event: hook.event,
    mark: hook.enabled ? " " : "-",
    name: printable(hook.name),
    // A user's git config can switch it on, so what it would run must be seen.
    what: `${printable(commandText(hook))}${hook.enabled ? "" : " (disabled)"}`,
    where: hook.line === undefined ? "hooks.toml" : `hooks.toml:${hook.line}`,
  }));
  const nameWidth = columnWidth(rows.map((row) => row.name), 12, 24);
  const whatWidth = columnWidth(rows.map((row) => row.what), 36, 52);
  const hooks = [...Map.groupBy(rows, (row) => row.event)].map(([event, group]) =>
    `${paint("1", printable(event))}\n` +
    group.map((row) =>
      `${row.mark} ${row.name.padEnd(nameWidth)} ${row.what.padEnd(whatWidth)} ` +
      `${paint("2", row.where)}\n`
    ).join("")
  ).join("");
  return [hooks === "" ? "(no hook)\n" : hooks, ...project.scripts.map(scriptText)].join("\n");
}

function commandText(hook: DeclaredHook): string {
  const args = hook.args ? findEvent(hook.event)?.args ?? [] : [];
  return [hook.command ?? hook.script ?? "", ...args].join(" ");
}

function columnWidth(texts: readonly string[], least: number, most: number): number {
  return Math.min(most, Math.max(least, ...texts.map((text) => text.length)));
}

// A longer script would push the commands off the screen, and part of one would look like all of it.
const SHOWN_LINES = 60;

function scriptText({ path, content }: ProjectScript): string {
  const name = `script ${printable(path)}`;
  if (content === undefined) return `${name}: there is no such file\n`;
  const lines = textLines(content);
  if (lines === undefined) {
    return `${name}: no text, ${plural(content.length, "byte")}, cannot be shown\n`;
  }
  if (lines.length > SHOWN_LINES) {
    return `${name}: ${lines.length} lines, not shown: read the file before you accept it\n`;
  }
  const width = Math.max(5, String(lines.length).length);
  return `${name}:\n` +
    lines.map((line, index) => `${String(index + 1).padStart(width)} | ${shownLine(line)}\n`).join(
      "",
    );
}

function shownLine(line: string): string {
  return line.split("\t").map(printable).join("    ");
}

/**
 * Draws what changed in a project file, hook by hook, then in its scripts.
 *
 * @param before what was accepted, parsed
 * @param after what is there now
 * @param options with colour or without
 * @returns the text
 */
export function differenceView(
  before: Pick<ProjectText, "text" | "toml" | "scripts">,
  after: ProjectText,
  options: ViewOptions,
): string {
  const paint = painter(options);
  const difference = projectDifference(
    { text: before.text, settings: before.toml.settings, scripts: before.scripts },
    { text: after.text, settings: after.toml.settings, scripts: after.scripts },
  );
  const other = difference.otherLines.length === 0 ? [] : [
    `No hook of hooks.toml changed, but its text did:\n${hunksText(difference.otherLines, paint)}`,
  ];
  return [
    ...difference.tables.map((change) => tableText(change, paint)),
    ...difference.scripts.map((change) => scriptChangeText(change, paint)),
    ...other,
  ].join("\n");
}

function tableText(change: TableChange, paint: Paint): string {
  const now = change.newLine === undefined ? "" : ` hooks.toml:${change.newLine}`;
  const was = change.oldLine === undefined || change.oldLine === change.newLine
    ? ""
    : change.newLine === undefined
    ? ` was hooks.toml:${change.oldLine}`
    : ` (was line ${change.oldLine})`;
  const head = `${change.kind} ${paint("1", `[${change.table}]`)}${paint("2", now + was)}\n`;
  return head + change.settings.map(({ sign, text }) => signedLine(sign, text, paint)).join("");
}

function scriptChangeText(change: ScriptChange, paint: Paint): string {
  const head = `${change.kind} ${paint("1", `script ${change.path}`)}`;
  if (change.hunks === undefined) {
    return `${head}: no text, ${plural(change.size, "byte")}, cannot be shown\n`;
  }
  return `${head}\n${hunksText(change.hunks, paint)}`;
}

function hunksText(hunks: readonly Hunk[], paint: Paint): string {
  return hunks.map(({ lines }) => {
    const old = lines.map((line) => line.oldLine).filter((line) => line !== undefined);
    const now = lines.map((line) => line.newLine).filter((line) => line !== undefined);
    const head = `@@ -${range(old)} +${range(now)} @@`;
    return `${paint("36", head)}\n` +
      lines.map(({ sign, text }) => signedLine(sign, text, paint)).join("");
  }).join("");
}

function range(lines: readonly number[]): string {
  return lines.length === 1 ? `${lines[0]}` : `${lines[0] ?? 0},${lines.length}`;
}

function signedLine(sign: " " | "+" | "-", text: string, paint: Paint): string {
  const line = `${sign} ${text}`;
  return `${sign === "+" ? paint("32", line) : sign === "-" ? paint("31", line) : line}\n`;
}

type Paint = (code: string, text: string) => string;

function painter({ colour }: ViewOptions): Paint {
  return (code, text) => colour && text !== "" ? `\x1b[${code}m${text}\x1b[m` : text;
}

/**
 * Counts things in words.
 *
 * @param count how many
 * @param word one of them, for example `hook`
 * @returns `1 hook`, `2 hooks`
 */
export function plural(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? "" : "s"}`;
}
