/**
 * Why a script has to stay a file, in words.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import type { Fate } from "./plan_types.ts";
import type { Recognised } from "./recognise.ts";
import type { ScannedFile } from "./scan_hookdir.ts";
import type { Dependency, DependencyKind } from "./scan_script.ts";

/** A file that stays. */
export type Stays = Extract<Fate, { readonly kind: "stays" }>;

/** What a move of the script itself would take from it. */
export const FORBIDS_MOVING: ReadonlySet<DependencyKind> = new Set<DependencyKind>([
  "compares-self",
  "edits-directory",
  "walks-directory",
  "looks-at-parent",
  "runs-event",
  "reads-event",
  "lists-hookdir",
]);

/** What another hookdir would take from a script that is not moved. */
export const FORBIDS_UNSETTING: ReadonlySet<DependencyKind> = new Set<DependencyKind>([
  "asks-hookdir",
  "looks-at-parent",
  "runs-event",
  "reads-event",
  "lists-hookdir",
]);

const FILE_ONLY: Readonly<Record<string, string>> = {
  "sendemail-validate": "git send-email looks for the file itself",
  "proc-receive": "git receive-pack looks for the file itself",
  "fsmonitor-watchman": "core.fsmonitor names the file itself",
};

/**
 * Finds the reason that lies in a file itself.
 *
 * @param file a file that git starts today
 * @param forbidden the dependencies that forbid what is planned
 * @returns the reason, or undefined when the file may become a hook
 */
export function reasonToStay(
  file: ScannedFile,
  forbidden: ReadonlySet<DependencyKind>,
): Stays | undefined {
  const { entry, tool, script } = file;
  if (findEvent(entry.name)?.fileOnly === true) {
    return stays(FILE_ONLY[entry.name] ?? "git looks for the file itself");
  }
  if (tool !== undefined) return staysWith(tool);
  if (entry.kind === "folder") return stays("is a directory; git cannot start it today either");
  if (script === undefined) return stays("cannot be read, so what it needs is not known");
  if (script.carriageReturn) {
    return stays("ends line 1 in a carriage return; git cannot start it today either", 1);
  }
  if (file.interpreterMissing) {
    return stays(`line 1 names ${script.interpreter ?? ""}, which is not there`, 1);
  }
  if (script.kind === "binary" && script.mentionsHooks) {
    return stays("is a program that mentions hooks; what it does with its path is not known");
  }
  const found = script.dependencies.find(({ kind }) => forbidden.has(kind));
  return found === undefined
    ? undefined
    : stays(`line ${found.line} ${inWords(found)}`, found.line);
}

/**
 * Says what a line does.
 *
 * @param dependency the line
 * @returns the words that follow `line 4 `
 */
export function inWords(dependency: Dependency): string {
  const { kind, text } = dependency;
  switch (kind) {
    case "compares-self":
      return `compares $0 with ${text}`;
    case "edits-directory":
      return "changes files in its own directory";
    case "walks-directory":
      return "searches its own directory, where links would stand for its neighbours";
    case "looks-at-parent":
      return "looks at the process that started it";
    case "runs-event":
      return `runs ${text} by its path`;
    case "reads-event":
      return `reads ${text} by its path`;
    case "lists-hookdir":
      return `goes through ${text} by its path`;
    case "asks-hookdir":
      return "asks git for the hooks folder";
    default:
      return `needs ${text}`;
  }
}

/**
 * Makes the fate of a file that stays.
 *
 * @param reason why
 * @param line the line that forbids it, if one does
 * @returns the fate
 */
export function stays(reason: string, line?: number): Stays {
  return { kind: "stays", reason, ...(line === undefined ? {} : { line }) };
}

function staysWith(tool: Recognised): Stays {
  const { reinstall } = tool;
  const command = reinstall.includes("'") || /[A-Z,]/.test(reinstall)
    ? reinstall
    : `'${reinstall}'`;
  const reason = tool.mixed === true
    ? `yours, with a part of ${tool.tool} in it (${command} writes that again)`
    : `belongs to ${tool.tool} (${command} writes it again)`;
  return { kind: "stays", reason, tool: { name: tool.tool, reinstall } };
}
