/**
 * The words of the commands that explain: `explain`, `doctor`, `completion`.
 *
 * @module
 */

import type { CommandSpec } from "./options.ts";

/** `git-hooks explain`. */
export const EXPLAIN: CommandSpec = {
  name: "explain",
  summary: "tell how an event's hooks come about: settings, files and lines, who starts what",
  usage: ["git-hooks explain [--allow-unknown-hook-name] [--json] <event> [<hook>]"],
  options: [
    { long: "json", kind: "flag", help: "print everything that is known, for programs" },
    {
      long: "allow-unknown-hook-name",
      kind: "flag",
      help: "allow an event that githooks(5) does not know",
    },
  ],
  example: [
    "git-hooks explain pre-commit lint",
    "which setting counts and which it overrides, what is executed, and who starts it",
  ],
};

/** `git-hooks doctor`. */
export const DOCTOR: CommandSpec = {
  name: "doctor",
  summary: "find hooks that do not run, run twice, or that others can change; change nothing",
  usage: ["git-hooks doctor [--json]"],
  options: [{ long: "json", kind: "flag", help: "print the findings for programs" }],
  example: [
    "git-hooks doctor",
    "each finding with its cause and the command that mends it; exit code 1 when there is an error",
  ],
};

/** `git-hooks completion`. */
export const COMPLETION: CommandSpec = {
  name: "completion",
  summary: "print the completion script of a shell, for 'git-hooks' and 'git hooks'",
  usage: ["git-hooks completion <shell>"],
  options: [],
  example: [
    "source <(git-hooks completion bash)",
    "bash, zsh or fish; an installation puts the scripts where each shell looks for them",
  ],
};

/** `git-hooks complete`, which those scripts call. */
export const COMPLETE: CommandSpec = {
  name: "complete",
  summary: "tell what may stand at the cursor",
  usage: ["git-hooks complete -- <word>..."],
  options: [],
  example: ["git-hooks complete -- li", "one candidate a line, its description behind a tab"],
  keepDashDash: true,
};
