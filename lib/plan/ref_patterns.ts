/**
 * A hook's `refs` in the two forms that sh programs read: a pattern of `case`, and a regular expression for
 * grep(1). Both mean what `lib/run/refs.ts` means.
 *
 * @module
 */

/**
 * Writes ref patterns as one pattern of sh's `case`.
 *
 * @param patterns a hook's `refs`
 * @returns the text between `in` and `)`
 */
export function casePattern(patterns: readonly string[]): string {
  return patterns.map((pattern) =>
    translate(pattern, {
      any: "*",
      one: "?",
      set: (not, members) => `[${not ? "!" : ""}${members.replace(/[^A-Za-z0-9-]/g, "\\$&")}]`,
      text: (character) => /[A-Za-z0-9/_.,:@%+=-]/.test(character) ? character : `\\${character}`,
    })
  ).join(" | ");
}

/**
 * Writes ref patterns as an extended regular expression for whole words.
 *
 * @param patterns a hook's `refs`
 * @returns the expression, in parentheses
 */
export function extendedExpression(patterns: readonly string[]): string {
  const parts = patterns.map((pattern) =>
    translate(pattern, {
      any: "[^ ]*",
      one: "[^ ]",
      set: (not, members) => `[${not ? "^" : ""}${bracketMembers(members, not)}]`,
      text: (character) => /[\\^$.*+?()[\]{}|]/.test(character) ? `\\${character}` : character,
    })
  );
  return `(${parts.join("|")})`;
}

// In brackets `]` stands first and `^` does not; nothing can be escaped there (POSIX 9.3.5).
function bracketMembers(members: string, not: boolean): string {
  const plain = members.replaceAll("]", "").replaceAll("^", "");
  const caret = members.includes("^") ? "^" : "";
  return `${members.includes("]") ? "]" : ""}${not ? caret : ""}${plain}${not ? "" : caret}`;
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
