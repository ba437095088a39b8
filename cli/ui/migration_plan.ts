/**
 * A migration plan before people's eyes, and as JSON.
 *
 * @module
 */

import {
  type Fate,
  migratedBy,
  type MigrationPlan,
  movingIn,
  type PlannedFile,
  stayingIn,
} from "../../lib/migrate/plan_types.ts";
import { printable } from "../../lib/quote.ts";

const WIDTH = 80;

/**
 * Draws a plan.
 *
 * @param plan the plan
 * @returns the text, ending in a newline; empty when there is nothing to tell
 */
export function planText(plan: MigrationPlan): string {
  return [tableText(plan), leftText(plan), configText(plan), changesText(plan), remarksText(plan)]
    .filter((part) => part !== "").join("\n");
}

/**
 * Draws what becomes of the scripts that run today.
 *
 * @param plan the plan
 * @returns one line a script; empty when there is none
 */
export function rowsText(plan: MigrationPlan): string {
  const rows = plan.files.flatMap((file) => rowsOf(plan, file));
  if (rows.length === 0) return "";
  const width = Math.max(...rows.map(({ label }) => label.length)) + 3;
  return rows.map(({ label, verb, rest }) =>
    `  ${label.padEnd(width)}${verb.padEnd(7)}  ${printable(rest)}\n`
  ).join("");
}

interface Row {
  readonly label: string;
  readonly verb: string;
  readonly rest: string;
}

function rowsOf(plan: MigrationPlan, file: PlannedFile): readonly Row[] {
  const { fate } = file;
  const label = printable(labelOf(plan, file));
  switch (fate.kind) {
    case "becomes":
      return [{ label, verb: "becomes", rest: fate.hook }];
    case "stays":
      return [{ label, verb: "stays", rest: fate.reason }];
    case "splits": {
      const count = fate.parts.length;
      return [
        { label, verb: "splits", rest: count === 1 ? "into 1 hook" : `into ${count} hooks` },
        ...fate.parts.map(({ name, hook }) => ({
          label: `  ${printable(name)}`,
          verb: "becomes",
          rest: hook,
        })),
      ];
    }
    default:
      return [];
  }
}

/**
 * Says what splits change.
 *
 * @param plan the plan
 * @returns the text; empty when nothing is split
 */
export function changesText(plan: MigrationPlan): string {
  if (plan.changes.length === 0) return "";
  const lines = plan.changes.map((change) => `  ${wrap(printable(change), "    ", 2)}\n`);
  return `What changes, as git runs all hooks of an event and ORs their exit codes:\n${
    lines.join("")
  }`;
}

function tableText(plan: MigrationPlan): string {
  const count = movingIn(plan).length + stayingIn(plan).length;
  if (count === 0) return "";
  const scripts = `${count} ${count === 1 ? "script" : "scripts"}`;
  return `${printable(plan.hookdir)} has ${scripts} that git runs today:\n\n${rowsText(plan)}`;
}

// Files of the hookdir are known by their names, those of other places by their paths.
function labelOf(plan: MigrationPlan, file: PlannedFile): string {
  const inHookdir = `${plan.hookdir}/${file.name}`;
  return file.shown === inHookdir
    ? file.name
    : file.shown.startsWith(`${inHookdir} (`)
    ? file.shown.slice(plan.hookdir.length + 1)
    : file.shown;
}

function leftText(plan: MigrationPlan): string {
  const left = filesThat(plan, "left");
  const samples = left.filter(({ fate }) => fate.reason === "sample").length;
  const words = [
    ...left.filter(({ fate }) => fate.reason !== "sample")
      .map(({ file, fate }) => `${printable(labelOf(plan, file))} (${fate.reason})`),
    ...filesThat(plan, "splits").flatMap(({ file, fate }) =>
      fate.idle.map(({ name, reason }) => `${printable(`${file.name}.d/${name}`)} (${reason})`)
    ),
    ...(samples === 0 ? [] : [`${samples} ${samples === 1 ? "sample" : "samples"}`]),
  ];
  const dead = filesThat(plan, "dead").map(({ file, fate }) =>
    `  ${printable(file.shown)}: ${printable(fate.reason)}` +
    `${fate.moved ? `; kept in ${scriptsOf(plan)}, where nothing runs it` : ""}\n`
  );
  return [
    words.length === 0 ? "" : `${wrap(`Left alone: ${words.join(", ")}`)}\n`,
    dead.length === 0 ? "" : `Dead today, and dead afterwards:\n${dead.join("")}`,
    sentence(plan),
  ].join("");
}

function filesThat<Kind extends Fate["kind"]>(
  plan: MigrationPlan,
  kind: Kind,
): readonly { readonly file: PlannedFile; readonly fate: Extract<Fate, { kind: Kind }> }[] {
  const is = (fate: Fate): fate is Extract<Fate, { kind: Kind }> => fate.kind === kind;
  return plan.files.flatMap((file) => is(file.fate) ? [{ file, fate: file.fate }] : []);
}

function scriptsOf(plan: MigrationPlan): string {
  return (plan.unset?.file ?? "").replace(/config$/, "hooks.d");
}

function sentence(plan: MigrationPlan): string {
  if (migratedBy(plan).length === 0) return "";
  if (plan.to === "git-config") {
    return `Scripts stay in ${printable(plan.hookdir)}; git runs them as its configuration says.\n`;
  }
  if (plan.unset !== undefined) {
    return `Scripts stay in ${printable(plan.hookdir)}; shims in ${
      plan.unset.file.replace(/config$/, "hooks")
    } run them.\n`;
  }
  const many = movingIn(plan).length > 1;
  return many
    ? `Scripts move unchanged to ${plan.scripts ?? ""}; a shim takes each one's place.\n`
    : `The script moves unchanged to ${plan.scripts ?? ""}; a shim takes its place.\n`;
}

function configText(plan: MigrationPlan): string {
  const { target, unset } = plan;
  if (target.text === "") return "";
  const added = target.text.replace(/\n$/, "").split("\n").map((line) =>
    `  ${`+${printable(line.replaceAll("\t", "        "))}`.trimEnd()}\n`
  );
  const head = target.isNew ? `  new file ${target.shown}\n` : `  added to ${target.shown}\n`;
  const gone = unset === undefined
    ? ""
    : `\n  taken out of ${printable(unset.file)}\n  -core.hooksPath = ${printable(unset.value)}\n`;
  return `${head}${added.join("")}${gone}`;
}

function remarksText(plan: MigrationPlan): string {
  const { lost, undoers, notes } = plan;
  return [
    ...notes.map((note) => `${wrap(`Note: ${printable(note)}`)}\n`),
    ...lost.map((one) => `${wrap(`Not preserved: ${printable(one)}`)}\n`),
    ...(undoers.length === 0 ? [] : ["Would point git elsewhere again; replace it there:\n"]),
    ...undoers.map(({ file, line, text }) =>
      `  ${printable(file)}:${line}: ${printable(text).slice(0, WIDTH)}\n`
    ),
  ].join("");
}

function wrap(text: string, indent = "  ", first = 0): string {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    const before = lines.length === 0 ? first : 0;
    if (line !== "" && before + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = `${indent}${word}`;
    } else line = line === "" ? word : `${line} ${word}`;
  }
  return [...lines, line].join("\n");
}

/**
 * Gives a plan as data for programs.
 *
 * @param plan the plan
 * @param applied whether it was carried out
 * @returns an object for JSON
 */
export function planJson(plan: MigrationPlan, applied: boolean): Readonly<Record<string, unknown>> {
  return {
    hookdir: plan.hookdir,
    applied,
    files: plan.files.map(({ name, shown, fate, digest }) => ({
      name,
      path: shown,
      digest: digest ?? null,
      ...fateJson(fate),
    })),
    target: {
      path: plan.target.path,
      new: plan.target.isNew,
      added: plan.target.text,
    },
    unset: plan.unset === undefined
      ? null
      : { file: plan.unset.path, key: "core.hooksPath", value: plan.unset.value },
    notes: plan.notes,
    changes: plan.changes,
    notPreserved: plan.lost,
    undoers: plan.undoers,
    earlier: plan.earlier ?? null,
    migrate: movingIn(plan).length,
    stay: stayingIn(plan).length,
  };
}

function fateJson(fate: Fate): Readonly<Record<string, unknown>> {
  const { kind, ...more } = fate;
  return { fate: kind, ...more };
}
