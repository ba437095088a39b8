/**
 * Recognises a dispatcher: a script of sh that starts the files of `<event>.d/`. Its commands are followed
 * one by one for the files that are there, and whatever is not understood ends the attempt, so that an
 * answer is certain.
 *
 * @module
 */

import { guardName, simpleCommand } from "./dispatcher_commands.ts";
import {
  type DispatcherPlace,
  DispatcherState,
  type Outcome,
  type Signal,
  WELL,
} from "./dispatcher_state.ts";
import {
  globOf,
  isLiteral,
  matchesEnd,
  OURS,
  type Status,
  type Value,
} from "./dispatcher_words.ts";
import { NotUnderstood, parseShell } from "./sh_syntax.ts";
import type { AndOr, Command, List, Step, Word } from "./sh_tree.ts";

/** What a dispatcher does. */
export interface Dispatch {
  /** The files that it starts, in order. */
  readonly order: readonly string[];
  /**
   * What it makes of a part that fails. `stops`: it ends with that failure; `any`: the others run, and it fails
   * in the end; `last`: only the part that ran last counts; `none`: failures are passed over.
   */
  readonly failure: "stops" | "any" | "last" | "none";
  /** True when it prints something itself. */
  readonly prints: boolean;
  /** True when it finds its parts in the main worktree alone. */
  readonly mainOnly: boolean;
}

/**
 * Follows a dispatcher.
 *
 * @param source its text
 * @param place where it stands, and the files of `<event>.d/`
 * @returns what it does
 * @throws {NotUnderstood} where that is not certain
 */
export function readDispatcher(source: string, place: DispatcherPlace): Dispatch {
  const [first = ""] = source.split("\n", 1);
  const interpreter =
    /^#![ \t]*(?:\/usr\/bin\/env[ \t]+|\/(?:usr\/)?(?:local\/)?bin\/)(ba|da)?sh[ \t]*(-[eu]+)?[ \t]*$/
      .exec(first);
  if (first.startsWith("#!") && interpreter === null) {
    throw new NotUnderstood(1, "names another interpreter than sh or bash");
  }
  if (OURS.test(source)) throw new NotUnderstood(1);
  const [, shell = "", letters = ""] = interpreter ?? [];
  const state = new DispatcherState(place, {
    bash: shell === "ba",
    errexit: letters.includes("e"),
  });
  return new Follower(state).follow(parseShell(source));
}

class Follower {
  readonly #state: DispatcherState;
  #breaks = false;
  /** How it fails behind the loop. */
  #failing: Status = "zero";

  constructor(state: DispatcherState) {
    this.#state = state;
  }

  follow(list: List): Dispatch {
    const signal = this.#list(list);
    const status = signal?.kind === "exit" ? signal.status : this.#state.words.last;
    const line = signal?.kind === "exit" ? signal.line : 0;
    if (this.#state.stops.size === 0) throw new NotUnderstood(0, "starts none of its parts");
    if (status === "failed") throw new NotUnderstood(line, "ends in a failure, whatever they say");
    const stops = new Set(this.#state.stops.values());
    if (stops.size > 1) throw new NotUnderstood(line, "ends after some of its parts only");
    const ends = status === "zero" ? this.#failing : status;
    if (stops.has(true)) {
      if (this.#breaks && ends === "zero") {
        throw new NotUnderstood(line, "ends well after a part has failed");
      }
      return this.#dispatch("stops");
    }
    return this.#dispatch(ends === "zero" ? "none" : ends === "last" ? "last" : "any");
  }

  #dispatch(failure: Dispatch["failure"]): Dispatch {
    return {
      order: [...this.#state.stops.keys()],
      failure,
      prints: this.#state.prints,
      mainOnly: this.#state.words.mainOnly,
    };
  }

  #list(list: List): Signal | undefined {
    for (const andOr of list) {
      const { signal } = this.#andOr(andOr);
      if (signal !== undefined) return signal;
    }
    return undefined;
  }

  #andOr(andOr: AndOr): Outcome {
    const outcome = this.#joined(andOr);
    if (outcome.signal !== undefined) return outcome;
    const { status, negated } = outcome;
    if (!negated) this.#state.words.last = status;
    else if (status === "zero" || status === "failed") {
      this.#state.words.last = status === "zero" ? "failed" : "zero";
    } else throw new NotUnderstood(lineOf(andOr));
    // The exceptions of `set -e` are those of POSIX, "Special Built-In Utilities": whatever is not last.
    const excepted = negated || outcome.skipped === true;
    if (!this.#state.errexit || excepted || status === "zero") return outcome;
    if (this.#state.part === undefined || status !== "last") throw new NotUnderstood(lineOf(andOr));
    this.#state.stops.set(this.#state.part.name, true);
    this.#state.words.last = "zero";
    return WELL;
  }

  // Whether a failure is that of the last command; a skipped one leaves that of the command before it.
  #joined({ first, rest }: AndOr): Outcome & { readonly skipped?: boolean } {
    // Within what is not last, `set -e` has no effect; so nothing but simple commands stands there.
    const others = [first, ...rest.map(({ step }) => step)].slice(0, -1);
    for (const { command } of others) {
      if (command.kind !== "simple") throw new NotUnderstood(command.line);
    }
    let outcome: Outcome & { readonly skipped?: boolean } = this.#step(first);
    for (const [index, { operator, step }] of rest.entries()) {
      if (outcome.signal !== undefined) return outcome;
      const { status, negated } = outcome;
      if (status === "zero" || status === "failed") {
        const well = (status === "zero") !== negated;
        this.#state.words.last = well ? "zero" : "failed";
        outcome = (operator === "&&") === well ? this.#step(step) : { ...outcome, skipped: true };
        continue;
      }
      const onFailure = (operator === "||") !== negated;
      if (!onFailure || index < rest.length - 1) throw new NotUnderstood(step.command.line);
      const entered = operator === "||" ? "failed" : "zero";
      this.#whenFailed(status, entered, step.command.line, () => this.#step(step));
      outcome = WELL;
    }
    return outcome;
  }

  #step({ negated, command }: Step): Outcome {
    if (negated && command.kind !== "simple") throw new NotUnderstood(command.line);
    const outcome = this.#command(command);
    return outcome.signal !== undefined || !negated
      ? outcome
      : { ...outcome, negated: !outcome.negated };
  }

  // What is done when a part has failed, or some part had: a branch that may be taken or not.
  #whenFailed(status: Status, entered: Status, line: number, work: () => Outcome): void {
    const part = this.#state.part;
    const started = part === undefined || this.#state.stops.has(part.name);
    if (this.#state.inBranch || !started) throw new NotUnderstood(line);
    const before = this.#state.words.variables;
    const branch = new Map(before);
    const known = [...before].filter(([, value]) => value.kind === "code" && value.code === status);
    if (status === "any" && known.length > 1) throw new NotUnderstood(line);
    for (const [name] of known) branch.set(name, { kind: "code", code: "failed" });
    this.#state.words.variables = branch;
    this.#state.words.last = entered;
    this.#state.inBranch = true;
    const { signal, ...ended } = work();
    this.#state.inBranch = false;
    this.#state.words.variables = before;
    this.#state.words.last = "zero";
    if (signal?.kind === "exit") {
      if (signal.status !== "failed") {
        throw new NotUnderstood(signal.line, "may end well after a part has failed");
      }
    } else if (signal?.kind === "continue") throw new NotUnderstood(line);
    else if (signal === undefined && (ended.status !== "zero" || ended.negated)) {
      throw new NotUnderstood(line);
    }
    if (part === undefined) {
      if (signal?.kind !== "exit") throw new NotUnderstood(line);
      this.#failing = status;
      return;
    }
    if (signal !== undefined) this.#state.stops.set(part.name, true);
    if (signal?.kind === "break") this.#breaks = true;
    if (signal?.kind !== "exit") this.#merge(branch, new Set(known.map(([name]) => name)), line);
  }

  #merge(branch: ReadonlyMap<string, Value>, known: ReadonlySet<string>, line: number): void {
    const variables = this.#state.words.variables;
    for (const [name, value] of branch) {
      const now = variables.get(name);
      const failed = value.kind === "code" && value.code === "failed" ||
        value.kind === "text" && /^[1-9]\d{0,2}$/.test(value.text) && Number(value.text) < 256;
      if (sameValue(now, value) || known.has(name) && failed) continue;
      const counts = now?.kind === "text" && now.text === "0" ||
        now?.kind === "code" && now.code === "any";
      if (!counts || !failed) throw new NotUnderstood(line);
      variables.set(name, { kind: "code", code: "any" });
    }
  }

  #command(command: Command): Outcome {
    switch (command.kind) {
      case "group":
        return this.#ended(this.#list(command.body));
      case "if":
        return this.#if(command);
      case "case":
        return this.#case(command);
      case "for":
        return this.#for(command);
      case "simple":
        return simpleCommand(this.#state, command);
    }
  }

  #ended(signal: Signal | undefined): Outcome {
    return { status: this.#state.words.last, negated: false, signal };
  }

  #if({ branches, otherwise, line }: Extract<Command, { kind: "if" }>): Outcome {
    for (const { test, then } of branches) {
      const [only] = test;
      const steps = [only?.first, ...only?.rest.map(({ step }) => step) ?? []];
      const simple = steps.every((step) => step?.command.kind === "simple");
      if (only === undefined || test.length > 1 || !simple) throw new NotUnderstood(line);
      const outcome = this.#joined(only);
      if (outcome.signal !== undefined) return outcome;
      const { status, negated } = outcome;
      if (status === "zero" || status === "failed") {
        const well = (status === "zero") !== negated;
        this.#state.words.last = well ? "zero" : "failed";
        if (well) return this.#ended(this.#list(then));
        continue;
      }
      if (branches.length > 1) throw new NotUnderstood(line);
      const [onFailure, onSuccess] = negated ? [then, otherwise] : [otherwise, then];
      if (onFailure.length > 0) {
        const entered = negated ? "zero" : "failed";
        this.#whenFailed(status, entered, line, () => this.#ended(this.#list(onFailure)));
      }
      this.#quietly(onSuccess, line);
      this.#state.words.last = "zero";
      return WELL;
    }
    this.#state.words.last = "zero";
    return this.#ended(this.#list(otherwise));
  }

  // A branch that is taken when a part has succeeded, and must not matter.
  #quietly(list: List, line: number): void {
    const before = new Map(this.#state.words.variables);
    if (this.#state.inBranch) throw new NotUnderstood(line);
    this.#state.words.last = "zero";
    this.#state.inBranch = true;
    const signal = this.#list(list);
    this.#state.inBranch = false;
    const same = before.size === this.#state.words.variables.size &&
      [...this.#state.words.variables].every(([name, value]) => sameValue(before.get(name), value));
    if (signal !== undefined || !same || this.#state.words.last !== "zero") {
      throw new NotUnderstood(line);
    }
  }

  #case({ subject, arms, line }: Extract<Command, { kind: "case" }>): Outcome {
    const value = this.#state.words.whole(subject, line);
    if (value.kind !== "text") throw new NotUnderstood(line);
    for (const { patterns, body } of arms) {
      const matches = patterns.map((pattern) => this.#matches(value.text, pattern, line));
      if (matches.includes(true)) {
        this.#state.words.last = "zero";
        return this.#ended(this.#list(body));
      }
    }
    this.#state.words.last = "zero";
    return WELL;
  }

  #matches(subject: string, word: Word, line: number): boolean {
    const pattern = this.#state.words.word(word, line);
    if (pattern.kind !== "text") throw new NotUnderstood(line);
    const ownPart = this.#state.partAt(subject);
    const answer = ownPart !== undefined
      ? matchesEnd(pattern.text, ownPart.name)
      : isLiteral(subject)
      ? globOf(pattern.text)?.test(subject)
      : undefined;
    if (answer === undefined) throw new NotUnderstood(line);
    return answer;
  }

  #for({ variable, words, body, line }: Extract<Command, { kind: "for" }>): Outcome {
    const [word] = words;
    const place = word === undefined || words.length > 1
      ? undefined
      : this.#state.words.word(word, line);
    if (place?.kind !== "text" || this.#state.looped || this.#state.inBranch) {
      throw new NotUnderstood(line);
    }
    const [, folder = "", pattern = ""] = /^([^]*)\/([^/]*)$/.exec(place.text) ?? [];
    if (folder !== this.#state.folder) {
      throw new NotUnderstood(
        line,
        `goes through another folder than ${this.#state.place.event.name}.d`,
      );
    }
    const glob = globOf(pattern);
    if (glob === undefined || isLiteral(pattern)) throw new NotUnderstood(line);
    guardName(variable, line);
    this.#state.looped = true;
    // A pattern finds no name that begins with a dot unless it has that dot itself.
    const found = this.#state.place.files.filter(({ name }) =>
      glob.test(name) && (!name.startsWith(".") || pattern.startsWith("."))
    );
    for (const file of found) {
      this.#state.part = file;
      this.#state.words.variables.set(variable, { kind: "text", text: `${folder}/${file.name}` });
      const signal = this.#list(body);
      if (signal?.kind === "continue") this.#state.words.last = "zero";
      else if (signal !== undefined) throw new NotUnderstood(line, "ends after its first part");
    }
    this.#state.part = undefined;
    return this.#ended(undefined);
  }
}

function sameValue(left: Value | undefined, right: Value): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
}

function lineOf({ first }: AndOr): number {
  return first.command.line;
}
