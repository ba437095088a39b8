/**
 * `git-hooks complete -- WORDS`: what completion scripts ask. One candidate a line, its description behind a
 * tab; `:files` or `:directories` where the shell knows better. Not for people, so no help speaks of it.
 *
 * @module
 */

import { allEvents } from "../../lib/events.ts";
import { listAllHooks } from "../../lib/resolver.ts";
import { readSources } from "../../lib/sources.ts";
import { complete } from "../completion/candidates.ts";
import type { Console } from "../ui/console.ts";

/**
 * Prints what may stand at the cursor.
 *
 * @param args `--` and the words after the program's name, the last one begun
 * @param console where it prints
 * @returns 0
 */
export async function completeCommand(args: readonly string[], console: Console): Promise<number> {
  const words = args[0] === "--" ? args.slice(1) : args;
  const completion = await complete(words, { events: eventsHere });
  console.out(
    typeof completion === "string"
      ? `:${completion}\n`
      : completion.map(({ value, description }) => `${value}\t${description}\n`).join(""),
  );
  return 0;
}

async function eventsHere(): Promise<ReadonlyMap<string, readonly string[]>> {
  try {
    const sources = await readSources({ cwd: Deno.cwd() });
    const all = await listAllHooks(sources, allEvents().map(({ name }) => name));
    return new Map(
      all.map(({ event, hooks }) => [event, hooks.map(({ name }) => name ?? "(hookdir)")]),
    );
  } catch {
    // Nobody wants an error at a TAB; events complete without a repository, too.
    return new Map();
  }
}
