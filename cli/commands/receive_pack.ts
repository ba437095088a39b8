/**
 * `git-hooks receive-plan GIT FOLDER`: what git-hooks-receive-pack asks when it has no plan, or something
 * has changed. It prints a line of sh, or, with exit code 1, what is to be told to whoever pushes. Not for
 * people, so no help speaks of it.
 *
 * @module
 */

import { type Fault, UserError } from "../../lib/errors.ts";
import { baseOf } from "../../lib/paths.ts";
import { planReceive } from "../../lib/receive/receive_plan.ts";
import { UsageError } from "../options.ts";
import { RECEIVE_PLAN } from "../receive_words.ts";
import type { Console } from "../ui/console.ts";

const MOST_FAULTS = 10;

/**
 * Decides what git is given for a push to the repository in which we are.
 *
 * @param args the git that receives the push, and the folder in which the plan may be kept
 * @param console where it prints
 * @returns 0, or 1 when the push must be refused
 */
export async function receivePackCommand(
  args: readonly string[],
  console: Console,
): Promise<number> {
  const [git, base] = args;
  if (git === undefined || base === undefined || args.length > 2) {
    throw new UsageError("", RECEIVE_PLAN);
  }
  try {
    console.out(await planReceive({ cwd: Deno.cwd(), git, base }));
    return 0;
  } catch (error) {
    if (Deno.env.get("GIT_HOOKS_TRACE") === "1") console.err(`${stackOf(error)}\n`);
    console.out(refusal(error));
    return 1;
  }
}

function stackOf(error: unknown): string {
  return error instanceof Error ? error.stack ?? error.message : String(error);
}

function refusal(error: unknown): string {
  if (error instanceof UserError) {
    const lines = error.faults.slice(0, MOST_FAULTS).map((fault) => faultLine(fault, error.level));
    return `${lines.join("\n")}\n`;
  }
  const text = error instanceof Error ? error.message : String(error);
  // `No space left on device (os error 28): open '/srv/...'`
  const reason = /([^:]*?) \(os error \d+\)/.exec(text)?.[1]?.trim();
  return reason === undefined
    ? "fatal: git-hooks failed on this server\n"
    : `fatal: this server cannot keep what it made of its hooks: ${reason}\n`;
}

// Whoever pushes learns a file's name, and nothing of the server's folders.
function faultLine({ message, place, level }: Fault, usual: "fatal" | "error"): string {
  const where = place === undefined
    ? ""
    : `${
      [baseOf(place.file), place.line, place.column].filter((part) => part !== undefined).join(":")
    }: `;
  return `${level ?? usual}: ${where}${withoutFolders(message)}`;
}

function withoutFolders(text: string): string {
  return text.replace(/(^|[\s'"(])~?\/(?:[^\s'"/]+\/)*/g, "$1");
}
