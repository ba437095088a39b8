/**
 * What is not a command's own matter: help, the version, and a word that is no command.
 *
 * @module
 */

import { didYouMean } from "../lib/did_you_mean.ts";
import { VERSION } from "../lib/version.ts";
import { allCommands, findCommand } from "./commands_table.ts";
import { helpText } from "./options.ts";
import { type Console, say } from "./ui/console.ts";

/**
 * Answers a command line that names no command.
 *
 * @param args the words after `git-hooks`
 * @param console where it prints
 * @returns the exit code: 0 for help and version, else 129
 */
export async function generalCommand(args: readonly string[], console: Console): Promise<number> {
  const [word, topic] = args;
  switch (word) {
    case "--version":
    case "version":
      console.out(`git-hooks version ${VERSION}\n`);
      return 0;
    case "--help":
    case "help":
      if (topic === undefined) return await help(console);
      return helpOn(topic, console);
    case undefined:
    case "-h":
      await help(console);
      return 129;
  }
  if (word.startsWith("-")) {
    say(console, "error", `unknown option '${word}'. See 'git-hooks --help'.`);
    return 129;
  }
  return unknownCommand(word, console);
}

async function help(console: Console): Promise<number> {
  const { programHelp } = await import("./program.ts");
  console.out(await programHelp());
  return 0;
}

function helpOn(topic: string, console: Console): number {
  const command = findCommand(topic);
  if (command === undefined) return unknownCommand(topic, console);
  console.out(helpText(command.spec));
  return 0;
}

function unknownCommand(word: string, console: Console): number {
  say(console, "error", `'${word}' is not a git-hooks command. See 'git-hooks --help'.`);
  const near = didYouMean(word, allCommands().map((command) => command.spec.name));
  if (near !== undefined) say(console, "hint", `did you mean '${near}'?`);
  return 129;
}
