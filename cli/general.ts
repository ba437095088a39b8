/**
 * What is not a command's own matter: the list of commands, help, the version, and a word that is no
 * command.
 *
 * @module
 */

import { didYouMean } from "../lib/did_you_mean.ts";
import { VERSION } from "../lib/version.ts";
import { type Console, say } from "./ui/console.ts";

/**
 * Answers a command line that names no command.
 *
 * @param args the words after `git-hooks`
 * @param commands the commands there are
 * @param console where it prints
 * @returns the exit code
 */
export function generalCommand(
  args: readonly string[],
  commands: readonly string[],
  console: Console,
): number {
  const [word] = args;
  switch (word) {
    case "--version":
    case "version":
      console.out(`git-hooks version ${VERSION}\n`);
      return 0;
    case undefined:
      console.err(`usage: git-hooks <command> [<args>]\n\ncommands: ${commands.join(", ")}\n`);
      return 129;
  }
  say(console, "error", `'${word}' is not a git-hooks command. See 'git-hooks --help'.`);
  const near = didYouMean(word, commands);
  if (near !== undefined) say(console, "hint", `did you mean '${near}'?`);
  return 129;
}
