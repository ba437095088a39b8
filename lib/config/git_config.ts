/**
 * What git's own configuration says about hooks, asked of git in one question: includes, conditions,
 * `-c` and the environment are git's matter, nothing of its discovery is rebuilt.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { runGit } from "../git/git.ts";
import type { Origin, Scope, Setting } from "./setting.ts";

/** The part of git's configuration that has to do with hooks, in git's order. */
export interface GitConfig {
  /** The settings of section `hook`. */
  readonly hooks: readonly Setting[];
  /** The settings of section `githooks`, our own switches. */
  readonly githooks: readonly Setting[];
  /** The `core.hooksPath` that has effect: the last one. */
  readonly hooksPath: Setting | undefined;
  /** False when `advice.ignoredHook` is off. */
  readonly advisesIgnoredHook: boolean;
}

/**
 * The settings that have to do with hooks, as `git config --get-regexp` takes them; a compiled plan asks
 * the same question.
 *
 * @example Usage
 * ```ts
 * import { HOOK_SETTINGS } from "@git-hooks/git-hooks";
 * console.assert(new RegExp(HOOK_SETTINGS).test("hook.lint.event"));
 * ```
 */
export const HOOK_SETTINGS: string =
  "^(hook|githooks)\\.|^core\\.hookspath$|^advice\\.ignoredhook$";

/**
 * Reads git's configuration as git reads it from a directory.
 *
 * @param directory the directory to ask from, absolute; origins that are relative paths start there,
 *   or at the worktree's root when it lies in one
 * @returns the settings about hooks
 * @throws {UserError} with exit code 128 and git's own message when git cannot read its configuration
 * @example Usage
 * ```ts
 * import { readGitConfig } from "@git-hooks/git-hooks";
 * const config = await readGitConfig("/");
 * console.assert(Array.isArray(config.hooks));
 * ```
 */
export async function readGitConfig(directory: string): Promise<GitConfig> {
  const answer = await runGit(
    ["config", "-z", "--show-scope", "--show-origin", "--get-regexp", HOOK_SETTINGS],
    // GIT_CONFIG would make `git config` read that one file; git's hooks do not follow it.
    { cwd: directory, unset: ["GIT_CONFIG"] },
  );
  // git config answers 1 when nothing matches.
  if (answer.code > 1) throw configError(answer.stderr);
  return sortSettings(parseGitConfig(answer.stdout));
}

function configError(stderr: string): UserError {
  const lines = stderr.trimEnd().split("\n");
  const fatal = lines.findIndex((line) => line.startsWith("fatal: "));
  const message = (lines[fatal] ?? lines[0] ?? "cannot read git's configuration")
    .replace(/^(fatal|error): /, "");
  return new UserError({ message });
}

/** One line of `git config -z --show-scope --show-origin`. */
export interface GitConfigRecord extends Setting {
  /** The section in lower case, for example `hook`. */
  readonly section: string;
}

/**
 * Takes the output of `git config -z --show-scope --show-origin` apart.
 *
 * @param output the bytes git printed: scope, origin, and key with value, each ended by NUL
 * @returns one record per setting, in git's order
 * @throws {UserError} when a hook's setting is not UTF-8, so that it could not be run as written
 * @example Usage
 * ```ts
 * import { parseGitConfig } from "@git-hooks/git-hooks";
 * const bytes = new TextEncoder().encode("local\0file:.git/config\0hook.lint.event\npre-commit\0");
 * console.assert(parseGitConfig(bytes)[0]?.value === "pre-commit");
 * ```
 */
export function parseGitConfig(output: Uint8Array): readonly GitConfigRecord[] {
  const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(output);
  const fields = text.split("\0");
  const suspect = text.includes("\ufffd");
  const records: GitConfigRecord[] = [];
  for (let index = 0; index + 2 < fields.length; index += 3) {
    const entry = fields[index + 2] ?? "";
    // A key never holds a newline, a value may; without one there is no value at all.
    const end = entry.indexOf("\n");
    const key = end < 0 ? entry : entry.slice(0, end);
    const first = key.indexOf(".");
    const last = key.lastIndexOf(".");
    const record: GitConfigRecord = {
      section: key.slice(0, first),
      name: first === last ? undefined : key.slice(first + 1, last),
      key: key.slice(last + 1),
      value: end < 0 ? undefined : entry.slice(end + 1),
      scope: scopeOf(fields[index] ?? ""),
      origin: originOf(fields[index + 1] ?? ""),
    };
    if (suspect && record.section === "hook" && entry.includes("\ufffd")) {
      const where = fields[index + 1] ?? "";
      throw new UserError(`'${key}' in ${where} is not UTF-8, so it cannot be run as written`);
    }
    records.push(record);
  }
  return records;
}

function scopeOf(word: string): Scope {
  switch (word) {
    case "system":
    case "global":
    case "local":
    case "worktree":
      return word;
    default:
      return "command";
  }
}

function originOf(text: string): Origin {
  const colon = text.indexOf(":");
  const kind = text.slice(0, colon);
  const path = text.slice(colon + 1);
  switch (kind) {
    case "file":
    case "blob":
    case "standard input":
      return { kind, path };
    default:
      return { kind: "command line", path };
  }
}

function sortSettings(records: readonly GitConfigRecord[]): GitConfig {
  const last = (section: string, key: string): GitConfigRecord | undefined =>
    records.findLast((one) => one.section === section && one.name === undefined && one.key === key);
  const advice = last("advice", "ignoredhook");
  return {
    hooks: records.filter((one) => one.section === "hook"),
    githooks: records.filter((one) => one.section === "githooks"),
    hooksPath: last("core", "hookspath"),
    advisesIgnoredHook: advice === undefined || parseGitBool(advice.value) !== false,
  };
}

/**
 * Reads a value as git reads a boolean (`git_parse_maybe_bool()` in parse.c).
 *
 * @param value the value; undefined is a key without a value, which is true
 * @returns the boolean, or undefined when git would not take it for one
 * @example Usage
 * ```ts
 * import { parseGitBool } from "@git-hooks/git-hooks";
 * console.assert(parseGitBool("off") === false);
 * console.assert(parseGitBool("fales") === undefined);
 * ```
 */
export function parseGitBool(value: string | undefined): boolean | undefined {
  if (value === undefined) return true;
  switch (value.toLowerCase()) {
    case "true":
    case "yes":
    case "on":
      return true;
    case "false":
    case "no":
    case "off":
    case "":
      return false;
  }
  const number = parseGitInt(value);
  return number === undefined ? undefined : number !== 0;
}

/**
 * Reads a value as git reads an integer (`git_parse_int()` in parse.c): decimal, octal or hexadecimal,
 * with an optional unit k, m or g, within 32 bits.
 *
 * @param value the value
 * @returns the integer, or undefined when git would not take it for one
 * @example Usage
 * ```ts
 * import { parseGitInt } from "@git-hooks/git-hooks";
 * console.assert(parseGitInt("1k") === 1024);
 * console.assert(parseGitInt("two") === undefined);
 * ```
 */
export function parseGitInt(value: string): number | undefined {
  const match = /^[ \t\n\v\f\r]*([+-]?)(0[xX][0-9a-fA-F]+|0[0-7]*|[1-9][0-9]*)([kKmMgG]?)$/.exec(
    value,
  );
  if (match === null) return undefined;
  const [, sign = "", digits = "", unit = ""] = match;
  const octal = /^0[0-7]+$/.test(digits);
  const factor = { "": 1, k: 1024, m: 1024 ** 2, g: 1024 ** 3 }[unit.toLowerCase()] ?? 1;
  const size = (octal ? parseInt(digits, 8) : Number(digits)) * factor;
  if (size > 0x7fffffff) return undefined;
  return sign === "-" ? -size : size;
}
