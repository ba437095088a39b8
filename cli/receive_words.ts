/**
 * The words of `git-hooks receive-plan`, which the wrapper of receive-pack calls.
 *
 * @module
 */

import type { CommandSpec } from "./options.ts";

/** `git-hooks receive-plan`. */
export const RECEIVE_PLAN: CommandSpec = {
  name: "receive-plan",
  summary: "decide what git is given for a push; for git-hooks-receive-pack",
  usage: ["git-hooks receive-plan <git> <folder>"],
  options: [],
  example: [
    "git-hooks receive-plan /usr/bin/git /srv/app.git",
    "what git-hooks-receive-pack does when something has changed",
  ],
};
