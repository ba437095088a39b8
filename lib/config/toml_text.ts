/**
 * The one module that knows the TOML parser; a swap of it touches this file alone.
 *
 * @module
 */

import { parse, TomlError } from "smol-toml";

/** A TOML table: its keys in the order of the file. */
export interface TomlTable {
  readonly [key: string]: TomlValue;
}

/** A TOML value; integers are bigint, so that they differ from floats, and dates are opaque. */
export type TomlValue = string | number | bigint | boolean | object | readonly TomlValue[];

/** Why and where a text is no TOML. */
export interface TomlSyntaxError {
  /** The parser's message, one line. */
  readonly message: string;
  /** The line, counted from 1. */
  readonly line: number;
  /** The column in UTF-16 code units, counted from 1. */
  readonly column: number;
}

/** What became of a text: a table, or an error. */
export type ParsedToml =
  | { readonly table: TomlTable; readonly error?: undefined }
  | { readonly table?: undefined; readonly error: TomlSyntaxError };

// Deeper than any key of ours by far, and shallow enough for every recursion.
const MAX_DEPTH = 64;

/**
 * Parses a TOML 1.0 or 1.1 text.
 *
 * @param text the text
 * @returns the root table, or what is wrong with the text
 */
export function parseToml(text: string): ParsedToml {
  try {
    return { table: parse(text, { integersAsBigInt: true, maxDepth: MAX_DEPTH }) };
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [message = ""] = error.message.replace(/^Invalid TOML document: /, "").split("\n");
    return { error: { message, line: error.line, column: error.column } };
  }
}

/**
 * Tells a table from every other value.
 *
 * @param value a value of {@linkcode parseToml}
 * @returns true for a table, false also for arrays and dates
 */
export function isTomlTable(value: TomlValue | undefined): value is TomlTable {
  // The parser's tables have no prototype, its dates have one.
  return typeof value === "object" && !Array.isArray(value) &&
    Object.getPrototypeOf(value) === null;
}
