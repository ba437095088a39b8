/**
 * Writes git config as text (git-config(1), "Syntax"), so that git reads back exactly what was meant.
 *
 * @module
 */

/** One `key = value` to write. */
export interface ConfigEntry {
  /** The variable, for example `command`. */
  readonly key: string;
  /** Its value, any text without NUL. */
  readonly value: string;
}

/** One section to write. */
export interface ConfigSection {
  /** The section, for example `hook`. */
  readonly section: string;
  /** The subsection, for example a hook's friendly name; left out, the section has none. */
  readonly name?: string | undefined;
  /** What stands in it, in order. */
  readonly entries: readonly ConfigEntry[];
  /** A line of explanation above it, without `#`. */
  readonly comment?: string | undefined;
}

/**
 * Writes one section as git itself writes it: a header, and each variable on a line behind a tab.
 *
 * @param section what to write
 * @returns the lines, ending in a newline
 * @throws {TypeError} when the name holds a newline or a value a NUL, which no git config can hold
 * @example Usage
 * ```ts
 * import { gitConfigSection } from "@git-hooks/git-hooks";
 * const entries = [{ key: "event", value: "pre-commit" }];
 * const text = gitConfigSection({ section: "hook", name: "lint", entries });
 * console.assert(text === '[hook "lint"]\n\tevent = pre-commit\n');
 * ```
 */
export function gitConfigSection(section: ConfigSection): string {
  const comment = section.comment === undefined ? "" : `# ${section.comment}\n`;
  const lines = section.entries.map(({ key, value }) => `\t${key} = ${gitConfigValue(value)}\n`);
  return `${comment}${header(section.section, section.name)}${lines.join("")}`;
}

function header(section: string, name: string | undefined): string {
  if (name === undefined) return `[${section}]\n`;
  if (/[\n\0]/.test(name)) {
    throw new TypeError("Cannot write a subsection of git config: it holds a newline or a NUL");
  }
  return `[${section} "${name.replace(/["\\]/g, "\\$&")}"]\n`;
}

/**
 * Writes a value of git config, in quotes where git would otherwise read another one.
 *
 * @param text the value, any text without NUL
 * @returns what to write behind `key = `
 * @throws {TypeError} when it holds a NUL, at which git stops reading
 * @example Usage
 * ```ts
 * import { gitConfigValue } from "@git-hooks/git-hooks";
 * console.assert(gitConfigValue("npm test") === "npm test");
 * console.assert(gitConfigValue("a; b # c") === '"a; b # c"');
 * ```
 */
export function gitConfigValue(text: string): string {
  if (text.includes("\0")) {
    throw new TypeError("Cannot write a value of git config: it holds a NUL");
  }
  const escaped = text.replace(/["\\\n\t]/g, (unit) => ESCAPES.get(unit) ?? unit);
  // Unquoted, blanks at the ends are lost and a comment begins (config.c, parse_value()). A carriage
  // return or another control character is kept for certain only in quotes.
  const quoted = text === "" || /^\s|\s$|[#;\x00-\x08\x0b-\x1f\x7f]/.test(text);
  return quoted ? `"${escaped}"` : escaped;
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ['"', '\\"'],
  ["\\", "\\\\"],
  ["\n", "\\n"],
  ["\t", "\\t"],
]);
