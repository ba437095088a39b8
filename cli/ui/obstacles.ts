/**
 * Shows what stands in the way of a change: the file, what is about it, the difference, one cure.
 *
 * @module
 */

import { displayPath } from "../../lib/paths.ts";
import { printable } from "../../lib/quote.ts";
import { textLines } from "../../lib/trust/difference.ts";
import { diffLines, hunksOf } from "../../lib/trust/line_difference.ts";
import { type Console, say } from "./console.ts";

/** A file that stands in the way. */
export interface ShownObstacle {
  /** The file, absolute. */
  readonly path: string;
  /** What is about it, to be read after the path. */
  readonly reason: string;
  /** What the user can do. */
  readonly cure: string;
  /** What we had written there. */
  readonly written?: Uint8Array | undefined;
  /** What stands there now. */
  readonly now?: Uint8Array | undefined;
}

/**
 * Shows one obstacle on standard error.
 *
 * @param obstacle the file and what is about it
 * @param options `directory` is what paths are shown relative to, absolute
 * @param console where it prints
 */
export function sayObstacle(
  obstacle: ShownObstacle,
  options: { readonly directory: string },
  console: Console,
): void {
  const home = Deno.env.get("HOME");
  const path = displayPath(obstacle.path, { directory: options.directory, home });
  say(console, "error", `${path} ${obstacle.reason}`);
  console.err(differenceText(obstacle));
  say(console, "hint", obstacle.cure);
}

function differenceText(obstacle: ShownObstacle): string {
  if (obstacle.written === undefined || obstacle.now === undefined) return "";
  const before = textLines(obstacle.written);
  const after = textLines(obstacle.now);
  if (before === undefined || after === undefined) return "";
  const lines = hunksOf(diffLines(before, after), 1).flatMap((hunk) => hunk.lines);
  return lines.map(({ sign, text }) => `  ${sign}${printable(text)}\n`).join("");
}
