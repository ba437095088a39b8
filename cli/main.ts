/**
 * Where the program starts: looks at the first word, loads the one command it names, and turns what
 * was thrown into git's words and an exit code. Nothing else is loaded on the way to running a hook.
 *
 * @module
 */

import { UserError } from "../lib/errors.ts";
import { type Console, processConsole, say, sayError } from "./ui/console.ts";
import { findCommand } from "./commands_table.ts";
import { restoreEnvironment } from "./launched.ts";
import { helpText, UsageError, usageText } from "./options.ts";

/**
 * Runs one command line.
 *
 * @param args the words after `git-hooks`
 * @param console where it prints
 * @returns the exit code
 */
export async function main(args: readonly string[], console: Console): Promise<number> {
  try {
    const [verb = "", ...rest] = args;
    const command = findCommand(verb);
    if (command !== undefined) return await (await command.load())(rest, console);
    return await (await import("./general.ts")).generalCommand(args, console);
  } catch (error) {
    return explain(error, console);
  }
}

function explain(error: unknown, console: Console): number {
  if (error instanceof UserError) {
    sayError(console, error);
    return error.exitCode;
  }
  if (error instanceof UsageError) return explainUsage(error, console);
  const outside = systemText(error);
  if (outside !== undefined) {
    say(console, "fatal", outside);
    return 128;
  }
  // Whatever arrives here is a fault of this program, and a stack trace helps nobody at a prompt.
  const text = error instanceof Error ? error.message : String(error);
  say(console, "fatal", `git-hooks failed: ${text}`);
  if (Deno.env.get("GIT_HOOKS_TRACE") === "1" && error instanceof Error) {
    console.err(`${error.stack ?? ""}\n`);
  } else {
    say(console, "hint", "this should not happen; GIT_HOOKS_TRACE=1 shows where it came from");
  }
  return 128;
}

// What the system refuses is no fault of this program: EPERM, EIO, EACCES, EMFILE, EFBIG, ENOSPC, EROFS,
// ENAMETOOLONG, EDQUOT (errno(3), with the numbers of Linux; EDQUOT is 69 elsewhere).
const OUTSIDE: ReadonlySet<number> = new Set([1, 5, 13, 24, 27, 28, 30, 36, 69, 122]);

// Deno writes `<reason> (os error <number>): <call> '<path>'`.
function systemText(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const match = /^(.*?) \(os error (\d+)\)(?:: \w+ '(.*)')?/s.exec(error.message);
  if (match === null || !OUTSIDE.has(Number(match[2]))) return undefined;
  const [, reason = "", , path] = match;
  return path === undefined ? reason : `${path}: ${reason}`;
}

function explainUsage(error: UsageError, console: Console): number {
  if (error.asked === "help") {
    console.out(helpText(error.spec));
    return 0;
  }
  if (error.asked === "usage") {
    console.out(usageText(error.spec));
    return 129;
  }
  if (error.message !== "") say(console, "error", error.message);
  if (error.suggestion !== undefined) say(console, "hint", `did you mean '${error.suggestion}'?`);
  console.err(usageText(error.spec));
  return 129;
}

if (import.meta.main) {
  restoreEnvironment();
  Deno.exit(await main(Deno.args, processConsole()));
}
