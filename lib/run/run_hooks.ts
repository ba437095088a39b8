/**
 * Runs the hooks of an event that the resolver found.
 *
 * @module
 */

import type { Resolution } from "../hook.ts";
import type { RunOptions } from "./options.ts";
import { runAll } from "./run_all.ts";

/**
 * Runs the hooks of an event: as `git hook run` does, or as git's own callers do. All of them run even
 * after one failed; one that cannot be started is the last (hook.c, run_hooks_opt()).
 *
 * It does not return when a signal reaches this process: the hooks get it, and then we die of it. What
 * the resolver warned of (`resolution.warnings`) is for the caller to print.
 *
 * @param resolution the event's hooks, as the resolver gave them
 * @param options in whose place, where, with what
 * @returns the exit code: 0, or the exit codes of all hooks OR-ed; 1 when an untrusted hook stops the
 *   event before any is started; 128 when the file for standard input cannot be read
 * @example Usage
 * ```ts
 * import { runHooks } from "@git-hooks/git-hooks";
 * const resolution = { event: "pre-commit", hooks: [], jobs: 1, warnings: [], advice: [], shim: "none" as const };
 * const sink = { err: (text: string): void => void text };
 * const code = await runHooks(resolution, { mode: "run", directory: "/", args: [], sink });
 * console.assert(code === 0);
 * ```
 */
export async function runHooks(resolution: Resolution, options: RunOptions): Promise<number> {
  // Nothing is prepared for a hook that is not there.
  const any = resolution.hooks.some((hook) => hook.state === "runs" || hook.state === "untrusted");
  if (!any) return 0;
  return await runAll(resolution, options);
}
