/**
 * Checks one hooks.toml by itself, also one that is not in its place yet.
 *
 * @module
 */

import { type Fault, UserError } from "../errors.ts";
import { baseOf, directoryOf, joinPath, relativeBelow } from "../paths.ts";
import { type HooksToml, readHooksToml, type TomlScope } from "./hooks_toml.ts";

/** What is to be said about a file. */
export interface CheckedFile {
  /** What is wrong with it: nothing in it runs while there is something. */
  readonly faults: readonly Fault[];
  /** What is right in the file and will go wrong when its hooks run. */
  readonly notes: readonly Fault[];
}

/**
 * Checks a file as if it were the hooks.toml of a scope.
 *
 * @param options the file's path, and the scope whose rules it is held to
 * @returns its faults; and, for a file named `hooks.toml`, the scripts that are not there, cannot be
 *   executed, or lead out of the project
 * @example Usage
 * ```ts
 * import { checkFile } from "@git-hooks/git-hooks";
 * const { faults } = await checkFile({ path: "/nowhere/hooks.toml", scope: "project" });
 * console.assert(faults[0]?.message === "no such file");
 * ```
 */
export async function checkFile(
  options: { readonly path: string; readonly scope: TomlScope },
): Promise<CheckedFile> {
  const { path, scope } = options;
  try {
    const toml = await readHooksToml({ path, file: path, scope });
    if (toml === undefined) {
      return { faults: [{ message: "no such file", place: { file: path } }], notes: [] };
    }
    return { faults: [], notes: await checkScripts(toml) };
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return { faults: error.faults, notes: [] };
  }
}

async function checkScripts(toml: HooksToml): Promise<readonly Fault[]> {
  const folder = directoryOf(toml.path);
  const inPlace = baseOf(toml.path) === "hooks.toml";
  const scripts = toml.settings.filter(({ key, value }) =>
    key === "script" && (inPlace || value?.startsWith("/"))
  );
  const notes = await Promise.all(scripts.map(async ({ name, value = "", origin }) => {
    const wrong = await scriptFault(joinPath(folder, value), {
      within: toml.scope === "project" ? folder : undefined,
    });
    if (wrong === undefined) return [];
    const { line } = origin;
    return [{
      message: `the script '${value}' of hook '${name}' ${wrong}`,
      place: { file: toml.file, ...(line === undefined ? {} : { line }) },
    }];
  }));
  return notes.flat();
}

async function scriptFault(
  path: string,
  { within }: { readonly within: string | undefined },
): Promise<string | undefined> {
  try {
    const info = await Deno.stat(path);
    if (!info.isFile) return "is not a file";
    if (((info.mode ?? 0) & 0o111) === 0) return "is not executable";
    if (within === undefined) return undefined;
    const [folder, file] = await Promise.all([Deno.realPath(within), Deno.realPath(path)]);
    return relativeBelow(folder, file) === undefined ? "leads out of the project" : undefined;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return "is not there";
    }
    if (error instanceof Deno.errors.PermissionDenied) {
      return "cannot be reached: Permission denied";
    }
    throw error;
  }
}
