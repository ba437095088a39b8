/**
 * `git-hooks hook EVENT -- ARGS`: what a shim becomes when no plan has the answer. It runs the hooks as git's
 * own callers do, then leaves a plan for the next time. Not for people, so no help speaks of it.
 *
 * @module
 */

import { joinBytes } from "../../lib/bytes.ts";
import { type Fault, UserError } from "../../lib/errors.ts";
import { findEvent, newsEvents } from "../../lib/events.ts";
import type { Resolution } from "../../lib/hook.ts";
import { baseOf } from "../../lib/paths.ts";
import type { Firing } from "../../lib/plan/probe_gits.ts";
import { hookExists, listAllHooks, listHooks } from "../../lib/resolver.ts";
import { runHooks } from "../../lib/run/run_hooks.ts";
import { readSources, type Sources } from "../../lib/sources.ts";
import { HOOK } from "../hook_path_commands.ts";
import { LAUNCHER_VARIABLES } from "../launched.ts";
import { UsageError } from "../options.ts";
import { type Console, say, sayError } from "../ui/console.ts";

/**
 * Runs the hooks of an event that git fired.
 *
 * @param args the event, `--`, and the event's arguments
 * @param console where it prints
 * @returns the exit codes of all hooks, OR-ed
 */
export async function hookCommand(args: readonly string[], console: Console): Promise<number> {
  const [event, dashes, ...hookArgs] = args;
  if (event === undefined || event.includes("/") || (dashes !== undefined && dashes !== "--")) {
    throw new UsageError("", HOOK);
  }
  // A plan that is fresh, and has hooks that only we can run.
  const fresh = Deno.env.get("GIT_HOOKS_PLAN") === "fresh";
  Deno.env.delete("GIT_HOOKS_PLAN");
  const cwd = Deno.cwd();
  const parent = Deno.ppid;
  let sources: Sources | undefined;
  let answered: Resolution;
  try {
    sources = await readSources({ cwd, event });
    answered = await listHooks(sources, event);
    if (answered.hooks.some(({ state }) => state === "untrusted")) {
      const { isTrustedNow } = await import("../hook_trust.ts");
      if (await isTrustedNow(sources, answered, console)) {
        sources = await readSources({ cwd, event });
        answered = await listHooks(sources, event);
      }
    }
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    sayBroken(error, event, console);
    if (findEvent(event)?.closes ?? true) return error.exitCode;
    // What is no gate goes on without the hooks of hooks.toml.
    const [readable] = sources === undefined ? [] : await listAllHooks(sources, [event])
      .then((all) => all.filter((one) => one.event === event));
    if (readable === undefined) return 0;
    const hooks = readable.hooks.filter((hook) => hook.source !== "hooks.toml");
    answered = { ...readable, hooks };
  }
  const firing = await whoFired(sources, answered, { cwd, event, parent });
  const resolution = firing?.ours === false
    ? { ...answered, hooks: answered.hooks.filter((hook) => hook.source !== "git-config") }
    : answered;
  for (const line of resolution.advice) say(console, "hint", line);
  const code = await runThem(resolution, { cwd, hookArgs, console });
  if (!fresh && sources?.trust?.state === "untrusted" && newsEvents().includes(event)) {
    const { sayNews } = await import("../hook_trust.ts");
    await sayNews(sources, event, console);
  }
  if (!fresh) await keepInStep({ cwd, event, parent, gits: firing?.gits });
  return code;
}

async function runThem(
  resolution: Resolution,
  options: {
    readonly cwd: string;
    readonly hookArgs: readonly string[];
    readonly console: Console;
  },
): Promise<number> {
  if (!hookExists(resolution)) return 0;
  const { cwd, hookArgs, console } = options;
  const reads = findEvent(resolution.event)?.stdin === true &&
    resolution.hooks.some((hook) => hook.state === "runs");
  return await runHooks(resolution, {
    mode: "hook",
    directory: cwd,
    args: hookArgs,
    ...(reads ? { stdin: await readInput() } : {}),
    unset: LAUNCHER_VARIABLES,
    sink: { err: console.err },
  });
}

async function readInput(): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const buffer = new Uint8Array(64 * 1024);
  for (let count = await Deno.stdin.read(buffer); count !== null;) {
    parts.push(buffer.slice(0, count));
    count = await Deno.stdin.read(buffer);
  }
  return joinBytes(parts);
}

// It matters only where git config has a hook: a git >= 2.54 has run it already.
async function whoFired(
  sources: Sources | undefined,
  resolution: Resolution,
  at: { readonly cwd: string; readonly event: string; readonly parent: number },
): Promise<Firing | undefined> {
  const configured = resolution.hooks.some((hook) =>
    hook.source === "git-config" && hook.state === "runs"
  );
  const repository = sources?.repository;
  if (!configured || repository === undefined) return undefined;
  const [{ probeFiring }, { gitsOfPlan }] = await Promise.all([
    import("../../lib/plan/probe_gits.ts"),
    import("../../lib/plan/write_plan.ts"),
  ]);
  const known = await gitsOfPlan(repository, at.event);
  return await probeFiring({ cwd: at.cwd, parent: at.parent, known });
}

// Only ever a help for the next time: whatever goes wrong here has no say in what git does now.
async function keepInStep(
  done: {
    readonly cwd: string;
    readonly event: string;
    readonly parent: number;
    readonly gits: Firing["gits"] | undefined;
  },
): Promise<void> {
  try {
    const { afterHook } = await import("../../lib/plan/after_hook.ts");
    const sources = await afterHook(done);
    if (sources === undefined) return;
    const { addShims } = await import("../../lib/plan/add_shims.ts");
    await addShims(sources);
  } catch (error) {
    if (Deno.env.get("GIT_HOOKS_TRACE") === "1") throw error;
  }
}

function sayBroken(error: UserError, event: string, console: Console): void {
  const row = findEvent(event);
  const closes = row?.closes ?? true;
  if (row?.side === "receive") {
    // Whoever pushes learns the file's name, and nothing of the server's folders.
    const faults = error.faults.map(withoutFolder);
    sayFaults(new UserError(faults, { exitCode: error.exitCode }), closes, console);
    if (!closes) return;
    say(
      console,
      "error",
      event === "update"
        ? "this server cannot check this ref, so it is refused"
        : "this server cannot check the push, so it is refused; no ref was changed",
    );
    return;
  }
  sayFaults(error, closes, console);
  const undone = UNDONE.get(event);
  say(
    console,
    "hint",
    `no hook of hooks.toml was run${closes && undone !== undefined ? `, ${undone.nothing}` : ""}`,
  );
  if (closes && undone !== undefined) {
    say(
      console,
      "hint",
      `${undone.verb} without these hooks: GIT_HOOKS=0 git ${undone.command}`,
    );
  }
}

function sayFaults(error: UserError, closes: boolean, console: Console): void {
  if (closes) return sayError(console, error);
  for (const { message, place } of error.faults) {
    const where = [place?.file, place?.line, place?.column].filter((part) => part !== undefined);
    say(console, "warning", [...where, ` ${message}`].join(":").trimStart());
  }
}

function withoutFolder(fault: Fault): Fault {
  const { message, place } = fault;
  return place === undefined
    ? { message }
    : { message, place: { ...place, file: baseOf(place.file) } };
}

interface Undone {
  readonly nothing: string;
  readonly verb: string;
  readonly command: string;
}

const COMMIT: Undone = { nothing: "nothing was committed", verb: "commit", command: "commit" };
const APPLY: Undone = { nothing: "nothing was applied", verb: "apply", command: "am" };

const UNDONE: ReadonlyMap<string, Undone> = new Map([
  ["pre-commit", COMMIT],
  ["prepare-commit-msg", COMMIT],
  ["commit-msg", COMMIT],
  ["pre-merge-commit", { nothing: "nothing was merged", verb: "merge", command: "merge" }],
  ["pre-rebase", { nothing: "nothing was rebased", verb: "rebase", command: "rebase" }],
  ["pre-push", { nothing: "nothing was pushed", verb: "push", command: "push" }],
  ["applypatch-msg", APPLY],
  ["pre-applypatch", APPLY],
]);
