/**
 * How many hooks run at once, as git's `get_hook_jobs()` (hook.c) decides it.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import type { Hook, Resolution } from "../hook.ts";
import type { RunOptions } from "./options.ts";

/** The number of jobs, and what is to be said about it. */
export interface Jobs {
  /** At least 1. */
  readonly count: number;
  /** Warnings, without `warning: `. */
  readonly warnings: readonly string[];
}

/**
 * Decides how many hooks run at once.
 *
 * @param resolution the event's hooks, those that do not run included: git looks at them, too
 * @param options the mode and an explicit number
 * @returns the number and git's warnings about it
 */
export function decideJobs(
  resolution: Resolution,
  options: Pick<RunOptions, "mode" | "jobs">,
): Jobs {
  const forced = options.mode === "hook" && findEvent(resolution.event)?.forcedSerial === true;
  const serial = resolution.hooks.filter((hook) => isConfigured(hook) && !hook.parallel);
  const explicit = forced ? 1 : options.jobs;
  if (explicit === undefined) {
    return { count: serial.length > 0 ? 1 : Math.max(1, resolution.jobs), warnings: [] };
  }
  if (explicit <= 1) return { count: 1, warnings: [] };
  return {
    count: explicit,
    warnings: serial.map((hook) =>
      `hook '${hook.name ?? ""}' is not marked as parallel=true, ` +
      `running in parallel anyway due to -j${explicit}`
    ),
  };
}

// A shadowed hook is not one of the event's, and an untrusted one has no say.
function isConfigured(hook: Hook): boolean {
  return hook.source !== "hookdir" && hook.state !== "shadowed" && hook.state !== "untrusted";
}
