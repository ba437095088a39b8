/**
 * The two ways in which a text of unknown content is put elsewhere: into an sh program (`quoteForSh`),
 * and before the eyes of a person (`printable`). There is no third.
 *
 * @module
 */

/**
 * Quotes a text so that sh reads it as one word, unchanged.
 *
 * @param text any text without NUL
 * @returns the text in single quotes, each single quote written as `'\''`
 * @throws {TypeError} when the text holds a NUL, which no sh word can
 * @example Usage
 * ```ts
 * import { quoteForSh } from "@git-hooks/git-hooks";
 * console.assert(quoteForSh("it's") === `'it'\\''s'`);
 * ```
 */
export function quoteForSh(text: string): string {
  if (text.includes("\0")) throw new TypeError("Cannot quote a text for sh: it holds a NUL");
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/**
 * Makes a text safe to show on a terminal: control characters and those that turn the reading
 * direction are written as escapes instead of being sent.
 *
 * @param text any text, for example a hook's name or a command from a file that came with a clone
 * @returns the text with `\n`, `\t`, `\e` and `\xNN`/`\uNNNN` in place of what a terminal would obey
 * @example Usage
 * ```ts
 * import { printable } from "@git-hooks/git-hooks";
 * console.assert(printable("a\x1b[2Jb") === "a\\e[2Jb");
 * ```
 */
export function printable(text: string): string {
  let shown = "";
  for (const character of text) shown += shownAs(character);
  return shown;
}

function shownAs(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  const code = character.codePointAt(0) ?? 0;
  if (code < 0x20 || (code >= 0x7f && code <= 0x9f)) {
    return `\\x${code.toString(16).padStart(2, "0")}`;
  }
  return isInvisibleMark(code) ? `\\u${code.toString(16).padStart(4, "0")}` : character;
}

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
  ["\x1b", "\\e"],
]);

// Marks that reorder, hide or break what stands beside them.
function isInvisibleMark(code: number): boolean {
  return (code >= 0x200b && code <= 0x200f) || (code >= 0x2028 && code <= 0x202e) ||
    (code >= 0x2060 && code <= 0x2069) || code === 0xfeff;
}
