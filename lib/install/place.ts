/**
 * Puts shims in git's way: the script that stands in the hookdir gets a second name in the folder
 * beside it, its neighbours are linked there so that `dirname "$0"` still finds them, and then the
 * shim is renamed over the first name. At each moment of a running commit exactly one of them runs.
 *
 * @module
 */

import type { Repository } from "../git/repository.ts";
import type { Journal } from "../journal/journal.ts";
import { realParent, relativeTo } from "../journal/relative.ts";
import { sameBytes, sameFile } from "../journal/state.ts";
import { readEntries } from "../journal/store.ts";
import type { Step } from "../journal/step.ts";
import { readWritten } from "../journal/written.ts";
import { baseOf, directoryOf } from "../paths.ts";
import { type ShimHead, shimText } from "../plan/shim.ts";
import { type HookdirEntry, isEdited, readHookdir } from "./hookdir_state.ts";
import { neighbourSteps } from "./neighbours.ts";

/** What is to be placed where. */
export interface PlaceOptions {
  /** The repository. */
  readonly repository: Repository;
  /** The hookdir, absolute; it may be missing yet. */
  readonly hookdir: string;
  /** The events that are to have a shim. */
  readonly events: readonly string[];
  /** The launcher that shims start, absolute. */
  readonly launcher: string;
  /** What becomes of a script that stands there: still a hookdir script, or named in a hooks.toml. */
  readonly state: "kept" | "migrated";
  /** The journal; without it (a dry run) nothing is tried and a refused link is not foreseen. */
  readonly journal?: Journal | undefined;
  /** Tells whose a file is: that of a tool which would write it again is left alone. */
  readonly recognise?: Recognise | undefined;
}

/** Tells which tool a file of a hookdir belongs to; `mixed` when it is the user's with a part of the tool's. */
export type Recognise = (
  file: {
    readonly name: string;
    readonly bytes: Uint8Array;
    readonly linkTarget?: string | undefined;
  },
) => { readonly tool: string; readonly reinstall: string; readonly mixed?: boolean } | undefined;

/** A shim that will stand in the hookdir. */
export interface Placed {
  /** The event. */
  readonly event: string;
  /** What has to be done for it. */
  readonly change: "new" | "renewed" | "none";
  /** The script it stands for, relative to the common git directory, if one does. */
  readonly script: ShimHead["script"];
}

/** An event that cannot have a shim as things are. */
export interface Left {
  /** The event. */
  readonly event: string;
  /** The file in the way, absolute. */
  readonly path: string;
  /** Why, to be read after the path. */
  readonly reason: string;
  /** A command or an act that mends it. */
  readonly cure: string;
  /** What we had written there, when it is a shim that somebody edited since. */
  readonly written?: Uint8Array | undefined;
  /** What stands there now, when it is such a shim. */
  readonly now?: Uint8Array | undefined;
  /** True when it is an edited shim of ours: it still starts us, or was made not to. */
  readonly edited?: boolean;
}

/** The steps for a journal, in the two parts between which migrate writes its hooks.toml. */
export interface Placing {
  /** Folders, second names of scripts, links to their neighbours. */
  readonly links: readonly Step[];
  /** The shims themselves. */
  readonly shims: readonly Step[];
  /** The events that have, or will have, a shim. */
  readonly placed: readonly Placed[];
  /** The events that are left as they are. */
  readonly left: readonly Left[];
}

/**
 * Works out the steps that place shims; nothing is changed, but that a journal tries links.
 *
 * @param options what is to be placed where
 * @returns the steps, what they lead to, and what is left alone
 */
export async function planShims(options: PlaceOptions): Promise<Placing> {
  const hookdir = await realParent(`${options.hookdir}/.`).then(directoryOf);
  const common = await Deno.realPath(options.repository.commonDirAbsolute);
  const folder = `${directoryOf(hookdir)}/${baseOf(hookdir)}.d`;
  const entries = await readHookdir(hookdir);
  const written = await readWritten(common, entries.map(({ path }) => path));
  const planner: Planner = {
    options,
    hookdir,
    folder,
    common,
    entries,
    written,
    scripts: [],
    placed: [],
    left: [],
    shims: [],
  };
  const taken = await folderTaken(planner);
  for (const event of options.events) await planEvent(planner, event, taken);
  const scripts = planner.scripts;
  const folders = await missingFolders(hookdir);
  const neighbours = await neighbourSteps({
    hookdir,
    folder,
    entries,
    moved: scripts.map(({ name }) => name),
    wanted: scripts.length > 0 || planner.placed.some(({ script }) => script !== undefined),
  });
  const links: readonly Step[] = [
    ...(planner.shims.length > 0 ? folders : []),
    ...(scripts.length > 0 ? await scriptFolderSteps(planner) : []),
    ...scripts.map(({ name, path }): Step => ({
      kind: "link",
      path: `${folder}/${name}`,
      from: path,
    })),
    ...neighbours,
  ];
  return { links, shims: planner.shims, placed: planner.placed, left: planner.left };
}

interface Planner {
  readonly options: PlaceOptions;
  readonly hookdir: string;
  readonly folder: string;
  readonly common: string;
  readonly entries: readonly HookdirEntry[];
  readonly written: ReadonlyMap<string, Uint8Array>;
  readonly scripts: HookdirEntry[];
  readonly placed: Placed[];
  readonly left: Left[];
  readonly shims: Step[];
}

async function planEvent(planner: Planner, event: string, taken: Left | undefined): Promise<void> {
  const entry = planner.entries.find(({ name }) => name === event);
  if (entry === undefined) return addShim(planner, { event, entry, script: undefined });
  if (entry.kind === "shim") return planExisting(planner, entry);
  const reason = taken ?? await obstacle(planner, entry);
  if (reason !== undefined) {
    planner.left.push({ ...reason, event });
    return;
  }
  planner.scripts.push(entry);
  // What does not run today must not wake as a hook of a hooks.toml, whose missing x bit closes its gate.
  const state = entry.executable ? planner.options.state : "kept";
  const path = relativeTo(planner.common, `${planner.folder}/${event}`);
  addShim(planner, { event, entry, script: { path, state } });
}

function planExisting(planner: Planner, entry: HookdirEntry): void {
  const event = entry.name;
  const written = planner.written.get(entry.path);
  if (isEdited(entry, written)) {
    planner.left.push({
      event,
      path: entry.path,
      reason: "is a shim of git-hooks that was edited",
      cure: "take the edit out, or delete the file, and try again",
      written,
      now: entry.bytes,
      edited: true,
    });
    return;
  }
  const before = entry.shim?.script;
  const migrated = before?.state === "migrated" || planner.options.state === "migrated";
  const script = before === undefined
    ? undefined
    : { path: before.path, state: migrated ? "migrated" as const : "kept" as const };
  addShim(planner, { event, entry, script });
}

function addShim(
  planner: Planner,
  shim: {
    readonly event: string;
    readonly entry: HookdirEntry | undefined;
    readonly script: ShimHead["script"];
  },
): void {
  const { event, entry, script } = shim;
  const bytes = new TextEncoder().encode(
    shimText({ event, launcher: planner.options.launcher, script }),
  );
  const there = entry?.kind === "shim";
  const same = there && entry?.bytes !== undefined && sameBytes(entry.bytes, bytes);
  planner.placed.push({ event, change: same ? "none" : there ? "renewed" : "new", script });
  if (same) return;
  planner.shims.push({
    kind: "write-file",
    path: `${planner.hookdir}/${event}`,
    bytes,
    executable: true,
    ...modeOver(entry),
  });
}

// A shim is for the same people as the script; and to run it, sh must be able to read it. A shim that
// was switched off by its x bit stays off.
function modeOver(entry: HookdirEntry | undefined): { readonly mode?: number } {
  if (entry === undefined || entry.link !== undefined) return {};
  const mode = entry.mode & 0o777;
  if (entry.kind === "shim") return { mode };
  const read = mode | ((mode & 0o111) << 2) | 0o400;
  return { mode: read | ((read & 0o444) >> 2) };
}

async function obstacle(
  planner: Planner,
  entry: HookdirEntry,
): Promise<Omit<Left, "event"> | undefined> {
  const { path, name } = entry;
  if (entry.kind === "folder" || entry.kind === "other") {
    return { path, reason: "is not a file", cure: "move it away" };
  }
  const tool = planner.options.recognise?.({
    name,
    bytes: entry.bytes ?? new Uint8Array(),
    linkTarget: entry.link,
  });
  if (tool !== undefined && tool.mixed !== true) {
    return {
      path,
      reason: `belongs to ${tool.tool}, which writes it again (${tool.reinstall})`,
      cure: `uninstall ${tool.tool} with its own command first`,
    };
  }
  if (entry.kind === "script" && entry.bytes === undefined) {
    return { path, reason: "cannot be read", cure: "make it readable for yourself" };
  }
  const second = `${planner.folder}/${name}`;
  const journal = planner.options.journal;
  if (await occupied(planner, second, path)) {
    return {
      path,
      reason: `was put there after ${second}, the script that git-hooks had found there before`,
      cure: "keep one of the two",
    };
  }
  // Beside another hookdir a refused link is met by the journal, which then takes everything back.
  const beside = planner.folder === `${planner.common}/hooks.d`;
  if (journal !== undefined && beside && !await journal.canLink(path)) {
    return {
      path,
      reason:
        "cannot get a second name (link(2) is refused: another user's file, or no hard links)",
      cure: "make the file your own: replace it by a copy",
    };
  }
  return undefined;
}

// A link to a neighbour may become the script itself; anything else would be lost.
async function occupied(planner: Planner, second: string, path: string): Promise<boolean> {
  const found = await Deno.lstat(second).catch(() => undefined);
  if (found === undefined || await sameFile(second, path)) return false;
  const neighbour = `../${baseOf(planner.hookdir)}/${baseOf(path)}`;
  return !(found.isSymlink && await Deno.readLink(second) === neighbour);
}

// The folder beside the repository's own hooks is the journal's; beside another hookdir it must be one
// that the journal made.
async function folderTaken(planner: Planner): Promise<Left | undefined> {
  const { folder, common } = planner;
  if (folder === `${common}/hooks.d`) return undefined;
  if (await Deno.lstat(folder).catch(() => undefined) === undefined) return undefined;
  const name = relativeTo(common, folder);
  const ours = (await readEntries(common)).some(({ records }) =>
    records.some(({ path, before }) => path === name && before.type === "absent")
  );
  if (ours) return undefined;
  return {
    event: "",
    path: folder,
    reason: "is there already, and git-hooks did not make it",
    cure: "give it another name: the scripts are kept in a folder of this name",
  };
}

async function missingFolders(path: string): Promise<readonly Step[]> {
  if (await Deno.lstat(path).catch(() => undefined) !== undefined) return [];
  return [...await missingFolders(directoryOf(path)), { kind: "make-directory", path }];
}

// Inside a worktree the folder is kept out of `git status`, as the hookdir beside it mostly is.
async function scriptFolderSteps(planner: Planner): Promise<readonly Step[]> {
  const { folder, common } = planner;
  if (folder === `${common}/hooks.d`) return [];
  if (await Deno.lstat(folder).catch(() => undefined) !== undefined) return [];
  const steps: Step[] = [{ kind: "make-directory", path: folder }];
  if (!folder.startsWith(`${common}/`)) {
    const bytes = new TextEncoder().encode("*\n");
    steps.push({ kind: "write-file", path: `${folder}/.gitignore`, bytes });
  }
  return steps;
}
