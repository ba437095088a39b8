/**
 * Finds the lines of settings in a git config file: git names the file of a setting, never its line. A
 * small lexer of git's own format (git-config(1), "Syntax"), for showing only.
 *
 * @module
 */

import { joinPath } from "../paths.ts";
import type { Setting } from "./setting.ts";

/** One `key = value` as it stands in a file. */
export interface ConfigLine {
  /** Section, subsection and variable as git prints them, for example `hook.lint.event`. */
  readonly key: string;
  /** The line on which the variable stands, counted from 1. */
  readonly line: number;
}

/**
 * Lists the variables of a git config file with their lines.
 *
 * @param text the file
 * @returns one entry per variable, in the file's order; what is not git's syntax is passed over
 * @example Usage
 * ```ts
 * import { configLines } from "@git-hooks/git-hooks";
 * const [first] = configLines('[hook "lint"]\n\tevent = pre-commit\n');
 * console.assert(first?.key === "hook.lint.event" && first.line === 2);
 * ```
 */
export function configLines(text: string): readonly ConfigLine[] {
  const found: ConfigLine[] = [];
  let section = "";
  let number = 0;
  let value = ENDED;
  for (const raw of text.replace(/^\ufeff/, "").split("\n")) {
    number++;
    if (value.goesOn) {
      value = readValue(raw, value.quoted);
      continue;
    }
    let rest = raw.trimStart();
    if (rest.startsWith("[")) {
      const header = SECTION.exec(rest);
      if (header !== null) {
        section = sectionName(header);
        rest = rest.slice(header[0].length).trimStart();
      }
    }
    const variable = /^[A-Za-z][A-Za-z0-9-]*/.exec(rest)?.[0];
    if (variable === undefined) continue;
    found.push({ key: `${section}.${variable.toLowerCase()}`, line: number });
    // Most values end where their line does.
    if (/\\\r?$/.test(raw)) value = readValue(rest.slice(variable.length), false);
  }
  return found;
}

// `[section]`, `[section "sub\"section"]`, and the old `[section.subsection]`.
const SECTION = /^\[\s*([A-Za-z0-9.-]+)(?:\s+"((?:[^"\\]|\\.)*)")?\s*\]/;

function sectionName(header: RegExpExecArray): string {
  const [, name = "", quoted] = header;
  if (quoted === undefined) return name.toLowerCase();
  return `${name.toLowerCase()}.${quoted.replace(/\\(.)/g, "$1")}`;
}

interface ValueState {
  readonly goesOn: boolean;
  readonly quoted: boolean;
}

const ENDED: ValueState = { goesOn: false, quoted: false };

// A value goes on after a backslash at the line's end, inside of quotes too, unless a comment began
// before it (config.c, `parse_value()`).
function readValue(line: string, quotedBefore: boolean): ValueState {
  let quoted = quotedBefore;
  for (let index = 0; index < line.length; index++) {
    const character = line[index];
    if (character === "\\") {
      if (line.slice(index + 1).replace(/\r$/, "") === "") return { goesOn: true, quoted };
      index++;
    } else if (character === '"') quoted = !quoted;
    else if (!quoted && (character === "#" || character === ";")) return ENDED;
  }
  return ENDED;
}

/**
 * Finds the lines of settings that git read from files.
 *
 * @param all every setting of the sections that are looked for, in git's order
 * @param options `directory`: the absolute directory to which relative origins belong; `wanted`: the
 *   settings to find, all of `all` when left out; only their files are read
 * @returns the line of each setting that was found; a file that cannot be read gives none
 * @example Usage
 * ```ts
 * import { locateSettings } from "@git-hooks/git-hooks";
 * const lines = await locateSettings([], { directory: "/" });
 * console.assert(lines.size === 0);
 * ```
 */
export async function locateSettings(
  all: readonly Setting[],
  options: { readonly directory: string; readonly wanted?: readonly Setting[] },
): Promise<ReadonlyMap<Setting, number>> {
  const wanted = new Set(options.wanted ?? all);
  const files = new Set([...wanted].filter(isInFile).map((setting) => setting.origin.path));
  const lines = new Map<Setting, number>();
  await Promise.all([...files].map(async (path) => {
    const text = await readText(joinPath(options.directory, path));
    // git gives a file's settings in the file's order, so each is found where the one before ended; a file
    // that is included twice gives each of its settings twice, so the search begins again at the top.
    const entries = configLines(text).filter((entry) => entry.key.startsWith("hook."));
    let next = 0;
    for (const setting of all) {
      if (!isInFile(setting) || setting.origin.path !== path) continue;
      const key = settingKey(setting);
      const at = findFrom(entries, key, next);
      if (at === undefined) continue;
      next = at + 1;
      const line = entries[at]?.line;
      if (line !== undefined && wanted.has(setting)) lines.set(setting, line);
    }
  }));
  return lines;
}

function findFrom(entries: readonly ConfigLine[], key: string, start: number): number | undefined {
  for (let step = 0; step < entries.length; step++) {
    const at = (start + step) % entries.length;
    if (entries[at]?.key === key) return at;
  }
  return undefined;
}

function isInFile(setting: Setting): boolean {
  return setting.origin.kind === "file";
}

function settingKey(setting: Setting): string {
  return setting.name === undefined ? `hook.${setting.key}` : `hook.${setting.name}.${setting.key}`;
}

async function readText(path: string): Promise<string> {
  try {
    return await Deno.readTextFile(path);
  } catch {
    return "";
  }
}
