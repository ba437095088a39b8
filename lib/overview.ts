/**
 * Everything that has to do with hooks here, event by event, with the reason for what does not run: the
 * resolver's answers and what its single answers cannot say (scripts that `core.hooksPath` hides, hooks
 * that nothing starts). Reads only.
 *
 * @module
 */

import { allEvents, findEvent } from "./events.ts";
import { knowsConfigHooks } from "./git/capability.ts";
import type { Hook, Resolution } from "./hook.ts";
import { mayExecute } from "./_hookdir.ts";
import { joinPath } from "./paths.ts";
import { readShimHead, SHIM_HEAD_BYTES } from "./plan/shim.ts";
import { listAllHooks } from "./resolver.ts";
import { type Sources, withUnreadProject } from "./sources.ts";

/** Why a hook does not run, in the words the overview shows; the resolver's states and three more. */
export type Reason =
  | Exclude<Hook["state"], "runs">
  | "dead"
  | "not-installed"
  | "file-only"
  | "wrapper-only";

/** One hook of the overview. */
export interface OverviewHook {
  /** The hook as the resolver gave it. */
  readonly hook: Hook;
  /** Why it does not run when git fires the event here; undefined when it runs. */
  readonly reason: Reason | undefined;
}

/** One event of the overview. */
export interface OverviewEvent {
  /** The resolver's answer. */
  readonly resolution: Resolution;
  /** Its hooks, and dead scripts after them. */
  readonly hooks: readonly OverviewHook[];
}

/**
 * Looks at all events.
 *
 * @param read what {@linkcode readSources} read
 * @returns the events that have a hook, in the order of {@linkcode allEvents}, unknown ones last
 * @example Usage
 * ```ts
 * import { overview, readSources } from "@git-hooks/git-hooks";
 * const events = await overview(await readSources({ cwd: "/" }));
 * console.assert(events.every((event) => event.hooks.length > 0));
 * ```
 */
export async function overview(read: Sources): Promise<readonly OverviewEvent[]> {
  const sources = await withUnreadProject(read);
  const known = allEvents().map((event) => event.name);
  const all = await listAllHooks(sources, known);
  const dead = await deadScripts(sources);
  const native = await firesConfigHooks(sources, all);
  const events = new Map(all.map((resolution) => [resolution.event, resolution]));
  const names = [...new Set([...known, ...events.keys()])];
  return names.flatMap((name) => {
    const resolution = events.get(name) ?? emptyResolution(name);
    const hooks: OverviewHook[] = resolution.hooks.map((hook) => ({
      hook,
      reason: reasonOf({ sources, resolution, hook, native }),
    }));
    const hidden = dead.get(name);
    if (hidden !== undefined) hooks.push({ hook: hidden, reason: "dead" });
    return hooks.length === 0 ? [] : [{ resolution, hooks }];
  });
}

function emptyResolution(event: string): Resolution {
  return { event, hooks: [], jobs: 1, warnings: [], advice: [], shim: "none" };
}

// One more question to git, asked only where the answer matters: is there a git-config hook without a shim?
async function firesConfigHooks(
  sources: Sources,
  all: readonly Resolution[],
): Promise<boolean> {
  const matters = all.some((one) =>
    one.shim !== "executable" && one.hooks.some((hook) => hook.source === "git-config")
  );
  return matters ? await knowsConfigHooks(sources.directory) : true;
}

function reasonOf(
  at: {
    readonly sources: Sources;
    readonly resolution: Resolution;
    readonly hook: Hook;
    readonly native: boolean;
  },
): Reason | undefined {
  const { hook, resolution, sources } = at;
  if (hook.state !== "runs") return hook.state;
  if (hook.source === "hookdir") return undefined;
  const event = findEvent(resolution.event);
  if (event?.fileOnly && resolution.shim !== "executable") {
    return event.name === "proc-receive" ? "wrapper-only" : "file-only";
  }
  // Outside of a repository there is nothing in which a shim could stand.
  if (sources.repository === undefined) {
    return hook.source === "git-config" ? undefined : "not-installed";
  }
  if (resolution.shim === "executable") return undefined;
  if (hook.source === "git-config" && at.native) return undefined;
  return "not-installed";
}

/** The scripts in the repository's own hooks folder that `core.hooksPath` keeps git from finding. */
async function deadScripts(sources: Sources): Promise<ReadonlyMap<string, Hook>> {
  const { repository, hookdir, directory } = sources;
  const found = new Map<string, Hook>();
  if (repository === undefined || hookdir?.hooksPath === undefined) return found;
  const own = joinPath(directory, repository.ownHookdir);
  if (await isSameDirectory(own, joinPath(directory, hookdir.path))) return found;
  for (const { name } of allEvents()) {
    const path = joinPath(repository.ownHookdir, name);
    if (!(await isLiveScript(joinPath(directory, path)))) continue;
    found.set(name, {
      name: undefined,
      event: name,
      source: "hookdir",
      scope: undefined,
      program: { kind: "script", path },
      state: "runs",
      origin: { kind: "file", path },
      parallel: false,
      args: true,
    });
  }
  return found;
}

async function isSameDirectory(left: string, right: string): Promise<boolean> {
  try {
    const [one, other] = await Promise.all([Deno.stat(left), Deno.stat(right)]);
    return one.dev === other.dev && one.ino === other.ino;
  } catch {
    return false;
  }
}

async function isLiveScript(path: string): Promise<boolean> {
  try {
    const info = await Deno.stat(path);
    if (!info.isFile || !mayExecute(info)) return false;
    using file = await Deno.open(path);
    const head = new Uint8Array(SHIM_HEAD_BYTES);
    const length = await file.read(head);
    return readShimHead(head.subarray(0, length ?? 0)) === undefined;
  } catch {
    return false;
  }
}
