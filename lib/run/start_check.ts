/**
 * Looks at a program before it is started. Hooks are started through sh, which says in its own words
 * why it could not execute something and exits with 126 or 127, as a hook might; git says it in its
 * words, counts 1 and starts no further hook. So what execve(2) would refuse is found out first.
 *
 * @module
 */

import { joinPath } from "../paths.ts";
import { SHELL } from "./argv.ts";

/** What is known of a program before its start. */
export type StartCheck =
  /** It can be started; `path` is what to execute, and becomes its `$0`. */
  | { readonly ok: true; readonly path: string }
  /** It cannot; `search` tells a name not found in PATH from a path. */
  | { readonly ok: false; readonly reason: string; readonly search: boolean };

/** Where a program would be started. */
export interface StartPlace {
  /** The directory it is started in, absolute. */
  readonly directory: string;
  /** The value of PATH it is looked for in; undefined when there is none. */
  readonly path: string | undefined;
}

/**
 * Finds out whether a program can be executed.
 *
 * @param program a path, or a name without `/` to be looked for in PATH
 * @param place where it would be started
 * @returns what to execute, or the reason in the words of strerror(3)
 */
export function checkStart(program: string, place: StartPlace): StartCheck {
  if (program === SHELL) return { ok: true, path: program };
  const path = program.includes("/") ? program : locateInPath(program, place);
  if (path === undefined) return { ok: false, reason: REASONS.ENOENT, search: true };
  const reason = refusal(path, place.directory, 0);
  return reason === undefined ? { ok: true, path } : { ok: false, reason, search: false };
}

// run-command.c, locate_in_PATH() and is_executable(): regular file, the owner's x bit.
function locateInPath(name: string, place: StartPlace): string | undefined {
  if (place.path === undefined || place.path === "") return undefined;
  for (const entry of place.path.split(":")) {
    const candidate = entry === "" ? name : `${entry}/${name}`;
    try {
      const found = Deno.statSync(joinPath(place.directory, candidate));
      if (found.isFile && ((found.mode ?? 0) & 0o100) !== 0) return candidate;
    } catch {
      // Whatever the reason, the program is not in this folder.
    }
  }
  return undefined;
}

// Linux follows at most this many scripts that are interpreters of scripts (exec_binprm()).
const MOST_INTERPRETERS = 5;

function refusal(path: string, directory: string, depth: number): string | undefined {
  const absolute = joinPath(directory, path);
  try {
    const found = Deno.statSync(absolute);
    // A directory, a socket, a device: execve(2) answers EACCES.
    if (!found.isFile || !mayExecute(absolute, found.mode ?? 0)) return REASONS.EACCES;
  } catch (error) {
    return reasonOf(error);
  }
  const interpreter = interpreterOf(firstBytes(absolute));
  if (interpreter === undefined) return undefined;
  if (depth >= MOST_INTERPRETERS) return REASONS.ELOOP;
  return refusal(interpreter, directory, depth + 1);
}

function mayExecute(path: string, mode: number): boolean {
  if ((mode & 0o111) === 0o111) return true;
  if ((mode & 0o111) === 0) return false;
  // Some may, some may not: whether we may is a question of users and groups, which test(1) answers.
  const test = new Deno.Command(SHELL, {
    args: ["-c", '[ -x "$0" ]', path],
    stdin: "null",
    stdout: "null",
    stderr: "null",
  });
  return test.outputSync().success;
}

// The kernel looks for the interpreter's name in so many bytes (BINPRM_BUF_SIZE).
const HEAD_BYTES = 256;

function firstBytes(path: string): Uint8Array {
  const head = new Uint8Array(HEAD_BYTES);
  try {
    using file = Deno.openSync(path);
    return head.subarray(0, file.readSync(head) ?? 0);
  } catch {
    // A program may be executable and not readable; then nothing is known, and nothing is refused.
    return head.subarray(0, 0);
  }
}

/**
 * Reads the interpreter from a script's first line as the kernel does (load_script(), execve(2)).
 *
 * @param head the first bytes of a file
 * @returns the interpreter's path, with a carriage return where the line has one; undefined when there
 *   is none, and the file is a binary, or is handed to sh
 */
export function interpreterOf(head: Uint8Array): string | undefined {
  if (head[0] !== 0x23 || head[1] !== 0x21) return undefined;
  const end = head.indexOf(0x0a);
  const line = new TextDecoder().decode(head.subarray(2, end < 0 ? head.length : end));
  return /^[ \t]*([^ \t\0]+)/.exec(line)?.[1];
}

/**
 * Gives an error of the operating system in the words of strerror(3).
 *
 * @param error what Deno threw
 * @returns the words, without the path that Deno adds
 */
export function reasonOf(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return REASONS.ENOENT;
  if (error instanceof Deno.errors.PermissionDenied) return REASONS.EACCES;
  if (error instanceof Deno.errors.NotADirectory) return REASONS.ENOTDIR;
  if (error instanceof Deno.errors.FilesystemLoop) return REASONS.ELOOP;
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/^Failed to spawn '[^']*': /, "").replace(/ \(os error \d+\).*$/s, "");
}

const REASONS = {
  ENOENT: "No such file or directory",
  EACCES: "Permission denied",
  ENOTDIR: "Not a directory",
  ELOOP: "Too many levels of symbolic links",
} as const;
