/**
 * The help of the whole program, drawn by commander from the table of commands. It is loaded for help
 * alone: commands read their own words with the parser that behaves as git's does.
 *
 * @module
 */

import type { Command } from "@commander-js/extra-typings";
import { allCommands, type CommandEntry } from "./commands_table.ts";

/**
 * Writes what `git-hooks --help` prints.
 *
 * @returns the text, ending in a newline
 */
export async function programHelp(): Promise<string> {
  const { Command } = await import("@commander-js/extra-typings");
  const program = new Command("git-hooks")
    .description("Manages config-defined Git hooks: lists, checks, runs and migrates them.")
    .usage("<command> [<args>]")
    .helpOption("--help", "show this, or with a command its own help")
    .helpCommand(false)
    .option("--version", "show the version");
  for (const entry of allCommands()) {
    const group = entry.group;
    if (group !== undefined) addCommand(program, { ...entry, group });
  }
  return program.helpInformation() +
    "\nExample: git hooks list\n    what runs here, and what does not and why\n";
}

function addCommand(
  program: Command,
  entry: CommandEntry & { readonly group: string },
): void {
  program.command(entry.spec.name)
    .summary(entry.spec.summary)
    .helpGroup(`${entry.group}:`)
    .helpOption(false);
}
