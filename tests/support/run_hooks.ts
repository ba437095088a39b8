/**
 * Starts the runner in a process of its own.
 *
 * @module
 */

import type { Hook, Resolution } from "../../lib/hook.ts";
import type { RunOptions } from "../../lib/run/options.ts";
import { projectRoot, type Said, type Sandbox, type StartOptions } from "./sandbox.ts";

/** What is run. */
export interface RunRequest {
  readonly resolution: Resolution;
  readonly options: Omit<RunOptions, "sink" | "stdin">;
  /** True when the program reads its standard input and hands it to the hooks. */
  readonly readInput: boolean;
  /** True when directory and variables are to be those of `git hook run`, started in the same place. */
  readonly likeGit: boolean;
}

/** Reads what {@linkcode runArguments} wrote. */
export function readAnswer(text: string): RunRequest {
  return JSON.parse(text);
}

/** The arguments after `deno` that run hooks. */
export function runArguments(request: RunRequest): readonly string[] {
  // deno-fmt-ignore
  return ["run", "--quiet", "--no-config", "--allow-read", "--allow-write", "--allow-env", "--allow-run",
    `${projectRoot}/tests/support/run_hooks_driver.ts`, JSON.stringify(request)];
}

/** Runs hooks in a directory of a sandbox. */
export async function runInSandbox(
  box: Sandbox,
  request: Partial<RunRequest["options"]> & {
    readonly resolution: Resolution;
    readonly readInput?: boolean;
    readonly likeGit?: boolean;
  },
  start: StartOptions = {},
): Promise<Said> {
  const { resolution, readInput, likeGit, ...options } = request;
  const directory = box.path(start.cwd ?? ".");
  return await box.start(
    Deno.execPath(),
    runArguments({
      resolution,
      readInput: readInput ?? false,
      likeGit: likeGit ?? false,
      options: { mode: "run", directory, args: [], ...options },
    }),
    start,
  );
}

/** Makes a hook for a test. */
export function hook(
  program: string | { readonly script: string },
  more: Partial<Hook> = {},
): Hook {
  const script = typeof program === "string" ? undefined : program.script;
  return {
    name: script === undefined ? "test" : undefined,
    event: "pre-commit",
    source: script === undefined ? "git-config" : "hookdir",
    scope: script === undefined ? "local" : undefined,
    program: typeof program === "string"
      ? { kind: "command", text: program }
      : { kind: "script", path: program.script },
    state: "runs",
    origin: {
      kind: "file",
      path: script ?? ".git/config",
      ...(script === undefined ? { line: 3 } : {}),
    },
    parallel: false,
    args: true,
    ...more,
  };
}

/** Makes the hooks of one event for a test. */
export function resolved(
  hooks: readonly Hook[],
  more: Partial<Resolution> = {},
): Resolution {
  return { event: "pre-commit", hooks, jobs: 1, warnings: [], advice: [], shim: "none", ...more };
}
