/**
 * Reads the text of an sh script just far enough to look for dependencies in it: which characters are
 * comments or quoted, and which words a line has. It never decides how a script runs.
 *
 * @module
 */

/** Two views of a script, line by line, each character where it was. */
export interface ShViews {
  /** Comments are blanked. */
  readonly text: readonly string[];
  /** Comments and what stands in single quotes or in a quoted here-document are blanked. */
  readonly code: readonly string[];
}

type State = "plain" | "single" | "double" | "comment";

/**
 * Blanks what sh does not expand.
 *
 * @param source the script
 * @returns both views; where quotes do not pair up as far as this reader can tell, only whole-line
 *   comments are blanked, so that nothing is overlooked
 */
export function viewShell(source: string): ShViews {
  const text: string[] = [];
  const code: string[] = [];
  let state: State = "plain";
  let document: HereDocument | undefined;
  for (const line of source.split("\n")) {
    if (document !== undefined) {
      text.push(line);
      code.push(document.quoted ? "" : line);
      const end = document.tabs ? line.replace(/^\t+/, "") : line;
      if (end === document.word) document = undefined;
      continue;
    }
    const viewed = viewLine(line, state);
    text.push(viewed.text);
    code.push(viewed.code);
    state = viewed.state === "comment" ? "plain" : viewed.state;
    if (state === "plain") document = hereDocument(viewed.text);
  }
  if (state === "plain" && document === undefined) return { text, code };
  const careful = source.split("\n").map((line) => (/^\s*#/.test(line) ? "" : line));
  return { text: careful, code: careful };
}

interface Viewed {
  readonly text: string;
  readonly code: string;
  readonly state: State;
}

function viewLine(line: string, begin: State): Viewed {
  let state = begin;
  let text = "";
  let code = "";
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? "";
    if (character === "\\" && state !== "single" && state !== "comment") {
      const pair = line.slice(index, index + 2);
      text += pair;
      code += pair;
      index++;
      continue;
    }
    const before = index === 0 ? " " : line[index - 1] ?? " ";
    const next = nextState(state, character, before);
    const hidden = state === "comment" || next === "comment";
    text += hidden ? " " : character;
    code += hidden || (state === "single" && next === "single") ? " " : character;
    state = next;
  }
  return { text, code, state };
}

function nextState(state: State, character: string, before: string): State {
  switch (state) {
    case "comment":
      return "comment";
    case "single":
      return character === "'" ? "plain" : "single";
    case "double":
      return character === '"' ? "plain" : "double";
    case "plain":
      if (character === "'") return "single";
      if (character === '"') return "double";
      return character === "#" && /[\s;&|()]/.test(before) ? "comment" : "plain";
  }
}

interface HereDocument {
  readonly word: string;
  readonly quoted: boolean;
  readonly tabs: boolean;
}

function hereDocument(line: string): HereDocument | undefined {
  const match = /(?:^|[^<])<<(-?)\s*(["']?)([A-Za-z_][\w.-]*)\2/.exec(line);
  if (match === null) return undefined;
  return { word: match[3] ?? "", quoted: match[2] !== "", tabs: match[1] === "-" };
}

/**
 * Splits a line into statements and those into words; a word keeps its quotes, and a `$(...)` in a word
 * stays part of it.
 *
 * @param line a line of {@linkcode ShViews}
 * @returns the words of each statement
 */
export function shellStatements(line: string): readonly (readonly string[])[] {
  const statements: string[][] = [[]];
  let word = "";
  let depth = 0;
  let quote = "";
  const endWord = (): void => {
    if (word !== "") statements.at(-1)?.push(word);
    word = "";
  };
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? "";
    if (character === "\\") {
      word += line.slice(index, ++index + 1);
    } else if (line.startsWith("$(", index) && quote !== "'") {
      depth++;
      word += "$(";
      index++;
    } else if (character === ")" && depth > 0 && quote !== "'") {
      depth--;
      word += character;
    } else if (depth > 0) {
      word += character;
    } else if (quote !== "") {
      if (character === quote) quote = "";
      word += character;
    } else if (character === '"' || character === "'") {
      quote = character;
      word += character;
    } else if (/\s/.test(character)) {
      endWord();
    } else if (/[;&|(){}]/.test(character) && !isPartOfWord(line, index, word)) {
      endWord();
      if ((statements.at(-1) ?? []).length > 0) statements.push([]);
    } else if (character === ">" || character === "<") {
      // A redirection's number belongs to it, and the file's name is a word of its own.
      const number = /^\d+$/.test(word) ? word : "";
      if (number === "") endWord();
      word = number + character;
      if (line[index + 1] === character) word += line[++index];
      if (line[index + 1] === "&") word += line[++index];
      endWord();
    } else word += character;
  }
  endWord();
  return statements.filter((words) => words.length > 0);
}

/**
 * Takes the commands out of a line that stand in `$(...)` or backquotes, however deep.
 *
 * @param line a line of {@linkcode ShViews}
 * @returns their texts, outer ones first
 */
export function substitutedCommands(line: string): readonly string[] {
  const found = [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? "");
  for (let begin = line.indexOf("$("); begin >= 0; begin = line.indexOf("$(", begin + 2)) {
    let depth = 1;
    let end = begin + 2;
    for (; end < line.length && depth > 0; end++) {
      if (line[end] === "(") depth++;
      else if (line[end] === ")") depth--;
    }
    found.push(line.slice(begin + 2, depth === 0 ? end - 1 : end));
  }
  return found;
}

function isPartOfWord(line: string, index: number, word: string): boolean {
  const character = line[index] ?? "";
  // `${name}` and the `&` of `2>&1`.
  if (character === "{") return word.endsWith("$");
  if (character === "}") return /\$\{[^}]*$/.test(word);
  return character === "&" && line[index - 1] === ">";
}
