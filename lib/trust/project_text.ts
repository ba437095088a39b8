/**
 * Reads a project's `hooks.toml` and the files that it names as `script` into one thing that a user can
 * accept: what is compared with the acceptance is what runs, never a second reading.
 *
 * @module
 */

import { type HooksToml, parseHooksToml } from "../config/hooks_toml.ts";
import type { Setting } from "../config/setting.ts";
import { type Fault, UserError } from "../errors.ts";
import { joinPath } from "../paths.ts";
import { type CheckedFile, readCheckedFile } from "./checked_file.ts";
import { digestProject } from "./digest.ts";

/** The greatest size of a project's hooks.toml, in bytes. */
export const PROJECT_TEXT_LIMIT: number = 1024 * 1024;

/** The greatest size of a script that a project's hooks.toml names, in bytes. */
export const PROJECT_SCRIPT_LIMIT: number = 16 * 1024 * 1024;

/** The greatest size of all its scripts together, in bytes: they are read before anybody trusts them. */
export const PROJECT_SCRIPTS_LIMIT: number = 64 * 1024 * 1024;

/** A file named as `script`. */
export interface ProjectScript {
  /** Its path below the worktree's root, `.` and doubled slashes taken out. */
  readonly path: string;
  /** Its bytes; undefined when there is no such file. */
  readonly content: Uint8Array<ArrayBuffer> | undefined;
}

/** A project's hooks.toml with its scripts, all read once. */
export interface ProjectText {
  /** The text of hooks.toml; UTF-8 that decodes to it is what the file holds, byte for byte. */
  readonly text: string;
  /** The same text, parsed. */
  readonly toml: HooksToml;
  /** The files it names as `script`, each once, in the order in which they are named. */
  readonly scripts: readonly ProjectScript[];
  /** SHA-256 of all that, in hexadecimal; undefined when there are faults, so that nothing matches it. */
  readonly digest: string | undefined;
  /** Why this text can never be accepted: scripts that are links, lead out, or are no files. */
  readonly faults: readonly Fault[];
}

/**
 * Reads the hooks.toml at a worktree's root and the scripts it names.
 *
 * @param worktree the worktree's root, absolute
 * @returns what was read, or undefined when there is no hooks.toml
 * @throws {UserError} with exit code 128 when hooks.toml is a symbolic link, is no regular file, is too
 *   large, is not UTF-8 or cannot be parsed
 * @example Usage
 * ```ts
 * import { readProjectText } from "@git-hooks/git-hooks";
 * const folder = await Deno.makeTempDir();
 * console.assert(await readProjectText(folder) === undefined);
 * await Deno.remove(folder);
 * ```
 */
export async function readProjectText(worktree: string): Promise<ProjectText | undefined> {
  const file = await readCheckedFile({
    root: worktree,
    components: ["hooks.toml"],
    limit: PROJECT_TEXT_LIMIT,
  });
  if (file.state === "absent") return undefined;
  if (file.state === "refused") {
    throw new UserError({
      message: file.reason,
      place: { file: "hooks.toml" },
      hints: ["no hook of hooks.toml was run"],
    });
  }
  const text = decode(file.bytes);
  const toml = parseHooksToml(text, {
    file: "hooks.toml",
    path: joinPath(worktree, "hooks.toml"),
    scope: "project",
  });
  const { scripts, faults } = await readScripts(worktree, toml);
  return {
    text,
    toml,
    scripts,
    digest: faults.length === 0 ? await digestProject({ text, scripts }) : undefined,
    faults,
  };
}

async function readScripts(
  worktree: string,
  toml: HooksToml,
): Promise<{ readonly scripts: readonly ProjectScript[]; readonly faults: readonly Fault[] }> {
  const scripts = new Map<string, ProjectScript>();
  const faults: Fault[] = [];
  let total = 0;
  for (const setting of toml.settings) {
    if (setting.key !== "script" || setting.value === undefined) continue;
    const components = setting.value.split("/").filter((part) => part !== "" && part !== ".");
    const path = components.join("/");
    if (scripts.has(path)) continue;
    const read = leavesWorktree(setting.value, components) ?? await readCheckedFile({
      root: worktree,
      components,
      limit: PROJECT_SCRIPT_LIMIT,
    });
    if (read.state === "refused") faults.push(scriptFault(setting, read.reason));
    else scripts.set(path, { path, content: read.state === "file" ? read.bytes : undefined });
    total += read.state === "file" ? read.bytes.length : 0;
    if (total > PROJECT_SCRIPTS_LIMIT) {
      faults.push(scriptFault(setting, "makes all scripts larger than 64 MiB together"));
      break;
    }
  }
  return { scripts: [...scripts.values()], faults };
}

// Lossless: what is not UTF-8 is refused, and a byte order mark stays.
function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new UserError({ message: "this file is not UTF-8", place: { file: "hooks.toml" } });
  }
}

function leavesWorktree(value: string, components: readonly string[]): CheckedFile | undefined {
  const leaves = value.startsWith("/") || components.includes("..") || components.length === 0 ||
    value.includes("\0");
  return leaves
    ? { state: "refused", reason: "is no path below the root of the worktree" }
    : undefined;
}

function scriptFault(setting: Setting, reason: string): Fault {
  const line = setting.origin.line;
  return {
    message: `script '${setting.value}' ${reason}, so it cannot be trusted`,
    place: { file: "hooks.toml", ...(line === undefined ? {} : { line }) },
  };
}
