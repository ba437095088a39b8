/**
 * Writes the tables of a hooks.toml.
 *
 * @module
 */

import { tomlKey, tomlString } from "../config/toml_quote.ts";

/** One hook to write. */
export interface TomlHook {
  /** The friendly name. */
  readonly name: string;
  /** Its events, at least one. */
  readonly events: readonly string[];
  /** What to run, and by which key. */
  readonly program: { readonly key: "command" | "script"; readonly text: string };
  /** False writes `args = false`. */
  readonly args: boolean;
  /** True writes `parallel = true`. */
  readonly parallel: boolean;
  /** False writes `enabled = false`. */
  readonly enabled: boolean;
}

/**
 * Writes one hook as a table.
 *
 * @param hook what to write
 * @returns the table, ending in a newline
 */
export function hookTable(hook: TomlHook): string {
  const [event = "", ...more] = hook.events.map(tomlString);
  return table(hook.name, [
    `event = ${more.length === 0 ? event : `[${[event, ...more].join(", ")}]`}`,
    `${hook.program.key} = ${tomlText(hook.program.text)}`,
    ...(hook.args ? [] : ["args = false"]),
    ...(hook.parallel ? ["parallel = true"] : []),
    ...(hook.enabled ? [] : ["enabled = false"]),
  ]);
}

/** The settings of an event as a whole, or of `[hook]`. */
export interface TomlSwitches {
  /** The event; undefined for `[hook]`. */
  readonly event: string | undefined;
  /** `enabled`. */
  readonly enabled?: boolean | undefined;
  /** `jobs`. */
  readonly jobs?: number | undefined;
}

/**
 * Writes the settings of an event as a table.
 *
 * @param switches what to write
 * @returns the table, ending in a newline
 */
export function switchTable({ event, enabled, jobs }: TomlSwitches): string {
  return table(event, [
    ...(enabled === undefined ? [] : [`enabled = ${enabled}`]),
    ...(jobs === undefined ? [] : [`jobs = ${jobs}`]),
  ]);
}

function table(name: string | undefined, lines: readonly string[]): string {
  const head = name === undefined ? "[hook]" : `[hook.${tomlKey(name)}]`;
  return [head, ...lines].map((line) => `${line}\n`).join("");
}

/**
 * Writes a text as a TOML string in which nothing looks like a mistake: the reader of a hooks.toml
 * suspects a path where `\n` or `\t` stands between double quotes.
 *
 * @param text any text
 * @returns a TOML string that reads back as the text
 */
export function tomlText(text: string): string {
  const string = tomlString(text);
  if (!string.startsWith('"') || !/[\n\t\r]/.test(text)) return string;
  const escaped = text.replace(
    SPECIAL,
    (unit) =>
      unit === '"' || unit === "\\"
        ? `\\${unit}`
        : `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
  return `"""\n${escaped}"""`;
}

// What may not stand as it is in a multi-line basic string.
const SPECIAL = /["\\\x00-\x08\x0b-\x1f\x7f]/g;
