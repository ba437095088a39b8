/**
 * What every command does with an event's name from the command line.
 *
 * @module
 */

import { didYouMean } from "../lib/did_you_mean.ts";
import { allEvents, findEvent } from "../lib/events.ts";
import type { Resolution } from "../lib/hook.ts";
import { type Console, say } from "./ui/console.ts";

/**
 * Refuses an event that githooks(5) does not know, as `git hook` does.
 *
 * @param event the name given
 * @param options `allowUnknown`: take it all the same
 * @param console where the refusal is printed
 * @returns true when the command may go on
 */
export function acceptEvent(
  event: string,
  options: { readonly allowUnknown: boolean },
  console: Console,
): boolean {
  if (options.allowUnknown || findEvent(event) !== undefined) return true;
  say(
    console,
    "error",
    `unknown hook event '${event}';\nuse --allow-unknown-hook-name to allow non-native hook names`,
  );
  const near = didYouMean(event, allEvents().map((known) => known.name));
  if (near !== undefined) say(console, "hint", `did you mean '${near}'?`);
  return false;
}

/**
 * Prints what git says while it looks an event up: warnings about settings, advice about a script.
 *
 * @param resolution the resolver's answer
 * @param console where to print
 */
export function sayLookup(resolution: Resolution, console: Console): void {
  for (const warning of resolution.warnings) say(console, "warning", warning);
  for (const advice of resolution.advice) say(console, "hint", advice);
}
