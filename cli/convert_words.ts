/**
 * The words of `git-hooks export` and `git-hooks import`.
 *
 * @module
 */

import type { CommandSpec } from "./options.ts";

/** `git-hooks export`. */
export const EXPORT: CommandSpec = {
  name: "export",
  summary: "print hooks.toml hooks as git config, which git 2.54 and later runs without git-hooks",
  usage: ["git-hooks export [--to git-config] [--scope (system | project | local)]"],
  options: [
    {
      long: "to",
      kind: "text",
      value: "<format>",
      help: "the format: git-config, the only one",
    },
    {
      long: "scope",
      kind: "text",
      value: "<scope>",
      help: "the hooks of one hooks.toml: for system, text for /etc/gitconfig; " +
        "else, and without --scope, for the repository's .git/config",
    },
  ],
  example: [
    'git-hooks export >>"$(git rev-parse --git-common-dir)/config"',
    "all hooks.toml hooks that run here become the repository's own git config",
  ],
};

/** `git-hooks import`. */
export const IMPORT: CommandSpec = {
  name: "import",
  summary: "print the hooks of git config as hooks.toml, and how to take them out of git config",
  usage: [
    "git-hooks import [--from git-config] [--scope (system | global | local | worktree)]",
  ],
  options: [
    {
      long: "from",
      kind: "text",
      value: "<format>",
      help: "the format: git-config, the only one",
    },
    {
      long: "scope",
      kind: "text",
      value: "<scope>",
      help: "whose hooks: for system, text for /etc/git-hooks/hooks.toml; " +
        "else, and without --scope (local), for .git/hooks.toml",
    },
  ],
  example: [
    'git-hooks import >>"$(git rev-parse --git-common-dir)/hooks.toml"',
    "the hooks of .git/config become hooks.toml hooks",
  ],
};

/** The one format there is besides hooks.toml. */
export const GIT_CONFIG = "git-config";
