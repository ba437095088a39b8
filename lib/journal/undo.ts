/**
 * Undoes entries: each step is taken back, the last one first; when no entry is left, `hooks.d` is
 * renamed into the cache folder, which is the moment from which nothing of ours is there any more.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { type Disk, lstatIfThere } from "./disk.ts";
import { baseOf, directoryOf } from "../paths.ts";
import { waitForRunning } from "./in_use.ts";
import { resolveFrom } from "./relative.ts";
import { type LaterState, type RecordPlaces, revertRecord, standingOf } from "./revert.ts";
import { readIfThere } from "./state.ts";
import {
  dropEntry,
  journalFolder,
  namesIn,
  readEntries,
  removeHome,
  scriptsFolder,
  writeEntry,
} from "./store.ts";
import type { Entry, PathState, StepRecord } from "./step.ts";

/** Something that stands in the way of an undo. */
export interface Obstacle {
  /** The path, absolute. */
  readonly path: string;
  /** What it is about it, to be read after the path: `was changed since`. */
  readonly reason: string;
  /** True when something stood there before, or would be lost: it cannot be left as it is. */
  readonly needed: boolean;
  /** The file that holds what we had written there, to compare with; undefined when we wrote no file. */
  readonly written: string | undefined;
}

/** What an undo would do. */
export interface UndoPlan {
  /** Paths that get back what stood there, absolute, in order. */
  readonly restored: readonly string[];
  /** Paths that go, as nothing stood there. */
  readonly removed: readonly string[];
  /** What somebody changed since. */
  readonly obstacles: readonly Obstacle[];
  /** True when no entry would be left, and `hooks.d` goes. */
  readonly whole: boolean;
}

/** How long an undo waits for hooks that are running, in milliseconds. */
const PATIENCE = 10_000;

interface Located {
  readonly record: StepRecord;
  readonly places: RecordPlaces;
  readonly path: string;
  readonly later: LaterState | undefined;
}

/**
 * Adds the entries that only accompany others, when none of those would be left.
 *
 * @param entries all entries
 * @param ids those to undo
 * @returns those that go
 */
export function withCompanions(
  entries: readonly Entry[],
  ids: readonly string[],
): readonly string[] {
  const rest = entries.filter(({ id }) => !ids.includes(id));
  return rest.every(isCompanion) ? [...ids, ...rest.map(({ id }) => id)] : ids;
}

/**
 * Tells whether an entry was not asked for by anybody, but accompanies others: shims that a running shim
 * added, links that scripts of several entries share.
 *
 * @param entry the entry
 * @returns true when it goes with the last entry that it accompanies
 */
export function isCompanion(entry: Entry): boolean {
  return entry.notes["companion"] === "yes";
}

/**
 * Looks at what an undo would do.
 *
 * @param commonDir the common git directory, absolute and real
 * @param entries all entries
 * @param ids those to undo
 * @returns what would be restored and what stands in the way
 */
export async function planUndo(
  commonDir: string,
  entries: readonly Entry[],
  ids: readonly string[],
): Promise<UndoPlan> {
  const all = withCompanions(entries, ids);
  const whole = entries.every(({ id }) => all.includes(id));
  const restored = new Set<string>();
  const removed = new Set<string>();
  const obstacles = new Map<string, Obstacle>();
  const seen = new Set<string>();
  for (const { record, places, path, later } of located(commonDir, entries, all)) {
    // Of a path that several entries changed, the newest state is what stands there now.
    if (!seen.has(path)) {
      seen.add(path);
      const obstacle = await obstacleAt({ record, places, path, later });
      if (obstacle !== undefined) obstacles.set(path, obstacle);
    }
    if (record.kind === "make-directory" || record.kind === "link" || record.kind === "symlink") {
      continue;
    }
    const absent = record.before.type === "absent";
    (absent ? removed : restored).add(path);
    (absent ? restored : removed).delete(path);
  }
  if (whole) {
    for (const path of await unknownIn(commonDir, entries)) {
      obstacles.set(path, {
        path,
        reason: "is not known to git-hooks; move it away first",
        needed: true,
        written: undefined,
      });
    }
  }
  return {
    restored: [...restored],
    removed: [...removed],
    obstacles: [...obstacles.values()],
    whole,
  };
}

async function obstacleAt(one: Located): Promise<Obstacle | undefined> {
  const { record, places, path, later } = one;
  // Whether a second name may go is decided by its first name's record.
  if (record.kind === "link") return undefined;
  if (await standingOf(record, places, later) !== "changed") return undefined;
  const latest = later ?? { state: record.after, folder: places.folder };
  return {
    path,
    reason: "was changed since",
    needed: record.before.type !== "absent" || record.kind === "append-file",
    written: latest.state.type === "file" ? `${latest.folder}/${latest.state.copy}` : undefined,
  };
}

function* located(
  commonDir: string,
  entries: readonly Entry[],
  ids: readonly string[],
): Generator<Located> {
  const latest = new Map<string, LaterState>();
  for (const entry of [...entries].reverse()) {
    const folder = `${journalFolder(commonDir)}/${entry.id}`;
    for (const [index, record] of [...entry.records.entries()].reverse()) {
      if (record.void === true) continue;
      const later = latest.get(record.path);
      if (ids.includes(entry.id)) {
        const places = { commonDir, folder, index };
        yield { record, places, path: resolveFrom(commonDir, record.path), later };
      }
      if (later === undefined) latest.set(record.path, { state: record.after, folder });
    }
  }
}

// Scripts and links in hooks.d that no entry put there, or that are something else by now.
async function unknownIn(
  commonDir: string,
  entries: readonly Entry[],
): Promise<readonly string[]> {
  const folder = scriptsFolder(commonDir);
  const known = new Map<string, PathState>();
  for (const entry of entries) {
    for (const record of entry.records) {
      known.set(resolveFrom(commonDir, record.path), record.after);
    }
  }
  const unknown: string[] = [];
  for (const name of await namesIn(folder)) {
    const path = `${folder}/${name}`;
    if (name === ".git-hooks") continue;
    const state = known.get(path);
    const found = await lstatIfThere(path);
    const same = state?.type === "link"
      ? found?.isSymlink === true && await Deno.readLink(path) === state.target
      : state?.type === "file" && found?.isFile === true;
    if (!same) unknown.push(path);
  }
  return unknown;
}

function undoPath(commonDir: string): string {
  return `${journalFolder(commonDir)}/undo.json`;
}

/**
 * Writes down that an undo has begun: from here on it is finished, not taken back.
 *
 * @param disk where writes go
 * @param commonDir the common git directory, absolute and real
 * @param ids the entries to undo
 */
export async function writeUndo(
  disk: Disk,
  commonDir: string,
  ids: readonly string[],
): Promise<void> {
  const text = `${JSON.stringify(ids)}\n`;
  await disk.replaceFile(undoPath(commonDir), new TextEncoder().encode(text));
}

/**
 * Reads whether an undo has begun.
 *
 * @param commonDir the common git directory, absolute and real
 * @returns the entries to undo, or undefined when there is none
 */
export async function readUndo(commonDir: string): Promise<readonly string[] | undefined> {
  const bytes = await readIfThere(undoPath(commonDir));
  if (bytes === undefined) return undefined;
  const value: unknown = JSON.parse(new TextDecoder().decode(bytes));
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

/**
 * Does, or goes on with, the undo that was written down.
 *
 * @param disk where writes go
 * @param commonDir the common git directory, absolute and real
 * @throws {UserError} when somebody changed a path after the undo had begun; nothing of his is lost
 */
export async function finishUndo(disk: Disk, commonDir: string): Promise<void> {
  const ids = await readUndo(commonDir);
  if (ids === undefined) return;
  const entries = await readEntries(commonDir);
  const rest = entries.filter(({ id }) => !ids.includes(id));
  const records = [...located(commonDir, entries, ids)];
  const folders = new Set(records.filter(isSecondName).map(({ path }) => directoryOf(path)));
  // First what git and people see; the second names stay until nobody uses them any more.
  const isLate = (one: Located): boolean =>
    folders.has(directoryOf(one.path)) || folders.has(one.path);
  for (const one of records.filter((located) => !isLate(located))) {
    const { record, places, path, later } = one;
    const standing = await standingOf(record, places, later);
    if (standing === "changed" && record.before.type !== "absent") {
      await disk.remove(undoPath(commonDir));
      throw new UserError({
        message: `${path} was changed by someone else a moment ago`,
        hints: ["its old content is still kept; look at it and try again"],
      }, { exitCode: 1, level: "error" });
    }
    await revertRecord(disk, record, places, standing);
  }
  await untilUnused(commonDir, records, folders);
  if (rest.length > 0) {
    const shared = sharedBy(rest);
    await revertLate(disk, records.filter((one) => isLate(one) && !shared(one.record)));
    const gone = entries.filter((entry) => !rest.includes(entry));
    await forget(disk, commonDir, { rest, gone, shared });
    return await disk.remove(undoPath(commonDir));
  }
  // hooks.d goes as a whole.
  const inHome = `${scriptsFolder(commonDir)}/`;
  await revertLate(disk, records.filter((one) => isLate(one) && !one.path.startsWith(inHome)));
  await removeHome(disk, commonDir);
}

// Scripts of the entries that stay need what stands in their folder, whichever entry put it there.
function sharedBy(rest: readonly Entry[]): (record: StepRecord) => boolean {
  const links = rest.flatMap(({ records }) =>
    records.filter((record) => record.kind === "link" && record.void !== true)
  );
  const paths = new Set(links.map(({ path }) => path));
  const folders = new Set(links.map(({ path }) => directoryOf(path)));
  return ({ kind, path }) =>
    paths.has(path) || folders.has(path) || (kind !== "link" && folders.has(directoryOf(path)));
}

function isSecondName(one: Located): boolean {
  return one.record.kind === "link" || one.record.kind === "symlink";
}

async function revertLate(disk: Disk, records: readonly Located[]): Promise<void> {
  for (const { record, places, later } of records) {
    await revertRecord(disk, record, places, await standingOf(record, places, later));
  }
}

async function untilUnused(
  commonDir: string,
  records: readonly Located[],
  folders: ReadonlySet<string>,
): Promise<void> {
  const links = records.filter(({ record }) => record.kind === "link");
  const hookdirs = links.flatMap(({ record }) =>
    record.original === undefined ? [] : [directoryOf(resolveFrom(commonDir, record.original))]
  );
  const events = links.map(({ path }) => baseOf(path));
  const going = { commonDir, folders: [...new Set([...folders, ...hookdirs])], events };
  const running = await waitForRunning(going, PATIENCE);
  if (running === undefined) return;
  throw new UserError({
    message: `${running.event} is still running (process ${running.pid})`,
    hints: [
      "everything is back in its place but hooks.d, which that hook may still need;",
      "the next git-hooks command that changes hooks takes it away",
    ],
  }, { exitCode: 1, level: "error" });
}

// What later entries remember of a path that has been given back is no longer true. An appended text is
// found by itself, so it stays.
async function forget(
  disk: Disk,
  commonDir: string,
  entries: {
    readonly rest: readonly Entry[];
    readonly gone: readonly Entry[];
    readonly shared: (record: StepRecord) => boolean;
  },
): Promise<void> {
  const { shared } = entries;
  for (const entry of entries.rest) {
    const earlier = entries.gone.filter(({ id }) => id < entry.id).flatMap(({ records }) =>
      records.filter((record) => !shared(record))
    );
    const stale = new Set(earlier.map(({ path }) => path));
    const records = entry.records.map((record) =>
      stale.has(record.path) && record.kind !== "append-file" ? { ...record, void: true } : record
    );
    if (records.some((record, index) => record !== entry.records[index])) {
      await writeEntry(disk, commonDir, { ...entry, records });
    }
  }
  for (const entry of entries.gone) {
    if (!entry.records.some(shared)) {
      await dropEntry(disk, commonDir, entry.id);
      continue;
    }
    const records = entry.records.map((record) =>
      shared(record) ? record : { ...record, void: true }
    );
    const notes = { companion: "yes" };
    await writeEntry(disk, commonDir, { ...entry, command: "neighbours", notes, records });
  }
}
