/**
 * What a conversion of hooks from one source to another gives.
 *
 * @module
 */

/** A text to be put into another file, and what its reader should know. */
export interface Converted {
  /** The text; empty when there is nothing to convert. */
  readonly text: string;
  /** What does not go along, or changes, without `warning: `. */
  readonly warnings: readonly string[];
}
