/**
 * Compiles the plans of a repository and puts them in their place.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import type { Resolution } from "../hook.ts";
import { ownPath } from "../own_path.ts";
import { joinPath } from "../paths.ts";
import { variable } from "../run/variable.ts";
import { type Sources, systemFile } from "../sources.ts";
import { agreesWith, isCacheable } from "./answer.ts";
import { compilePlan } from "./compile.ts";
import type { FileFact, PlanFacts, ProbedGit, ShimFact } from "./facts.ts";
import {
  fileFacts,
  isSettled,
  type ReadFile,
  type References,
  referencesIn,
} from "./file_facts.ts";
import {
  newNonce,
  openOwnPlanFolder,
  openPlanFolder,
  prunePlanFolder,
  writePlanFile,
} from "./plan_folder.ts";
import type { GitCapability } from "./probe_gits.ts";
import { QUESTION_ARGS } from "./sh_fragments.ts";
import { readShimHead, SHIM_HEAD_BYTES } from "./shim.ts";

/** What plans are made of. */
export interface PlanOptions {
  /** The directory in which the hooks run, absolute. */
  readonly cwd: string;
  /** What `readSources` read there. */
  readonly sources: Sources;
  /** The events to make plans for. */
  readonly resolutions: readonly Resolution[];
  /** The gits that were probed; without them events with hooks of git config get no plan. */
  readonly gits: readonly GitCapability[] | undefined;
}

/** A variable of the environment that decides which files take part, or whose acceptances count. */
const VARIABLES = ["GIT_HOOKS_SYSTEM", "GIT_CONFIG_NOSYSTEM", "HOME", "XDG_STATE_HOME"] as const;

/**
 * Compiles plans and writes them. Where that is not possible, nothing is written, and the next event is
 * answered by the code again: a plan is only ever a cache.
 *
 * @param options the sources, the events, the gits
 * @returns the names of the events that have a plan now
 */
export async function writePlans(options: PlanOptions): Promise<readonly string[]> {
  const { cwd, sources, resolutions } = options;
  const { repository, hookdir } = sources;
  if (repository === undefined || hookdir === undefined || sources.broken !== undefined) return [];
  if (sources.git.fatal !== undefined) return [];
  const shims = new Map<Resolution, ShimFact>();
  for (const resolution of resolutions) {
    if (resolution.hooks.some((hook) => hook.state === "untrusted")) continue;
    const shim = await readShim(joinPath(sources.directory, hookdir.path), resolution.event);
    if (shim !== undefined) shims.set(resolution, shim);
  }
  if (shims.size === 0) return [];
  const answer = await askGit(sources, cwd);
  if (answer === undefined) return [];
  const folder = await openPlanFolder(repository.gitDirAbsolute);
  if (folder === undefined) return [];
  const nonce = newNonce();
  const references = referencesIn(folder, nonce);
  const files = await filesOf(sources, [...shims.keys()], references);
  if (files === undefined) return [];
  const common = {
    directory: cwd,
    gitDir: repository.gitDirAbsolute,
    spelled: repository,
    environment: VARIABLES.map((name) => [name, variable(name)] as const),
    answer,
    advisesIgnoredHook: sources.gitConfig.advisesIgnoredHook,
    signalReset: await signalReset([...shims.keys()]),
    nonce,
    home: variable("HOME"),
  };
  const gits = await probedGits(options, references);
  const own = await openOwnPlanFolder(repository.gitDirAbsolute);
  const written: string[] = [];
  const done = await Promise.allSettled([...shims].map(async ([resolution, shim]) => {
    const configured = resolution.hooks.some((hook) =>
      hook.source === "git-config" && hook.state === "runs"
    );
    if (configured && gits === undefined) return;
    const facts: PlanFacts = {
      ...common,
      shim,
      files: files.of(resolution),
      acceptance: runsProject(resolution) ? sources.trust?.acceptance : undefined,
      gits: configured ? gits ?? [] : [],
    };
    const name = planName(resolution.event, variable("GIT_DIR"));
    const text = compilePlan(resolution, facts);
    await writePlanFile(folder, name, text);
    if (own !== undefined) await writePlanFile(own, name, text).catch(() => {});
    written.push(resolution.event);
  }));
  // Only when all have ended: one that was cut short would leave what it had begun.
  const failed = done.find((one) => one.status === "rejected");
  if (failed !== undefined) throw failed.reason;
  await prunePlanFolder(folder);
  return written;
}

/**
 * Names the file of a plan. Hooks that run in the git directory itself have another one than those of the
 * worktree: they see paths from elsewhere.
 *
 * @param event the event's name
 * @param gitDir the variable GIT_DIR as git set it
 * @returns the name in the plan folder, as `shim.ts` writes it too
 */
export function planName(event: string, gitDir: string | undefined): string {
  return gitDir === "." ? `${event}.git-dir` : event;
}

async function readShim(hookdir: string, event: string): Promise<ShimFact | undefined> {
  const path = joinPath(hookdir, event);
  try {
    using file = await Deno.open(path);
    const bytes = new Uint8Array(SHIM_HEAD_BYTES);
    const head = bytes.subarray(0, await file.read(bytes) ?? 0);
    const shim = readShimHead(head);
    if (shim === undefined) return undefined;
    const [, second, third, rest] = new TextDecoder().decode(head).split("\n");
    // A path so long that the head was cut.
    if (second === undefined || third === undefined || rest === undefined) return undefined;
    return { path, lines: [second, third], head: shim };
  } catch {
    return undefined;
  }
}

/**
 * Asks git the question whose answer plans compare. It must be the one that the resolver had: both were
 * asked of git, one after the other.
 *
 * @param sources what the resolver had
 * @param cwd the directory to ask from
 * @returns the answer; undefined when it is another one, or cannot be compared as text
 */
export async function askGit(
  sources: Sources,
  cwd: string = sources.directory,
): Promise<string | undefined> {
  const said = await runGit(QUESTION_ARGS, { cwd, unset: ["GIT_CONFIG"] });
  if (said.code > 1) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(said.stdout)
      .replace(/\n+$/, "");
    return isCacheable(text, sources.gitConfig) && agreesWith(text, sources.gitConfig)
      ? text
      : undefined;
  } catch {
    return undefined;
  }
}

interface FileFacts {
  readonly of: (resolution: Resolution) => readonly FileFact[];
}

async function filesOf(
  sources: Sources,
  resolutions: readonly Resolution[],
  references: References,
): Promise<FileFacts | undefined> {
  const { repository, toml, trust } = sources;
  if (repository === undefined) return undefined;
  const system = systemFile();
  // Relative to where each event runs, and so another one each time.
  if (system !== undefined && !system.startsWith("/")) return undefined;
  const encoder = new TextEncoder();
  const read = (path: string, text: string | undefined): ReadFile => ({
    path,
    bytes: text === undefined ? undefined : encoder.encode(text),
  });
  const own = [
    ...(system === undefined ? [] : [read(system, toml.system?.text)]),
    read(joinPath(repository.commonDirAbsolute, "hooks.toml"), toml.local?.text),
  ];
  const { worktree } = repository;
  const reads = trust?.state !== "never" &&
    resolutions.some(({ event }) => findEvent(event)?.project ?? true);
  const project = worktree === undefined || !reads ? [] : [{
    ...read(joinPath(worktree, "hooks.toml"), trust?.text),
    noLinksBelow: worktree,
  }];
  const scripts = worktree === undefined || !resolutions.some(runsProject)
    ? []
    : (trust?.project?.scripts ?? []).map(({ path, content }) => ({
      path: joinPath(worktree, path),
      bytes: content,
      noLinksBelow: worktree,
    }));
  const facts = await fileFacts([...own, ...project, ...scripts], references);
  if (facts === undefined) return undefined;
  return {
    of: (resolution): readonly FileFact[] => {
      const projectCounts = findEvent(resolution.event)?.project ?? true;
      const scriptsCount = runsProject(resolution);
      return facts.filter((_, index) =>
        index < own.length ||
        (index < own.length + project.length ? projectCounts : scriptsCount)
      );
    },
  };
}

function runsProject(resolution: Resolution): boolean {
  return resolution.hooks.some((hook) => hook.scope === "project" && hook.state === "runs");
}

async function probedGits(
  options: PlanOptions,
  references: References,
): Promise<readonly ProbedGit[] | undefined> {
  if (options.gits === undefined) return undefined;
  const settled = await Promise.all(options.gits.map(({ path }) => isSettled(path)));
  const gits = options.gits.filter((_, index) => settled[index]);
  const made = await references.make(gits.map(({ path }) => path));
  return gits.flatMap(({ path, knows }, index) => {
    const reference = made[index];
    return reference === undefined ? [] : [{ path, knows, reference }];
  });
}

const ENV = "/usr/bin/env";

/**
 * Finds what gives hooks back the SIGPIPE that git >= 2.54 ignores while receive-pack runs hooks: a shell
 * cannot undo that for what it starts.
 *
 * @param resolutions the events that are compiled
 * @returns the program; undefined when none of the events needs it, or it cannot do it
 */
export async function signalReset(resolutions: readonly Resolution[]): Promise<string | undefined> {
  const receives = resolutions.some(({ event, hooks }) =>
    findEvent(event)?.side === "receive" && event !== "update" && hooks.length > 0
  );
  if (!receives) return undefined;
  try {
    const { code } = await new Deno.Command(ENV, {
      args: ["--default-signal=PIPE", "true"],
      env: ownPath(),
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).output();
    return code === 0 ? ENV : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Reads from an earlier plan which gits it knew.
 *
 * @param repository the repository
 * @param event the event
 * @returns their paths; empty when there is no plan
 */
export async function gitsOfPlan(
  repository: Repository,
  event: string,
): Promise<readonly string[]> {
  const name = planName(event, variable("GIT_DIR"));
  try {
    const text = await Deno.readTextFile(`${repository.gitDirAbsolute}/git-hooks/${name}`);
    return [...text.matchAll(/^# git (?:knows|ignores) (\/.*)$/gm)].map((match) => match[1] ?? "");
  } catch {
    return [];
  }
}
