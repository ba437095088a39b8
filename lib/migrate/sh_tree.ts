/**
 * A shell program as a tree, as `sh_syntax.ts` reads it.
 *
 * @module
 */

/** A piece of a word. */
export type Piece =
  /** Characters as they stand. */
  | { readonly kind: "literal"; readonly text: string; readonly quoted: boolean }
  /** `$name` or `${name##pattern}`; `operation` is what follows the name in the braces. */
  | {
    readonly kind: "parameter";
    readonly name: string;
    readonly operation: string;
    readonly quoted: boolean;
  }
  /** `$(...)` or backquotes. */
  | { readonly kind: "command"; readonly list: List; readonly quoted: boolean }
  /** `$((...))`. */
  | { readonly kind: "arithmetic"; readonly text: string };

/** A word. */
export type Word = readonly Piece[];

/** A redirection. */
export interface Redirection {
  /** The descriptor in front of it; empty without one. */
  readonly descriptor: string;
  /** `<`, `>`, `>>`, `>&` or `<&`. */
  readonly operator: string;
  /** Where to. */
  readonly target: Word;
}

/** A command. */
export type Command =
  /** Assignments, a program with its arguments, redirections. */
  | {
    readonly kind: "simple";
    readonly line: number;
    readonly assigned: readonly { readonly name: string; readonly value: Word }[];
    readonly words: readonly Word[];
    readonly redirections: readonly Redirection[];
  }
  /** `for ... in ...; do ...; done`. */
  | {
    readonly kind: "for";
    readonly line: number;
    readonly variable: string;
    readonly words: readonly Word[];
    readonly body: List;
  }
  /** `if ...; then ...; elif ...; else ...; fi`. */
  | {
    readonly kind: "if";
    readonly line: number;
    readonly branches: readonly { readonly test: List; readonly then: List }[];
    readonly otherwise: List;
  }
  /** `case ... in ...) ...;; esac`. */
  | {
    readonly kind: "case";
    readonly line: number;
    readonly subject: Word;
    readonly arms: readonly { readonly patterns: readonly Word[]; readonly body: List }[];
  }
  /** `{ ...; }`. */
  | { readonly kind: "group"; readonly line: number; readonly body: List };

/** A command, with `!` in front of it or not. */
export interface Step {
  /** True when its exit status is turned round. */
  readonly negated: boolean;
  /** The command. */
  readonly command: Command;
}

/** Commands joined by `&&` and `||`. */
export interface AndOr {
  /** The first one. */
  readonly first: Step;
  /** The others, each with what joins it to those before. */
  readonly rest: readonly { readonly operator: "&&" | "||"; readonly step: Step }[];
}

/** Commands one after another. */
export type List = readonly AndOr[];
