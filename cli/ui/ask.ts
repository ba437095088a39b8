/**
 * Asks a person. The question goes to the terminal itself, because in a hook standard input and output
 * are git's.
 *
 * @module
 */

import { parseGitBool } from "../../lib/config/git_config.ts";
import { printable } from "../../lib/quote.ts";

/** What a question may bring along. */
export interface AskOptions {
  /** Lines to show before the question, already fit to be shown. */
  readonly shown?: string;
}

/**
 * Asks a question on the terminal and waits for the answer.
 *
 * @param question the question without the choice of answers, for example `Accept?`
 * @param options what to show on the terminal before it
 * @returns true for `y` or `yes`, false for everything else; undefined when nobody can be asked: there is
 *   no terminal, it cannot be opened, or `GIT_TERMINAL_PROMPT` forbids it (git(1))
 */
export async function askYesNo(
  question: string,
  options: AskOptions = {},
): Promise<boolean | undefined> {
  const terminal = await openTerminal();
  if (terminal === undefined) return undefined;
  try {
    await writeAll(terminal, `${options.shown ?? ""}${printable(question)} [y/N] `);
    const answer = await readLine(terminal);
    // The end of input leaves the cursor behind the question.
    if (!answer.endsWith("\n")) await writeAll(terminal, "\n");
    return /^\s*y(es)?\s*$/i.test(answer);
  } catch {
    // The terminal went away, or this process is no longer in its foreground (EIO).
    return undefined;
  } finally {
    terminal.close();
  }
}

async function openTerminal(): Promise<Deno.FsFile | undefined> {
  const allowed = Deno.env.get("GIT_TERMINAL_PROMPT");
  if (allowed !== undefined && parseGitBool(allowed) === false) return undefined;
  try {
    return await Deno.open("/dev/tty", { read: true, write: true });
  } catch {
    // No controlling terminal (ENXIO), no such device, or a Deno without leave to open devices.
    return undefined;
  }
}

async function writeAll(terminal: Deno.FsFile, text: string): Promise<void> {
  let rest = new TextEncoder().encode(text);
  while (rest.length > 0) rest = rest.subarray(await terminal.write(rest));
}

// A terminal hands over whole lines; one of more than this is no answer.
async function readLine(terminal: Deno.FsFile): Promise<string> {
  const bytes = new Uint8Array(4096);
  const count = await terminal.read(bytes);
  return count === null ? "" : new TextDecoder().decode(bytes.subarray(0, count));
}
