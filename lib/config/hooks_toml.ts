/**
 * Reads a hooks.toml into the stream of settings that every source gives.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import type { Origin, Setting } from "./setting.ts";
import { checkHooksToml } from "./toml_check.ts";
import { scanToml, tomlTree } from "./toml_positions.ts";
import { TomlReport } from "./toml_report.ts";
import { addSyntaxFault } from "./toml_syntax.ts";
import { isTomlTable, parseToml, type TomlValue } from "./toml_text.ts";

/** The scopes that have a hooks.toml. */
export type TomlScope = "system" | "project" | "local";

/** What a hooks.toml says. */
export interface HooksToml {
  /** The file, as it can be opened. */
  readonly path: string;
  /** The file as it is shown to people. */
  readonly file: string;
  /** Its scope. */
  readonly scope: TomlScope;
  /** Its whole text, as it was read. */
  readonly text: string;
  /** Its settings in the order of the file; each carries the line of its table's header. */
  readonly settings: readonly Setting[];
  /** The oldest version that understands the file. */
  readonly requires?: string;
}

/** Which file a text came from. */
export interface TomlFile {
  /** The file, as it can be opened. */
  readonly path: string;
  /** The file as it is shown to people, for example `hooks.toml`. */
  readonly file: string;
  /** Its scope. */
  readonly scope: TomlScope;
}

/**
 * Parses and checks the text of a hooks.toml.
 *
 * @param text the text
 * @param options which file it came from
 * @returns its settings
 * @throws {UserError} with exit code 128 and all that is wrong with the text
 * @example Usage
 * ```ts
 * import { parseHooksToml } from "@git-hooks/git-hooks";
 * const text = '[hook.lint]\nevent = "pre-commit"\ncommand = "deno lint"\n';
 * const toml = parseHooksToml(text, { path: "/r/hooks.toml", file: "hooks.toml", scope: "project" });
 * console.assert(toml.settings[0]?.value === "pre-commit");
 * ```
 */
export function parseHooksToml(text: string, options: TomlFile): HooksToml {
  const { path, file, scope } = options;
  if (text.length > MOST_BYTES) throw tooLarge(file);
  const report = new TomlReport(file, normalise(text));
  const parsed = parseToml(report.text);
  if (parsed.error !== undefined) {
    addSyntaxFault(report, parsed.error);
    throw new UserError(report.faults);
  }
  const node = tomlTree(scanToml(report.text));
  checkHooksToml(report, { table: parsed.table, node }, scope);
  if (report.faults.length > 0) throw new UserError(report.faults);
  const requires = parsed.table["requires"];
  const hooks = node.children.get("hook");
  return {
    path,
    file,
    scope,
    text,
    settings: settingsOf(parsed.table["hook"], {
      scope,
      originOf: (name) => ({
        kind: "file",
        path: file,
        line: report.lineOf(hooks?.children.get(name)?.range.start ?? 0),
      }),
    }),
    ...(typeof requires === "string" ? { requires } : {}),
  };
}

// A BOM is no part of TOML, and line ends in strings are for the platform (toml.io, Spec): sh wants LF.
function normalise(text: string): string {
  const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  return text.includes("\r") ? text.slice(start).replaceAll("\r\n", "\n") : text.slice(start);
}

function settingsOf(
  hook: TomlValue | undefined,
  { scope, originOf }: {
    readonly scope: TomlScope;
    readonly originOf: (name: string) => Origin;
  },
): readonly Setting[] {
  const settings: Setting[] = [];
  for (const [name, value] of Object.entries(isTomlTable(hook) ? hook : {})) {
    const origin = originOf(name);
    if (!isTomlTable(value)) {
      settings.push({ name: undefined, key: name, value: String(value), scope, origin });
      continue;
    }
    for (const [key, one] of Object.entries(value)) {
      for (const word of Array.isArray(one) ? one : [one]) {
        settings.push({ name, key, value: String(word), scope, origin });
      }
    }
  }
  return settings;
}

const MOST_BYTES = 1024 * 1024;

function tooLarge(file: string): UserError {
  return new UserError({ message: "a hooks.toml larger than 1 MiB is not read", place: { file } });
}

/**
 * Reads, parses and checks a hooks.toml.
 *
 * @param options which file, and how to speak of it
 * @returns its settings, or undefined when there is no such file
 * @throws {UserError} with exit code 128 when it cannot be read or something is wrong with its text
 * @example Usage
 * ```ts
 * import { readHooksToml } from "@git-hooks/git-hooks";
 * const options = { path: "/nowhere/hooks.toml", file: "hooks.toml", scope: "local" } as const;
 * console.assert(await readHooksToml(options) === undefined);
 * ```
 */
export async function readHooksToml(options: TomlFile): Promise<HooksToml | undefined> {
  const text = await readText(options);
  return text === undefined ? undefined : parseHooksToml(text, options);
}

async function readText({ path, file }: TomlFile): Promise<string | undefined> {
  const refuse = (message: string): UserError => new UserError({ message, place: { file } });
  try {
    const info = await Deno.stat(path);
    if (!info.isFile) {
      throw refuse(info.isDirectory ? "this is a directory" : "this is not a regular file");
    }
    if (info.size > MOST_BYTES) throw tooLarge(file);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(
      await Deno.readFile(path),
    );
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      if (await isDangling(path)) throw refuse("is a symbolic link to a file that is not there");
      return undefined;
    }
    if (error instanceof UserError) throw error;
    if (error instanceof TypeError) throw refuse("this file is not UTF-8");
    if (error instanceof Deno.errors.PermissionDenied) {
      throw refuse("cannot be read: Permission denied");
    }
    // A part of the path is a file: there is no such file then, as for git (ENOTDIR).
    if (error instanceof Deno.errors.NotADirectory) return undefined;
    throw refuse(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function isDangling(path: string): Promise<boolean> {
  try {
    return (await Deno.lstat(path)).isSymlink;
  } catch {
    return false;
  }
}
