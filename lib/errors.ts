/**
 * What went wrong, in a form that `cli/` turns into git's `fatal:`/`error:`/`hint:` lines and an exit
 * code. Nothing here prints.
 *
 * @module
 */

/** Where in a text file a fault was found. */
export interface Place {
  /** The file as it is shown to people, for example `hooks.toml` or `~/.gitconfig`. */
  readonly file: string;
  /** The line, counted from 1. */
  readonly line?: number;
  /** The column in UTF-16 code units, counted from 1; only with a line. */
  readonly column?: number;
  /** How many columns the fault covers, to underline it; only with `text`. */
  readonly width?: number;
  /** The whole line as it stands in the file, without its line terminator. */
  readonly text?: string;
}

/** One thing that is wrong, where, and how to mend it. */
export interface Fault {
  /** What is wrong, lower case, without a full stop and without the place. */
  readonly message: string;
  /** Where it was found, when it was found in a file. */
  readonly place?: Place;
  /** The word in front of it, when it is not the error's own. */
  readonly level?: "fatal" | "error";
  /** Lines that help to mend it, printed as `hint:` lines. */
  readonly hints?: readonly string[];
}

/**
 * An error made by a user, a file or a machine, not by this program: it has a message to show and an
 * exit code, and no stack trace of it is ever printed.
 *
 * Exit codes are git's: 128 for a configuration or a repository that cannot be used, 129 for a usage
 * that cannot be understood, 1 for a refusal.
 *
 * @example Usage
 * ```ts
 * import { UserError } from "@git-hooks/git-hooks";
 * const error = new UserError("not a git repository", { exitCode: 128 });
 * console.assert(error.faults[0]?.message === "not a git repository");
 * ```
 */
export class UserError extends Error {
  /** The name of the class, as every error carries it. */
  override readonly name: string = "UserError";
  /** The exit code of the process: 1, 128 or 129. */
  readonly exitCode: number;
  /** All that is wrong, in the order in which it should be read; never empty. */
  readonly faults: readonly Fault[];
  /** The word in front of each message: git's `fatal` or `error`. */
  readonly level: "fatal" | "error";
  /** Warnings that belong before it, without `warning: `. */
  readonly warnings: readonly string[];

  /**
   * Says what is wrong.
   *
   * @param fault one message, one fault, or several faults found together
   * @param options the exit code (default 128), the level (default `fatal`), warnings to print before
   *   it, and the cause if another error led here
   */
  constructor(
    fault: string | Fault | readonly Fault[],
    options: {
      readonly exitCode?: number;
      readonly level?: "fatal" | "error";
      readonly warnings?: readonly string[];
      readonly cause?: unknown;
    } = {},
  ) {
    const faults = faultList(fault);
    super(faults.map((one) => one.message).join("\n"), { cause: options.cause });
    this.faults = faults;
    this.exitCode = options.exitCode ?? 128;
    this.level = options.level ?? "fatal";
    this.warnings = options.warnings ?? [];
  }
}

function faultList(fault: string | Fault | readonly Fault[]): readonly Fault[] {
  if (typeof fault === "string") return [{ message: fault }];
  return "message" in fault ? [fault] : fault;
}
