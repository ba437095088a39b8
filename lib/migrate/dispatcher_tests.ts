/**
 * `test`, `[` and `[[` in a dispatcher.
 *
 * @module
 */

import { BADLY, type DispatcherState, type Outcome, WELL } from "./dispatcher_state.ts";
import { isLiteral, type Value } from "./dispatcher_words.ts";
import { NotUnderstood } from "./sh_syntax.ts";
import type { Word } from "./sh_tree.ts";

/**
 * Works out what a test answers for the files that are there.
 *
 * @param state what is known
 * @param command the program, its arguments and its line
 * @returns how it ends
 * @throws {NotUnderstood} where that is not certain
 */
export function testCommand(
  state: DispatcherState,
  command: { readonly program: string; readonly args: readonly Word[]; readonly line: number },
): Outcome {
  const { program, args, line } = command;
  const close = { "[": "]", "[[": "]]" }[program];
  const all = args.map((word) => state.words.word(word, line));
  const last = all.at(-1);
  if (program === "[[" && !state.bash) throw new NotUnderstood(line);
  if (close !== undefined && !(last?.kind === "text" && last.text === close)) {
    throw new NotUnderstood(line);
  }
  const operands = close === undefined ? all : all.slice(0, -1);
  const [first] = operands;
  const turned = operands.length > 1 && first?.kind === "text" && first.text === "!";
  const outcome = compare(state, turned ? operands.slice(1) : operands, line);
  return turned ? { ...outcome, negated: !outcome.negated } : outcome;
}

function compare(state: DispatcherState, operands: readonly Value[], line: number): Outcome {
  const [left, middle, right] = operands;
  if (operands.length === 2 && left?.kind === "text" && middle?.kind === "text") {
    return isSo(state, left.text, middle.text, line) ? WELL : BADLY;
  }
  if (operands.length !== 3 || middle?.kind !== "text" || right?.kind !== "text") {
    throw new NotUnderstood(line);
  }
  const operator = middle.text;
  if (left?.kind === "code") {
    if (right.text !== "0" || !/^-(eq|ne|gt)$/.test(operator)) throw new NotUnderstood(line);
    return { status: left.code, negated: operator !== "-eq" };
  }
  if (left?.kind !== "text" || !isLiteral(left.text) || !isLiteral(right.text)) {
    throw new NotUnderstood(line);
  }
  if (/^-(eq|ne|gt)$/.test(operator)) {
    if (!/^\d+$/.test(left.text) || !/^\d+$/.test(right.text)) throw new NotUnderstood(line);
    const difference = Number(left.text) - Number(right.text);
    const holds = operator === "-gt" ? difference > 0 : (difference === 0) === (operator === "-eq");
    return holds ? WELL : BADLY;
  }
  if (operator !== "=" && operator !== "!=" && !(state.bash && operator === "==")) {
    throw new NotUnderstood(line);
  }
  return (left.text === right.text) === (operator !== "!=") ? WELL : BADLY;
}

function isSo(state: DispatcherState, operator: string, operand: string, line: number): boolean {
  if (/^-[nz]$/.test(operator)) return (operand === "") === (operator === "-z");
  // The folder is there, for else there would be no parts.
  if (operand === state.folder && /^-[defrx]$/.test(operator)) return operator !== "-f";
  const part = state.partAt(operand);
  if (part === undefined) throw new NotUnderstood(line);
  switch (operator) {
    case "-x":
      return part.executable || part.kind === "folder";
    case "-f":
      return part.kind === "file";
    case "-d":
      return part.kind === "folder";
    case "-e":
      return part.kind !== "missing";
    default:
      throw new NotUnderstood(line);
  }
}
