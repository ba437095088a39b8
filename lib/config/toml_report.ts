/**
 * Collects what is wrong with one hooks.toml, each fault with its place in the text.
 *
 * @module
 */

import type { Fault, Place } from "../errors.ts";
import type { TomlRange } from "./toml_positions.ts";

// A longer line would fill the screen and show nothing.
const LONGEST_SHOWN = 300;

// Who has mended so many faults asks again.
const MOST_FAULTS = 50;

/** The faults of one text. */
export class TomlReport {
  /** The text that the ranges count in, its lines ended by LF. */
  readonly text: string;
  readonly #file: string;
  readonly #lineStarts: number[] = [0];
  readonly #found: { readonly at: number; readonly fault: Fault }[] = [];

  /**
   * Starts with nothing wrong.
   *
   * @param file the file as it is shown to people
   * @param text its text, its lines ended by LF
   */
  constructor(file: string, text: string) {
    this.#file = file;
    this.text = text;
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) {
      this.#lineStarts.push(at + 1);
    }
  }

  /** All faults, in the order of the text; of very many the first that were found. */
  get faults(): readonly Fault[] {
    const faults = this.#found.toSorted((left, right) => left.at - right.at).map((one) =>
      one.fault
    );
    if (!this.isFull) return faults;
    const message = `only the first ${MOST_FAULTS} faults of this file are shown`;
    return [...faults, { message, place: { file: this.#file } }];
  }

  /** True when there are so many faults that no more are wanted. */
  get isFull(): boolean {
    return this.#found.length >= MOST_FAULTS;
  }

  /**
   * Finds the line of an offset.
   *
   * @param offset in UTF-16 code units from the text's start
   * @returns the line, counted from 1
   */
  lineOf(offset: number): number {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  }

  /**
   * Finds where a line begins.
   *
   * @param line the line, counted from 1
   * @returns the offset of its first unit
   */
  startOf(line: number): number {
    return this.#lineStarts[line - 1] ?? this.text.length;
  }

  /**
   * Cuts a line out.
   *
   * @param line the line, counted from 1
   * @returns the line without its end
   */
  lineText(line: number): string {
    const next = this.#lineStarts[line];
    return this.text.slice(this.startOf(line), next === undefined ? undefined : next - 1);
  }

  /**
   * Adds a fault.
   *
   * @param range where it stands; undefined when it concerns the file as a whole
   * @param message what is wrong
   * @param options lines that help; `excerpt: false` when the hints show the line already
   */
  add(
    range: TomlRange | undefined,
    message: string,
    options: { readonly hints?: readonly string[]; readonly excerpt?: boolean } = {},
  ): void {
    if (this.isFull) return;
    const { hints = [], excerpt = true } = options;
    const place = range === undefined ? { file: this.#file } : this.#place(range, excerpt);
    this.#found.push({
      at: range?.start ?? 0,
      fault: {
        message: shortened(message),
        place,
        ...(hints.length > 0 ? { hints: hints.map(shortened) } : {}),
      },
    });
  }

  #place(range: TomlRange, excerpt: boolean): Place {
    const line = this.lineOf(range.start);
    const column = range.start - this.startOf(line) + 1;
    const text = this.lineText(line);
    const place = { file: this.#file, line, column };
    if (!excerpt || text.length > LONGEST_SHOWN) return place;
    const width = Math.max(1, Math.min(range.end - range.start, text.length - column + 1));
    return { ...place, width, text };
  }
}

function shortened(text: string): string {
  return text.length > LONGEST_SHOWN ? `${text.slice(0, LONGEST_SHOWN - 3)}...` : text;
}
