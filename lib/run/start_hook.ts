/**
 * One hook from its start to its end, the same for serial and parallel runs, with git's messages about
 * both (run-command.c, start_command() and wait_or_whine()).
 *
 * @module
 */

import type { Hook, Program } from "../hook.ts";
import { absolutePath } from "../own_path.ts";
import { joinPath } from "../paths.ts";
import {
  durationOf,
  hookArgs,
  programArgv,
  programLabel,
  shownDuration,
  withTimeout,
} from "./argv.ts";
import { type HookInput, startChild } from "./child.ts";
import { gitLine } from "./messages.ts";
import type { RunOptions } from "./options.ts";
import { onlyWarns, type Outcome } from "./outcome.ts";
import { shareOf } from "./refs.ts";
import type { SignalWatch } from "./signals.ts";
import { checkStart, reasonOf } from "./start_check.ts";
import { variable } from "./variable.ts";

/** What all hooks of a run have in common. */
export interface RunContext {
  /** The event's name. */
  readonly event: string;
  /** What the caller asked for. */
  readonly options: RunOptions;
  /** True when what hooks print is read by us, because several run at once. */
  readonly buffered: boolean;
  /** True when their standard output goes where their standard error goes. */
  readonly stdoutToStderr: boolean;
  /** The signals that reach us. */
  readonly signals: SignalWatch;
}

/** A hook that runs. */
export interface Running {
  /** The hook. */
  readonly hook: Hook;
  /** Its process. */
  readonly child: Deno.ChildProcess;
  /** Waits for its end. */
  readonly end: () => Promise<Outcome>;
}

/**
 * Starts a hook, or says why not.
 *
 * @param hook the hook; its state is `runs`
 * @param context what all hooks of the run have in common
 * @returns the running hook, or what became of it
 */
export async function startHook(hook: Hook, context: RunContext): Promise<Running | Outcome> {
  const { options } = context;
  const program = hook.program;
  if (program === undefined) return refused(hook, "no command is configured", context);
  const share = await shareOfHook(hook, context);
  if (share === undefined) return { hook, kind: "no-refs", code: 0 };
  const prepared = prepareArgv(hook, program, share.args, context);
  if (!Array.isArray(prepared)) return prepared;
  if (!await isStillAccepted(program, options.directory)) {
    return cannotExec(hook, program, "it is no longer what was trusted", context);
  }
  const startedAt = performance.now();
  try {
    const child = startChild({
      argv: prepared,
      directory: options.directory,
      input: share.input,
      stdoutToStderr: context.stdoutToStderr,
      // run_processes_parallel() ignores SIGPIPE, and start_command() hands that on. What the git that
      // fired an event does is not known, so there hooks have what programs usually have.
      ignoresPipe: options.mode === "run",
      buffered: context.buffered,
      env: options.env ?? {},
      unset: options.unset ?? [],
    });
    context.signals.add(child);
    return { hook, child, end: () => endOf({ hook, program, child, startedAt, context }) };
  } catch (error) {
    return cannotExec(hook, program, reasonOf(error), context);
  }
}

// The words to execute, or what became of the hook when there are none.
function prepareArgv(
  hook: Hook,
  program: Program,
  args: readonly string[],
  context: RunContext,
): string[] | Outcome {
  const { options } = context;
  const place = { directory: options.directory, path: options.env?.["PATH"] ?? variable("PATH") };
  const [first = "", ...rest] = programArgv(program, args);
  const checked = checkStart(first, place);
  if (!checked.ok) {
    return checked.search
      ? cannotRun(hook, programLabel(program), checked.reason, context)
      : cannotExec(hook, program, checked.reason, context);
  }
  const argv = [checked.path, ...rest];
  if (hook.timeout === undefined) return argv;
  const [timeout = "", ...limited] = withTimeout(argv, hook.timeout);
  // It is ours to find, the program behind it is the hook's.
  const own = place.path === undefined ? undefined : absolutePath(place.path);
  const found = checkStart(timeout, { ...place, path: own });
  return found.ok
    ? [found.path, ...limited]
    : cannotRun(hook, "timeout(1), which 'timeout' needs", found.reason, context);
}

async function isStillAccepted(program: Program, directory: string): Promise<boolean> {
  if (program.kind !== "script" || program.accepted === undefined) return true;
  const { content } = program.accepted;
  const { readCheckedFile } = await import("../trust/checked_file.ts");
  const components = program.path.split("/").filter((part) => part !== "" && part !== ".");
  const now = await readCheckedFile({ root: directory, components, limit: content?.length ?? 0 });
  return content !== undefined && now.state === "file" && now.bytes.length === content.length &&
    now.bytes.every((byte, index) => byte === content[index]);
}

interface HookShare {
  readonly args: readonly string[];
  readonly input: HookInput;
}

async function shareOfHook(hook: Hook, context: RunContext): Promise<HookShare | undefined> {
  const { options } = context;
  const whole = { args: options.args, input: inputOf(options) };
  const refs = hook.refs;
  if (refs === undefined || refs.length === 0) {
    return { ...whole, args: hookArgs(hook, whole.args) };
  }
  const stdin = options.toStdin === undefined
    ? options.stdin
    : await Deno.readFile(joinPath(options.directory, options.toStdin));
  const share = shareOf(context.event, refs, { args: whole.args, stdin });
  if (share === undefined) return undefined;
  return {
    args: hookArgs(hook, share.args),
    input: share.stdin === undefined ? { kind: "none" } : { kind: "bytes", data: share.stdin },
  };
}

function inputOf(options: RunOptions): HookInput {
  if (options.toStdin !== undefined) return { kind: "file", path: options.toStdin };
  return options.stdin === undefined ? { kind: "none" } : { kind: "bytes", data: options.stdin };
}

// run-command.c, start_command(): prepare_cmd() did not find a name in PATH.
function cannotRun(hook: Hook, what: string, reason: string, context: RunContext): Outcome {
  context.options.sink.err(gitLine("error", `cannot run ${what}: ${reason}`));
  return refused(hook, reason, context);
}

// run-command.c, child_err_spew(): execve(2) failed in the child.
function cannotExec(hook: Hook, program: Program, reason: string, context: RunContext): Outcome {
  const label = programLabel(program);
  context.options.sink.err(gitLine("fatal", `cannot exec '${label}': ${reason}`));
  return refused(hook, reason, context);
}

function refused(hook: Hook, reason: string, { options }: RunContext): Outcome {
  // `git hook run` answers 1, and so does who stands in its place.
  const code = options.mode === "hook" && onlyWarns(hook) ? 0 : 1;
  return { hook, kind: "not-started", code, reason };
}

interface Ending {
  readonly hook: Hook;
  readonly program: Program;
  readonly child: Deno.ChildProcess;
  readonly startedAt: number;
  readonly context: RunContext;
}

// wait_or_whine() keeps silent about SIGINT, SIGQUIT and SIGPIPE.
const SILENT_SIGNALS: ReadonlySet<number> = new Set([2, 3, 13]);

async function endOf(ending: Ending): Promise<Outcome> {
  const { hook, child, context } = ending;
  const { code, signal } = await child.status;
  context.signals.remove(child);
  const killedAfter = hasRunOut(hook, code, performance.now() - ending.startedAt)
    ? shownDuration(hook.timeout ?? "")
    : undefined;
  if (signal === null) return { hook, kind: "ended", code, killedAfter };
  const number = code - 128;
  if (killedAfter === undefined && !SILENT_SIGNALS.has(number)) {
    const label = programLabel(ending.program);
    context.options.sink.err(gitLine("error", `${label} died of signal ${number}`));
  }
  return { hook, kind: "ended", code, signal: number, killedAfter };
}

// timeout(1) ends with 124, or is itself killed with the hook; a hook may do either of its own accord.
function hasRunOut(hook: Hook, code: number, milliseconds: number): boolean {
  if (hook.timeout === undefined || (code !== 124 && code !== 137)) return false;
  return milliseconds >= durationOf(hook.timeout);
}
