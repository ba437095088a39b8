/**
 * The gits that a user's programs find in PATH, each asked whether it knows config-defined hooks: a
 * newer one runs them itself, an older one ignores them without a word.
 *
 * @module
 */

import { mayExecute } from "../_hookdir.ts";
import { directoryOf } from "../paths.ts";
import { knowsConfigHooks } from "../plan/probe_gits.ts";

/** A git in PATH. */
export interface PathGit {
  /** The executable as it was found. */
  readonly path: string;
  /** The same without symbolic links. */
  readonly real: string;
  /** Its version, for example `2.55.0`. */
  readonly version: string;
  /** True when it runs config-defined hooks itself (git >= 2.54). */
  readonly knows: boolean;
}

/**
 * Finds them.
 *
 * @param path the value of PATH
 * @param repository a directory in a repository, absolute; undefined where there is none
 * @returns each git once, the one that is started first; a git's own folder of programs, which it puts
 *   into PATH for what it starts, is no other git
 */
export async function findPathGits(
  path: string | undefined,
  repository: string | undefined,
): Promise<readonly PathGit[]> {
  const found = new Map<string, string>();
  for (const folder of (path ?? "").split(":")) {
    // A relative entry names another folder wherever git is started.
    if (!folder.startsWith("/")) continue;
    const candidate = `${folder.replace(/\/+$/, "")}/git`;
    const info = await Deno.stat(candidate).catch(() => undefined);
    if (info?.isFile !== true || !mayExecute(info)) continue;
    const real = await Deno.realPath(candidate).catch(() => candidate);
    if (!found.has(real)) found.set(real, candidate);
  }
  const all = await Promise.all(
    [...found].map(([real, one]) => describe({ path: one, real, repository })),
  );
  const gits = all.filter((git) => git !== undefined);
  return gits.filter((git) =>
    !gits.some((other) => other !== git && other.programs === directoryOf(git.real))
  ).map(({ path, real, version, knows }) => ({ path, real, version, knows }));
}

async function describe(
  git: { readonly path: string; readonly real: string; readonly repository: string | undefined },
): Promise<PathGit & { readonly programs: string } | undefined> {
  const { path, real, repository } = git;
  try {
    const version = /^git version (\S+)/.exec(await ask(path, ["--version"]))?.[1];
    if (version === undefined) return undefined;
    const programs = (await ask(path, ["--exec-path"])).trimEnd();
    // A broken configuration of hooks keeps a git from listing them, but not from telling its usage.
    const knows = repository === undefined ? undefined : await knowsConfigHooks(path, repository);
    return {
      path,
      real,
      version,
      knows: knows ?? (await ask(path, ["hook", "-h"])).includes("git hook list"),
      programs: await Deno.realPath(programs).catch(() => programs),
    };
  } catch {
    // No program for this machine: nobody's git.
    return undefined;
  }
}

async function ask(git: string, args: readonly string[]): Promise<string> {
  const { stdout } = await new Deno.Command(git, {
    args: [...args],
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).output();
  return new TextDecoder().decode(stdout);
}
