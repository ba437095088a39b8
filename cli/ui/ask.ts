/**
 * Asks a person. The question goes to the terminal itself, because in a hook standard input and output
 * are git's.
 *
 * @module
 */

import { parseGitBool } from "../../lib/config/git_config.ts";
import { ownPath } from "../../lib/own_path.ts";
import { printable } from "../../lib/quote.ts";

/** What a question may bring along. */
export interface AskOptions {
  /** Lines to show before the question, already fit to be shown. */
  readonly shown?: string;
}

// Deno opens devices only when everything is allowed, sh always can. Exit codes: 0 there is an answer,
// 1 the input ended, anything else there is nobody to ask.
const ASK_ON_TERMINAL = `
exec 3<>/dev/tty || exit 2
cat >&3 || exit 2
IFS= read -r answer <&3 || { printf '\\n' >&3; exit 1; }
printf %s "$answer"
`;

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
  const allowed = Deno.env.get("GIT_TERMINAL_PROMPT");
  if (allowed !== undefined && parseGitBool(allowed) === false) return undefined;
  const text = `${options.shown ?? ""}${printable(question)} [y/N] `;
  const child = new Deno.Command("sh", {
    args: ["-c", ASK_ON_TERMINAL],
    env: ownPath(),
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const [{ code, stdout }] = await Promise.all([child.output(), write(child.stdin, text)]);
  if (code === 1) return false;
  if (code !== 0) return undefined;
  return /^\s*y(es)?\s*$/i.test(new TextDecoder().decode(stdout));
}

async function write(stdin: WritableStream<Uint8Array>, text: string): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(new TextEncoder().encode(text));
    await writer.close();
  } catch {
    // Without a terminal sh has gone before it read anything; its exit code says so.
  }
}
