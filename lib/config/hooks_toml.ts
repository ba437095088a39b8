/**
 * Reads a hooks.toml into the stream of settings that every source gives.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import type { Setting } from "./setting.ts";
import { scanToml, tomlTree } from "./toml_positions.ts";
import { isTomlTable, parseToml } from "./toml_text.ts";

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
  const { table, error } = parseToml(text);
  if (error !== undefined) {
    const { message, line, column } = error;
    throw new UserError({ message, place: { file, line, column } });
  }
  const lineOf = lineCounter(text);
  const settings: Setting[] = [];
  const nodes = tomlTree(scanToml(text)).children.get("hook")?.children;
  const hook = table["hook"];
  for (const [name, value] of Object.entries(isTomlTable(hook) ? hook : {})) {
    const line = lineOf(nodes?.get(name)?.range.start ?? 0);
    const origin = { kind: "file", path: file, line } as const;
    if (!isTomlTable(value)) {
      settings.push({ name: undefined, key: name, value: String(value), scope, origin });
      continue;
    }
    for (const [key, one] of Object.entries(value)) {
      for (const text of Array.isArray(one) ? one : [one]) {
        settings.push({ name, key, value: String(text), scope, origin });
      }
    }
  }
  const requires = table["requires"];
  return {
    path,
    file,
    scope,
    text,
    settings,
    ...(typeof requires === "string" ? { requires } : {}),
  };
}

function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let at = 0;
  return (offset) => {
    if (offset < at) [line, at] = [1, 0];
    for (let next = text.indexOf("\n", at); next >= 0 && next < offset; line++) {
      at = next + 1;
      next = text.indexOf("\n", at);
    }
    return line;
  };
}

const LIMIT = 1024 * 1024;

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
    if (!info.isFile) throw refuse("is not a regular file");
    if (info.size > LIMIT) throw refuse("is larger than 1 MiB");
    const bytes = await Deno.readFile(path);
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    if (error instanceof TypeError) throw refuse("is not UTF-8");
    throw error;
  }
}
