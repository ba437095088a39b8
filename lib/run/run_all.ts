/**
 * A run of hooks from its checks to its exit code.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import type { Hook, Resolution } from "../hook.ts";
import { joinPath } from "../paths.ts";
import { decideJobs } from "./jobs.ts";
import { faultLines, gitLine } from "./messages.ts";
import type { RunOptions } from "./options.ts";
import { hasFailed, joinedCode, type Outcome } from "./outcome.ts";
import { runSerial } from "./serial.ts";
import { dieOf, watchSignals } from "./signals.ts";
import { reasonOf } from "./start_check.ts";
import type { RunContext } from "./start_hook.ts";
import { variable } from "./variable.ts";

/**
 * Runs hooks, at least one of which has the state `runs` or `untrusted`.
 *
 * @param resolution the event's hooks
 * @param options in whose place, where, with what
 * @returns the exit code
 */
export async function runAll(resolution: Resolution, options: RunOptions): Promise<number> {
  if (await isStopped(resolution, options)) return 1;
  const hooks = resolution.hooks.filter((hook) => hook.state === "runs");
  if (hooks.length === 0) return 0;
  const jobs = decideJobs(resolution, options);
  for (const warning of jobs.warnings) options.sink.err(gitLine("warning", warning));
  const unreadable = await inputProblem(options);
  if (unreadable !== undefined) {
    options.sink.err(gitLine("fatal", unreadable));
    return 128;
  }
  const signals = watchSignals();
  const buffered = jobs.count > 1;
  const apart = options.mode === "hook" && findEvent(resolution.event)?.stdoutApart === true;
  const context = {
    event: resolution.event,
    options,
    buffered,
    // hook.c, merge_output_if_parallel(): several at once have one stream.
    stdoutToStderr: buffered || !apart,
    signals,
  };
  let outcomes: readonly Outcome[];
  try {
    outcomes = await runThem(hooks, context, jobs.count);
  } finally {
    signals.end();
  }
  if (signals.caught !== undefined) return dieOf(signals.caught);
  await tellFailures(outcomes, context);
  return joinedCode(outcomes);
}

async function isStopped(resolution: Resolution, options: RunOptions): Promise<boolean> {
  if (!resolution.hooks.some((hook) => hook.state === "untrusted")) return false;
  const { untrustedStop, untrustedWarning } = await import("./untrusted_stop.ts");
  const stop = untrustedStop(resolution);
  for (const fault of stop?.faults ?? []) options.sink.err(faultLines("error", fault));
  const warning = untrustedWarning(resolution);
  if (warning !== undefined) options.sink.err(faultLines("warning", warning));
  return stop !== undefined;
}

async function runThem(
  hooks: readonly Hook[],
  context: RunContext,
  jobs: number,
): Promise<readonly Outcome[]> {
  if (!context.buffered) return await runSerial(hooks, context);
  const { runParallel } = await import("./parallel.ts");
  return await runParallel(hooks, context, jobs);
}

// hook.c, pick_next_hook(): xopen() of the file. A pipe is not opened here: it can be read only once.
async function inputProblem(options: RunOptions): Promise<string | undefined> {
  const path = options.toStdin;
  if (path === undefined) return undefined;
  const absolute = joinPath(options.directory, path);
  try {
    const found = await Deno.stat(absolute);
    if (found.isFile) (await Deno.open(absolute)).close();
    return undefined;
  } catch (error) {
    return `could not open '${path}' for reading: ${reasonOf(error)}`;
  }
}

async function tellFailures(outcomes: readonly Outcome[], context: RunContext): Promise<void> {
  if (!outcomes.some(hasFailed)) return;
  const { failureText } = await import("./failure.ts");
  const { options } = context;
  const text = failureText(outcomes, {
    event: context.event,
    mode: options.mode,
    args: options.args,
    directory: options.directory,
    home: variable("HOME"),
    path: options.env?.["PATH"] ?? variable("PATH"),
  });
  if (text !== "") options.sink.err(text);
}
