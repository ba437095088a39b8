/**
 * The words of the commands on the way to running a hook; their options are parsed from this table, and
 * help and completions are made from it too.
 *
 * @module
 */

import type { CommandSpec, OptionSpec } from "./options.ts";

const ALLOW_UNKNOWN: OptionSpec = {
  long: "allow-unknown-hook-name",
  kind: "flag",
  help: "allow running a hook with a non-native hook name",
};

/** `git-hooks list`. */
export const LIST: CommandSpec = {
  name: "list",
  summary: "show which hooks run, in which order, and where each was configured",
  usage: [
    "git-hooks list [--json]",
    "git-hooks list [--allow-unknown-hook-name] [-z] [--show-scope] [--show-origin] [--json] <event>",
  ],
  options: [
    { short: "z", kind: "flag", help: "use NUL as line terminator" },
    { long: "show-scope", kind: "flag", help: "show the config scope that defined each hook" },
    { long: "show-origin", kind: "flag", help: "show scope, file and line of each hook" },
    { long: "json", kind: "flag", help: "print everything that is known, for programs" },
    ALLOW_UNKNOWN,
  ],
  example: [
    "git-hooks list",
    "every event that has a hook, with what runs and what does not and why",
  ],
};

/** `git-hooks check`. */
export const CHECK: CommandSpec = {
  name: "check",
  summary: "tell whether an event has a hook that would run, or validate the configuration",
  usage: [
    "git-hooks check [--allow-unknown-hook-name] [-v] <event>",
    "git-hooks check [-v] [--file <file> [--scope <scope>]]",
  ],
  options: [
    { short: "v", long: "verbose", kind: "flag", help: "say what was found" },
    {
      long: "file",
      kind: "text",
      value: "<file>",
      help: "validate a hooks.toml that is not in place yet",
    },
    {
      long: "scope",
      kind: "text",
      value: "<scope>",
      help: "the scope it is meant for: system, project or local (the default)",
    },
    ALLOW_UNKNOWN,
  ],
  example: [
    "git-hooks check pre-commit && echo yes",
    "exit code 0 when a hook would run, 1 when none",
  ],
};

/** `git-hooks run`. */
export const RUN: CommandSpec = {
  name: "run",
  summary: "run the hooks of an event by hand, as 'git hook run' of git 2.55 does",
  usage: [
    "git-hooks run [--allow-unknown-hook-name] [--ignore-missing] [--to-stdin=<path>] [(-j|--jobs) <n>] <event> [-- <hook-args>]",
  ],
  options: [
    ALLOW_UNKNOWN,
    { long: "ignore-missing", kind: "flag", help: "silently ignore missing requested <event>" },
    { long: "to-stdin", kind: "text", value: "<path>", help: "file to read into hooks' stdin" },
    {
      short: "j",
      long: "jobs",
      kind: "integer",
      value: "<n>",
      help: "run up to <n> hooks simultaneously (-1 for CPU count)",
    },
  ],
  example: ["git-hooks run pre-commit", "exit code: those of all hooks, OR-ed, as git does"],
  keepDashDash: true,
};

/** `git-hooks hook`, which shims call. */
export const HOOK: CommandSpec = {
  name: "hook",
  summary: "run the hooks of an event that git fired; for shims",
  usage: ["git-hooks hook <event> -- [<hook-args>]"],
  options: [],
  example: ["git-hooks hook pre-commit --", "what a shim does when something has changed"],
  keepDashDash: true,
};
