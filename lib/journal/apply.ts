/**
 * Does one recorded step, if the path is still as it was when the step was recorded.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { replaceConfig } from "./config_file.ts";
import { type Disk, lstatIfThere } from "./disk.ts";
import type { Recorded } from "./record.ts";
import { isAsRemembered, readIfThere } from "./state.ts";

/**
 * Does a step.
 *
 * @param disk where writes go
 * @param recorded the step and its record
 * @param folder the entry's folder, with its copies
 * @throws {UserError} when the path has been changed since it was recorded, or a link is refused
 */
export async function applyStep(disk: Disk, recorded: Recorded, folder: string): Promise<void> {
  const { step, record, path } = recorded;
  if (step.kind === "make-directory" && (await lstatIfThere(path))?.isDirectory === true) return;
  if (!await isAsRemembered(path, record.before, folder)) throw changed(path);
  switch (step.kind) {
    case "make-directory":
      return await disk.makeDirectory(path);
    case "link":
      return await linkFile(disk, recorded, step.from);
    case "symlink":
      return record.before.type === "absent"
        ? await disk.symlink(step.target, path)
        : await disk.symlinkOver(step.target, path);
    case "remove-file":
      return await disk.remove(path);
    case "write-file":
    case "append-file": {
      const bytes = record.after.type === "file"
        ? await readIfThere(`${folder}/${record.after.copy}`)
        : undefined;
      if (bytes === undefined) throw changed(folder);
      return await disk.replaceFile(path, bytes, modeFor(recorded));
    }
    case "set-config":
      return await setConfig(disk, recorded, folder);
  }
}

function modeFor(recorded: Recorded): { readonly mode?: number; readonly executable?: boolean } {
  const { step, record } = recorded;
  if (step.kind === "write-file" && step.mode !== undefined) return { mode: step.mode };
  if (record.before.type === "file") return { mode: record.before.mode & 0o777 };
  return { executable: step.kind === "write-file" && step.executable === true };
}

async function linkFile(disk: Disk, recorded: Recorded, from: string): Promise<void> {
  const { path, record } = recorded;
  try {
    if (record.before.type === "absent") await disk.link(from, path);
    else await disk.linkOver(from, path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.AlreadyExists) {
      throw changed(path);
    }
    throw new UserError({
      message: `cannot link ${from} to ${path}: ${
        error instanceof Error ? error.message : "refused"
      }`,
      hints: [
        "both must be on one file system, and the file must be yours (proc(5), protected_hardlinks)",
      ],
    }, { exitCode: 1, level: "error", cause: error });
  }
}

async function setConfig(disk: Disk, recorded: Recorded, folder: string): Promise<void> {
  const { record, path } = recorded;
  if (record.after.type !== "file") return;
  const copy = `${folder}/${record.after.copy}`;
  const { before } = record;
  const done = await replaceConfig(disk, path, {
    expected: before.type === "file" ? await readIfThere(`${folder}/${before.copy}`) : undefined,
    make: async (prepared) =>
      await disk.createFile(
        prepared,
        await Deno.readFile(copy),
        before.type === "file" ? { mode: before.mode & 0o777 } : {},
      ),
  });
  if (!done) throw changed(path);
}

function changed(path: string): UserError {
  return new UserError({
    message: `${path} was changed by someone else a moment ago`,
    hints: ["nothing was changed; try again"],
  }, { exitCode: 1, level: "error" });
}
