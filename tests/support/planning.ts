/**
 * Support for tests of plans: a repository with shims, in whatever sh, and what was started.
 *
 * @module
 */

import { projectRoot, type Said, type Sandbox, type StartOptions } from "./sandbox.ts";

/** The shells in which plans must run, as the words behind `#!`; those that are not here are left out. */
export function testShells(): readonly string[] {
  return ["/bin/dash", "/bin/bash", "/usr/bin/busybox sh"].filter((words) => {
    try {
      return Deno.statSync(words.split(" ")[0] ?? "").isFile;
    } catch {
      return false;
    }
  });
}

/** A Deno that cannot be started: whoever needs it fails. */
export const NO_DENO = { GIT_HOOKS_DENO: "/nonexistent/deno" };

/** Installs and makes the shims run in a shell. */
export async function installIn(box: Sandbox, repository: string, shell?: string): Promise<void> {
  const said = await box.hooks(["install"], { cwd: repository });
  if (said.code !== 0) throw new Error(said.stderr);
  if (shell === undefined) return;
  const hookdir = box.read(`${repository}/HEAD`) === undefined
    ? `${repository}/.git/hooks`
    : `${repository}/hooks`;
  for await (const entry of Deno.readDir(box.path(hookdir))) {
    const text = box.read(`${hookdir}/${entry.name}`) ?? "";
    if (!text.includes("git-hooks-shim-")) continue;
    box.write(`${hookdir}/${entry.name}`, text.replace("#!/bin/sh\n", `#!${shell}\n`), 0o755);
  }
}

/** Commits an empty commit. */
export function commit(
  box: Sandbox,
  cwd: string,
  options: StartOptions & { readonly config?: readonly string[] } = {},
): Promise<Said> {
  const config = (options.config ?? []).flatMap((setting) => ["-c", setting]);
  return box.git([...config, "commit", "-q", "--allow-empty", "-m", "x"], { ...options, cwd });
}

/** The git commands that were started in a trace of GIT_TRACE2_EVENT, by their first words. */
export function gitsStarted(trace: string): readonly string[] {
  return trace.split("\n").filter((line) => line.includes('"event":"start"')).map((line) => {
    const { argv }: { readonly argv: readonly string[] } = JSON.parse(line);
    return argv.slice(1, 2).join(" ");
  });
}

/** The launcher of this checkout. */
export const launcher = `${projectRoot}/bin/git-hooks`;
