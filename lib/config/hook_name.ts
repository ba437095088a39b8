/**
 * What a hook may be called, and what to call one that has no name of its own yet.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { baseOf } from "../paths.ts";

/**
 * Checks a friendly name for a hooks.toml; that it is no event's name is not asked here.
 *
 * @param name the name
 * @returns why it cannot be used, or undefined
 */
export function nameFault(name: string): string | undefined {
  if (name.trim() === "") return "a hook's name must not be empty";
  if (name === "jobs") return "'jobs' is a setting of [hook] and cannot be a hook's name";
  if (/^[0-9]+$/.test(name)) return "a hook's name must not be a number";
  if (name.includes("=")) {
    return "a hook's name must not contain '=': git -c could not switch the hook off";
  }
  if (/[\x00-\x1f\x7f-\x9f\u2028\u2029]/.test(name)) {
    return "a hook's name must not contain control characters";
  }
  return undefined;
}

// Programs that only start what is named behind them.
const STARTERS = new Set(
  ("npm npx pnpm pnpx yarn bun bunx deno node make just task cargo go mvn gradle uv uvx poetry " +
    "pipenv python python3 ruby bundle composer php docker sh bash env exec time git run task dlx " +
    "cmd").split(" "),
);

/**
 * Finds a name for a hook that needs one.
 *
 * @param event the event that runs it
 * @param program its command or script
 * @param taken names that are in use
 * @returns a name made from the program, for example `test` for `npm test`
 */
export function suggestName(
  event: string,
  program: string | undefined,
  taken: ReadonlySet<string>,
): string {
  for (const word of (program ?? "").split(/\s+/)) {
    const base = baseOf(word).replace(/\.[a-z]+$/, "");
    if (!/^[A-Za-z][A-Za-z0-9_-]*$/.test(base) || STARTERS.has(base) || word.startsWith("-")) {
      continue;
    }
    if (findEvent(base) === undefined && base !== "jobs" && !taken.has(base)) return base;
    break;
  }
  const plain = `${event}-hook`;
  for (let number = 2; number < 1000; number++) {
    const name = number === 2 ? plain : `${plain}-${number - 1}`;
    if (!taken.has(name)) return name;
  }
  return plain;
}
