/**
 * Gathers all that a migration plan is made from; nothing is changed.
 *
 * @module
 */

import { isEventDisabled } from "../config/fold.ts";
import { parseGitBool } from "../config/git_config.ts";
import { UserError } from "../errors.ts";
import { allEvents } from "../events.ts";
import { knowsConfigHooks } from "../git/capability.ts";
import { runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { planShims } from "../install/place.ts";
import { realParent, relativeTo } from "../journal/relative.ts";
import { readEntries, takenBy } from "../journal/store.ts";
import type { Entry } from "../journal/step.ts";
import { directoryOf, displayPath, joinPath } from "../paths.ts";
import { stopIfBroken } from "../resolver.ts";
import type { Sources } from "../sources.ts";
import type { TrustState } from "../trust/project_trust.ts";
import { findElsewhere } from "./elsewhere.ts";
import { findHookdirToMigrate, type FoundHookdir } from "./find_hookdirs.ts";
import { type HookdirLinks, readHookdirLinks } from "./hookdir_links.ts";
import { type PartsFolder, readParts } from "./parts.ts";
import type { Undoer } from "./plan_types.ts";
import { scanHookdir, type ScannedFile } from "./scan_hookdir.ts";
import { findUndoers } from "./undoers.ts";
import { listWorktrees, type Worktree } from "./worktrees.ts";

/** A hookdir of another worktree. */
export interface OtherHookdir {
  /** The worktree as people read it. */
  readonly worktree: string;
  /** The hookdir as people read it. */
  readonly shown: string;
  /** Its files. */
  readonly files: readonly ScannedFile[];
}

/** All that a plan is made from. */
export interface MigrationFacts {
  /** The common git directory, absolute and real. */
  readonly commonDir: string;
  /** The hookdir that is to be migrated. */
  readonly hookdir: FoundHookdir;
  /** Its files. */
  readonly files: readonly ScannedFile[];
  /** The folders `<event>.d` in it, by their events. */
  readonly parts: ReadonlyMap<string, PartsFolder>;
  /** What leads to its files from below it. */
  readonly links: HookdirLinks;
  /** The repository's own hooks folder, when another one has effect. */
  readonly shadowed: readonly ScannedFile[];
  /** That folder as people read it. */
  readonly ownShown: string;
  /** What a push finds, where that is another directory. */
  readonly received: readonly ScannedFile[];
  /** Hookdirs of worktrees that have a `core.hooksPath` of their own. */
  readonly others: readonly OtherHookdir[];
  /** For a tracked folder: events whose script only another worktree or branch has, and which. */
  readonly elsewhere: ReadonlyMap<string, string>;
  /** Events that a setting switches off for configured hooks, and the setting's place. */
  readonly disabled: ReadonlyMap<string, string>;
  /** Why shims cannot stand for some events. */
  readonly obstacles: ReadonlyMap<string, string>;
  /** The folder of scripts relative to the common git directory, for example `hooks.d`. */
  readonly scripts: string;
  /** That folder as people read it. */
  readonly scriptsShown: string;
  /** Friendly names that are taken in some scope. */
  readonly names: ReadonlySet<string>;
  /** Events for which git config has hooks. */
  readonly gitEvents: ReadonlySet<string>;
  /** Events for which a hooks.toml has hooks that may run. */
  readonly tomlEvents: ReadonlySet<string>;
  /** Events for which the project's hooks.toml has hooks that may not run yet. */
  readonly untrustedEvents: ReadonlySet<string>;
  /** Events for which any source has hooks. */
  readonly configuredEvents: ReadonlySet<string>;
  /** Events for which config.worktree, or the command line, has hooks. */
  readonly laterEvents: ReadonlySet<string>;
  /** True when the git in PATH runs hooks of its configuration itself. */
  readonly gitKnowsHooks: boolean;
  /** Events of hooks.toml hooks by the script they name: `pre-commit hooks.d/pre-commit` to the name. */
  readonly scriptHooks: ReadonlyMap<string, string>;
  /** The local hooks.toml. */
  readonly target: {
    readonly path: string;
    readonly shown: string;
    readonly text: string | undefined;
  };
  /** The project's hooks.toml, and whether it may run. */
  readonly projectTarget: {
    readonly path: string;
    readonly shown: string;
    readonly text: string | undefined;
    readonly trust: TrustState | undefined;
  };
  /** The repository's config file: absolute, as people read it, and what it says. */
  readonly config: { readonly path: string; readonly shown: string; readonly text: string };
  /** Lines of tracked files that would undo a migration. */
  readonly undoers: readonly Undoer[];
  /** What was migrated before. */
  readonly entries: readonly Entry[];
}

/**
 * Gathers the facts.
 *
 * @param sources what `readSources` read
 * @param launcher the launcher that shims will start
 * @returns the facts
 * @throws {UserError} with 128 outside of a repository or where a source is broken, with 1 where the
 *   hookdir is not this repository's own
 */
export async function gatherFacts(sources: Sources, launcher: string): Promise<MigrationFacts> {
  const repository = sources.repository;
  if (repository === undefined) {
    throw new UserError("not a git repository (or any of the parent directories): .git");
  }
  await stopIfBroken(sources);
  const common = await Deno.realPath(repository.commonDirAbsolute);
  const hookdir = await findHookdirToMigrate(sources, repository);
  const own = `${common}/hooks`;
  const isOwn = hookdir.kind === "own";
  const [files, links, shadowed, received, worktrees, entries] = await Promise.all([
    scanHookdir(hookdir.path, { commonDir: common }),
    readHookdirLinks(hookdir.path),
    isOwn ? [] : scanHookdir(own),
    hookdir.receive === undefined ? [] : scanHookdir(hookdir.receive),
    listWorktrees(repository),
    readEntries(common),
  ]);
  const shown = (path: string): string =>
    displayPath(path, { directory: repository.directory, home: Deno.env.get("HOME") });
  const elsewhere = hookdir.kind === "tracked"
    ? await findElsewhere({ repository, hookdir, worktrees, shown })
    : new Map<string, string>();
  const untrusted = sources.trust?.state === "untrusted";
  const placedIn = hookdir.kind === "tracked" ? await realDirectory(own) : hookdir.path;
  const scripts = relativeTo(common, `${placedIn}.d`);
  const target = joinPath(repository.commonDir, "hooks.toml");
  const config = joinPath(repository.commonDir, "config");
  return {
    commonDir: common,
    hookdir,
    files,
    parts: await readParts(hookdir.path, files),
    links,
    shadowed,
    ownShown: repository.ownHookdir,
    received,
    others: await readOthers({ repository, hookdir, worktrees, shown }),
    elsewhere,
    disabled: disabledEvents(sources, worktrees, shown),
    obstacles: await findObstacles({ repository, files, placedIn, launcher, common, hookdir }),
    scripts,
    scriptsShown: isOwn ? `${repository.ownHookdir}.d` : shown(`${placedIn}.d`),
    names: takenNames(sources, worktrees),
    gitEvents: new Set(sources.git.events.keys()),
    tomlEvents: new Set([
      ...sources.user.events.keys(),
      ...untrusted ? [] : sources.project.events.keys(),
    ]),
    untrustedEvents: new Set(untrusted ? sources.project.events.keys() : []),
    configuredEvents: new Set(
      [sources.git, sources.user, sources.project].flatMap(({ events }) => [...events.keys()]),
    ),
    laterEvents: new Set(
      [...sources.git.events].filter(([, hooks]) =>
        [...hooks.values()].some(({ scope }) => scope === "worktree" || scope === "command")
      ).map(([event]) => event),
    ),
    gitKnowsHooks: await knowsConfigHooks(repository.directory),
    scriptHooks: scriptHooks(sources),
    target: {
      path: await throughLink(`${common}/hooks.toml`),
      shown: target,
      text: sources.toml.local?.text,
    },
    projectTarget: {
      path: await throughLink(`${repository.worktree ?? common}/hooks.toml`),
      shown: "hooks.toml",
      text: sources.trust?.text,
      trust: sources.trust?.state,
    },
    config: {
      path: await throughLink(`${common}/config`),
      shown: config,
      text: await Deno.readTextFile(`${common}/config`),
    },
    undoers: await findUndoers(repository),
    entries,
  };
}

// A file that is a link is written where it leads, and stays a link.
async function throughLink(path: string): Promise<string> {
  return await Deno.realPath(path).catch(() => path);
}

async function realDirectory(path: string): Promise<string> {
  return directoryOf(await realParent(`${path}/.`));
}

interface Surroundings {
  readonly repository: Repository;
  readonly hookdir: FoundHookdir;
  readonly worktrees: readonly Worktree[];
  readonly shown: (path: string) => string;
}

async function readOthers(around: Surroundings): Promise<readonly OtherHookdir[]> {
  const { repository, hookdir, worktrees, shown } = around;
  const here = await realDirectory(repository.directory);
  const others: OtherHookdir[] = [];
  for (const worktree of worktrees) {
    if (await realDirectory(worktree.path) === here) continue;
    const value = await expandedPath(worktree);
    const path = value === undefined
      ? `${repository.commonDirAbsolute}/hooks`
      : joinPath(worktree.path, value);
    // The same setting leads each worktree to its own copy of a tracked folder, which is one thing.
    const same = value === hookdir.value || await realDirectory(path) === hookdir.path;
    if (same) continue;
    others.push({
      worktree: shown(worktree.path),
      shown: shown(path),
      files: await scanHookdir(path),
    });
  }
  return others;
}

async function expandedPath(worktree: Worktree): Promise<string | undefined> {
  const value = worktree.hooksPath?.value;
  if (value === undefined || !/^(~|%\()/.test(value)) return value;
  const answer = await runGit(["config", "--type=path", "--get", "core.hooksPath"], {
    cwd: worktree.path,
    unset: ["GIT_DIR", "GIT_WORK_TREE", "GIT_COMMON_DIR", "GIT_CONFIG"],
  });
  return new TextDecoder().decode(answer.stdout).replace(/\n$/, "");
}

function disabledEvents(
  sources: Sources,
  worktrees: readonly Worktree[],
  shown: (path: string) => string,
): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const { name } of allEvents()) {
    const fold = [sources.git, sources.user].find((one) => isEventDisabled(one, name));
    const origin = fold?.switches.get(name)?.setting.origin;
    if (fold !== undefined) found.set(name, shown(origin?.path ?? ""));
  }
  for (const worktree of worktrees) {
    for (const { name, value, scope } of worktree.switches) {
      if (scope !== "worktree" || name === undefined || found.has(name)) continue;
      if (parseGitBool(value) === false) found.set(name, `worktree ${shown(worktree.path)}`);
    }
  }
  return found;
}

async function findObstacles(
  options: {
    readonly repository: Repository;
    readonly hookdir: FoundHookdir;
    readonly files: readonly ScannedFile[];
    readonly placedIn: string;
    readonly launcher: string;
    readonly common: string;
  },
): Promise<ReadonlyMap<string, string>> {
  const { repository, files, placedIn, launcher, common } = options;
  const events = files.filter(({ entry }) => entry.event).map(({ entry }) => entry.name);
  const taken = await takenBy(common);
  if (taken !== undefined) {
    const reason = `${repository.ownHookdir}.d is there already, and git-hooks did not make it`;
    return new Map(events.map((event) => [event, reason]));
  }
  if (options.hookdir.kind === "tracked") return new Map();
  const placing = await planShims({
    repository,
    hookdir: placedIn,
    events,
    launcher,
    state: "migrated",
  });
  return new Map(placing.left.map((left) => [left.event, left.reason]));
}

function takenNames(sources: Sources, worktrees: readonly Worktree[]): ReadonlySet<string> {
  const settings = [
    ...sources.gitConfig.hooks,
    ...sources.toml.system?.settings ?? [],
    ...sources.toml.project?.settings ?? [],
    ...sources.toml.local?.settings ?? [],
    ...worktrees.flatMap(({ switches }) => switches),
  ];
  return new Set(settings.map(({ name }) => name).filter((name) => name !== undefined));
}

function scriptHooks(sources: Sources): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [event, hooks] of sources.user.events) {
    for (const [name, setting] of hooks) {
      if (setting.scope !== "local") continue;
      const program = sources.user.hooks.get(name)?.program;
      if (program?.value !== undefined) found.set(`${event} ${program.value}`, name);
    }
  }
  return found;
}
