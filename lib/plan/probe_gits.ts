/**
 * Which program fired the event, and whether it runs config-defined hooks itself. That is asked of the
 * program, by running it, not of its version.
 *
 * @module
 */

import { ownPath } from "../own_path.ts";
import { baseOf, directoryOf } from "../paths.ts";

/** A git and what it can. */
export interface GitCapability {
  /** The executable, a real path. */
  readonly path: string;
  /** True when it runs config-defined hooks itself (git >= 2.54). */
  readonly knows: boolean;
}

/** Who fired the event. */
export interface Firing {
  /** True when hooks of git config are ours to run, because the program that fired the event does not. */
  readonly ours: boolean;
  /** Every git that was probed. */
  readonly gits: readonly GitCapability[];
}

/** What to look at. */
export interface ProbeOptions {
  /** The directory of the event, absolute. */
  readonly cwd: string;
  /** The process that fired the event. */
  readonly parent: number;
  /** Gits known from an earlier plan, so that two that work in turns are both remembered. */
  readonly known: readonly string[];
}

const MOST_GITS = 8;

// What /proc says of the parent, and the two files that a git consists of: `git` in PATH, and the one in
// its own folder, of which git-receive-pack is another name.
const LOOK = `line=
{ IFS= read -r line <"/proc/$1/stat"; } 2>/dev/null
[ -e /proc/self/stat ] || line=none
exe=$(readlink "/proc/$1/exe" 2>/dev/null)
core=$(git --exec-path 2>/dev/null)
printf '%s\\0' "$line" "$exe" "$(command -v git)" "$core/git"
`;

/**
 * Finds out who fired an event.
 *
 * @param options the event's directory and its parent process
 * @returns whether hooks of git config are ours to run, and the gits that were probed
 */
export async function probeFiring(options: ProbeOptions): Promise<Firing> {
  const { cwd, parent } = options;
  const [line = "", exe = "", ...found] = await lookAt(cwd, parent);
  const command = /\((.*)\)/s.exec(line)?.[1] ?? "";
  const asked = firedBy({ line, exe, command, parent });
  const own = asked === undefined ? undefined : await knowsConfigHooks(asked, cwd);
  const paths = [exe, ...found, ...options.known].filter((path) => path.startsWith("/"));
  const real = new Set<string>();
  for (const path of paths) {
    const resolved = await mainName(path);
    if (resolved !== undefined) real.add(resolved);
  }
  const gits = await Promise.all(
    [...real].slice(0, MOST_GITS).map(async (path) => ({
      path,
      knows: await knowsConfigHooks(path, cwd),
    })),
  );
  return {
    ours: own !== true,
    gits: gits.flatMap(({ path, knows }) => knows === undefined ? [] : [{ path, knows }]),
  };
}

async function lookAt(cwd: string, parent: number): Promise<readonly string[]> {
  const { stdout } = await new Deno.Command("/bin/sh", {
    args: ["-c", LOOK, "sh", String(parent)],
    env: ownPath(),
    cwd,
    stdin: "null",
    stderr: "null",
  }).output();
  return new TextDecoder().decode(stdout).split("\0").slice(0, -1);
}

// Under the name of a dashed command a git would be that command: it is asked under its own name, which
// stands beside.
async function mainName(path: string): Promise<string | undefined> {
  try {
    const real = await Deno.realPath(path);
    if (/[\n\0]/.test(real) || !isGitName(baseOf(real))) return undefined;
    if (baseOf(real) === "git") return real;
    const main = `${directoryOf(real)}/git`;
    const [one, other] = await Promise.all([Deno.stat(real), Deno.stat(main)]);
    return one.dev === other.dev && one.ino === other.ino ? main : undefined;
  } catch {
    return undefined;
  }
}

// The program to ask; undefined when no git fired the event. It is asked through /proc, so that a git
// that was replaced on disk meanwhile is asked itself.
function firedBy(
  seen: {
    readonly line: string;
    readonly exe: string;
    readonly command: string;
    readonly parent: number;
  },
): string | undefined {
  const name = baseOf(seen.exe.replace(/ \(deleted\)$/, ""));
  if (seen.exe !== "") return isGitName(name) ? `/proc/${seen.parent}/exe` : undefined;
  if (seen.line !== "none" && !isGitName(seen.command)) return undefined;
  const execPath = Deno.env.get("GIT_EXEC_PATH") ?? "";
  return execPath === "" ? undefined : `${execPath}/git`;
}

function isGitName(name: string): boolean {
  return name === "git" || name.startsWith("git-");
}

const EVENT = "git-hooks-probe";

/**
 * Asks a git whether it lists a hook that only its configuration defines.
 *
 * @param git the executable
 * @param cwd a directory in a repository, absolute
 * @returns whether it does; undefined when the program gives neither answer
 */
export async function knowsConfigHooks(git: string, cwd: string): Promise<boolean | undefined> {
  const { code } = await new Deno.Command("/bin/sh", {
    args: [
      "-c",
      'exec "$0" "$@"',
      git,
      ...["-c", `hook.${EVENT}-x.command=true`, "-c", `hook.${EVENT}-x.event=${EVENT}`],
      ...["hook", "list", "--allow-unknown-hook-name", EVENT],
    ],
    env: ownPath(),
    cwd,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  if (code === 0) return true;
  // 129 is git's answer to words it does not know.
  return code === 129 || code === 1 ? false : undefined;
}
