/**
 * Draws the overview of `git-hooks list`: one block per event, one line per hook, `-` in the margin of
 * what does not run and the reason where the command would stand. Pure.
 *
 * @module
 */

import type { Origin } from "../../lib/config/setting.ts";
import { findEvent } from "../../lib/events.ts";
import type { Hook } from "../../lib/hook.ts";
import type { OverviewEvent, OverviewHook, Reason } from "../../lib/overview.ts";
import { baseOf, displayPath, relativeBelow } from "../../lib/paths.ts";
import { printable } from "../../lib/quote.ts";
import type { Sources } from "../../lib/sources.ts";

const REASONS: Readonly<Record<Reason, string>> = {
  "disabled": "disabled",
  "event-disabled": "event disabled",
  "shadowed": "shadowed",
  "untrusted": "not trusted",
  "not-executable": "not executable",
  "dead": "dead behind core.hooksPath",
  "not-installed": "not installed",
  "file-only": "git looks for a file only",
  "wrapper-only": "only through the wrapper",
};

interface Row {
  readonly mark: string;
  readonly name: string;
  readonly scope: string;
  readonly what: string;
  readonly where: string;
}

/**
 * Draws the table.
 *
 * @param sources what was read, for spelling paths
 * @param events the overview
 * @param lines the lines of origins that do not know theirs
 * @param options `colour`: events bold, origins dim
 * @returns the text, empty when there is no event
 */
export function overviewTable(
  sources: Sources,
  events: readonly OverviewEvent[],
  lines: ReadonlyMap<Origin, number>,
  options: { readonly colour: boolean },
): string {
  const blocks = events.map((event) => ({
    event: event.resolution.event,
    rows: event.hooks.map((one) => rowOf(sources, one, lines)),
  }));
  const rows = blocks.flatMap((block) => block.rows);
  const nameWidth = columnWidth(rows.map((row) => row.name), 12, 24);
  const whatWidth = columnWidth(rows.map((row) => row.what), 27, 44);
  const bold = (text: string): string => options.colour ? `\x1b[1m${text}\x1b[m` : text;
  const dim = (text: string): string =>
    options.colour && text !== "" ? `\x1b[2m${text}\x1b[m` : text;
  return blocks.map((block) =>
    `${bold(printable(block.event))}\n` +
    block.rows.map((row) =>
      `${row.mark} ${row.name.padEnd(nameWidth)} ${row.scope.padEnd(8)} ` +
      `${row.what.padEnd(whatWidth)} ${dim(row.where)}`.trimEnd() + "\n"
    ).join("")
  ).join("");
}

function columnWidth(texts: readonly string[], least: number, most: number): number {
  return Math.min(most, Math.max(least, ...texts.map((text) => text.length)));
}

function rowOf(
  sources: Sources,
  one: OverviewHook,
  lines: ReadonlyMap<Origin, number>,
): Row {
  const { hook, reason } = one;
  return {
    mark: reason === undefined ? " " : "-",
    name: printable(hook.name ?? "(hookdir)"),
    scope: hook.scope ?? "",
    what: printable(reason === undefined ? commandText(sources, hook) : REASONS[reason]),
    where: printable(whereText(sources, hook, lines)),
  };
}

function commandText(sources: Sources, hook: Hook): string {
  const args = hook.args ? findEvent(hook.event)?.args ?? [] : [];
  return [programText(sources, hook), ...args].join(" ");
}

// As it was written: the base from which a script is found again is not the reader's matter.
function programText(sources: Sources, hook: Hook): string {
  const program = hook.program;
  if (program === undefined) return "";
  if (program.kind === "command") return program.text;
  if (hook.source === "hookdir") return baseOf(program.path);
  const base = hook.scope === "local" ? sources.repository?.commonDir : undefined;
  return base === undefined ? program.path : relativeBelow(base, program.path) ?? program.path;
}

function whereText(sources: Sources, hook: Hook, lines: ReadonlyMap<Origin, number>): string {
  const { kind, path, line } = hook.origin;
  if (kind !== "file") return kind;
  const shown = path.startsWith("/")
    ? displayPath(path, { directory: sources.directory, home: Deno.env.get("HOME") })
    : path;
  const number = line ?? lines.get(hook.origin);
  return number === undefined ? shown : `${shown}:${number}`;
}
