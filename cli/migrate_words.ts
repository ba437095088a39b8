/**
 * The words of `git-hooks migrate`.
 *
 * @module
 */

import type { CommandSpec } from "./options.ts";

/** `git-hooks migrate`. */
export const MIGRATE: CommandSpec = {
  name: "migrate",
  summary: "turn the scripts of the hookdir into configured hooks, with the same behaviour",
  usage: [
    "git-hooks migrate [--dry-run | --yes] [--to <target> | --split] [--json]",
    "git-hooks migrate --undo [--dry-run | --yes] [--json]",
    "git-hooks migrate --status [--json]",
    "git-hooks migrate [--undo] [<options>] --recursive <dir> [(-j|--jobs) <n>]",
  ],
  options: [
    { short: "n", long: "dry-run", kind: "flag", help: "show the plan and change nothing" },
    { short: "y", long: "yes", kind: "flag", help: "carry the plan out without asking" },
    {
      long: "to",
      kind: "text",
      value: "<target>",
      help: "where the hooks are configured: local (the default), project or git-config",
    },
    {
      long: "split",
      kind: "flag",
      help: "make each part of a dispatcher (<event>.d) a hook of its own",
    },
    { long: "undo", kind: "flag", help: "put everything back, byte for byte" },
    { long: "status", kind: "flag", help: "show what was migrated, when, and what became of it" },
    {
      long: "recursive",
      kind: "text",
      value: "<dir>",
      help: "do it in every repository below a folder",
    },
    {
      short: "j",
      long: "jobs",
      kind: "integer",
      value: "<n>",
      help: "work on <n> repositories at a time",
    },
    { long: "json", kind: "flag", help: "print as JSON" },
  ],
  example: [
    "git-hooks migrate --dry-run",
    "what would become of each file of the hookdir; exit code 3 when some have to stay files",
  ],
};
