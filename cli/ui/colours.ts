/**
 * Colours for answers. They only add: nothing is lost where there are none.
 *
 * @module
 */

/** What makes a part of a line stand out; each leaves a text as it is where there is no colour. */
export interface Colours {
  /** For names and headings. */
  readonly bold: (text: string) => string;
  /** For origins. */
  readonly dim: (text: string) => string;
  /** For errors. */
  readonly red: (text: string) => string;
  /** For warnings. */
  readonly yellow: (text: string) => string;
}

/**
 * Gives the colours.
 *
 * @param on false where the reader takes none
 * @returns the colours
 */
export function coloursFor(on: boolean): Colours {
  const wrap = (code: string) => (text: string): string =>
    on && text !== "" ? `\x1b[${code}m${text}\x1b[m` : text;
  return { bold: wrap("1"), dim: wrap("2"), red: wrap("31"), yellow: wrap("33") };
}
