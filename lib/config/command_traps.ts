/**
 * Finds commands that go wrong as soon as git appends an event's arguments: git runs
 * `sh -c '<command> "$@"' <command> <arguments>` (run-command.c, `prepare_shell_cmd()`), so what stands
 * at the command's end decides what becomes of them.
 *
 * @module
 */

/** What a command ends in, and so what happens to the arguments. */
export type CommandTrap =
  /** A comment swallows them. */
  | { readonly kind: "comment" }
  /** Behind `;`, `&`, `&&`, `||`, `|` or a newline the first one is run as a command. */
  | { readonly kind: "operator"; readonly text: string }
  /** Behind `fi`, `done`, `esac`, `}` or `)` they are a syntax error. */
  | { readonly kind: "compound"; readonly text: string }
  /** `"$@"` is there already, so they come twice. */
  | { readonly kind: "doubled"; readonly text: string }
  /** They are written behind the line that ends a here-document, which then does not end. */
  | { readonly kind: "here-document" }
  /** A backslash takes the blank before them away. */
  | { readonly kind: "backslash" };

/**
 * Looks at the end of a command.
 *
 * @param command the command as configured
 * @returns what would go wrong with appended arguments, or undefined when nothing is known to
 */
export function findCommandTrap(command: string): CommandTrap | undefined {
  // Without any of these git starts the program itself and no shell reads anything.
  if (!/[|&;<>()$`\\"' \t\n*?[#~=%]/.test(command)) return undefined;
  const reader = new ShReader(command);
  return reader.list(undefined) ? reader.trap() : undefined;
}

type Last =
  | { readonly kind: "operator" | "word"; readonly text: string }
  | { readonly kind: "comment" | "here-document"; readonly text?: undefined };

// What is nested deeper was not written by a person.
const MAX_DEPTH = 50;

const OPENERS = new Set(["if", "then", "else", "elif", "while", "until", "do", "{", "!"]);
const CLOSERS = new Set(["fi", "done", "esac", "}"]);
const OPERATORS = ["&&", "||", ";;", ";", "&", "|"];
const REDIRECTIONS = ["<<-", "<<", ">>", ">&", "<&", "<>", ">|", "<", ">"];
const DOUBLED = new Set(['"$@"', "$@", '"$*"', "$*", '"${@}"', "${@}", '${1+"$@"}']);

/** Reads sh (POSIX 2.3, Token Recognition) just far enough to know what stands at the end. */
class ShReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;
  #last: Last | undefined;
  #closed: string | undefined;
  readonly #hereDocuments: { readonly end: string; readonly tabs: boolean }[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  trap(): CommandTrap | undefined {
    const last = this.#last;
    if (last === undefined) return undefined;
    if (last.text === undefined) return { kind: last.kind };
    if (this.#closed !== undefined) return { kind: "compound", text: this.#closed };
    if (last.kind === "operator") {
      return last.text === ")" ? undefined : { kind: "operator", text: last.text };
    }
    if (DOUBLED.has(last.text)) return { kind: "doubled", text: last.text };
    return /(?<!\\)(?:\\\\)*\\$/.test(last.text) && this.#at >= this.#text.length
      ? { kind: "backslash" }
      : undefined;
  }

  /** Reads commands; false when the text is broken, so that nothing can be said about it. */
  list(until: ")" | undefined): boolean {
    let begins = true;
    let parentheses = 0;
    const cases: number[] = [];
    let untilIn = 0;
    for (;;) {
      this.#skip(/(?:[ \t]+|\\\n)*/y);
      const unit = this.#text[this.#at];
      if (unit === undefined) return until === undefined;
      if (unit === "\n") {
        this.#at++;
        begins = true;
        this.#closed = undefined;
        this.#last = { kind: "operator", text: "\n" };
        this.#skipHereDocuments();
      } else if (unit === "#") {
        this.#skip(/[^\n]*/y);
        this.#last = { kind: "comment" };
      } else if (unit === "<" || unit === ">") {
        if (!this.#redirection()) return false;
        // Behind a redirection or an assignment a reserved word is a plain one.
        begins = false;
      } else if (unit === "(") {
        // `name()` begins a function, everything else a subshell.
        if (this.#skip(/\([ \t]*\)/y) === 0) {
          this.#at++;
          parentheses++;
        }
        begins = true;
      } else if (unit === ")") {
        this.#at++;
        if (cases.at(-1) === parentheses) {
          begins = true;
          this.#last = { kind: "operator", text: ")" };
        } else if (parentheses > 0) {
          parentheses--;
          begins = false;
          this.#close(")");
        } else return until === ")";
      } else if ("&|;".includes(unit)) {
        const text = OPERATORS.find((one) => this.#text.startsWith(one, this.#at)) ?? unit;
        this.#at += text.length;
        begins = true;
        this.#closed = undefined;
        this.#last = { kind: "operator", text };
      } else {
        const word = this.#word();
        if (word === undefined) return false;
        // The number of a redirection is no word.
        if (/^[0-9]+$/.test(word) && /[<>]/.test(this.#text[this.#at] ?? "")) continue;
        if (begins && CLOSERS.has(word)) {
          if (word === "esac") cases.pop();
          this.#close(word);
          continue;
        }
        if (begins && word === "case") {
          cases.push(parentheses);
          untilIn = 3;
        }
        // `case WORD in`, and then a pattern or `esac`.
        untilIn--;
        begins = begins && OPENERS.has(word) || (untilIn === 0 && word === "in");
        this.#closed = undefined;
        this.#last = { kind: "word", text: word };
      }
    }
  }

  #close(text: string): void {
    this.#closed = text;
    this.#last = { kind: "word", text };
  }

  #redirection(): boolean {
    const operator = REDIRECTIONS.find((one) => this.#text.startsWith(one, this.#at)) ?? "<";
    this.#at += operator.length;
    this.#skip(/[ \t]*/y);
    const target = this.#word();
    if (target === undefined || target === "") return false;
    if (operator.startsWith("<<")) {
      const end = target.replace(/\\(.)|["']/g, "$1");
      this.#hereDocuments.push({ end, tabs: operator === "<<-" });
    }
    this.#last = { kind: "word", text: "" };
    return true;
  }

  #skipHereDocuments(): void {
    for (const { end, tabs } of this.#hereDocuments.splice(0)) {
      for (;;) {
        const stop = this.#text.indexOf("\n", this.#at);
        const line = this.#text.slice(this.#at, stop < 0 ? undefined : stop);
        this.#at = stop < 0 ? this.#text.length : stop + 1;
        if (stop < 0) {
          this.#last = { kind: "here-document" };
          return;
        }
        if ((tabs ? line.replace(/^\t+/, "") : line) === end) break;
      }
    }
  }

  /** One word as written, with its quotes; undefined when a quote is not closed. */
  #word(): string | undefined {
    const start = this.#at;
    while (this.#at < this.#text.length) {
      const before = this.#at;
      this.#skip(/[^ \t\n|&;<>()$`\\"']+/y);
      if (!this.#quoting()) return undefined;
      if (this.#at === before) break;
    }
    return this.#text.slice(start, this.#at);
  }

  /** Skips one quoted or expanded part, if one begins here; false when it does not end. */
  #quoting(): boolean {
    const unit = this.#text[this.#at] ?? "";
    if (!"\\'\"`$".includes(unit)) return true;
    if (this.#depth >= MAX_DEPTH) return false;
    this.#depth++;
    const whole = this.#quoted(unit);
    this.#depth--;
    return whole;
  }

  #quoted(unit: string): boolean {
    switch (unit) {
      case "\\":
        this.#at = Math.min(this.#at + 2, this.#text.length);
        return true;
      case "'":
        return this.#skip(/'[^']*'/y) > 0;
      case '"':
        this.#at++;
        return this.#until('"', /[^"\\$`]*/y);
      case "`":
        this.#at++;
        return this.#until("`", /[^`\\]*/y);
      default:
        return this.#expansion();
    }
  }

  #until(end: string, plain: RegExp): boolean {
    for (;;) {
      this.#skip(plain);
      const unit = this.#text[this.#at];
      if (unit === undefined) return false;
      if (unit === end) {
        this.#at++;
        return true;
      }
      if (!this.#quoting()) return false;
    }
  }

  #expansion(): boolean {
    if (this.#text.startsWith("$((", this.#at)) return this.#balanced(3, "(", ")", 2);
    if (this.#text.startsWith("${", this.#at)) return this.#balanced(2, "{", "}", 1);
    if (!this.#text.startsWith("$(", this.#at)) {
      this.#at++;
      return true;
    }
    this.#at += 2;
    const outer = { last: this.#last, closed: this.#closed };
    const whole = this.list(")");
    this.#last = outer.last;
    this.#closed = outer.closed;
    return whole;
  }

  #balanced(length: number, open: string, close: string, depth: number): boolean {
    this.#at += length;
    for (let level = depth; level > 0;) {
      const unit = this.#text[this.#at];
      if (unit === undefined) return false;
      if (unit === open) level++;
      if (unit === close) level--;
      if ("\\'\"`$".includes(unit)) {
        if (!this.#quoting()) return false;
      } else this.#at++;
    }
    return true;
  }

  #skip(pattern: RegExp): number {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return 0;
    const skipped = pattern.lastIndex - this.#at;
    this.#at = pattern.lastIndex;
    return skipped;
  }
}
