/**
 * The words of `git-hooks install` and `git-hooks uninstall`.
 *
 * @module
 */

import type { CommandSpec } from "./options.ts";

/** `git-hooks install`. */
export const INSTALL: CommandSpec = {
  name: "install",
  summary: "let git find the hooks: put a shim into the hookdir for every event that has one",
  usage: [
    "git-hooks install [--dry-run] [--yes] [--if-git]",
    "git-hooks install [--dry-run] --recursive <dir>",
  ],
  options: [
    { short: "n", long: "dry-run", kind: "flag", help: "show what would be done, and do nothing" },
    { short: "y", long: "yes", kind: "flag", help: "ask nothing; what is not trusted stays so" },
    {
      long: "if-git",
      kind: "flag",
      help: "succeed with a note where there is no git or no repository",
    },
    {
      long: "recursive",
      kind: "text",
      value: "<dir>",
      help: "install in every repository below a folder",
    },
  ],
  example: [
    "git-hooks install",
    "a script that stands in the hookdir is kept, and runs after the configured hooks",
  ],
};

/** `git-hooks uninstall`. */
export const UNINSTALL: CommandSpec = {
  name: "uninstall",
  summary: "give back every script, mode, link and setting as it was before install and migrate",
  usage: ["git-hooks uninstall [--dry-run] [--yes]"],
  options: [
    { short: "n", long: "dry-run", kind: "flag", help: "show what would be done, and do nothing" },
    { short: "y", long: "yes", kind: "flag", help: "undo a migration too, without asking" },
  ],
  example: ["git-hooks uninstall", "asks before it undoes a migration"],
};
