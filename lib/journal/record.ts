/**
 * From a step to its record: what stands at its path is copied before anything is changed.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { belongsTo } from "./belonging.ts";
import { readConfigValues, writeConfigValues } from "./config_file.ts";
import { copyTimes, type Disk, lstatIfThere } from "./disk.ts";
import { realParent, relativeTo } from "./relative.ts";
import { readIfThere } from "./state.ts";
import type { PathState, Step, StepRecord } from "./step.ts";

/** A step with its record and its path, as real as its directory allows. */
export interface Recorded {
  /** What is to be done. */
  readonly step: Step;
  /** What is remembered of it. */
  readonly record: StepRecord;
  /** The step's path, absolute, without symbolic links on the way. */
  readonly path: string;
}

/**
 * Records steps, each against what the steps before it leave behind, and copies what they will change
 * into the entry's folder. The copies carry no x bit, so that nothing ever runs them.
 *
 * @param disk where writes go
 * @param steps what is to be done, in order
 * @param places `commonDir` is what paths are remembered relative to, `folder` the entry's own
 * @returns the steps with their records
 */
export async function recordSteps(
  disk: Disk,
  steps: readonly Step[],
  places: { readonly commonDir: string; readonly folder: string },
): Promise<readonly Recorded[]> {
  const states = new Map<string, PathState>();
  const times: (readonly [string, string])[] = [];
  const recorded: Recorded[] = [];
  // Where a file stays itself when its first name is given to another.
  const originals = new Map<string, string>();
  for (const [index, step] of steps.entries()) {
    const path = step.kind === "set-config"
      ? await realFile(step.path)
      : await realParent(step.path);
    if (!await belongsTo(places.commonDir, path)) throw elsewhere(path);
    const copies = new Copies(disk, places.folder, String(index));
    const before = states.get(path) ?? await copies.before(path, times);
    const after = await copies.after(step, before, path);
    states.set(path, after);
    const from = step.kind === "link" ? await realParent(step.from) : originals.get(path);
    if (step.kind === "link" && from !== undefined) originals.set(from, path);
    const remembered = (target: string): string => relativeTo(places.commonDir, target);
    recorded.push({
      step,
      path,
      record: {
        kind: step.kind,
        path: remembered(path),
        before,
        after,
        ...(from === undefined ? {} : { original: remembered(from) }),
        ...(step.kind === "append-file" ? { text: step.text } : {}),
        ...(step.kind === "set-config"
          ? {
            config: {
              key: step.key,
              before: await readConfigValues(path, step.key),
              after: step.value === undefined ? [] : [step.value],
            },
          }
          : {}),
      },
    });
  }
  await copyTimes(times);
  return recorded;
}

// git follows a config file that is a link, and so does its lock.
async function realFile(path: string): Promise<string> {
  try {
    return await Deno.realPath(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return await realParent(path);
  }
}

class Copies {
  readonly #disk: Disk;
  readonly #folder: string;
  readonly #number: string;

  constructor(disk: Disk, folder: string, number: string) {
    this.#disk = disk;
    this.#folder = folder;
    this.#number = number;
  }

  async before(path: string, times: (readonly [string, string])[]): Promise<PathState> {
    const found = await lstatIfThere(path);
    if (found === undefined) return { type: "absent" };
    if (found.isDirectory) return { type: "directory" };
    if (found.isSymlink) {
      await this.#keep(path);
      return { type: "link", target: await Deno.readLink(path) };
    }
    if (!found.isFile) throw notAFile(path);
    const mode = (found.mode ?? 0) & 0o7777;
    const copy = `old-${this.#number}`;
    await this.#disk.createFile(`${this.#folder}/${copy}`, await Deno.readFile(path), {
      mode: copyMode(mode),
    });
    times.push([path, `${this.#folder}/${copy}`]);
    if ((mode & 0o111) === 0) await this.#keep(path);
    return { type: "file", copy, mode, links: found.nlink ?? 1 };
  }

  // The file itself, under a second name, gives back its times, owner and hard links as well. It is only
  // ever an addition to the copy, so where links are refused nothing is missing.
  async #keep(path: string): Promise<void> {
    try {
      await this.#disk.link(path, `${this.#folder}/kept-${this.#number}`);
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) throw error;
    }
  }

  async after(step: Step, before: PathState, path: string): Promise<PathState> {
    switch (step.kind) {
      case "make-directory":
        return { type: "directory" };
      case "remove-file":
        return { type: "absent" };
      case "symlink":
        return { type: "link", target: step.target };
      case "link":
        return await this.#afterLink(step.from);
      case "write-file": {
        const usual = step.executable === true ? 0o755 : 0o644;
        const mode = step.mode ?? (before.type === "file" ? before.mode & 0o777 : usual);
        return await this.#new(step.bytes, mode);
      }
      case "append-file": {
        const old = before.type === "file"
          ? await readIfThere(`${this.#folder}/${before.copy}`) ?? new Uint8Array()
          : new Uint8Array();
        const mode = before.type === "file" ? before.mode & 0o777 : 0o644;
        return await this.#new(joined(old, new TextEncoder().encode(step.text)), mode);
      }
      case "set-config":
        return await this.#afterConfig(step, before, path);
    }
  }

  async #afterLink(from: string): Promise<PathState> {
    const found = await lstatIfThere(from);
    if (found?.isSymlink === true) return { type: "link", target: await Deno.readLink(from) };
    if (found?.isFile !== true) throw notAFile(from);
    return await this.#new(await Deno.readFile(from), (found.mode ?? 0) & 0o7777);
  }

  // git itself writes the change, on a copy: the content to come is known before the file is touched.
  async #afterConfig(
    step: Step & { kind: "set-config" },
    before: PathState,
    path: string,
  ): Promise<PathState> {
    if (before.type === "link" || before.type === "directory") throw notAFile(path);
    const copy = `${this.#folder}/new-${this.#number}`;
    const old = before.type === "file"
      ? await readIfThere(`${this.#folder}/${before.copy}`)
      : undefined;
    const mode = before.type === "file" ? before.mode & 0o777 : 0o644;
    await this.#disk.createFile(copy, old ?? new Uint8Array(), { mode: copyMode(mode) });
    await writeConfigValues(copy, step.key, step.value === undefined ? [] : [step.value]);
    return { type: "file", copy: `new-${this.#number}`, mode, links: 1 };
  }

  async #new(bytes: Uint8Array, mode: number): Promise<PathState> {
    const copy = `new-${this.#number}`;
    await this.#disk.createFile(`${this.#folder}/${copy}`, bytes, { mode: copyMode(mode) });
    return { type: "file", copy, mode, links: 1 };
  }
}

// A copy may be read by whoever may read the file, and run by nobody.
function copyMode(mode: number): number {
  return (mode & 0o666) | 0o600;
}

function joined(left: Uint8Array, right: Uint8Array): Uint8Array {
  const both = new Uint8Array(left.length + right.length);
  both.set(left);
  both.set(right, left.length);
  return both;
}

function elsewhere(path: string): UserError {
  return new UserError({
    message: `${path} is neither in the git directory nor in a worktree with a .git of its own`,
    hints: ["nothing was changed: what lies elsewhere is not this repository's to change"],
  }, { exitCode: 1, level: "error" });
}

function notAFile(path: string): UserError {
  return new UserError(`${path} is neither a file nor a symbolic link`, {
    exitCode: 1,
    level: "error",
  });
}
