/**
 * What a hook does about a project's hooks.toml that is not trusted: where a gate would be stopped, a user
 * at a terminal is asked; where a text has just come, he is told.
 *
 * @module
 */

import { UserError } from "../lib/errors.ts";
import type { Resolution } from "../lib/hook.ts";
import type { Sources } from "../lib/sources.ts";
import { type Console, say } from "./ui/console.ts";

/**
 * Asks whether the text may run, when the event would be stopped without an answer.
 *
 * @param sources what was read
 * @param resolution the event's hooks
 * @param console where it says why nobody can be asked
 * @returns true when the text was accepted: read the sources again
 */
export async function isTrustedNow(
  sources: Sources,
  resolution: Resolution,
  console: Console,
): Promise<boolean> {
  const { untrustedStop } = await import("../lib/run/untrusted_stop.ts");
  if (untrustedStop(resolution) === undefined) return false;
  const { offerTrust } = await import("./trust_question.ts");
  try {
    return await offerTrust(sources);
  } catch (error) {
    // The text cannot be accepted as things are; the event is stopped all the same.
    if (!(error instanceof UserError)) throw error;
    for (const fault of error.faults) say(console, "warning", fault.message);
    return false;
  }
}

/**
 * Tells of a text that is not trusted, after an event that may have brought it.
 *
 * @param sources what was read
 * @param event the event
 * @param console where it prints
 */
export async function sayNews(sources: Sources, event: string, console: Console): Promise<void> {
  const { projectNews } = await import("../lib/run/project_news.ts");
  const news = await projectNews(sources, event);
  if (news === undefined) return;
  say(console, "warning", news.message);
  for (const hint of news.hints ?? []) say(console, "hint", hint);
}
