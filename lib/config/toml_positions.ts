/**
 * Where the tables, keys and values of a TOML text stand. The parser keeps no positions, and a parser
 * that does costs more than a hook; this scanner only has to know where things begin and end.
 *
 * @module
 */

/** A part of the text, in UTF-16 code units from its start. */
export interface TomlRange {
  /** Of the first unit. */
  readonly start: number;
  /** After the last unit. */
  readonly end: number;
}

/** One component of a dotted key. */
export interface TomlKeyPart extends TomlRange {
  /** Its name, unquoted. */
  readonly name: string;
}

/** One table header or one `key = value`. */
export interface TomlEntry extends TomlRange {
  /** `[a.b]`, `[[a.b]]`, or a key. */
  readonly kind: "table" | "array" | "key";
  /** The header or the inline table that it stands in; undefined at the top level. */
  readonly parent: TomlEntry | undefined;
  /** The components of its key. */
  readonly parts: readonly TomlKeyPart[];
  /** The value; only for a key. */
  readonly value: TomlRange | undefined;
}

/**
 * Finds all table headers and keys of a text that the parser accepted; keys in inline tables are found,
 * except in arrays.
 *
 * @param text a valid TOML text
 * @returns the entries in the order of the text
 */
export function scanToml(text: string): readonly TomlEntry[] {
  const entries: TomlEntry[] = [];
  const scanner = new Scanner(text, entries);
  scanner.document();
  return entries;
}

class Scanner {
  readonly #text: string;
  readonly #entries: TomlEntry[];
  #at = 0;

  constructor(text: string, entries: TomlEntry[]) {
    this.#text = text;
    this.#entries = entries;
  }

  document(): void {
    let table: TomlEntry | undefined;
    this.#skipVoid();
    while (this.#at < this.#text.length) {
      const before = this.#at;
      if (this.#text[this.#at] === "[") table = this.#header();
      else this.#keyValue(table, true);
      this.#skipVoid();
      // Only a text that is not TOML gets here.
      if (this.#at === before) return;
    }
  }

  #header(): TomlEntry {
    const start = this.#at;
    const kind = this.#text[start + 1] === "[" ? "array" : "table";
    this.#at += kind === "array" ? 2 : 1;
    const parts = this.#key();
    this.#at += kind === "array" ? 2 : 1;
    const entry: TomlEntry = {
      kind,
      parent: undefined,
      parts,
      value: undefined,
      start,
      end: this.#at,
    };
    this.#entries.push(entry);
    return entry;
  }

  #keyValue(parent: TomlEntry | undefined, record: boolean): void {
    const start = this.#at;
    const parts = this.#key();
    const end = parts.at(-1)?.end ?? start;
    this.#at++;
    this.#skipBlanks();
    const valueStart = this.#at;
    const value = { start: valueStart, end: valueStart };
    const entry: TomlEntry = { kind: "key", parent, parts, value, start, end };
    if (record) this.#entries.push(entry);
    this.#value(record ? entry : undefined);
    value.end = this.#at;
  }

  #key(): readonly TomlKeyPart[] {
    const parts: TomlKeyPart[] = [];
    for (;;) {
      this.#skipBlanks();
      parts.push(this.#keyPart());
      this.#skipBlanks();
      if (this.#text[this.#at] !== ".") return parts;
      this.#at++;
    }
  }

  #keyPart(): TomlKeyPart {
    const start = this.#at;
    const quote = this.#text[start];
    if (quote === '"' || quote === "'") {
      this.#string();
      const inner = this.#text.slice(start + 1, this.#at - 1);
      return { name: quote === '"' ? unescapeToml(inner) : inner, start, end: this.#at };
    }
    this.#skip(BARE_KEY);
    return { name: this.#text.slice(start, this.#at), start, end: this.#at };
  }

  #value(owner: TomlEntry | undefined): void {
    switch (this.#text[this.#at]) {
      case '"':
      case "'":
        return this.#string();
      case "[":
        return this.#list("]", () => this.#value(undefined));
      case "{":
        return this.#list("}", () => this.#keyValue(owner, owner !== undefined));
      default:
        // A date may hold one blank: everything up to what can only follow a value.
        this.#skip(SCALAR);
    }
  }

  #list(close: string, element: () => void): void {
    this.#at++;
    for (;;) {
      this.#skipVoid();
      const before = this.#at;
      const next = this.#text[before];
      if (next === close || next === undefined) {
        this.#at = Math.min(before + 1, this.#text.length);
        return;
      }
      if (next === ",") this.#at++;
      else element();
      if (this.#at === before) return;
    }
  }

  #string(): void {
    const quote = this.#text[this.#at] ?? "";
    const triple = quote.repeat(3);
    if (!this.#text.startsWith(triple, this.#at)) {
      this.#at++;
      for (; this.#text[this.#at] !== quote && this.#at < this.#text.length; this.#at++) {
        if (quote === '"' && this.#text[this.#at] === "\\") this.#at++;
      }
      this.#at = Math.min(this.#at + 1, this.#text.length);
      return;
    }
    let end = this.#at + 3;
    while (end < this.#text.length && !this.#text.startsWith(triple, end)) {
      end += quote === '"' && this.#text[end] === "\\" ? 2 : 1;
    }
    end += 3;
    // One or two quotes may stand before the closing three.
    for (let extra = 0; extra < 2 && this.#text[end] === quote; extra++) end++;
    this.#at = Math.min(end, this.#text.length);
  }

  #skipBlanks(): void {
    this.#skip(BLANKS);
  }

  #skipVoid(): void {
    for (let before = -1; before !== this.#at;) {
      before = this.#at;
      this.#skip(SPACE);
      this.#skip(COMMENT);
    }
  }

  #skip(pattern: RegExp): void {
    pattern.lastIndex = this.#at;
    if (pattern.test(this.#text)) this.#at = pattern.lastIndex;
  }
}

const BLANKS = /[ \t]*/y;
const SPACE = /[ \t\r\n]*/y;
const COMMENT = /#[^\n]*/y;
const BARE_KEY = /[^ \t\r\n.=\]"'#{}[,]*/y;
const SCALAR = /[^ \t\r\n,\]}#]*(?: [0-9][^ \t\r\n,\]}#]*)?/y;

function unescapeToml(text: string): string {
  if (!text.includes("\\")) return text;
  return text.replace(
    /\\(?:x([0-9a-fA-F]{2})|u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(.))/g,
    (_, two?: string, four?: string, eight?: string, short?: string) => {
      const digits = two ?? four ?? eight;
      if (digits !== undefined) return String.fromCodePoint(parseInt(digits, 16));
      return ESCAPES.get(short ?? "") ?? short ?? "";
    },
  );
}

const ESCAPES: ReadonlyMap<string, string> = new Map([
  ["b", "\b"],
  ["t", "\t"],
  ["n", "\n"],
  ["f", "\f"],
  ["r", "\r"],
  ["e", "\x1b"],
]);

/** What is known of one key path of a text. */
export interface TomlNode {
  /** Where it stands: its header from `[` to `]`, else its own component of the key. */
  readonly range: TomlRange;
  /** Its value, when it is written as `key = value`. */
  readonly value: TomlRange | undefined;
  /** What is written below it. */
  readonly children: ReadonlyMap<string, TomlNode>;
}

// Most nodes are keys and have nothing below them: a Map for each would cost more than the scan.
const NONE: ReadonlyMap<string, TreeNode> = new Map();

class TreeNode implements TomlNode {
  range: TomlRange;
  headed = false;
  value: TomlRange | undefined;
  #children: Map<string, TreeNode> | undefined;

  constructor(range: TomlRange) {
    this.range = range;
  }

  get children(): ReadonlyMap<string, TreeNode> {
    return this.#children ?? NONE;
  }

  child(name: string, range: TomlRange): TreeNode {
    this.#children ??= new Map();
    let child = this.#children.get(name);
    if (child === undefined) {
      child = new TreeNode(range);
      this.#children.set(name, child);
    }
    return child;
  }
}

/**
 * Arranges the entries of a text by their paths.
 *
 * @param entries what {@linkcode scanToml} found
 * @returns the root; a path that is written several times has the place of its own header, else of its
 *   first mention
 */
export function tomlTree(entries: readonly TomlEntry[]): TomlNode {
  const root = new TreeNode({ start: 0, end: 0 });
  const nodes = new Map<TomlEntry, TreeNode>();
  for (const entry of entries) {
    let node = entry.parent === undefined ? root : nodes.get(entry.parent) ?? root;
    for (const part of entry.parts) {
      node = node.child(part.name, entry.kind === "key" ? part : entry);
    }
    nodes.set(entry, node);
    if (entry.kind === "key") node.value = entry.value;
    else if (!node.headed) {
      node.headed = true;
      node.range = entry;
    }
  }
  return root;
}
