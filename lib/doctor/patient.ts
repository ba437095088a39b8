/**
 * All that the families of findings look at, read once. Nothing is written.
 *
 * @module
 */

import type { Setting } from "../config/setting.ts";
import { findPlaces, type Places } from "../explain/places.ts";
import { findPathGits, type PathGit } from "../git/path_gits.ts";
import type { Repository } from "../git/repository.ts";
import type { Hook } from "../hook.ts";
import { type HookdirEntry, readHookdir } from "../install/hookdir_state.ts";
import { readWritten } from "../journal/written.ts";
import { overview, type OverviewEvent } from "../overview.ts";
import { joinPath } from "../paths.ts";
import { quoteForSh } from "../quote.ts";
import { readSources, type Sources } from "../sources.ts";
import { readMounts } from "./mounts.ts";

/** Who is examined. */
export interface Patient {
  /** What the resolver reads. */
  readonly sources: Sources;
  /** The repository; undefined outside of any. */
  readonly repository: Repository | undefined;
  /** Spells places. */
  readonly places: Places;
  /** Every event that has a hook. */
  readonly events: readonly OverviewEvent[];
  /** The hookdir that has effect, absolute; undefined outside of a repository. */
  readonly hookdir: string | undefined;
  /** What stands in it. */
  readonly entries: readonly HookdirEntry[];
  /** What we wrote there, by path. */
  readonly written: ReadonlyMap<string, Uint8Array>;
  /** The gits in PATH. */
  readonly gits: readonly PathGit[];
  /** The value of PATH. */
  readonly path: string | undefined;
  /** The list of mounts; empty where there is none. */
  readonly mounts: string;
  /** The launcher that started us, or the one in PATH; undefined when there is none. */
  readonly launcher: string | undefined;
}

/**
 * Reads everything.
 *
 * @param cwd the directory to ask from, absolute
 * @returns what the families look at
 * @throws {UserError} with git's words when git refuses the repository or cannot read its configuration
 */
export async function readPatient(cwd: string): Promise<Patient> {
  const sources = await readSources({ cwd });
  const { repository, directory } = sources;
  const path = Deno.env.get("PATH");
  const hookdir = sources.hookdir === undefined
    ? undefined
    : joinPath(directory, sources.hookdir.path);
  const [places, events, entries, gits, mounts, launcher] = await Promise.all([
    findPlaces(sources),
    overview(sources),
    hookdir === undefined ? [] : readHookdir(hookdir).catch(() => []),
    findPathGits(path, repository?.directory),
    readMounts(),
    findLauncherOrNone(),
  ]);
  const written = repository === undefined ? new Map<string, Uint8Array>() : await readWritten(
    repository.commonDirAbsolute,
    entries.map((entry) => entry.path),
  ).catch(() => new Map<string, Uint8Array>());
  return {
    sources,
    repository,
    places,
    events,
    hookdir,
    entries,
    written,
    gits,
    path,
    mounts,
    launcher,
  };
}

async function findLauncherOrNone(): Promise<string | undefined> {
  const { findLauncher } = await import("../install/launcher.ts");
  return await findLauncher().catch(() => undefined);
}

/** One hook with the event it was found under. */
export interface FoundHook {
  /** The hook. */
  readonly hook: Hook;
  /** Why it does not run, as the overview says; undefined when it runs. */
  readonly reason: OverviewEvent["hooks"][number]["reason"];
  /** The overview of its event. */
  readonly event: OverviewEvent;
}

/**
 * Lists all hooks of all events.
 *
 * @param patient who is examined
 * @returns the hooks in the order of the overview
 */
export function allHooks(patient: Patient): readonly FoundHook[] {
  return patient.events.flatMap((event) =>
    event.hooks.map(({ hook, reason }) => ({ hook, reason, event }))
  );
}

/**
 * Names a hook in a sentence.
 *
 * @param hook the hook
 * @returns for example `pre-commit hook 'lint'`
 */
export function nameOf(hook: Hook): string {
  return hook.name === undefined
    ? `${hook.event} script of the hookdir`
    : `${hook.event} hook '${hook.name}'`;
}

/**
 * Writes the git command that changes a setting where it stands.
 *
 * @param setting the setting
 * @param words what follows the file's option, for example `["--unset", "core.hooksPath"]`
 * @param patient who is examined
 * @returns the command; undefined for a setting that stands in no file
 */
export function configCommand(
  setting: Setting,
  words: readonly string[],
  patient: Patient,
): string | undefined {
  const { origin, scope } = setting;
  if (origin.kind !== "file") return undefined;
  const { repository, sources } = patient;
  const file = joinPath(sources.directory, origin.path);
  const own = repository !== undefined && file === `${repository.commonDirAbsolute}/config`;
  const home = Deno.env.get("HOME");
  const global = scope === "global" && home !== undefined && file === `${home}/.gitconfig`;
  const where = own ? [] : global ? ["--global"] : ["--file", shWord(file)];
  return ["git config", ...where, ...words.map(shWord)].join(" ");
}

/**
 * Quotes a word for a command that people paste, where it needs that.
 *
 * @param word the word
 * @returns the word, quoted when sh would read it otherwise
 */
export function shWord(word: string): string {
  return /^[A-Za-z0-9_@%+:,./-]+$/.test(word) ? word : quoteForSh(word);
}
