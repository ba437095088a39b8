/**
 * The neighbours of a script: whatever else stands in its hookdir is linked into the folder the script
 * got its second name in, because scripts look beside themselves.
 *
 * @module
 */

import { lstatIfThere } from "../journal/disk.ts";
import type { Step } from "../journal/step.ts";
import { baseOf } from "../paths.ts";
import type { HookdirEntry } from "./hookdir_state.ts";

/**
 * Works out which links are missing.
 *
 * @param options the hookdir with its entries, the folder beside it, the names that get a second name
 *   themselves, and whether there is, or will be, a script in the folder at all
 * @returns one step for each link, relative, so that it survives a move of the repository
 */
export async function neighbourSteps(
  options: {
    readonly hookdir: string;
    readonly folder: string;
    readonly entries: readonly HookdirEntry[];
    readonly moved: readonly string[];
    readonly wanted: boolean;
  },
): Promise<readonly Step[]> {
  if (!options.wanted) return [];
  const steps: Step[] = [];
  const entries = [...options.entries, ...pythonCache(options.entries)];
  for (const { name, kind } of entries) {
    // A shim is no neighbour: the script it stands for is in the folder, or there was none.
    if (kind === "shim" || options.moved.includes(name) || isTemporary(name)) continue;
    const path = `${options.folder}/${name}`;
    if (await lstatIfThere(path) !== undefined) continue;
    // A name that is not UTF-8 does not come back from the file system as it was read.
    const there = await lstatIfThere(`${options.hookdir}/${name}`) !== undefined;
    if (!there && kind !== "folder") continue;
    steps.push({ kind: "symlink", path, target: `../${baseOf(options.hookdir)}/${name}` });
  }
  return steps;
}

// python keeps what it compiles beside a module that a script imports, which would make a folder here that
// no undo knows. Through a link it keeps that where it always did, or, while that is missing, nowhere.
function pythonCache(
  entries: readonly HookdirEntry[],
): readonly Pick<HookdirEntry, "name" | "kind">[] {
  const name = "__pycache__";
  const imports = entries.some((entry) => entry.name.endsWith(".py"));
  return imports && !entries.some((entry) => entry.name === name) ? [{ name, kind: "folder" }] : [];
}

function isTemporary(name: string): boolean {
  return name === ".git-hooks" || name === ".gitignore" || name.endsWith(".git-hooks-new");
}
