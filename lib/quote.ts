/**
 * The two ways in which a text of unknown content is put elsewhere: into an sh program (`quoteForSh`),
 * and before the eyes of a person (`printable`, or `withoutControls` where a line is to be git's own).
 * There is no third.
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
  if (PLAIN.test(text)) return text;
  let shown = "";
  for (const character of text) shown += shownAs(character);
  return shown;
}

function shownAs(character: string): string {
  const short = SHORT_ESCAPES.get(character);
  if (short !== undefined) return short;
  if (!OBEYED.test(character)) return character;
  const hex = (character.codePointAt(0) ?? 0).toString(16);
  if (hex.length <= 2) return `\\x${hex.padStart(2, "0")}`;
  return hex.length > 4 ? `\\u{${hex}}` : `\\u${hex.padStart(4, "0")}`;
}

// Nearly every text, known without a look at each character.
const PLAIN = /^[ -~]*$/;

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ["\n", "\\n"],
  ["\t", "\\t"],
  ["\r", "\\r"],
  ["\x1b", "\\e"],
]);

// Controls, and marks that reorder, hide or break what stands beside them. The variation selectors that
// emoji are written with do none of that.
const OBEYED =
  /(?![\ufe0e\ufe0f])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Puts `?` for whatever a terminal would obey, as git does in its messages (usage.c, vreportf()).
 *
 * @param text any text
 * @returns the text; a newline or tab in it is kept, as git keeps it
 * @example Usage
 * ```ts
 * import { withoutControls } from "@git-hooks/git-hooks";
 * console.assert(withoutControls("a\x1b[2Jb") === "a?[2Jb");
 * ```
 */
export function withoutControls(text: string): string {
  let shown = "";
  for (const character of text) {
    shown += character !== "\n" && character !== "\t" && OBEYED.test(character) ? "?" : character;
  }
  return shown;
}
