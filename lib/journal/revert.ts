/**
 * Takes one recorded step back: the file itself where it still exists under another name, else its
 * copy with mode and times, renamed over what stands there. Safe to do again after an interruption.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { directoryOf } from "../paths.ts";
import { belongsTo } from "./belonging.ts";
import { readConfigValues, replaceConfig, writeConfigValues } from "./config_file.ts";
import { copyTimes, type Disk, lstatIfThere, temporaryName } from "./disk.ts";
import { resolveFrom } from "./relative.ts";
import { isAsRemembered, readIfThere, sameBytes, sameFile } from "./state.ts";
import { journalFolder } from "./store.ts";
import type { PathState, StepRecord } from "./step.ts";

/** Where a record's paths and copies are. */
export interface RecordPlaces {
  /** What the paths are relative to, absolute and real. */
  readonly commonDir: string;
  /** The folder of the entry that holds the record. */
  readonly folder: string;
  /** The record's place in its entry, which names its copies. */
  readonly index: number;
}

/** A state of a path that a later entry left there, with the folder of its copies. */
export interface LaterState {
  /** The state. */
  readonly state: PathState;
  /** The folder of the entry that holds it. */
  readonly folder: string;
}

/** How a path stands to a record: `after` is what the record left there, or nobody would miss it. */
export type Standing = "before" | "after" | "appended" | "changed";

/**
 * Tells whether a record can be taken back without losing anything.
 *
 * @param record what was done
 * @param places where its paths and copies are
 * @param later what a later entry made of the same path
 * @returns `before` when it is back already, `after` when it can be taken back, `appended` when only the
 *   text that was added can be taken out again, `changed` when somebody else put something there
 */
export async function standingOf(
  record: StepRecord,
  places: RecordPlaces,
  later?: LaterState,
): Promise<Standing> {
  if (record.void === true) return "before";
  const path = resolveFrom(places.commonDir, record.path);
  if (await isAsRemembered(path, record.before, places.folder)) return "before";
  if (record.kind === "make-directory") return "after";
  if (await lstatIfThere(path) === undefined) return "after";
  if (await isAsRemembered(path, record.after, places.folder)) return "after";
  if (later !== undefined && await isAsRemembered(path, later.state, later.folder)) return "after";
  // Where nothing stood before, it does not matter whether ours was switched off meanwhile.
  const { before, after } = record;
  if (before.type === "absent" && after.type === "file") {
    const mode = (await lstatIfThere(path))?.mode ?? 0;
    if (await isAsRemembered(path, { ...after, mode }, places.folder)) return "after";
  }
  if (record.kind === "link") return await standingOfLink(record, places, path);
  // What stands there is the file that was replaced, changed since: it is back already.
  if (record.original !== undefined) {
    if (await sameFile(path, resolveFrom(places.commonDir, record.original))) return "before";
  }
  if (record.kind === "set-config") {
    const values = await readConfigValues(path, record.config?.key ?? "");
    if (sameTexts(values, record.config?.before)) return "before";
    return sameTexts(values, record.config?.after) ? "after" : "changed";
  }
  if (record.kind === "append-file" && await withoutText(record, path) !== undefined) {
    return "appended";
  }
  return "changed";
}

// A second name may go once the file has its first name back, or its content stands there.
async function standingOfLink(
  record: StepRecord,
  places: RecordPlaces,
  path: string,
): Promise<Standing> {
  if (record.original === undefined) return "changed";
  const original = resolveFrom(places.commonDir, record.original);
  if (await sameFile(path, original)) return "after";
  const [here, there] = await Promise.all([readIfThere(path), readIfThere(original)]);
  return here !== undefined && there !== undefined && sameBytes(here, there) ? "after" : "changed";
}

/**
 * Takes a record back, whatever stands there: ask {@linkcode standingOf} first.
 *
 * @param disk where writes go
 * @param record what was done
 * @param places where its paths and copies are
 * @param standing what {@linkcode standingOf} said
 */
export async function revertRecord(
  disk: Disk,
  record: StepRecord,
  places: RecordPlaces,
  standing: Standing,
): Promise<void> {
  const path = resolveFrom(places.commonDir, record.path);
  // A linked worktree may be gone, and with it all that was in it.
  if (await lstatIfThere(directoryOf(path)) === undefined) return;
  if (!await belongsTo(places.commonDir, path)) {
    if (standing === "before") return;
    throw strange(places.commonDir, path);
  }
  await cleanBeside(disk, record, path);
  if (standing === "before" || standing === "changed") return;
  if (record.kind === "set-config") return await revertConfig(disk, record, places, path);
  if (standing === "appended") {
    const rest = await withoutText(record, path);
    if (rest === undefined) return;
    const empty = record.before.type === "absent" && new TextDecoder().decode(rest).trim() === "";
    if (empty) return await disk.remove(path);
    const mode = ((await lstatIfThere(path))?.mode ?? 0o644) & 0o7777;
    return await disk.replaceFile(path, rest, { mode });
  }
  await restore(disk, record, places, path);
}

function strange(commonDir: string, path: string): UserError {
  return new UserError({
    message: `the journal of ${commonDir} names ${path}, which is not in this repository`,
    hints: [
      "nothing was changed there; a journal that somebody else wrote is not to be undone:",
      `look into ${journalFolder(commonDir)}, and move it away`,
    ],
  }, { exitCode: 1, level: "error" });
}

async function restore(
  disk: Disk,
  record: StepRecord,
  places: RecordPlaces,
  path: string,
): Promise<void> {
  const { before } = record;
  if (before.type === "directory") return;
  if (before.type === "absent") {
    const found = await lstatIfThere(path);
    if (found?.isDirectory === true) return await removeEmpty(disk, path);
    return await disk.remove(path);
  }
  for (const source of sourcesOf(record, places)) {
    if (!await belongsTo(places.commonDir, source)) continue;
    const found = await lstatIfThere(source);
    if (found === undefined || found.isDirectory) continue;
    try {
      return await disk.linkOver(source, path);
    } catch {
      // Copied to a place without hard links: the copy is as good.
    }
  }
  if (before.type === "link") return await disk.symlinkOver(before.target, path);
  const copy = `${places.folder}/${before.copy}`;
  const temporary = temporaryName(path);
  await disk.remove(temporary);
  await disk.createFile(temporary, await Deno.readFile(copy), { mode: before.mode });
  await copyTimes([[copy, temporary]]);
  await disk.rename(temporary, path);
}

function sourcesOf(record: StepRecord, places: RecordPlaces): readonly string[] {
  const kept = `${places.folder}/kept-${places.index}`;
  return record.original === undefined || record.kind === "link"
    ? [kept]
    : [resolveFrom(places.commonDir, record.original), kept];
}

async function removeEmpty(disk: Disk, path: string): Promise<void> {
  for await (const _ of Deno.readDir(path)) return;
  await disk.remove(path);
}

async function revertConfig(
  disk: Disk,
  record: StepRecord,
  places: RecordPlaces,
  path: string,
): Promise<void> {
  const { before, after, config } = record;
  if (config === undefined) return;
  const now = await readIfThere(path);
  const untouched = after.type === "file" && await isAsRemembered(path, after, places.folder);
  if (untouched && before.type === "file") {
    const copy = `${places.folder}/${before.copy}`;
    const kept = `${places.folder}/kept-${places.index}`;
    await replaceConfig(disk, path, {
      expected: now,
      make: async (prepared) => {
        const [file, old] = await Promise.all([readIfThere(kept), Deno.readFile(copy)]);
        if (file !== undefined && sameBytes(file, old)) {
          try {
            return await disk.link(kept, prepared);
          } catch {
            // No hard links here: the copy is as good.
          }
        }
        await disk.createFile(prepared, old, { mode: before.mode });
        await copyTimes([[copy, prepared]]);
      },
    });
    return;
  }
  if (untouched && before.type === "absent") return await disk.remove(path);
  // Somebody wrote other keys since: only this one goes back.
  await replaceConfig(disk, path, {
    expected: now,
    make: async (prepared) => {
      const mode = ((await lstatIfThere(path))?.mode ?? 0o644) & 0o777;
      await disk.createFile(prepared, now ?? new Uint8Array(), { mode });
      await writeConfigValues(prepared, config.key, config.before);
    },
  });
}

// What an interruption left beside the path.
async function cleanBeside(disk: Disk, record: StepRecord, path: string): Promise<void> {
  const temporary = temporaryName(path);
  if (await lstatIfThere(temporary) === undefined) return;
  if (record.kind === "set-config" && await sameFile(temporary, `${path}.lock`)) {
    await disk.remove(`${path}.lock`);
  }
  await disk.remove(temporary);
}

async function withoutText(record: StepRecord, path: string): Promise<Uint8Array | undefined> {
  const bytes = await readIfThere(path);
  if (bytes === undefined || record.text === undefined || record.text === "") return undefined;
  const text = new TextEncoder().encode(record.text);
  const first = indexOf(bytes, text, 0);
  if (first < 0 || indexOf(bytes, text, first + 1) >= 0) return undefined;
  const rest = new Uint8Array(bytes.length - text.length);
  rest.set(bytes.subarray(0, first));
  rest.set(bytes.subarray(first + text.length), first);
  return rest;
}

function indexOf(bytes: Uint8Array, part: Uint8Array, from: number): number {
  for (let start = from; start + part.length <= bytes.length; start++) {
    if (part.every((byte, offset) => bytes[start + offset] === byte)) return start;
  }
  return -1;
}

function sameTexts(left: readonly string[], right: readonly string[] | undefined): boolean {
  return right !== undefined && left.length === right.length &&
    left.every((text, index) => text === right[index]);
}
