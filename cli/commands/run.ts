/**
 * `git-hooks run`: runs the hooks of an event by hand, exactly as `git hook run` of git 2.55 does.
 *
 * @module
 */

import { UserError } from "../../lib/errors.ts";
import { listHooks } from "../../lib/resolver.ts";
import { hookEnvironment, ownPrograms } from "../../lib/run/environment.ts";
import { runHooks } from "../../lib/run/run_hooks.ts";
import { readSources } from "../../lib/sources.ts";
import { acceptEvent, sayLookup } from "../event_argument.ts";
import { RUN } from "../hook_path_commands.ts";
import { LAUNCHER_VARIABLES } from "../launched.ts";
import { parseOptions, UsageError } from "../options.ts";
import { type Console, say } from "../ui/console.ts";

/**
 * Runs the hooks of an event.
 *
 * @param args what follows `run`
 * @param console where it prints
 * @returns the exit codes of all hooks, OR-ed; 1 when there is none
 */
export async function runCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, RUN);
  const [event, dashes, ...hookArgs] = rest;
  if (event === undefined || (dashes !== undefined && dashes !== "--")) {
    throw new UsageError("", RUN);
  }
  const jobs = jobsOption(options.get("jobs"));
  if (event.includes("/")) return fromOtherTool(event, console);
  const allowUnknown = options.get("allow-unknown-hook-name") === true;
  if (!acceptEvent(event, { allowUnknown }, console)) return 1;
  const cwd = Deno.cwd();
  // At once: to wait for one git before the next is asked costs more than a question for nothing.
  const [sources, programs] = await Promise.all([readSources({ cwd, event }), ownPrograms(cwd)]);
  const resolution = await listHooks(sources, event);
  sayLookup(resolution, console);
  const hooks = resolution.hooks.filter((hook) => hook.state !== "not-executable");
  if (hooks.length === 0) {
    if (options.get("ignore-missing") === true) return 0;
    say(console, "error", `cannot find a hook named ${event}`);
    return 1;
  }
  const toStdin = options.get("to-stdin");
  const env = await hookEnvironment({ repository: sources.repository, cwd, programs });
  return await runHooks({ ...resolution, hooks }, {
    mode: "run",
    directory: sources.directory,
    args: hookArgs,
    // git opens it after it has gone to the worktree's root, so it is relative to that.
    ...(typeof toStdin === "string" ? { toStdin } : {}),
    ...(jobs === undefined ? {} : { jobs }),
    env,
    unset: LAUNCHER_VARIABLES,
    sink: { err: console.err },
  });
}

function jobsOption(value: string | number | boolean | undefined): number | undefined {
  if (typeof value !== "number" || value === 0) return undefined;
  if (value === -1) return navigator.hardwareConcurrency;
  if (value < 0) {
    throw new UserError(
      `invalid value for -j: ${value} (use -1 for CPU count or a positive integer)`,
    );
  }
  return value;
}

// Another program named git-hooks writes hookdir files that run `git-hooks run "$0" "$@"`: with ours in
// PATH they call us, and to run the file they name would be to call ourselves for ever.
function fromOtherTool(event: string, console: Console): number {
  say(console, "error", `'${event}' is a file, not an event`);
  say(
    console,
    "hint",
    "the script that ran this was written by another program named git-hooks;\n" +
      `remove it with that program, or take its place: git hooks migrate`,
  );
  return 1;
}
