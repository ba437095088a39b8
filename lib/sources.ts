/**
 * Reads every source of hooks once, in the order in which they have their force: git config, the
 * hooks.toml files, the place of the hookdir. The resolver answers from this, and so does whoever asks
 * a second question.
 *
 * @module
 */

import { findHookdir, type Hookdir } from "./_hookdir.ts";

export type { Hookdir };
import { type Fold, foldSettings } from "./config/fold.ts";
import { type GitConfig, readGitConfig } from "./config/git_config.ts";
import type { HooksToml } from "./config/hooks_toml.ts";
import { type Fault, UserError } from "./errors.ts";
import { findEvent } from "./events.ts";
import { discoverRepository, type Repository } from "./git/repository.ts";
import { displayPath, joinPath } from "./paths.ts";
import type { ProjectTrust } from "./trust/project_trust.ts";

/** The hooks.toml files that take part, each undefined where there is none. */
export interface TomlSources {
  /** `/etc/git-hooks/hooks.toml`, or what `GIT_HOOKS_SYSTEM` names. */
  readonly system?: HooksToml | undefined;
  /** The one at the worktree's root: tracked, runs only when trusted. */
  readonly project?: HooksToml | undefined;
  /** The one in the common git directory. */
  readonly local?: HooksToml | undefined;
}

/** All that is known before an event is named. */
export interface Sources {
  /** Where hooks run when started by hand: the worktree's root, else the directory asked from. Absolute. */
  readonly directory: string;
  /** The repository; undefined outside of any. */
  readonly repository: Repository | undefined;
  /** Where git looks for scripts; undefined outside of a repository. */
  readonly hookdir: Hookdir | undefined;
  /** What git's configuration says. */
  readonly gitConfig: GitConfig;
  /** git's configuration by git's rules. */
  readonly git: Fold;
  /** The files as they were read. */
  readonly toml: TomlSources;
  /** The system's and the repository's own hooks.toml as one stream. */
  readonly user: Fold;
  /** The project's hooks.toml, its settings of names that another source declares left out. */
  readonly project: Fold;
  /** Names that the project file declares and another source declares too: shadowed. */
  readonly shadowedNames: ReadonlySet<string>;
  /** Whether the project's file may run. */
  readonly trust: ProjectTrust | undefined;
  /** What is wrong with hooks.toml files: nothing may run while there is something. */
  readonly broken: UserError | undefined;
}

/** What to read. */
export interface ReadOptions {
  /** The directory to ask from, absolute. */
  readonly cwd: string;
  /** The event that will be asked for: where it never reads the project's file, that is not opened. */
  readonly event?: string;
}

/**
 * Reads every source as it is seen from a directory.
 *
 * @param options the directory and, if known, the event
 * @returns the sources; faults of hooks.toml files are kept in `broken`, for whoever only wants to show
 * @throws {UserError} with git's words when git refuses the repository or cannot read its configuration
 * @example Usage
 * ```ts
 * import { readSources } from "@git-hooks/git-hooks";
 * const sources = await readSources({ cwd: "/" });
 * console.assert(sources.directory.startsWith("/"));
 * ```
 */
export async function readSources(options: ReadOptions): Promise<Sources> {
  const [repository, wholeConfig] = await Promise.all([
    discoverRepository(options.cwd),
    readGitConfig(options.cwd),
  ]);
  const gitConfig = repository === undefined ? withoutCommandLine(wholeConfig) : wholeConfig;
  const directory = repository?.directory ?? options.cwd;
  const [hookdir, files] = await Promise.all([
    repository === undefined ? undefined : findHookdir(repository, gitConfig),
    readFiles({ repository, directory, gitConfig, event: options.event }),
  ]);
  const { system, local, project } = files.toml;
  const git = foldSettings(gitConfig.hooks, "git");
  const user = foldSettings([...system?.settings ?? [], ...local?.settings ?? []], "hooks.toml");
  const shadowedNames = namesDeclaredTwice(project, git, user);
  return {
    directory,
    repository,
    hookdir,
    gitConfig,
    git,
    toml: files.toml,
    user,
    project: foldSettings(project?.settings ?? [], "hooks.toml"),
    shadowedNames,
    trust: files.trust,
    broken: files.broken,
  };
}

// Outside of a repository git looks for hooks in what it reads very early (config.c,
// read_very_early_config()): neither `-c` nor the environment says anything there.
function withoutCommandLine(config: GitConfig): GitConfig {
  return { ...config, hooks: config.hooks.filter(({ scope }) => scope !== "command") };
}

/**
 * Reads a project's hooks.toml where `githooks.trust` is `never`, only to show what is in it: all other answers
 * are those of a project without one.
 *
 * @param sources what {@linkcode readSources} read
 * @returns the same, with the project's hooks, none of which runs; unchanged under any other policy, and where
 *   the file cannot be read
 * @example Usage
 * ```ts
 * import { readSources, withUnreadProject } from "@git-hooks/git-hooks";
 * const sources = await readSources({ cwd: "/" });
 * console.assert(await withUnreadProject(sources) === sources);
 * ```
 */
export async function withUnreadProject(sources: Sources): Promise<Sources> {
  const worktree = sources.repository?.worktree;
  if (sources.trust?.state !== "never" || worktree === undefined) return sources;
  const { readProjectText } = await import("./trust/project_text.ts");
  let toml: HooksToml | undefined;
  try {
    toml = (await readProjectText(worktree))?.toml;
  } catch (error) {
    // What is wrong with it concerns nobody as long as nothing of it is to run.
    if (!(error instanceof UserError)) throw error;
  }
  if (toml === undefined) return sources;
  return {
    ...sources,
    toml: { ...sources.toml, project: toml },
    project: foldSettings(toml.settings, "hooks.toml"),
    shadowedNames: namesDeclaredTwice(toml, sources.git, sources.user),
  };
}

/**
 * Names the system's hooks.toml.
 *
 * @returns `GIT_HOOKS_SYSTEM` where it is set, nothing under `GIT_CONFIG_NOSYSTEM`, else the file in /etc
 * @example Usage
 * ```ts
 * import { systemFile } from "@git-hooks/git-hooks";
 * console.assert(systemFile() === undefined || systemFile()?.endsWith("toml"));
 * ```
 */
export function systemFile(): string | undefined {
  const replaced = Deno.env.get("GIT_HOOKS_SYSTEM");
  if (replaced !== undefined && replaced !== "") return replaced;
  const off = Deno.env.get("GIT_CONFIG_NOSYSTEM") ?? "";
  return ["", "0", "false", "no", "off"].includes(off.toLowerCase())
    ? "/etc/git-hooks/hooks.toml"
    : undefined;
}

interface Files {
  readonly toml: TomlSources;
  readonly trust: ProjectTrust | undefined;
  readonly broken: UserError | undefined;
}

interface Surroundings {
  readonly repository: Repository | undefined;
  readonly directory: string;
  readonly gitConfig: GitConfig;
  readonly event: string | undefined;
}

// Most repositories have no hooks.toml at all, so the reader is loaded only when one is there.
async function readFiles(around: Surroundings): Promise<Files> {
  const { repository, directory } = around;
  const home = Deno.env.get("HOME");
  const shown = (path: string): string => displayPath(path, { directory, home });
  const system = systemFile();
  const local = repository === undefined
    ? undefined
    : joinPath(repository.commonDirAbsolute, "hooks.toml");
  const readable = repository === undefined || mayReadProject(around.event);
  const worktree = readable ? repository?.worktree : undefined;
  const hasSystem = isThere(system);
  const hasLocal = isThere(local);
  const hasProject = isThere(worktree === undefined ? undefined : joinPath(worktree, "hooks.toml"));
  if (!hasSystem && !hasLocal && !hasProject) {
    return { toml: {}, trust: undefined, broken: undefined };
  }
  const faults: Fault[] = [];
  const [systemToml, localToml, project] = await Promise.all([
    hasSystem && system !== undefined
      ? collect(faults, () => read({ path: system, file: shown(system), scope: "system" }))
      : undefined,
    hasLocal && local !== undefined && repository !== undefined
      ? collect(
        faults,
        () =>
          read({ path: local, file: joinPath(repository.commonDir, "hooks.toml"), scope: "local" }),
      )
      : undefined,
    hasProject && worktree !== undefined && repository !== undefined
      ? collect(faults, () => readProject({ worktree, repository, gitConfig: around.gitConfig }))
      : undefined,
  ]);
  return {
    toml: { system: systemToml, local: localToml, project: project?.toml },
    trust: project?.trust,
    broken: faults.length === 0 ? undefined : new UserError(faults),
  };
}

function mayReadProject(event: string | undefined): boolean {
  return event === undefined || (findEvent(event)?.project ?? true);
}

// Not awaited: for what takes microseconds a thread costs more than it saves.
function isThere(path: string | undefined): boolean {
  if (path === undefined) return false;
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) {
      return false;
    }
    // Something is there that cannot be looked at: the reader says what.
    return true;
  }
}

async function collect<T>(faults: Fault[], work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    faults.push(...error.faults);
    return undefined;
  }
}

async function read(
  file: { readonly path: string; readonly file: string; readonly scope: "system" | "local" },
): Promise<HooksToml | undefined> {
  const { readHooksToml } = await import("./config/hooks_toml.ts");
  return await readHooksToml(file);
}

async function readProject(
  options: {
    readonly worktree: string;
    readonly repository: Repository;
    readonly gitConfig: GitConfig;
  },
): Promise<{ readonly toml: HooksToml | undefined; readonly trust: ProjectTrust }> {
  const { projectTrust } = await import("./trust/project_trust.ts");
  const { worktree, repository } = options;
  const trust = await projectTrust({
    worktree,
    commonDirAbsolute: repository.commonDirAbsolute,
    settings: options.gitConfig.githooks,
  });
  // What runs is the text that was compared with what was accepted, never a second reading of the file.
  return { toml: trust.project?.toml, trust };
}

function namesDeclaredTwice(project: HooksToml | undefined, git: Fold, user: Fold): Set<string> {
  const names = new Set<string>();
  for (const { name } of project?.settings ?? []) {
    if (name === undefined || findEvent(name) !== undefined) continue;
    if (isDeclared(git, name) || isDeclared(user, name)) names.add(name);
  }
  return names;
}

// A lone `enabled` declares nothing: it is how a user switches somebody else's hook off.
function isDeclared(fold: Fold, name: string): boolean {
  return fold.hooks.get(name)?.program !== undefined ||
    [...fold.events.values()].some((hooks) => hooks.has(name));
}
