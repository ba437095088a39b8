/**
 * The simple commands of a dispatcher: the start of a part, and the few others that change nothing of
 * what a part sees.
 *
 * @module
 */

import {
  BADLY,
  type DispatchedFile,
  type DispatcherState,
  type Outcome,
  type Signal,
  WELL,
} from "./dispatcher_state.ts";
import { testCommand } from "./dispatcher_tests.ts";
import { NotUnderstood, parseShell } from "./sh_syntax.ts";
import type { Command, Redirection, Word } from "./sh_tree.ts";

const ENVIRONMENT =
  /^(GIT_\w+|PATH|HOME|IFS|ENV|BASH\w*|CDPATH|TMPDIR|LANG|LC_\w+|SHELL|USER|PS\d|PWD|OLDPWD|EDITOR|VISUAL|TERM|TZ)$/;

const WRONG_START: Readonly<Record<string, string>> = {
  ".": "reads files into its own shell",
  "source": "reads files into its own shell",
  "sh": "starts its parts through another program",
  "bash": "starts its parts through another program",
  "exec": "is replaced by what it starts",
  "run-parts": "leaves its parts to run-parts",
  "export": "changes what its parts see",
  "cd": "changes the directory of its parts",
};

/** A program with its arguments and redirections. */
interface Call {
  readonly program: string;
  readonly args: readonly Word[];
  readonly redirections: readonly Redirection[];
  readonly line: number;
}

/**
 * Follows a simple command.
 *
 * @param state what is known, which is changed
 * @param command the command
 * @returns how it ends
 * @throws {NotUnderstood} where that is not certain
 */
export function simpleCommand(
  state: DispatcherState,
  command: Extract<Command, { readonly kind: "simple" }>,
): Outcome {
  const { assigned, words, redirections, line } = command;
  for (const { name } of assigned) guardName(name, line);
  const [first, ...args] = words;
  if (first === undefined) {
    if (redirections.length > 0) throw new NotUnderstood(line);
    for (const { name, value } of assigned) {
      state.words.variables.set(name, state.words.whole(value, line));
    }
    return WELL;
  }
  if (assigned.length > 0) throw new NotUnderstood(line, "changes what its parts see");
  const program = state.words.word(first, line);
  if (program.kind !== "text") throw new NotUnderstood(line);
  const call: Call = { program: program.text, args, redirections, line };
  const part = state.partAt(program.text);
  return part === undefined ? builtin(state, call) : startPart(state, part, call);
}

/**
 * Refuses the name of a variable that programs look at.
 *
 * @param name a variable that is assigned
 * @param line the line
 * @throws {NotUnderstood} when parts would see the change
 */
export function guardName(name: string, line: number): void {
  if (ENVIRONMENT.test(name)) throw new NotUnderstood(line, `changes $${name} for its parts`);
}

function startPart(state: DispatcherState, part: DispatchedFile, call: Call): Outcome {
  const { line } = call;
  if (state.inBranch || state.stops.has(part.name)) throw new NotUnderstood(line);
  if (!handsOn(call.args, state.place.event.args.length === 0)) {
    throw new NotUnderstood(line, "does not hand on the arguments as they are");
  }
  giveInput(state, call);
  if (part.kind !== "file" || !part.executable) {
    throw new NotUnderstood(line, `starts ${part.name}, which cannot be started`);
  }
  state.stops.set(part.name, false);
  // What a variable holds is the code of a part before this one.
  for (const [name, value] of state.words.variables) {
    if (value.kind === "code" && value.code === "last") state.words.variables.delete(name);
  }
  return { status: "last", negated: false };
}

function handsOn(args: readonly Word[], none: boolean): boolean {
  if (args.length === 0) return none;
  const [only, ...more] = args[0] ?? [];
  if (args.length > 1 || more.length > 0 || only?.kind !== "parameter") return false;
  if (only.operation !== "") return false;
  return only.name === "@" && only.quoted || none && /^[@*]$/.test(only.name) && !only.quoted;
}

function giveInput(state: DispatcherState, { redirections, line }: Call): void {
  const { stdin } = state.place.event;
  const [redirection] = redirections;
  if (redirection !== undefined) {
    const { descriptor, operator, target } = redirection;
    if (redirections.length > 1 || operator !== "<" || descriptor !== "") {
      throw new NotUnderstood(line);
    }
    const value = state.words.word(target, line);
    const replayed = value.kind === "temporary"
      ? state.inputKept || !stdin
      : value.kind === "text" && value.text === "/dev/null" && !stdin;
    if (!replayed) throw new NotUnderstood(line, "gives its parts another standard input");
    return;
  }
  if (!stdin) return;
  if (state.inputKept || state.inputTaken) {
    throw new NotUnderstood(line, "does not give each part the whole standard input");
  }
  state.inputTaken = true;
}

function builtin(state: DispatcherState, call: Call): Outcome {
  const { program, args, redirections, line } = call;
  if (program === "cat") return keepInput(state, call);
  if (redirections.length > 0 && !isSilent(state, call)) throw new NotUnderstood(line);
  switch (program) {
    case ":":
    case "true":
      return WELL;
    case "false":
      return BADLY;
    case "echo":
    case "printf":
      return print(state, call);
    case "[":
    case "[[":
    case "test":
      return testCommand(state, call);
    case "exit":
      return { ...WELL, signal: exitSignal(state, call) };
    case "break":
    case "continue":
      if (args.length > 0 || state.part === undefined) throw new NotUnderstood(line);
      return { ...WELL, signal: { kind: program } };
    case "rm":
      return removeTemporary(state, call);
  }
  if (state.part !== undefined || state.inBranch || !/^(set|shopt|trap)$/.test(program)) {
    throw new NotUnderstood(line, WRONG_START[program]);
  }
  const texts = args.map((word) => {
    const value = state.words.word(word, line);
    return value.kind === "text" ? value.text : "";
  });
  if (program === "set") return setOptions(state, texts, line);
  if (program === "shopt" && state.bash && texts.join(" ") === "-s nullglob") return WELL;
  if (program === "trap") return setTrap(state, texts, line);
  throw new NotUnderstood(line);
}

function isSilent(state: DispatcherState, { redirections, line }: Call): boolean {
  return redirections.every(({ operator, target }) => {
    const value = state.words.word(target, line);
    const where = value.kind === "text" ? value.text : "";
    return operator === ">" && where === "/dev/null" || operator === ">&" && /^[12]$/.test(where);
  });
}

// Not before a part has read it, but in a trap, which comes last.
function removeTemporary(state: DispatcherState, { args, line }: Call): Outcome {
  const own = args.map((word) => state.words.word(word, line)).every((value, index) =>
    value.kind === "temporary" ||
    index === 0 && value.kind === "text" && /^-r?f$/.test(value.text)
  );
  if (!own || state.part !== undefined || !(state.looped || state.inTrap)) {
    throw new NotUnderstood(line);
  }
  return WELL;
}

function keepInput(state: DispatcherState, { args, redirections, line }: Call): Outcome {
  const [redirection] = redirections;
  if (redirection === undefined || redirections.length > 1 || args.length > 0) {
    throw new NotUnderstood(line);
  }
  const { operator, descriptor, target } = redirection;
  const keeps = operator === ">" && descriptor === "" &&
    state.words.word(target, line).kind === "temporary";
  if (!keeps || state.inBranch || state.inputKept || state.looped) throw new NotUnderstood(line);
  state.inputKept = true;
  return WELL;
}

// Words have to be such that it cannot fail, and that nothing but the text is made of them.
function print(state: DispatcherState, { program, args, line }: Call): Outcome {
  for (const piece of args.flat()) {
    if (piece.kind === "literal") continue;
    const known = piece.kind === "parameter" && /^(##\*\/|%\/\*)?$/.test(piece.operation) &&
      (/^[0?@*#]$/.test(piece.name) || state.words.variables.has(piece.name));
    if (!known) throw new NotUnderstood(line);
  }
  const format = (args[0] ?? []).map((piece) => piece.kind === "literal" ? piece.text : "%").join(
    "",
  );
  if (program === "printf" && !/^([^%-]|%s)([^%]|%s)*$/.test(format)) throw new NotUnderstood(line);
  state.prints = true;
  return WELL;
}

function exitSignal(state: DispatcherState, { args, line }: Call): Signal {
  const [word] = args;
  if (args.length > 1) throw new NotUnderstood(line);
  if (word === undefined) return { kind: "exit", status: state.words.last, line };
  const value = state.words.word(word, line);
  if (value.kind === "code") return { kind: "exit", status: value.code, line };
  if (value.kind !== "text" || !/^\d{1,3}$/.test(value.text) || Number(value.text) > 255) {
    throw new NotUnderstood(line);
  }
  return { kind: "exit", status: Number(value.text) === 0 ? "zero" : "failed", line };
}

function setOptions(state: DispatcherState, texts: readonly string[], line: number): Outcome {
  let named = false;
  for (const one of texts) {
    if (named) {
      if (one === "errexit") state.errexit = true;
      else if (one !== "nounset" && !(one === "pipefail" && state.bash)) {
        throw new NotUnderstood(line);
      }
      named = false;
      continue;
    }
    const letters = /^-([eu]*o?)$/.exec(one)?.[1];
    if (letters === undefined || letters === "") throw new NotUnderstood(line);
    if (letters.includes("e")) state.errexit = true;
    named = letters.endsWith("o");
  }
  if (named || texts.length === 0) throw new NotUnderstood(line);
  return WELL;
}

// What takes its temporary file away in the end, and nothing else.
function setTrap(
  state: DispatcherState,
  [action = "", ...signals]: readonly string[],
  line: number,
): Outcome {
  const known = signals.every((one) => /^(EXIT|HUP|INT|QUIT|TERM|\d+)$/.test(one));
  const [only, ...more] = parseShell(action, line);
  const command = only?.first.command;
  if (signals.length === 0 || !known || more.length > 0 || command?.kind !== "simple") {
    throw new NotUnderstood(line);
  }
  const [word] = command.words[0] ?? [];
  const removes = word?.kind === "literal" && word.text === "rm";
  if (!removes || only?.rest.length !== 0 || only.first.negated) throw new NotUnderstood(line);
  state.inTrap = true;
  simpleCommand(state, command);
  state.inTrap = false;
  return WELL;
}
