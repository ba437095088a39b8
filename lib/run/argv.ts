/**
 * What is executed for a hook, word by word, as git's `prepare_shell_cmd()` (run-command.c) decides it.
 *
 * @module
 */

import type { Hook, Program } from "../hook.ts";

/** The shell that git starts for a command with special characters (its `SHELL_PATH`). */
export const SHELL = "/bin/sh";

// run-command.c, prepare_shell_cmd(): any of these and the command goes through the shell.
const SPECIAL = /[|&;<>()$`\\"' \t\n*?[#~=%]/;

/**
 * Says whether git starts a command through the shell.
 *
 * @param command the text of `hook.<name>.command`
 * @returns true when it holds a character that only a shell understands
 */
export function needsShell(command: string): boolean {
  return SPECIAL.test(command);
}

/**
 * Lists the words that are executed for a hook.
 *
 * @param program the hook's command or script
 * @param args what is appended; nothing for a hook with `args = false`
 * @returns the words; the first is a path, or a name to be looked for in PATH
 */
export function programArgv(program: Program, args: readonly string[]): readonly string[] {
  if (program.kind === "script") return [scriptPath(program.path), ...args];
  const text = program.text;
  if (!needsShell(text)) return [text, ...args];
  return [SHELL, "-c", args.length === 0 ? text : `${text} "$@"`, text, ...args];
}

/**
 * Names a hook's program as git's messages do: the command's whole text, or the script's path.
 *
 * @param program the hook's command or script
 * @returns the first word that git was asked to run (`args.v[0]` of its `struct child_process`)
 */
export function programLabel(program: Program): string {
  return program.kind === "script" ? scriptPath(program.path) : program.text;
}

/**
 * Says which of the event's arguments a hook gets.
 *
 * @param hook the hook
 * @param args the event's arguments
 * @returns all of them, or none when the hook says `args = false`
 */
export function hookArgs(hook: Hook, args: readonly string[]): readonly string[] {
  return hook.args ? args : [];
}

/**
 * Puts timeout(1) in front of what is executed.
 *
 * @param argv what is executed
 * @param timeout a duration as timeout(1) reads it, for example `30s`
 * @returns the words with timeout(1) in front; it ends with 124 when the time is up
 */
export function withTimeout(argv: readonly string[], timeout: string): readonly string[] {
  // `-k`, not `--kill-after`, which busybox does not know.
  return ["timeout", "-k", "10", timeout, ...argv];
}

/**
 * Reads a duration as timeout(1) does.
 *
 * @param timeout for example `30s`, `1.5m`, `10`
 * @returns milliseconds; infinite for `0`, which to timeout(1) means no limit, and for what is no duration
 */
export function durationOf(timeout: string): number {
  const match = /^(\d+(?:\.\d*)?|\.\d+)([smhd]?)$/.exec(timeout);
  const factor = UNITS.get(match?.[2] ?? "");
  if (match === null || factor === undefined) return Infinity;
  return Number(match[1]) * factor || Infinity;
}

/**
 * Spells a duration for a message.
 *
 * @param timeout as it was configured
 * @returns the same, with its unit where it is a bare number
 */
export function shownDuration(timeout: string): string {
  return /\d$/.test(timeout) ? `${timeout}s` : timeout;
}

const UNITS: ReadonlyMap<string, number> = new Map([
  ["", 1000],
  ["s", 1000],
  ["m", 60_000],
  ["h", 3_600_000],
  ["d", 86_400_000],
]);

// A script is never looked for in PATH, whatever its name.
function scriptPath(path: string): string {
  return path.includes("/") ? path : `./${path}`;
}
