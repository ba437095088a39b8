/**
 * The words of `git-hooks trust`.
 *
 * @module
 */

import type { CommandSpec } from "./options.ts";

/** `git-hooks trust`. */
export const TRUST: CommandSpec = {
  name: "trust",
  summary: "accept the hooks.toml that came with a clone, after reading what it runs",
  usage: [
    "git-hooks trust [--yes] [--json]",
    "git-hooks trust --list [--all] [--json]",
    "git-hooks trust --revoke [--all] [--json]",
  ],
  options: [
    { short: "y", long: "yes", kind: "flag", help: "accept without asking" },
    { long: "list", kind: "flag", help: "list what was accepted for this repository" },
    { long: "revoke", kind: "flag", help: "take back all that was accepted for this repository" },
    { long: "all", kind: "flag", help: "list or take back for every repository" },
    { long: "json", kind: "flag", help: "print as JSON, and ask nothing" },
  ],
  example: [
    "git-hooks trust",
    "shows the commands, or what changed in them, and asks whether they may run",
  ],
};
