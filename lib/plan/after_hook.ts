/**
 * What is kept in step after the code has answered an event: plans for the next time, and shims for events
 * that have none yet.
 *
 * @module
 */

import { findEvent, newsEvents } from "../events.ts";
import type { Resolution } from "../hook.ts";
import { listAllHooks, listHooks } from "../resolver.ts";
import { readSources, type Sources } from "../sources.ts";
import { type GitCapability, probeFiring } from "./probe_gits.ts";
import { gitsOfPlan, writePlans } from "./write_plan.ts";

/** What was answered. */
export interface AfterHookOptions {
  /** The directory in which the hooks ran, absolute. */
  readonly cwd: string;
  /** The event. */
  readonly event: string;
  /** The process that fired it. */
  readonly parent: number;
  /** The gits that were probed for it, if any were. */
  readonly gits?: readonly GitCapability[] | undefined;
}

/**
 * Compiles plans after an event, from sources that are read anew: the hooks may have changed them. The
 * events that are fired beside it get theirs too, so that one change costs one start of the code.
 *
 * @param options what was answered
 * @returns the sources as they are now; undefined when they cannot be read
 */
export async function afterHook(options: AfterHookOptions): Promise<Sources | undefined> {
  const { cwd, event, parent } = options;
  const sources = await readSources({ cwd, event }).catch(() => undefined);
  const repository = sources?.repository;
  if (sources === undefined || repository === undefined) return sources;
  // git spells paths from the worktree's root; a push into a worktree runs hooks elsewhere (push-to-checkout).
  if (sources.directory !== cwd && !repository.gitDir.startsWith("/")) return sources;
  if (sources.broken !== undefined || sources.git.fatal !== undefined) return sources;
  const beside = (await listAllHooks(sources, [])).filter((one) => isBeside(one, event));
  const resolutions = [await listHooks(sources, event), ...beside];
  // What a pull brings is told once, though a rebase fires two of these.
  for (const news of newsEvents().includes(event) ? newsEvents() : []) {
    const known = resolutions.some((one) => one.event === news);
    if (!known) resolutions.push(await listHooks(sources, news));
  }
  const configured = resolutions.some(({ hooks }) =>
    hooks.some((hook) => hook.source === "git-config" && hook.state === "runs")
  );
  const gits = options.gits ??
    (configured
      ? (await probeFiring({ cwd, parent, known: await gitsOfPlan(repository, event) })).gits
      : undefined);
  await writePlans({ cwd, sources, resolutions, gits });
  return sources;
}

// Fired by the same program in the same directory, and answered from the same files.
function isBeside(resolution: Resolution, event: string): boolean {
  const [one, other] = [findEvent(resolution.event), findEvent(event)];
  return resolution.event !== event && one?.side === other?.side &&
    one?.directory === other?.directory && (one?.project ?? true) === (other?.project ?? true);
}
