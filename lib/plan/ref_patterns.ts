/**
 * A hook's `refs` in the two forms that sh programs read: patterns of `case`, and regular expressions for
 * grep(1). Both mean what `lib/run/refs.ts` means.
 *
 * @module
 */

import { quoteForSh } from "../quote.ts";
import { splitPatterns } from "../run/refs.ts";

/**
 * Says whether a pattern means the same to sh and grep as to the code.
 *
 * @param pattern one of a hook's `refs`
 * @returns false for sets that not every program reads alike, and for a pattern of nothing
 */
export function isPortable(pattern: string): boolean {
  if (/[\n\r]|^!?$/.test(pattern)) return false;
  const sets = pattern.match(/\[[!^]?[^\]]+\]/g) ?? [];
  return sets.every((set) => {
    const members = set.replace(/^\[[!^]?|\]$/g, "");
    const ranges = members.match(/.-./gu) ?? [];
    return /^[A-Za-z0-9._-]+$/.test(members) &&
      ranges.every((range) => /^(?:[a-z]-[a-z]|[A-Z]-[A-Z]|[0-9]-[0-9])$/.test(range)) &&
      ranges.every((range) => range.slice(0, 1) <= range.slice(2));
  });
}

/**
 * Writes a `case` over a ref.
 *
 * @param word the ref, as a word of sh
 * @param patterns a hook's `refs`
 * @param arms the lines for a ref that is named, and for any other
 * @returns lines of sh
 */
export function refCase(
  word: string,
  patterns: readonly string[],
  arms: { readonly named: string; readonly other: string },
): string {
  const { named, takenAway } = splitPatterns(patterns);
  const away = takenAway.length === 0 ? "" : `(${casePattern(takenAway)})\n${arms.other};;\n`;
  // In parentheses, for `esac` is a pattern there alone.
  return `case ${word} in\n${away}(${
    casePattern(named)
  })\n${arms.named};;\n*)\n${arms.other};;\nesac\n`;
}

function casePattern(patterns: readonly string[]): string {
  return patterns.map((pattern) =>
    translate(pattern, {
      any: "*",
      one: "?",
      set: (not, members) => `[${not ? "!" : ""}${members}]`,
      text: (character) => /[A-Za-z0-9/_.,:@%+=-]/.test(character) ? character : `\\${character}`,
    })
  ).join(" | ");
}

/**
 * Writes the grep(1)s that leave the lines which name a ref.
 *
 * @param patterns a hook's `refs`
 * @param field which word of a line is the ref, counted from 0
 * @returns one or two commands of sh; each reads what the one before it has left
 */
export function refGreps(patterns: readonly string[], field: number): readonly string[] {
  const { named, takenAway } = splitPatterns(patterns);
  const grep = (options: string, some: readonly string[]): string =>
    `LC_ALL=C grep ${options} -e ${
      quoteForSh(`^${"[^ ]* ".repeat(field)}${extendedExpression(some)}( |$)`)
    }`;
  return [grep("-E", named), ...(takenAway.length === 0 ? [] : [grep("-Ev", takenAway)])];
}

function extendedExpression(patterns: readonly string[]): string {
  const parts = patterns.map((pattern) =>
    translate(pattern, {
      any: "[^ ]*",
      one: "[^ ]",
      set: (not, members) => `[${not ? "^" : ""}${members}]`,
      text: (character) => /[\\^$.*+?()[\]{}|]/.test(character) ? `\\${character}` : character,
    })
  );
  return `(${parts.join("|")})`;
}

interface Form {
  readonly any: string;
  readonly one: string;
  readonly set: (not: boolean, members: string) => string;
  readonly text: (character: string) => string;
}

function translate(pattern: string, form: Form): string {
  return pattern.replace(
    /\[([!^]?)([^\]]+)\]|[\s\S]/gu,
    (part: string, not: string | undefined, members: string | undefined) => {
      if (part === "*") return form.any;
      if (part === "?") return form.one;
      return members === undefined ? form.text(part) : form.set(not !== "", members);
    },
  );
}
