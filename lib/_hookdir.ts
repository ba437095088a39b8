/**
 * The hookdir: where git looks for scripts, and what stands there for an event. Private to the
 * resolver: who asks only this misses the configured hooks.
 *
 * @module
 */

import type { GitConfig } from "./config/git_config.ts";
import type { Setting } from "./config/setting.ts";
import { runGit } from "./git/git.ts";
import type { Repository } from "./git/repository.ts";
import { joinPath } from "./paths.ts";
import { readShimHead, SHIM_HEAD_BYTES, type ShimHead } from "./plan/shim.ts";

/** The directory in which git looks for scripts. */
export interface Hookdir {
  /** As git spells it from the directory in which hooks run; `$0` of its scripts begins with it. */
  readonly path: string;
  /** The `core.hooksPath` that names it; undefined for the repository's own hooks folder. */
  readonly hooksPath: Setting | undefined;
}

/**
 * Finds the hookdir (path.c, `adjust_git_path()` and `repo_settings_get_hooks_path()`).
 *
 * @param repository where we are
 * @param config git's configuration there
 * @returns the hookdir that has effect
 */
export async function findHookdir(repository: Repository, config: GitConfig): Promise<Hookdir> {
  const setting = config.hooksPath;
  const value = setting?.value;
  if (setting === undefined || value === undefined) {
    return { path: repository.ownHookdir, hooksPath: undefined };
  }
  // An empty core.hooksPath makes git look for `/<event>`.
  if (value === "") return { path: "/", hooksPath: setting };
  return { path: await expandPath(value, repository.directory), hooksPath: setting };
}

async function expandPath(value: string, directory: string): Promise<string> {
  if (!value.startsWith("~") && !value.startsWith("%(")) return value;
  const home = Deno.env.get("HOME");
  if (value.startsWith("~/") && home !== undefined) return home + value.slice(1);
  const answer = await runGit(["config", "--type=path", "--get", "core.hooksPath"], {
    cwd: directory,
    unset: ["GIT_CONFIG"],
  });
  return answer.code === 0 ? new TextDecoder().decode(answer.stdout).replace(/\n$/, "") : value;
}

/** What stands in the hookdir for one event, seen through our own shims. */
export interface HookdirScript {
  /** What git would start, as it spells it; the kept script where a shim of ours stands. */
  readonly path: string;
  /** Whether git would start it: its executable bit is set for us. */
  readonly executable: boolean;
  /** True when a shim stands for it, and it is gone: nothing that stood here is left out in silence. */
  readonly missing?: true;
}

/** The answer for one event. */
export interface HookdirAnswer {
  /** The script that is the hookdir's hook; undefined when there is none of its own. */
  readonly script: HookdirScript | undefined;
  /** The shim of ours that stands there, if one does. */
  readonly shim: (HookdirScript & { readonly head: ShimHead }) | undefined;
}

/**
 * Looks for the script of an event as git's `find_hook()` does (hook.c), and sees through our shims:
 * where one stands, the script is the one it took the place of, if that was kept as a hook or is gone.
 *
 * @param hookdir where to look
 * @param repository where we are
 * @param event the event's name, which is the file's
 * @returns the script and the shim, each undefined when there is none
 */
export function findHookdirScript(
  hookdir: Hookdir,
  repository: Repository,
  event: string,
): HookdirAnswer {
  const path = joinPath(hookdir.path, event);
  const found = inspect(repository.directory, path);
  if (found === undefined) return { script: undefined, shim: undefined };
  const head = readHead(joinPath(repository.directory, path));
  const shimHead = head === undefined ? undefined : readShimHead(head);
  if (shimHead === undefined) return { script: found, shim: undefined };
  const shim = { ...found, head: shimHead };
  if (shimHead.script === undefined) return { script: undefined, shim };
  const behind = joinPath(repository.commonDir, shimHead.script.path);
  if (!isThere(joinPath(repository.directory, behind))) {
    // An undo puts the script back before it takes away what stood for it.
    const now = readHead(joinPath(repository.directory, path));
    if (now === undefined || readShimHead(now) === undefined) {
      return { script: inspect(repository.directory, path), shim: undefined };
    }
    return { script: { path: behind, executable: found.executable, missing: true }, shim };
  }
  const kept = shimHead.script.state === "kept" ? inspect(repository.directory, behind) : undefined;
  // Without its x bit a shim is not started, and the script behind it is not either.
  const script = kept === undefined
    ? undefined
    : { ...kept, executable: kept.executable && found.executable };
  return { script, shim };
}

function isThere(path: string): boolean {
  try {
    Deno.lstatSync(path);
    return true;
  } catch (error) {
    return !(error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory);
  }
}

function inspect(directory: string, path: string): HookdirScript | undefined {
  try {
    const info = Deno.statSync(joinPath(directory, path));
    return { path, executable: mayExecute(info) };
  } catch {
    // Missing, a broken link, a folder in the way: git sees no hook there.
    return undefined;
  }
}

function readHead(path: string): Uint8Array | undefined {
  try {
    using file = Deno.openSync(path);
    const head = new Uint8Array(SHIM_HEAD_BYTES);
    const length = file.readSync(head);
    return head.subarray(0, length ?? 0);
  } catch {
    // A directory, or a file that may be run but not read: no shim of ours.
    return undefined;
  }
}

/**
 * Words git's advice about a script without its x bit (hook.c, `find_hook()`).
 *
 * @param path the script, as git spells it
 * @returns the lines that git prints after `hint: `
 */
export function ignoredAdvice(path: string): readonly string[] {
  return [
    `The '${path}' hook was ignored because it's not set as executable.`,
    "You can disable this warning with `git config set advice.ignoredHook false`.",
  ];
}

/**
 * Answers as access(2) with X_OK would, as far as mode and owner tell.
 *
 * @param info the file's stat
 * @returns true when the file may be executed by this user
 */
export function mayExecute(info: Deno.FileInfo): boolean {
  const mode = info.mode ?? 0;
  const user = Deno.uid();
  if (user === 0) return (mode & 0o111) !== 0;
  return user === info.uid ? (mode & 0o100) !== 0 : (mode & 0o011) !== 0;
}
