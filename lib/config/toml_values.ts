/**
 * What the values of a hooks.toml may be, and what is said of those that are something else.
 *
 * @module
 */

import type { TomlKey, TomlKeyType } from "./toml_keys.ts";
import { tomlString } from "./toml_quote.ts";
import { isTomlTable, type TomlValue } from "./toml_text.ts";

/** What is wrong with a value, and what to write instead. */
export interface ValueFault {
  /** Goes behind the key's name: `must be ...`. */
  readonly must: string;
  /** The value to write, as TOML, where one can be told. */
  readonly write?: string;
}

const MUST: Readonly<Record<TomlKeyType, string>> = {
  version: 'must be a string such as "1.0"',
  text: "must be a string",
  events: "must be a string or a list of strings",
  refs: "must be a string or a list of strings",
  boolean: "must be true or false",
  jobs: "must be a whole number from 1 up, or -1",
  duration: 'must be a string such as "30s", "5m" or "1h", or a number of seconds',
};

// git keeps jobs in an int.
const MOST_JOBS = 0x7fffffffn;

// A timer counts milliseconds in 31 bits.
const LONGEST_SECONDS = 2_147_483n;

/**
 * Checks the value of a key.
 *
 * @param key the key
 * @param value its value
 * @returns what is wrong with it, or undefined
 */
export function checkTomlValue(key: TomlKey, value: TomlValue): ValueFault | undefined {
  const must = MUST[key.type];
  switch (key.type) {
    case "version":
      if (typeof value === "string" && VERSION_TEXT.test(value)) return undefined;
      return typeof value === "string" ? { must } : wrong(
        must,
        value,
        typeof value === "number" ? tomlString(versionText(value)) : undefined,
      );
    case "text":
      if (typeof value !== "string") return wrong(must, value);
      return value.trim() === "" ? { must: "must not be empty" } : undefined;
    case "events":
    case "refs":
      return checkList(must, value);
    case "boolean":
      return typeof value === "boolean" ? undefined : wrong(must, value, booleanFor(value));
    case "jobs":
      if (typeof value !== "bigint") return wrong(must, value, integerFor(value));
      return value === -1n || (value >= 1n && value <= MOST_JOBS)
        ? undefined
        : { must: `${must}, not ${value}` };
    case "duration":
      return checkDuration(must, value);
  }
}

const VERSION_TEXT = /^[0-9]{1,6}\.[0-9]{1,6}(?:\.[0-9]{1,6})?$/;

function versionText(value: number): string {
  return Number.isInteger(value) ? `${value}.0` : String(value);
}

function checkList(must: string, value: TomlValue): ValueFault | undefined {
  if (typeof value === "string") {
    return value.trim() === "" ? { must: "must not be empty" } : undefined;
  }
  if (!Array.isArray(value)) return wrong(must, value);
  if (value.length === 0) return { must: "must not be empty" };
  for (const one of value) {
    if (typeof one !== "string") return { must: `${must}, and ${kindOf(one)} is in the list` };
    if (one.trim() === "") return { must: "must not be empty, and an empty string is in the list" };
  }
  return undefined;
}

function checkDuration(must: string, value: TomlValue): ValueFault | undefined {
  const seconds = secondsOf(value);
  if (seconds === undefined) {
    return typeof value === "string"
      ? { must: `${must}, not ${tomlString(value)}` }
      : wrong(must, value);
  }
  if (seconds < 1n) {
    return { must: "must be at least one second; leave it out to set no limit" };
  }
  return seconds > LONGEST_SECONDS ? { must: "must not be longer than 24 days" } : undefined;
}

function secondsOf(value: TomlValue): bigint | undefined {
  if (typeof value === "bigint") return value;
  const match = typeof value === "string" ? /^([0-9]{1,15})([smh]?)$/.exec(value) : null;
  if (match === null) return undefined;
  const unit = match[2] === "h" ? 3600n : match[2] === "m" ? 60n : 1n;
  return BigInt(match[1] ?? "0") * unit;
}

function wrong(must: string, value: TomlValue, write?: string): ValueFault {
  const text = `${must}, not ${kindOf(value)}`;
  return write === undefined ? { must: text } : { must: text, write };
}

function booleanFor(value: TomlValue): string | undefined {
  switch (String(value).toLowerCase()) {
    case "true":
    case "yes":
    case "on":
    case "1":
      return "true";
    case "false":
    case "no":
    case "off":
    case "0":
      return "false";
    default:
      return undefined;
  }
}

function integerFor(value: TomlValue): string | undefined {
  const text = String(value);
  return typeof value !== "object" && /^(?:-1|[1-9][0-9]{0,5})$/.test(text) ? text : undefined;
}

/**
 * Names the kind of a value.
 *
 * @param value the value
 * @returns for example `a string`
 */
export function kindOf(value: TomlValue): string {
  switch (typeof value) {
    case "string":
      return "a string";
    case "bigint":
      return "an integer";
    case "number":
      return "a float";
    case "boolean":
      return "a boolean";
    default:
      if (Array.isArray(value)) return "a list";
      return isTomlTable(value) ? "a table" : "a date";
  }
}
