/**
 * The part of the shell's grammar (POSIX, "Shell Command Language") in which simple programs are
 * written, as a tree. Unlike `sh_text.ts`, which looks for words, it takes a script whole or not at all.
 *
 * @module
 */

import type { AndOr, Command, List, Piece, Redirection, Step, Word } from "./sh_tree.ts";

/** Something that this grammar does not have. */
export class NotUnderstood extends Error {
  /** The line, counted from 1; 0 where it is about the whole. */
  readonly line: number;

  /**
   * @param line the line, counted from 1; 0 where it is about the whole
   * @param reason what it does, to be read after `line 4 `
   */
  constructor(line: number, reason = "is more than git-hooks understands") {
    super(reason);
    this.line = line;
  }
}

/**
 * Reads a script.
 *
 * @param source its text
 * @param line the number of its first line
 * @returns its commands
 * @throws {NotUnderstood} for pipelines, functions, subshells, here-documents and the like
 */
export function parseShell(source: string, line = 1): List {
  const parser = new Parser(source, line);
  const list = parser.list();
  if (!parser.atEnd) throw new NotUnderstood(parser.line);
  return list;
}

const RESERVED =
  /(?:if|then|elif|else|fi|for|do|done|case|esac|while|until|function|select|time|coproc|in|\{|\}|!)(?=[\s;&|()<>]|$)/y;
const NAME = /[A-Za-z_]\w*/y;

class Parser {
  readonly #source: string;
  #at = 0;
  line: number;

  constructor(source: string, line: number) {
    this.#source = source;
    this.line = line;
  }

  get atEnd(): boolean {
    this.#newlines();
    return this.#at >= this.#source.length;
  }

  /** Reads commands up to something that ends a list. */
  list(): List {
    const list: AndOr[] = [];
    for (;;) {
      this.#newlines();
      if (this.#at >= this.#source.length || /[)]/.test(this.#next) || this.#sees(";;")) break;
      const word = this.#reserved();
      if (word !== undefined && /^(then|elif|else|fi|do|done|esac|\}|in)$/.test(word)) break;
      list.push(this.#andOr());
      this.#blanks();
      if (this.#at < this.#source.length && !/[;\n)]/.test(this.#next)) this.#fail();
      this.#semicolon();
    }
    return list;
  }

  #andOr(): AndOr {
    const first = this.#step();
    const rest: { operator: "&&" | "||"; step: Step }[] = [];
    for (;;) {
      this.#blanks();
      const operator = this.#sees("&&") ? "&&" : this.#sees("||") ? "||" : undefined;
      if (operator === undefined) return { first, rest };
      this.#at += 2;
      this.#newlines();
      rest.push({ operator, step: this.#step() });
    }
  }

  #step(): Step {
    this.#blanks();
    const negated = this.#reserved() === "!";
    if (negated) this.#word("!");
    this.#blanks();
    if (this.#reserved() === "!") this.#fail();
    return { negated, command: this.#command() };
  }

  #command(): Command {
    const word = this.#reserved();
    const line = this.line;
    if (word === undefined) return this.#simple();
    const command = this.#compound(word, line);
    this.#blanks();
    // A redirection of the whole is not read.
    if (/[<>\d]/.test(this.#next)) this.#fail();
    return command;
  }

  #compound(word: string, line: number): Command {
    switch (word) {
      case "{": {
        this.#word("{");
        const body = this.#body();
        this.#word("}");
        return { kind: "group", line, body };
      }
      case "if":
        return this.#if(line);
      case "for":
        return this.#for(line);
      case "case":
        return this.#case(line);
      default:
        return this.#fail();
    }
  }

  #if(line: number): Command {
    this.#word("if");
    const branches: { test: List; then: List }[] = [];
    let otherwise: List = [];
    for (;;) {
      const test = this.#body();
      this.#word("then");
      branches.push({ test, then: this.#body() });
      const word = this.#reserved();
      if (word === "elif") {
        this.#word("elif");
        continue;
      }
      if (word === "else") {
        this.#word("else");
        otherwise = this.#body();
      }
      this.#word("fi");
      return { kind: "if", line, branches, otherwise };
    }
  }

  #for(line: number): Command {
    this.#word("for");
    this.#blanks();
    const variable = this.#match(NAME) ?? this.#fail();
    this.#newlines();
    this.#word("in");
    const words: Word[] = [];
    for (;;) {
      this.#blanks();
      if (this.#at >= this.#source.length || /[;\n]/.test(this.#next)) break;
      words.push(this.#readWord());
    }
    this.#semicolon();
    this.#newlines();
    this.#word("do");
    const body = this.#body();
    this.#word("done");
    return { kind: "for", line, variable, words, body };
  }

  #case(line: number): Command {
    this.#word("case");
    this.#blanks();
    const subject = this.#readWord();
    this.#newlines();
    this.#word("in");
    const arms: { patterns: Word[]; body: List }[] = [];
    for (;;) {
      this.#newlines();
      if (this.#reserved() === "esac") break;
      if (this.#next === "(") this.#at++;
      const patterns: Word[] = [];
      for (;;) {
        this.#blanks();
        patterns.push(this.#readWord());
        this.#blanks();
        const delimiter = this.#next;
        this.#at++;
        if (delimiter === ")") break;
        if (delimiter !== "|") this.#fail();
      }
      arms.push({ patterns, body: this.list() });
      if (this.#sees(";;")) this.#at += 2;
      else if (this.#reserved() !== "esac") this.#fail();
      if (this.#next === "&") this.#fail();
    }
    this.#word("esac");
    return { kind: "case", line, subject, arms };
  }

  #simple(): Command {
    const line = this.line;
    const assigned: { name: string; value: Word }[] = [];
    const words: Word[] = [];
    const redirections: Redirection[] = [];
    for (;;) {
      this.#blanks();
      const assignment = words.length === 0 ? this.#match(/[A-Za-z_]\w*=/y) : undefined;
      if (assignment !== undefined) {
        const ends = this.#at >= this.#source.length || /[\s;&|)]/.test(this.#next);
        assigned.push({ name: assignment.slice(0, -1), value: ends ? [] : this.#readWord() });
        continue;
      }
      const redirection = this.#match(/\d*(?:>>|[<>]&?)(?![<>|(&])/y);
      if (redirection !== undefined) {
        const [, descriptor = "", operator = ""] = /^(\d*)(.*)$/.exec(redirection) ?? [];
        this.#blanks();
        redirections.push({ descriptor, operator, target: this.#readWord() });
        continue;
      }
      if (this.#at >= this.#source.length || /[;\n)]/.test(this.#next)) break;
      if (this.#sees("&&") || this.#sees("||")) break;
      words.push(this.#readWord());
    }
    if (words.length + assigned.length + redirections.length === 0) this.#fail();
    return { kind: "simple", line, assigned, words, redirections };
  }

  #readWord(): Word {
    const pieces: Piece[] = [];
    let text = "";
    const endLiteral = (): void => {
      if (text !== "") pieces.push({ kind: "literal", text, quoted: false });
      text = "";
    };
    const begin = this.#at;
    while (this.#at < this.#source.length) {
      const character = this.#next;
      if (/[\s;&|<>()]/.test(character)) break;
      if (/[{}]/.test(character)) this.#fail();
      if (character === "\\") {
        endLiteral();
        const escaped = this.#source[this.#at + 1] ?? this.#fail();
        if (escaped === "\n") this.#fail();
        pieces.push({ kind: "literal", text: escaped, quoted: true });
        this.#at += 2;
      } else if (character === "'") {
        endLiteral();
        pieces.push({ kind: "literal", text: this.#upTo("'"), quoted: true });
      } else if (character === '"') {
        endLiteral();
        pieces.push(...this.#doubleQuoted());
      } else if (character === "$" || character === "`") {
        endLiteral();
        pieces.push(this.#expansion(false));
      } else {
        text += character;
        this.#at++;
      }
    }
    endLiteral();
    if (this.#at === begin) this.#fail();
    return pieces;
  }

  // What stands between two single quotes, or the like.
  #upTo(end: string): string {
    const from = this.#at + 1;
    const to = this.#source.indexOf(end, from);
    if (to < 0) this.#fail();
    const text = this.#source.slice(from, to);
    this.line += text.split("\n").length - 1;
    this.#at = to + end.length;
    return text;
  }

  #doubleQuoted(): readonly Piece[] {
    const pieces: Piece[] = [];
    let text = "";
    const endLiteral = (): void => {
      if (text !== "") pieces.push({ kind: "literal", text, quoted: true });
      text = "";
    };
    this.#at++;
    for (;;) {
      const character = this.#source[this.#at];
      if (character === undefined) this.#fail();
      if (character === '"') break;
      if (character === "\\") {
        const escaped = this.#source[this.#at + 1] ?? "";
        if (escaped === "\n") this.#fail();
        text += /[$`"\\]/.test(escaped) ? escaped : `\\${escaped}`;
        this.#at += 2;
      } else if (character === "$" || character === "`") {
        endLiteral();
        pieces.push(this.#expansion(true));
      } else {
        if (character === "\n") this.line++;
        text += character;
        this.#at++;
      }
    }
    this.#at++;
    endLiteral();
    return pieces.length === 0 ? [{ kind: "literal", text: "", quoted: true }] : pieces;
  }

  #expansion(quoted: boolean): Piece {
    if (this.#next === "`") {
      const line = this.line;
      const inner = this.#upTo("`");
      if (inner.includes("\\")) this.#fail();
      return { kind: "command", list: parseShell(inner, line), quoted };
    }
    this.#at++;
    if (this.#sees("((")) {
      this.#at++;
      return { kind: "arithmetic", text: this.#upTo("))") };
    }
    if (this.#next === "(") {
      this.#at++;
      const list = this.list();
      if (!this.#sees(")")) this.#fail();
      this.#at++;
      return { kind: "command", list, quoted };
    }
    if (this.#next === "{") {
      const [, name, operation = ""] = /^(\w+(?:\[0\])?|[@*?#])([^]*)$/.exec(this.#upTo("}")) ??
        this.#fail();
      return { kind: "parameter", name: name ?? "", operation, quoted };
    }
    const name = this.#match(NAME) ?? this.#match(/[0-9@*?#]/y);
    // A dollar sign by itself stands for itself; `$'...'` and `$"..."` are other shells'.
    if (name === undefined) return this.#fail();
    return { kind: "parameter", name, operation: "", quoted };
  }

  get #next(): string {
    return this.#source[this.#at] ?? "";
  }

  #sees(text: string): boolean {
    return this.#source.startsWith(text, this.#at);
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#source)?.[0];
    if (found !== undefined) this.#at += found.length;
    return found;
  }

  #reserved(): string | undefined {
    RESERVED.lastIndex = this.#at;
    return RESERVED.exec(this.#source)?.[0];
  }

  #word(word: string): void {
    this.#blanks();
    if (this.#reserved() !== word) this.#fail();
    this.#at += word.length;
  }

  #blanks(): void {
    for (;;) {
      if (/[ \t]/.test(this.#next)) this.#at++;
      else if (this.#sees("\\\n")) {
        this.#at += 2;
        this.line++;
      } else if (this.#next === "#") this.#match(/[^\n]*/y);
      else return;
    }
  }

  #newlines(): void {
    for (this.#blanks(); this.#next === "\n"; this.#blanks()) {
      this.#at++;
      this.line++;
    }
  }

  #semicolon(): void {
    if (this.#next === ";" && !this.#sees(";;")) this.#at++;
  }

  // Everywhere but in a `case`, a list that holds nothing is a mistake.
  #body(): List {
    const list = this.list();
    return list.length === 0 ? this.#fail() : list;
  }

  #fail(): never {
    throw new NotUnderstood(this.line);
  }
}
