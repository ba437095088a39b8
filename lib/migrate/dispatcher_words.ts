/**
 * What the words of a dispatcher mean: a path below the hookdir, the name of the event, a temporary
 * file, the exit code of a part. What is none of these is not understood.
 *
 * @module
 */

import type { HookEvent } from "../events.ts";
import { NotUnderstood } from "./sh_syntax.ts";
import type { List, Piece, Word } from "./sh_tree.ts";

/** Stands for the hookdir's path in every text. */
export const HOOKDIR = "\ue000";
// The common git directory, and the characters of patterns where sh takes them for that.
const COMMON = "\ue001";
const ACTIVE: Readonly<Record<string, string>> = { "*": "\ue002", "?": "\ue003", "[": "\ue004" };
const PASSIVE: Readonly<Record<string, string>> = { "\ue002": "*", "\ue003": "?", "\ue004": "[" };

/** What is known of an exit code that is not certain to be zero. */
export type Code =
  /** Not zero. */
  | "failed"
  /** That of the part that ran last. */
  | "last"
  /** Not zero if any part has failed. */
  | "any";

/** How a command ended. */
export type Status = "zero" | Code;

/** What a word, or a variable, holds. */
export type Value =
  | { readonly kind: "text"; readonly text: string }
  | { readonly kind: "temporary" }
  | { readonly kind: "code"; readonly code: Code };

/** Where the words stand. */
export interface WordPlace {
  /** The event that the script is started for. */
  readonly event: HookEvent;
  /** The name, in the hookdir, of the file that holds the program; undefined when it is elsewhere. */
  readonly program: string | undefined;
  /** True when sh leaves the hookdir's path whole without quotes. */
  readonly plainPath: boolean;
  /** True when the hookdir is the `hooks` folder of the common git directory. */
  readonly ownHookdir: boolean;
  /** True when that directory is `.git` in the main worktree. */
  readonly dotGit: boolean;
}

/** Variables, and what words mean with them. */
export class Words {
  readonly #place: WordPlace & { readonly bash: boolean };
  /** The variables. */
  variables: Map<string, Value> = new Map();
  /** How the last command ended: `$?`. */
  last: Status = "zero";
  /** True when a path was used that only the main worktree has. */
  mainOnly = false;

  /** @param place where the words stand, and whether the shell is bash */
  constructor(place: WordPlace & { readonly bash: boolean }) {
    this.#place = place;
  }

  /**
   * Expands a word as sh does where it neither splits nor looks for files: an assignment, a subject.
   *
   * @param word the word
   * @param line its line
   * @returns what it holds
   * @throws {NotUnderstood} where that is not known
   */
  whole(word: Word, line: number): Value {
    const value = this.#value(word, line, false);
    return value.kind === "text" ? { kind: "text", text: passive(value.text) } : value;
  }

  /**
   * Expands a word of a command, a list or a pattern.
   *
   * @param word the word
   * @param line its line
   * @returns what it holds; characters of patterns are kept apart, see {@linkcode globOf}
   * @throws {NotUnderstood} where that is not known, or sh would split it
   */
  word(word: Word, line: number): Value {
    return this.#value(word, line, true);
  }

  #value(word: Word, line: number, splits: boolean): Value {
    const [only] = word;
    if (only !== undefined && word.length === 1 && only.kind !== "literal") {
      const value = this.#piece(only, line);
      if (value.kind !== "text") return value;
    }
    let text = "";
    for (const piece of word) {
      if (piece.kind === "literal") {
        text += piece.quoted
          ? piece.text
          : piece.text.replace(/[*?]|\[(?=[^]*\])/g, (character) => ACTIVE[character] ?? character);
        continue;
      }
      const value = this.#piece(piece, line);
      if (value.kind !== "text") throw new NotUnderstood(line);
      const quoted = piece.kind !== "arithmetic" && piece.quoted;
      if (splits && !quoted && !this.#isWhole(value.text)) {
        throw new NotUnderstood(line, "leaves out quotes, where sh might split a path");
      }
      text += value.text;
    }
    return { kind: "text", text: this.#normal(text) };
  }

  #isWhole(text: string): boolean {
    const rest = text.replaceAll(HOOKDIR, "");
    return /^[\w.,/+@:%-]*$/.test(rest) && text !== "" && (rest === text || this.#place.plainPath);
  }

  #piece(piece: Exclude<Piece, { readonly kind: "literal" }>, line: number): Value {
    switch (piece.kind) {
      case "parameter":
        return this.#parameter(piece.name, piece.operation, line);
      case "command":
        return this.#substitution(piece.list, line);
      case "arithmetic":
        return this.#arithmetic(piece.text, line);
    }
  }

  #parameter(name: string, operation: string, line: number): Value {
    const value = this.#named(name, line);
    if (operation === "") return value;
    if (value.kind !== "text") throw new NotUnderstood(line);
    if (operation === "##*/") return text(baseOf(value.text, line));
    if (operation === "%/*") return text(directoryOf(value.text, line));
    throw new NotUnderstood(line);
  }

  #named(name: string, line: number): Value {
    if (name === "0" || this.#place.bash && /^BASH_SOURCE(\[0\])?$/.test(name)) {
      return text(`${HOOKDIR}/${this.#place.event.name}`);
    }
    if (name === "?") return this.last === "zero" ? text("0") : { kind: "code", code: this.last };
    const value = this.variables.get(name);
    if (value !== undefined) return value;
    // git starts these hooks in the git directory, and says so (githooks(5), "DESCRIPTION").
    if (name === "GIT_DIR" && this.#place.event.directory === "git-dir") return text(".");
    throw new NotUnderstood(line, `looks at $${name}`);
  }

  #substitution(list: List, line: number): Value {
    const commands = plainCommands(list);
    const [first, second] = commands ?? [];
    if (first === undefined) throw new NotUnderstood(line);
    const words = first.map((word) => this.word(word, line));
    const texts = words.map((value) => value.kind === "text" ? value.text : undefined);
    const [program, ...rest] = texts;
    const operands = rest[0] === "--" ? rest.slice(1) : rest;
    const [operand] = operands;
    const alone = operands.length === 1 && operand !== undefined;
    if (second !== undefined) {
      const then = second.map((word) => this.word(word, line));
      const pwd = then.every((one, index) =>
        one.kind === "text" && (index === 0 ? one.text === "pwd" : /^-[LP]$/.test(one.text))
      );
      if (program === "cd" && alone && operand === HOOKDIR && pwd) return text(HOOKDIR);
      throw new NotUnderstood(line);
    }
    if (program === "basename" && alone) return text(baseOf(operand, line));
    if (program === "dirname" && alone) return text(directoryOf(operand, line));
    if (program === "mktemp" && !rest.some((one) => one === undefined || /^-\w*d/.test(one))) {
      return { kind: "temporary" };
    }
    const self = `${HOOKDIR}/${this.#place.event.name}`;
    const real = this.#place.program;
    const asksReal = program === "realpath" && alone && operand === self ||
      program === "readlink" && rest.length === 2 && rest[0] === "-f" && rest[1] === self;
    if (asksReal && real !== undefined) return text(`${HOOKDIR}/${real}`);
    const question = texts.join(" ");
    if (question === "git rev-parse --git-common-dir") return text(COMMON);
    if (question === "git rev-parse --git-dir") {
      this.mainOnly = true;
      return text(COMMON);
    }
    if (question === "git rev-parse --git-path hooks") return text(HOOKDIR);
    throw new NotUnderstood(line);
  }

  // `rc=$((rc | $?))` and `failed=$((failed + 1))`.
  #arithmetic(source: string, line: number): Value {
    const [, name = "", added = ""] = /^\s*\$?(\w+)\s*[|+]\s*(\$\?|1)\s*$/.exec(source) ?? [];
    const value = this.variables.get(name);
    const counts = value?.kind === "text" && value.text === "0" ||
      value?.kind === "code" && value.code !== "last";
    if (!counts) throw new NotUnderstood(line);
    if (added === "1" || this.last === "failed") return { kind: "code", code: "failed" };
    if (this.last === "zero") return value;
    return { kind: "code", code: value.kind === "code" ? value.code : "any" };
  }

  #normal(path: string): string {
    const { event, ownHookdir, dotGit } = this.#place;
    if (!ownHookdir) return path;
    const common = path.replace(new RegExp(`^${COMMON}/hooks(?=/|$)`), HOOKDIR);
    if (event.directory === "git-dir") {
      return common.replace(/^(\.\/)*hooks(?=\/|$)/, HOOKDIR);
    }
    // These two are also started in the git directory, by a push.
    if (!dotGit || /^(reference-transaction|post-index-change)$/.test(event.name)) return common;
    const literal = common.replace(/^(\.\/)*\.git\/hooks(?=\/|$)/, HOOKDIR);
    if (literal !== common) this.mainOnly = true;
    return literal;
  }
}

function text(value: string): Value {
  return { kind: "text", text: value };
}

function baseOf(path: string, line: number): string {
  const base = path.slice(path.lastIndexOf("/") + 1);
  if (base === "" || base === HOOKDIR || base === COMMON) throw new NotUnderstood(line);
  return base;
}

function directoryOf(path: string, line: number): string {
  const slash = path.lastIndexOf("/");
  if (slash <= 0 || path.endsWith("/")) throw new NotUnderstood(line);
  return path.slice(0, slash);
}

// The words of one command, or of two joined by `&&` of which the first says nothing.
function plainCommands(list: List): readonly (readonly Word[])[] | undefined {
  const [only] = list;
  if (only === undefined || list.length > 1 || only.rest.length > 1) return undefined;
  if (only.rest.some(({ operator }) => operator !== "&&")) return undefined;
  const found: (readonly Word[])[] = [];
  for (const { negated, command } of [only.first, ...only.rest.map(({ step }) => step)]) {
    if (negated || command.kind !== "simple" || command.assigned.length > 0) return undefined;
    const quiet = command.redirections.every(({ descriptor, operator, target }) => {
      const [to] = target;
      const where = target.length === 1 && to?.kind === "literal" ? to.text : "";
      return operator === ">" && where === "/dev/null" ||
        operator === ">&" && descriptor === "2" && where === "1";
    });
    if (!quiet) return undefined;
    found.push(command.words);
  }
  return found;
}

function passive(value: string): string {
  return value.replace(/[\ue002-\ue004]/g, (character) => PASSIVE[character] ?? character);
}

/** The characters of a source that would be taken for ours. */
export const OURS = /[\ue000-\ue004]/;

/**
 * Tells whether a text is free of what only sh knows: the hookdir's path, the characters of patterns.
 *
 * @param value a text of {@linkcode Words}
 * @returns true when it is the same everywhere
 */
export function isLiteral(value: string): boolean {
  return !OURS.test(value);
}

/**
 * Makes a regular expression of a pattern (sh's "Pattern Matching Notation").
 *
 * @param pattern a text of {@linkcode Words.word}
 * @returns the expression for a whole name; undefined where the pattern's sets are not understood
 */
export function globOf(pattern: string): RegExp | undefined {
  let source = "";
  for (let index = 0; index < pattern.length; index++) {
    const character = pattern[index] ?? "";
    if (character === ACTIVE["*"]) source += "[^]*";
    else if (character === ACTIVE["?"]) source += "[^]";
    else if (character === ACTIVE["["]) {
      // Ranges of letters depend on the locale.
      const set = /^(?:0-9|1-9|[\w.,+]+)\]/.exec(pattern.slice(index + 1))?.[0];
      if (set === undefined) return undefined;
      source += `[${set}`;
      index += set.length;
    } else if (isLiteral(character)) source += RegExp.escape(character);
    else return undefined;
  }
  return new RegExp(`^${source}$`, "u");
}

/**
 * Tells whether a pattern matches a path of which only the last name is known.
 *
 * @param pattern a text of {@linkcode Words.word}
 * @param name the last name
 * @returns the answer; undefined where it depends on the folders in front of the name
 */
export function matchesEnd(pattern: string, name: string): boolean | undefined {
  const [, slash, rest = ""] = /^\ue002(\/?)([^/\ue000-\ue004]*)$/.exec(pattern) ?? [];
  if (slash === undefined) return undefined;
  return slash === "" ? name.endsWith(rest) : name === rest;
}
