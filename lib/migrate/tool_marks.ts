/**
 * How files of tools are told: the shape of a row in `tools.ts`.
 *
 * @module
 */

/** How a file of a tool is known; all that is given must hold. */
export interface Mark {
  /** Patterns of which each must match a whole line of the file; trailing blanks are taken off first. */
  readonly lines?: readonly RegExp[];
  /** How many lines from the top `lines` are looked for in; the whole file when left out. */
  readonly head?: number;
  /** The text of a symbolic link. */
  readonly link?: RegExp;
  /** The names the file may have; any when left out. */
  readonly names?: RegExp;
  /**
   * Patterns of the tool's own lines. A line that is neither blank, nor a comment, nor one of these is
   * the user's, and the file is then the user's with a part of the tool's. Left out: the tool wrote all.
   */
  readonly own?: readonly RegExp[];
  /** First and last line of a part that is the tool's whatever it says; `own` is about the lines around it. */
  readonly body?: readonly [RegExp, RegExp];
  /** First and last line of a part that the tool keeps in a file of the user's. */
  readonly block?: readonly [RegExp, RegExp];
  /** True when the file is always the user's, and the tool only has a part in it. */
  readonly part?: true;
}

/** One tool. */
export interface Tool {
  /** Its name as its users write it. */
  readonly name: string;
  /** The command that writes its files again, or who does when there is no command. */
  readonly reinstall: string;
  /** How its files are known: any one of these. Generations of a tool have one each. */
  readonly marks: readonly Mark[];
}
