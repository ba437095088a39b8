/**
 * Looks at every file of a hookdir: what it is, whose it is, what it depends on. Facts only; what
 * becomes of a file is decided in `make_plan.ts`.
 *
 * @module
 */

import { type HookdirEntry, readHookdir, readHookdirEntry } from "../install/hookdir_state.ts";
import { joinPath, relativeBelow } from "../paths.ts";
import { type Recognised, recogniseTool } from "./recognise.ts";
import { scanScript, type ScriptFacts } from "./scan_script.ts";

/** One file of a hookdir with all that is known of it. */
export interface ScannedFile {
  /** The file itself. */
  readonly entry: HookdirEntry;
  /** The tool behind it. */
  readonly tool: Recognised | undefined;
  /** What the script depends on; undefined for what is no file, or cannot be read. */
  readonly script: ScriptFacts | undefined;
  /** True when the first line names an interpreter that is not there. */
  readonly interpreterMissing: boolean;
  /** True when it is a link that leads out of the hookdir, so that its file may come and go. */
  readonly leavesHookdir: boolean;
  /** The content's digest; empty for what is no file, or cannot be read. */
  readonly digest: string;
  /** The script that a shim of ours runs as the hookdir's own, if it does. */
  readonly kept?: ScannedFile;
}

/**
 * Scans a hookdir.
 *
 * @param hookdir its path, absolute
 * @param options `commonDir`, the common git directory, to look behind shims as well
 * @returns its files by name; none when it is missing
 */
export async function scanHookdir(
  hookdir: string,
  options: { readonly commonDir?: string } = {},
): Promise<readonly ScannedFile[]> {
  const [entries, real] = await Promise.all([
    readHookdir(hookdir),
    Deno.realPath(hookdir).catch(() => hookdir),
  ]);
  const files = await Promise.all(entries.map((entry) => scanEntry(entry, real)));
  const commonDir = options.commonDir;
  if (commonDir === undefined) return files;
  return await Promise.all(files.map((file) => lookBehind(file, { commonDir, hookdir: real })));
}

async function lookBehind(
  file: ScannedFile,
  places: { readonly commonDir: string; readonly hookdir: string },
): Promise<ScannedFile> {
  const script = file.entry.shim?.script;
  if (script?.state !== "kept") return file;
  const path = joinPath(places.commonDir, script.path);
  const entry = await readHookdirEntry(path, file.entry.name);
  if (entry === undefined) return file;
  return { ...file, kept: await scanEntry(entry, places.hookdir) };
}

async function scanEntry(entry: HookdirEntry, hookdir: string): Promise<ScannedFile> {
  const bytes = entry.bytes;
  const script = bytes === undefined ? undefined : scanScript(bytes, { event: entry.name });
  const interpreter = script?.interpreter;
  return {
    entry,
    tool: recogniseTool({
      name: entry.name,
      bytes: bytes ?? new Uint8Array(),
      linkTarget: entry.link,
    }),
    script,
    interpreterMissing: interpreter?.startsWith("/") === true && !await isThere(interpreter),
    leavesHookdir: entry.link !== undefined && await leadsOut(entry.path, hookdir),
    digest: bytes === undefined ? "" : await digestOf(bytes),
  };
}

async function leadsOut(path: string, hookdir: string): Promise<boolean> {
  try {
    return relativeBelow(hookdir, await Deno.realPath(path)) === undefined;
  } catch {
    return true;
  }
}

async function isThere(path: string): Promise<boolean> {
  return await Deno.stat(path).catch(() => undefined) !== undefined;
}

async function digestOf(bytes: Uint8Array): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array(bytes));
  return new Uint8Array(digest).toHex();
}
