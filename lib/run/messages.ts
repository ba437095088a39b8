/**
 * Lines of messages in git's form, for a sink that takes text.
 *
 * @module
 */

import type { Fault } from "../errors.ts";
import { withoutControls } from "../quote.ts";

/**
 * Writes one message as git does: control characters become `?`.
 *
 * @param level git's word in front
 * @param text the message; a newline or tab in it is kept, as git keeps it
 * @returns the line, with its newline
 */
export function gitLine(level: "fatal" | "error" | "warning" | "hint", text: string): string {
  return `${level}: ${withoutControls(text)}\n`;
}

/**
 * Writes a fault without a place.
 *
 * @param level the word in front of the message
 * @param fault what is wrong, and how to mend it
 * @returns its lines
 */
export function faultLines(level: "error" | "warning", fault: Fault): string {
  const hints = (fault.hints ?? []).map((hint) => gitLine("hint", hint));
  return [gitLine(level, fault.message), ...hints].join("");
}
