/**
 * Reads a script for what it depends on: its own path, its neighbours, the hookdir, its parent. Pure:
 * bytes go in, lines with reasons come out. When in doubt it sees a dependency.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { otherUse, tellsLinksApart, writtenWords } from "./own_directory.ts";
import {
  type HookdirPath,
  hookdirPaths,
  languageOf,
  replaceQuestions,
  type ScriptLanguage,
  speaksOfSelf,
  takesBaseOnly,
} from "./script_paths.ts";
import { shellStatements, substitutedCommands, viewShell } from "./sh_text.ts";

/** What a line of a script depends on. */
export type DependencyKind =
  /** Compares its own path with one in `hooks`, or cuts that out of it. */
  | "compares-self"
  /** Changes files of its own directory or of the hookdir. */
  | "edits-directory"
  /** Searches its own directory in a way that tells links from what they lead to. */
  | "walks-directory"
  /** Looks at the process that started it. */
  | "looks-at-parent"
  /** Runs another event's file by its path. */
  | "runs-event"
  /** Reads another event's file, or its own, by its path. */
  | "reads-event"
  /** Goes through the hookdir, or into it, by its path. */
  | "lists-hookdir"
  /** Names a file of the hookdir that is no event's. */
  | "names-helper"
  /** Finds its neighbours through its own path. */
  | "neighbours"
  /** Finds another event's file through its own path. */
  | "neighbour-event"
  /** Goes from its own directory to the one above. */
  | "parent-directory"
  /** Goes through its own directory with a pattern. */
  | "globs-directory"
  /** Asks git where the hookdir is. */
  | "asks-hookdir";

/** One dependency. */
export interface Dependency {
  /** What it is. */
  readonly kind: DependencyKind;
  /** The line, counted from 1. */
  readonly line: number;
  /** The path or the word it is about, as the script spells it. */
  readonly text: string;
  /** The event whose file it is about. */
  readonly event?: string;
  /** For another event's file: true when it is started as a program, which a shim is too. */
  readonly runs?: boolean;
}

/** What is known of a script. */
export interface ScriptFacts {
  /** Whether it can be read as text at all. */
  readonly kind: "text" | "binary";
  /** The interpreter's path on the first line; undefined without one. */
  readonly interpreter: string | undefined;
  /** True when the first line ends in a carriage return, which is then part of the interpreter's name. */
  readonly carriageReturn: boolean;
  /** For a binary: true when it holds the word `hooks`, so that it may compare its own path. */
  readonly mentionsHooks: boolean;
  /** The dependencies, in the order of the lines. */
  readonly dependencies: readonly Dependency[];
}

/** What a scan needs to know beside the bytes. */
export interface ScanOptions {
  /** The event the script is for, which is its file's name. */
  readonly event: string;
}

/**
 * Scans a script.
 *
 * @param bytes its content
 * @param options the event it is for
 * @returns what it depends on
 */
export function scanScript(bytes: Uint8Array, options: ScanOptions): ScriptFacts {
  if (bytes.subarray(0, 8000).includes(0)) {
    const mentionsHooks = new TextDecoder("latin1").decode(bytes).includes("hooks");
    return {
      kind: "binary",
      interpreter: undefined,
      carriageReturn: false,
      mentionsHooks,
      dependencies: [],
    };
  }
  const source = new TextDecoder().decode(bytes);
  const first = source.split("\n", 1)[0] ?? "";
  const interpreter = /^#![ \t]*([^ \t\r]+)/.exec(first)?.[1];
  return {
    kind: "text",
    interpreter,
    carriageReturn: interpreter !== undefined && first.endsWith("\r"),
    mentionsHooks: source.includes("hooks"),
    dependencies: new Scanner(source, options.event).scan(),
  };
}

const PARENT = /\bPPID\b|getppid|\.ppid\b|\bppid=/i;
const COMPARES = /(^|[^\w])(\[\[?|test|case|expr|e?grep|sed|awk|cut)\s/;
const CUTS = /\$\{\w+(\[0\])?[#%/]+[^}]*hooks/;
const LOOKS =
  /=~|==|!=|\beq\b|\bne\b|\bin\b|(ends|starts)_?with|includes?\??|indexOf|match|test\(|index|find\(/i;

class Scanner {
  readonly #language: ScriptLanguage;
  readonly #text: readonly string[];
  readonly #code: readonly string[];
  readonly #event: string;
  readonly #fromGitDirectory: boolean;
  /** Variables that hold the script's own path or directory. */
  readonly #own = new Set<string>();
  /** Variables that hold the hookdir's path. */
  readonly #hookdir = new Set<string>();
  /** Variables that hold a path in which `hooks` occurs. */
  readonly #hooks = new Set<string>();
  readonly #found: Dependency[] = [];
  #inOwnDirectory = false;
  #caseOfSelf = false;

  constructor(source: string, event: string) {
    this.#event = event;
    this.#fromGitDirectory = (findEvent(event)?.side ?? "receive") === "receive";
    const lines = source.split("\n").map((line) => line.replace(/\r$/, ""));
    this.#language = languageOf(lines[0] ?? "");
    if (this.#language === "shell") {
      const views = viewShell(lines.join("\n"));
      this.#text = views.text;
      this.#code = views.code;
    } else {
      this.#text = lines.map((line) => (/^\s*(#|\/\/|\*)/.test(line) ? "" : line));
      this.#code = this.#text;
    }
  }

  scan(): readonly Dependency[] {
    for (const [index, line] of this.#text.entries()) this.#line(index + 1, line);
    return this.#found;
  }

  #add(kind: DependencyKind, line: number, more: Partial<Dependency> = {}): void {
    const same = this.#found.some((one) =>
      one.kind === kind && one.line === line && one.event === more.event
    );
    if (!same) this.#found.push({ kind, line, text: "", ...more });
  }

  #line(number: number, raw: string): void {
    if (raw.trim() === "") return;
    const code = this.#code[number - 1] ?? raw;
    const question = replaceQuestions(raw);
    if (question.asked) this.#add("asks-hookdir", number, { text: "core.hooksPath" });
    const asked = this.#expandHookdir(question.line);
    this.#learn(asked, code);
    // What a line assigns, it may use behind the next semicolon.
    const line = this.#expandHookdir(asked);
    const own = speaksOfSelf(code, this.#language) || this.#namesOneOf(this.#own, line);
    if (PARENT.test(code)) this.#add("looks-at-parent", number, { text: "PPID" });
    this.#compares(number, line, own);
    if (this.#isMessage(line)) return;
    if (this.#language === "shell") this.#edits(number, line);
    else if (own) this.#otherUse(number, line);
    for (const path of this.#paths(line)) this.#path(number, line, path);
    if (own && !takesBaseOnly(line)) this.#neighbours(number, line);
    if (this.#inOwnDirectory && line.includes("..")) {
      this.#add("parent-directory", number, { text: line.trim() });
    }
  }

  #paths(line: string): readonly HookdirPath[] {
    return hookdirPaths(line, { fromGitDirectory: this.#fromGitDirectory });
  }

  // `echo "see .git/hooks/pre-push"` tells, it does not read.
  #isMessage(line: string): boolean {
    return this.#language === "shell" && /^\s*(echo|printf)\b[^|`]*$/.test(line) &&
      !/\$\(/.test(line) && !/(^|[^>&\d])>>?\s*[^&\s]/.test(line.replace(/>+\s*"?\/dev\/\w+/g, ""));
  }

  #expandHookdir(line: string): string {
    let expanded = line;
    for (const name of this.#hookdir) {
      expanded = expanded.replace(
        new RegExp(String.raw`\$\{?${name}\b\}?`, "g"),
        () => ".git/hooks",
      );
    }
    return expanded;
  }

  #namesOneOf(names: ReadonlySet<string>, line: string): boolean {
    const sigil = this.#language === "shell" ? String.raw`\$\{?` : String.raw`\b`;
    return [...names].some((name) => new RegExp(`${sigil}${name}\\b`).test(line));
  }

  #learn(line: string, code: string): void {
    if (this.#language !== "shell") {
      const [, name, value] =
        /^\s*(?:with\s+|for\s+)?(?:(?:const|let|var|my|our|local)\s+)?\(?[$@]?([A-Za-z_]\w*)\)?\s*(?::?=|\bin\b|\bof\b)\s*([^=~].*)/
          .exec(line) ?? [];
      if (name !== undefined && value !== undefined) this.#assign(name, value, code);
      return;
    }
    for (const words of shellStatements(line)) {
      const loop = words.indexOf("for");
      const [name, keyword, ...list] = loop < 0 ? [] : words.slice(loop + 1);
      if (name !== undefined && keyword === "in") this.#assign(name, list.join(" "), code);
      for (const word of words) {
        const [, assigned, value] = /^([A-Za-z_]\w*)\+?=(.+)/s.exec(word) ?? [];
        if (assigned !== undefined && value !== undefined) this.#assign(assigned, value, code);
      }
    }
  }

  // Once its own, a variable is taken for it for good: another value may stand in a branch not taken.
  #assign(name: string, value: string, code: string): void {
    const own = speaksOfSelf(value, this.#language) && speaksOfSelf(code, this.#language) ||
      this.#namesOneOf(this.#own, value);
    this.#hookdir.delete(name);
    if (own && !takesBaseOnly(value)) this.#own.add(name);
    if (/\bhooks\b/.test(value)) this.#hooks.add(name);
    const plain = value.replace(/["']/g, "").replace(/[;\s]+$/, "").replace(/\/$/, "");
    const [path] = this.#paths(plain);
    if (path !== undefined && path.name === "" && plain.endsWith(path.spelled)) {
      this.#hookdir.add(name);
    }
  }

  #compares(number: number, line: string, own: boolean): void {
    const mentions = (text: string): boolean =>
      /\bhooks\b/.test(text.replace(/\.\.\/hooks\b/g, "")) || this.#namesOneOf(this.#hooks, text);
    if (this.#caseOfSelf) {
      if (/\besac\b/.test(line)) this.#caseOfSelf = false;
      else if (mentions(line.slice(0, Math.max(0, line.indexOf(")"))))) {
        this.#add("compares-self", number, { text: hooksWord(line) });
      }
    }
    if (!own || takesBaseOnly(line) && !CUTS.test(line)) return;
    if (this.#language === "shell" && /\bcase\b.*\bin\b/.test(line) && !/\besac\b/.test(line)) {
      this.#caseOfSelf = true;
    }
    if (!mentions(line)) return;
    const compares = this.#language === "shell"
      ? CUTS.test(line) || COMPARES.test(line) && !onlyTestsFiles(line)
      : LOOKS.test(line);
    if (compares) this.#add("compares-self", number, { text: hooksWord(line) });
  }

  #edits(number: number, line: string): void {
    const texts = [line, ...substitutedCommands(line)];
    for (const words of texts.flatMap(shellStatements)) {
      const start = words.findIndex((word) =>
        !/^(!|if|then|else|do|while|sudo|exec|\w+=\S*)$/.test(word)
      );
      const command = words[start] ?? "";
      if (/^(cd|pushd)$/.test(command)) {
        const target = words[start + 1] ?? "";
        this.#inOwnDirectory = this.#isOwn(target) && !/\/\.\./.test(target) ||
          this.#paths(target).some((path) => path.name === "");
      }
      const statement = words.slice(start);
      const edited = writtenWords(statement).find((word) => this.#isInHooks(word));
      if (edited !== undefined) this.#add("edits-directory", number, { text: edited });
      const walks = tellsLinksApart(statement) &&
        (this.#inOwnDirectory || statement.slice(1).some((word) => this.#isBesideSelf(word)));
      if (walks) this.#add("walks-directory", number, { text: command });
    }
  }

  #otherUse(number: number, line: string): void {
    const { writes, walks } = otherUse(line);
    if (writes) this.#add("edits-directory", number, { text: line.trim() });
    if (walks) this.#add("walks-directory", number, { text: line.trim() });
  }

  #isOwn(word: string): boolean {
    return speaksOfSelf(word, "shell") || this.#namesOneOf(this.#own, word);
  }

  // A literal path below the hookdir leads to the files themselves, wherever the script is.
  #isBesideSelf(word: string): boolean {
    return this.#isOwn(word) && !takesBaseOnly(word) && !/\/\.\.(\/|"|'|$)/.test(word);
  }

  #isInHooks(word: string): boolean {
    if (/\/\.\.(\/|"|$)/.test(word)) return false;
    if (this.#isOwn(word) && !takesBaseOnly(word)) return true;
    if (this.#paths(word).length > 0) return true;
    return this.#inOwnDirectory && !/^["']?([/$~&]|\.\.)/.test(word);
  }

  #path(number: number, line: string, path: HookdirPath): void {
    const name = path.name.replace(/["')]+$/, "");
    const text = path.spelled.replace(/["')]+$/, "");
    if (name === "" || /^[*?]/.test(name)) {
      // An assignment alone does nothing yet; what is done with the variable is seen where it is used.
      const assigned = /^\s*(\w+\s+)?\w+=["']?\S*$/.test(line) ||
        /(^|[;&|])\s*(\w+\s+)?\w+=["']?$/.test(line.slice(0, path.index)) &&
          /^["']?\/?["']?\s*($|[;&|])/.test(line.slice(path.index + path.spelled.length));
      if (name === "" && assigned) return;
      return this.#add("lists-hookdir", number, { text });
    }
    const event = findEvent(name)?.name;
    if (event === undefined && !/^(\$\{?\w+\}?|\$\(.*\))$/.test(name)) {
      return this.#add("names-helper", number, { text });
    }
    const runs = this.#runs(line, path.index) && event !== this.#event;
    this.#add(runs ? "runs-event" : "reads-event", number, { text, event: event ?? name, runs });
  }

  // Whether the word that begins before this place stands where sh looks for a program's name.
  #runs(line: string, index: number): boolean {
    if (this.#language !== "shell") return false;
    const word = line.slice(0, index).replace(/["']?[^\s"';&|(){}]*$/, "");
    return /(^|[;&|({!]|\b(then|do|else|exec|if|elif|while|until|command|env|nohup|time))\s*$/.test(
      word,
    );
  }

  #neighbours(number: number, line: string): void {
    this.#add("neighbours", number, { text: line.trim() });
    if (/\/\.\.(\/|"|'|\s|\)|$)|\bparent\b|dirname.*dirname|"\.\."|'\.\.'/.test(line)) {
      this.#add("parent-directory", number, { text: line.trim() });
    }
    if (/(\$0|\$\{0\}|\$\{?\w+\}?|\))["']?[/.-][\w.-]*[*?]/.test(line)) {
      this.#add("globs-directory", number, { text: line.trim() });
    }
    for (const match of line.matchAll(/\/([a-z0-9-]+)(?=["'\s;&|)]|$)/g)) {
      const event = findEvent(match[1] ?? "")?.name;
      if (event === undefined || event === this.#event) continue;
      const begin = line.slice(0, match.index).search(/\S*$/);
      const runs = this.#runs(line, begin);
      this.#add("neighbour-event", number, { text: event, event, runs });
    }
  }
}

function onlyTestsFiles(line: string): boolean {
  return !/\b(case|expr|e?grep|sed|awk|cut)\s|\s(=|==|!=|=~|-ef)\s/.test(line);
}

function hooksWord(line: string): string {
  return /[\w./*$-]*\bhooks\b[\w./*-]*/.exec(line)?.[0] ?? "its own path";
}
