/**
 * Installs: every event that has a hook of ours gets its shim, so that git finds it. Scripts that stand
 * in the hookdir are kept as hooks and run last.
 *
 * @module
 */

import { mayExecute } from "../_hookdir.ts";
import { UserError } from "../errors.ts";
import { findEvent } from "../events.ts";
import { runGit } from "../git/git.ts";
import { Journal } from "../journal/journal.ts";
import { realParent } from "../journal/relative.ts";
import type { Step } from "../journal/step.ts";
import { takenBy } from "../journal/store.ts";
import { directoryOf, joinPath } from "../paths.ts";
import { hookExists, listHooks, stopIfBroken } from "../resolver.ts";
import type { Sources } from "../sources.ts";
import { chooseHookdir } from "./choose_hookdir.ts";
import { type HookdirEntry, isEdited, readHookdir } from "./hookdir_state.ts";
import { neededEvents } from "./needed_events.ts";
import { type Left, type Placed, planShims, type Recognise } from "./place.ts";

/** How to install. */
export interface InstallOptions {
  /** What `readSources` read, in a repository. */
  readonly sources: Sources;
  /** The launcher that shims start, absolute. */
  readonly launcher: string;
  /** True to find out what would be done, and to do nothing. */
  readonly dryRun?: boolean;
  /** True to install as root in another user's repository; all that is made is given to him. */
  readonly asRoot?: boolean;
  /** True when nobody asked: a running shim adds what is missing, and that goes with what was asked for. */
  readonly companion?: boolean;
  /** Tells whose a file is: that of a tool which would write it again is left alone. */
  readonly recognise?: Recognise;
}

/** What was done, or would be. */
export interface InstallResult {
  /** The hookdir as people read it; undefined when no event needs a shim. */
  readonly hookdir: string | undefined;
  /** The shims that stand there now. */
  readonly placed: readonly Placed[];
  /** Events that could not get one. */
  readonly left: readonly Left[];
  /** Shims that were taken away: `push-to-checkout` without a hook. */
  readonly removed: readonly string[];
  /** Events whose shim git will not start, because its x bit was taken away. */
  readonly switchedOff: readonly string[];
  /** Scripts in the hookdir that git runs itself. */
  readonly scripts: readonly string[];
  /** What an interrupted command had left, and was put right. */
  readonly recovered: readonly string[];
}

/**
 * Installs shims.
 *
 * @param options the sources and how
 * @returns what was done
 * @throws {UserError} when a source is broken (128), the hookdir is not this repository's own, another
 *   command is at work, or the folder of the scripts is taken (1); nothing has been changed then
 */
export async function install(options: InstallOptions): Promise<InstallResult> {
  const { sources } = options;
  const repository = sources.repository;
  if (repository === undefined) {
    throw new UserError("not a git repository (or any of the parent directories): .git");
  }
  await stopIfBroken(sources);
  const needed = (await neededEvents(sources)).map(({ event }) => event);
  const seen = sources.hookdir === undefined
    ? []
    : await readHookdir(joinPath(repository.directory, sources.hookdir.path));
  const standing = seen.filter(({ kind }) => kind === "shim").map(({ name }) => name);
  const events = [...needed, ...standing.filter((event) => !needed.includes(event))];
  const scripts = seen.filter(isRunning).map(({ name }) => name);
  if (events.length === 0) return { ...NOTHING, scripts };
  if (options.asRoot !== true) await refuseForeign(repository.commonDirAbsolute);
  const { path, shown } = await chooseHookdir(sources);
  const dryRun = options.dryRun === true;
  const companion = options.companion === true;
  // An undo waits for running shims, so they must not wait for it.
  const patience = companion ? { patience: 0 } : {};
  await using journal = dryRun
    ? undefined
    : await openJournal(repository.commonDirAbsolute, patience);
  // Uninstalled a moment ago: nobody wants a running shim to install again.
  if (companion && (await readHookdir(path)).every(({ kind }) => kind !== "shim")) {
    return { ...NOTHING, scripts };
  }
  const taken = await takenBy(await Deno.realPath(repository.commonDirAbsolute));
  if (taken !== undefined) throw taken;
  const idle = await idleShims(sources, seen);
  const placing = await planShims({
    repository,
    hookdir: path,
    events: events.filter((event) => !idle.includes(event)),
    launcher: options.launcher,
    state: "kept",
    recognise: options.recognise,
    journal,
  });
  const gone = idle.map((event): Step => ({ kind: "remove-file", path: `${path}/${event}` }));
  const changed = placing.placed.filter(({ change }) => change !== "none");
  await journal?.run({
    command: "install",
    steps: [...placing.links, ...placing.shims, ...gone],
    notes: {
      events: changed.map(({ event }) => event).join(" "),
      ...(companion ? { companion: "yes" } : {}),
    },
  });
  if (!companion) await journal?.adopt();
  const placed = placing.placed.map(({ event }) => event);
  return {
    hookdir: shown,
    placed: placing.placed,
    left: placing.left,
    removed: idle,
    switchedOff: dryRun ? [] : await verify(sources, path, placed),
    scripts: scripts.filter((name) => !placed.includes(name)),
    recovered: journal?.recovered ?? [],
  };
}

const NOTHING: Omit<InstallResult, "scripts"> = {
  hookdir: undefined,
  placed: [],
  left: [],
  removed: [],
  switchedOff: [],
  recovered: [],
};

function isRunning(entry: HookdirEntry): boolean {
  return entry.kind === "script" && entry.executable && findEvent(entry.name) !== undefined;
}

/**
 * Opens the journal for a command, with git's words where the repository cannot be written.
 *
 * @param commonDir the common git directory, absolute
 * @param options `patience` is how long to wait for another command, in milliseconds
 * @returns the open journal
 * @throws {UserError} when it cannot be opened
 */
export async function openJournal(
  commonDir: string,
  options: { readonly patience?: number } = {},
): Promise<Journal> {
  try {
    return await Journal.open(commonDir, options);
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new UserError(`cannot write to ${commonDir}: Permission denied`, {
      exitCode: 1,
      level: "error",
      cause: error,
    });
  }
}

// Files that root leaves in a user's repository are files the user cannot change.
async function refuseForeign(commonDir: string): Promise<void> {
  const { uid } = await Deno.stat(commonDir);
  if (Deno.uid() !== 0 || uid === 0 || uid === null) return;
  throw new UserError({
    message: `${commonDir} belongs to another user (uid ${uid}), and you are root`,
    hints: [
      `install as that user: sudo -u '#${uid}' git-hooks install`,
      "or give all that is made to him: git-hooks install --recursive <dir>",
    ],
  }, { exitCode: 1, level: "error" });
}

// An idle push-to-checkout shim would keep git from updating the worktree itself.
async function idleShims(
  sources: Sources,
  entries: readonly HookdirEntry[],
): Promise<readonly string[]> {
  const entry = entries.find(({ name, kind }) => name === "push-to-checkout" && kind === "shim");
  if (entry === undefined || isEdited(entry, undefined)) return [];
  const idle = entry.shim?.script?.state !== "kept" &&
    !hookExists(await listHooks(sources, entry.name));
  return idle ? [entry.name] : [];
}

// The proof that git finds what was installed: it is asked where it looks, and we look there.
async function verify(
  sources: Sources,
  hookdir: string,
  events: readonly string[],
): Promise<readonly string[]> {
  const answer = await runGit(["rev-parse", "--git-path", "hooks"], { cwd: sources.directory });
  const told = new TextDecoder().decode(answer.stdout).replace(/\n$/, "");
  const folder = directoryOf(await realParent(`${joinPath(sources.directory, told)}/.`));
  if (answer.code !== 0 || folder !== hookdir) {
    throw new UserError({
      message: `git looks for hooks in ${told}, not in ${hookdir}, where they were installed`,
      hints: [
        "git hooks uninstall, and look at: git config --show-origin --get-all core.hooksPath",
      ],
    }, { exitCode: 1, level: "error" });
  }
  const off: string[] = [];
  for (const event of events) {
    const info = await Deno.stat(`${hookdir}/${event}`);
    if (!mayExecute(info)) off.push(event);
  }
  return off;
}
