/**
 * Writes keys and strings as TOML, for the lines that are handed back to be pasted.
 *
 * @module
 */

/**
 * Writes a name as one component of a TOML key.
 *
 * @param name any name
 * @returns the name, in quotes when TOML needs them
 * @example Usage
 * ```ts
 * import { tomlKey } from "@git-hooks/git-hooks";
 * console.assert(tomlKey("lint") === "lint");
 * console.assert(tomlKey("my.lint") === '"my.lint"');
 * ```
 */
export function tomlKey(name: string): string {
  return /^[A-Za-z0-9_-]+$/.test(name) ? name : basicString(name);
}

/**
 * Writes a text as a TOML string: in double quotes, or in single quotes where that saves escapes, or
 * over several lines.
 *
 * @param text any text
 * @returns a TOML string that reads back as the text
 * @example Usage
 * ```ts
 * import { tomlString } from "@git-hooks/git-hooks";
 * console.assert(tomlString("npm test") === '"npm test"');
 * console.assert(tomlString('say "hi"') === `'say "hi"'`);
 * ```
 */
export function tomlString(text: string): string {
  const plain = !SPECIAL.test(text);
  if (plain && !text.includes("\n")) {
    if (!/["\\]/.test(text)) return `"${text}"`;
    if (!text.includes("'")) return `'${text}'`;
  }
  if (plain && text.includes("\n") && !text.includes("'''") && !text.endsWith("'")) {
    return `'''\n${text}'''`;
  }
  return basicString(text);
}

// What may not stand in a literal string, the newline apart.
const SPECIAL = /[\x00-\x08\x0b-\x1f\x7f]/;

function basicString(text: string): string {
  return `"${text.replace(/["\\\x00-\x1f\x7f]/g, escapeUnit)}"`;
}

function escapeUnit(unit: string): string {
  switch (unit) {
    case '"':
    case "\\":
      return `\\${unit}`;
    case "\n":
      return "\\n";
    case "\t":
      return "\\t";
    case "\r":
      return "\\r";
    default:
      return `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`;
  }
}
