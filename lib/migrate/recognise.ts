/**
 * Tells whose a file of a hookdir is: a tool's that would write it again, the user's with a tool's part
 * in it, or simply the user's.
 *
 * @module
 */

import type { Mark } from "./tool_marks.ts";
import { knownTools } from "./tools.ts";

/** A file of a hookdir as it is looked at. */
export interface HookdirFile {
  /** Its name, which is the event's where it is a hook. */
  readonly name: string;
  /** Its content, or the first part of it; empty when it cannot be read. */
  readonly bytes: Uint8Array;
  /** The text of the symbolic link, when it is one. */
  readonly linkTarget?: string | undefined;
}

/** The tool behind a file. */
export interface Recognised {
  /** The tool's name. */
  readonly tool: string;
  /** The command that writes the file again, or who does. */
  readonly reinstall: string;
  /** True when the file is the user's and only a part of it the tool's. */
  readonly mixed?: boolean;
}

// A tool's marks stand within the first part of a file; a program that is megabytes long is no script.
const LOOKED_AT = 256 * 1024;

/**
 * Recognises the file of a tool by its structure, never by a word that it mentions.
 *
 * @param file name, content and link text
 * @returns the tool and how it writes the file again, or undefined when no tool is behind it
 * @example Usage
 * ```ts
 * import { recogniseTool } from "@git-hooks/git-hooks";
 * const text = '#!/bin/sh\ncall_lefthook() { lefthook "$@"; }\ncall_lefthook run "commit-msg" "$@"\n';
 * const file = { name: "commit-msg", bytes: new TextEncoder().encode(text) };
 * console.assert(recogniseTool(file)?.tool === "lefthook");
 * ```
 */
export function recogniseTool(file: HookdirFile): Recognised | undefined {
  const bytes = file.bytes.subarray(0, LOOKED_AT);
  const lines = bytes.includes(0)
    ? []
    : new TextDecoder().decode(bytes).split("\n").map((line) => line.trim());
  for (const tool of knownTools()) {
    for (const mark of tool.marks) {
      const found = matchMark(mark, file, lines);
      if (found === undefined) continue;
      const { name, reinstall } = tool;
      return found === "part" ? { tool: name, reinstall, mixed: true } : { tool: name, reinstall };
    }
  }
  return undefined;
}

function matchMark(
  mark: Mark,
  file: HookdirFile,
  lines: readonly string[],
): "whole" | "part" | undefined {
  if (mark.names !== undefined && !mark.names.test(file.name)) return undefined;
  if (mark.link !== undefined && !mark.link.test(file.linkTarget ?? "")) return undefined;
  const looked = lines.slice(0, mark.head ?? lines.length);
  const wanted = mark.lines ?? [];
  if (!wanted.every((pattern) => looked.some((line) => isWholeMatch(pattern, line)))) {
    return undefined;
  }
  if (mark.block !== undefined) return matchBlock(mark.block, lines);
  if (mark.part === true) return "part";
  const own = mark.own;
  if (own === undefined) return "whole";
  const around = mark.body === undefined ? lines : withoutPart(mark.body, lines);
  return around.some((line) => isCode(line) && !own.some((pattern) => isWholeMatch(pattern, line)))
    ? "part"
    : "whole";
}

function matchBlock(
  block: readonly [RegExp, RegExp],
  lines: readonly string[],
): "whole" | "part" | undefined {
  const start = lines.findIndex((line) => isWholeMatch(block[0], line));
  const end = lines.findLastIndex((line) => isWholeMatch(block[1], line));
  if (start < 0 || end < start) return undefined;
  const outside = [...lines.slice(0, start), ...lines.slice(end + 1)];
  return outside.some(isCode) ? "part" : "whole";
}

// A shell function ends at the first line that closes it, which may be the one that opens it.
function withoutPart(
  [first, last]: readonly [RegExp, RegExp],
  lines: readonly string[],
): readonly string[] {
  const start = lines.findIndex((line) => isWholeMatch(first, line));
  const end = lines.findIndex((line, index) => index >= start && isWholeMatch(last, line));
  return start < 0 || end < 0 ? lines : [...lines.slice(0, start), ...lines.slice(end + 1)];
}

function isWholeMatch(pattern: RegExp, line: string): boolean {
  return pattern.exec(line)?.[0] === line;
}

function isCode(line: string): boolean {
  return line !== "" && !line.startsWith("#");
}
