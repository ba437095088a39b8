/**
 * Reads a command line as git's parse-options does (api-parse-options; gitcli(7)): options may stand
 * anywhere, be abbreviated, bundled, negated, and end at `--`. By hand, because it stands on the way to
 * running a hook.
 *
 * @module
 */

import { didYouMean } from "../lib/did_you_mean.ts";

/** One option of a command. */
export interface OptionSpec {
  /** The long name without dashes; an option without one has only its letter. */
  readonly long?: string;
  /** The letter. */
  readonly short?: string;
  /** What it takes: nothing, any text, or an integer. */
  readonly kind: "flag" | "text" | "integer";
  /** How the value is named in the usage, for example `<path>`. */
  readonly value?: string;
  /** What it does, in git's tone. */
  readonly help: string;
}

/** A command's words: its usage lines, options, one example. */
export interface CommandSpec {
  /** The command's name. */
  readonly name: string;
  /** What it does, in one short sentence without a full stop. */
  readonly summary: string;
  /** The usage, each form on a line, without `usage: `. */
  readonly usage: readonly string[];
  /** Its options. */
  readonly options: readonly OptionSpec[];
  /** One command line that works, and what it does. */
  readonly example: readonly [command: string, meaning: string];
  /** True when `--` and what follows are handed on untouched. */
  readonly keepDashDash?: boolean;
}

/** A command line taken apart. */
export interface ParsedOptions {
  /** Each option given, by long name (or letter): its last value; `true`, or `false` for `--no-...`. */
  readonly options: ReadonlyMap<string, string | number | boolean>;
  /** The other words. */
  readonly rest: readonly string[];
}

/** A command line that cannot be understood, or a question for the usage: exit code 129 or 0. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  /** The command whose usage is to be shown. */
  readonly spec: CommandSpec;
  /** `-h` asks for the usage, `--help` for the whole help, anything else is an error. */
  readonly asked: "usage" | "help" | undefined;
  /** A word that may have been meant. */
  readonly suggestion: string | undefined;

  constructor(
    message: string,
    spec: CommandSpec,
    more: { readonly asked?: "usage" | "help"; readonly suggestion?: string | undefined } = {},
  ) {
    super(message);
    this.spec = spec;
    this.asked = more.asked;
    this.suggestion = more.suggestion;
  }
}

/**
 * Takes a command line apart.
 *
 * @param args what follows the command's name
 * @param spec the command
 * @returns its options and its other words
 * @throws {UsageError} when it cannot be understood, or asks for help
 */
export function parseOptions(args: readonly string[], spec: CommandSpec): ParsedOptions {
  const options = new Map<string, string | number | boolean>();
  const rest: string[] = [];
  const queue = [...args];
  for (let word = queue.shift(); word !== undefined; word = queue.shift()) {
    if (word === "--" || word === "--end-of-options") {
      rest.push(...(spec.keepDashDash ? ["--"] : []), ...queue.splice(0));
    } else if (word.startsWith("--")) takeLong(word.slice(2));
    else if (word.length > 1 && word.startsWith("-")) takeShort(word.slice(1));
    else rest.push(word);
  }
  return { options, rest };

  function takeLong(text: string): void {
    const equals = text.indexOf("=");
    const name = equals < 0 ? text : text.slice(0, equals);
    const given = equals < 0 ? undefined : text.slice(equals + 1);
    if (name === "help") throw new UsageError("", spec, { asked: "help" });
    const { option, on } = findLong(name, spec);
    const key = option.long ?? "";
    if (option.kind === "flag" || !on) {
      if (given !== undefined) throw new UsageError(`option \`${name}' takes no value`, spec);
      if (!on && option.kind !== "flag") options.delete(key);
      else options.set(key, on);
      return;
    }
    const value = given ?? queue.shift();
    if (value === undefined) throw new UsageError(`option \`${key}' requires a value`, spec);
    options.set(key, valueOf(option, value, `option \`${key}'`, spec));
  }

  function takeShort(letters: string): void {
    for (let index = 0; index < letters.length; index++) {
      const letter = letters[index] ?? "";
      if (letter === "h") throw new UsageError("", spec, { asked: "usage" });
      const option = spec.options.find((one) => one.short === letter);
      if (option === undefined) throw new UsageError(`unknown switch \`${letter}'`, spec);
      const key = option.long ?? letter;
      if (option.kind === "flag") {
        options.set(key, true);
        continue;
      }
      const attached = letters.slice(index + 1);
      const value = attached === "" ? queue.shift() : attached;
      if (value === undefined) throw new UsageError(`switch \`${letter}' requires a value`, spec);
      options.set(key, valueOf(option, value, `switch \`${letter}'`, spec));
      return;
    }
  }
}

function findLong(name: string, spec: CommandSpec): { option: OptionSpec; on: boolean } {
  const named = spec.options.filter((one) => one.long !== undefined);
  const matches = (text: string): OptionSpec[] => {
    const exact = named.filter((one) => one.long === text);
    return exact.length > 0 ? exact : named.filter((one) => one.long?.startsWith(text));
  };
  const direct = matches(name);
  const negated = direct.length === 0 && name.startsWith("no-") ? matches(name.slice(3)) : [];
  const found = [...direct, ...negated];
  const [first, second] = found;
  if (first === undefined) {
    const near = didYouMean(name, named.map((one) => one.long ?? ""));
    throw new UsageError(`unknown option \`${name}'`, spec, {
      suggestion: near === undefined ? undefined : `--${near}`,
    });
  }
  if (second !== undefined) {
    throw new UsageError(
      `ambiguous option: ${name} (could be --${first.long} or --${second.long})`,
      spec,
    );
  }
  return { option: first, on: direct.length > 0 };
}

function valueOf(
  option: OptionSpec,
  value: string,
  shown: string,
  spec: CommandSpec,
): string | number {
  if (option.kind === "text") return value;
  const match = /^\s*([+-]?\d+)([kKmMgG]?)$/.exec(value);
  if (match === null) {
    throw new UsageError(
      `${shown} expects an integer value with an optional k/m/g suffix`,
      spec,
    );
  }
  const factor = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[match[2]?.toLowerCase() ?? ""] ?? 1;
  return Number(match[1]) * factor;
}

/**
 * Writes a command's usage as git does after `-h`.
 *
 * @param spec the command
 * @returns the text, ending in a newline
 */
export function usageText(spec: CommandSpec): string {
  const forms = spec.usage.map((form, index) => `${index === 0 ? "usage:" : "   or:"} ${form}\n`);
  const rows = spec.options.map((option) => {
    const left = `    ${optionWords(option)}`;
    return left.length > 24
      ? `${left}\n${" ".repeat(26)}${option.help}\n`
      : `${left.padEnd(26)}${option.help}\n`;
  });
  return `${forms.join("")}\n${rows.join("")}${rows.length > 0 ? "\n" : ""}`;
}

function optionWords(option: OptionSpec): string {
  const value = option.kind === "flag" ? "" : ` ${option.value ?? "<n>"}`;
  const long = option.long === undefined
    ? undefined
    : `--${option.kind === "flag" ? "[no-]" : ""}${option.long}`;
  const short = option.short === undefined ? undefined : `-${option.short}`;
  return `${[short, long].filter((one) => one !== undefined).join(", ")}${value}`;
}

/**
 * Writes a command's help: summary, usage, options, one example.
 *
 * @param spec the command
 * @returns the text, ending in a newline
 */
export function helpText(spec: CommandSpec): string {
  const [command, meaning] = spec.example;
  return `git-hooks ${spec.name} - ${spec.summary}\n\n${usageText(spec)}` +
    `Example: ${command}\n    ${meaning}\n`;
}
