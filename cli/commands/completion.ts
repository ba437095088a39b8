/**
 * `git-hooks completion SHELL`: prints the completion script of a shell.
 *
 * @module
 */

import { completionScript, type Shell, SHELLS } from "../completion/scripts.ts";
import { COMPLETION } from "../explain_words.ts";
import { parseOptions, UsageError } from "../options.ts";
import type { Console } from "../ui/console.ts";

/**
 * Prints the script.
 *
 * @param args what follows `completion`
 * @param console where it prints
 * @returns 0
 */
export function completionCommand(args: readonly string[], console: Console): Promise<number> {
  const { rest } = parseOptions(args, COMPLETION);
  const [word, surplus] = rest;
  const shell = SHELLS.find((one): one is Shell => one === word);
  if (shell === undefined || surplus !== undefined) {
    throw new UsageError("you must specify one of bash, zsh and fish", COMPLETION);
  }
  console.out(completionScript(shell));
  return Promise.resolve(0);
}
