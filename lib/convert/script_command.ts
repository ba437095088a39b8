/**
 * What `script` and `args = false` of a hooks.toml are as commands of git config, and back again.
 *
 * @module
 */

import { quoteForSh } from "../quote.ts";
import { needsShell, SHELL } from "../run/argv.ts";

/**
 * From where a script's path starts: the directory in which the hook runs (an absolute path starts
 * nowhere), or the common git directory, wherever that is.
 */
export type ScriptBase = "here" | "common-dir";

// `./` is taken away so that `$0` is what it is when git runs a script of the hookdir: `.git/...` in a
// worktree, `hooks.d/...` in a git directory, absolute in a linked worktree.
const COMMON_DIR = "git_common_dir=$(git rev-parse --git-common-dir)/ && exec ";
const WITHOUT_DOT = '"${git_common_dir#./}"';
const WITH_DOT = '"$git_common_dir"';

/**
 * Writes the command that runs a script as git would run it from the hookdir: git stays its parent, and
 * `$0` is its path.
 *
 * @param path the script's path
 * @param base from where the path starts
 * @returns a command for git config
 */
export function scriptCommand(path: string, base: ScriptBase): string {
  if (base === "common-dir") {
    // Without a slash it would be looked for in PATH where the common directory is `.`.
    return `${COMMON_DIR}${path.includes("/") ? WITHOUT_DOT : WITH_DOT}${shWord(path)}`;
  }
  const found = path.includes("/") ? path : `./${path}`;
  if (!needsShell(found)) return found;
  return `exec ${quoteForSh(found.startsWith("-") ? `./${found}` : found)}`;
}

/**
 * Reads the script back from a command that {@linkcode scriptCommand} wrote for the common directory.
 *
 * @param command a command of git config
 * @returns the path below the common git directory, or undefined for every other command
 */
export function scriptOfCommand(command: string): string | undefined {
  if (!command.startsWith(COMMON_DIR)) return undefined;
  const rest = command.slice(COMMON_DIR.length);
  const word = rest.slice((rest.startsWith(WITHOUT_DOT) ? WITHOUT_DOT : WITH_DOT).length);
  const path = shUnquote(word);
  return path !== undefined && scriptCommand(path, "common-dir") === command ? path : undefined;
}

/**
 * Writes a command so that the arguments git appends reach nothing: they are a comment of the sh that
 * git starts, and the command has another one, without arguments.
 *
 * @param command a command that is to see no arguments
 * @returns a command for git config that does the same on an event with arguments
 */
export function withoutArgs(command: string): string {
  if (!needsShell(command)) return `exec ${shWord(command)} #`;
  if (replacesShell(command)) return `${command} #`;
  const quoted = quoteForSh(command);
  return `exec ${SHELL} -c ${quoted} ${quoted} #`;
}

/**
 * Reads the command back that {@linkcode withoutArgs} was given.
 *
 * @param command a command of git config
 * @returns the command that sees no arguments, or undefined when it was not written so
 */
export function commandWithoutArgs(command: string): string | undefined {
  if (!command.endsWith(" #")) return undefined;
  const body = command.slice(0, -2);
  const candidates = [shUnquote(body.slice("exec ".length)), body];
  const shell = `exec ${SHELL} -c `;
  if (body.startsWith(shell)) {
    // Twice the same word and a blank between.
    const words = body.slice(shell.length);
    candidates.push(shUnquote(words.slice(0, (words.length - 1) / 2)));
  }
  return candidates.find((one) => one !== undefined && one !== "" && withoutArgs(one) === command);
}

// What scriptCommand() wrote: only the script sees arguments, never the sh.
function replacesShell(command: string): boolean {
  if (scriptOfCommand(command) !== undefined) return true;
  const path = command.startsWith("exec ") ? shUnquote(command.slice("exec ".length)) : undefined;
  return path !== undefined && scriptCommand(path, "here") === command;
}

const PLAIN = /^[A-Za-z0-9_.,+@:/-]+$/;

function shWord(text: string): string {
  return PLAIN.test(text) ? text : quoteForSh(text);
}

function shUnquote(word: string): string | undefined {
  if (PLAIN.test(word)) return word;
  const inner = /^'((?:[^']|'\\'')*)'$/.exec(word)?.[1];
  return inner?.replaceAll("'\\''", "'");
}
