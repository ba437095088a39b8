/**
 * Who starts a hook when git fires its event: git itself, our shim, or nobody.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import type { Hook } from "../hook.ts";
import type { HookdirEntry } from "../install/hookdir_state.ts";
import type { FoundGit, Starter } from "./explanation.ts";

/** What that depends on. */
export interface StartingPlace {
  /** False outside of a repository, where no shim can stand. */
  readonly inRepository: boolean;
  /** The hookdir's file of the event as people read it. */
  readonly file: string;
  /** What stands there; undefined when nothing does. */
  readonly entry: HookdirEntry | undefined;
  /** The gits in PATH. */
  readonly gits: readonly FoundGit[];
}

/**
 * Finds out who starts a hook.
 *
 * @param hook a hook whose state is `runs` or `untrusted`
 * @param place the hookdir's file and the gits
 * @returns one answer, or one for each git where they differ
 */
export function startersOf(hook: Hook, place: StartingPlace): readonly Starter[] {
  const shim = place.entry?.kind === "shim" && place.entry.executable;
  if (hook.source === "hookdir") return [hookdirStarter(hook, place, shim)];
  const fileOnly = fileOnlyReason(hook, shim);
  if (fileOnly !== undefined) return [{ by: "nobody", git: null, how: fileOnly }];
  if (hook.source === "hooks.toml") return [shim ? byShim(place) : notInstalled(place)];
  const answers = place.gits.map((git): Starter => {
    if (git.knows) return { by: "git", git, how: "itself" };
    return { ...(shim ? byShim(place) : ignored(place)), git };
  });
  const [first, ...rest] = answers;
  if (first === undefined) return [shim ? byShim(place) : ignored(place)];
  // Gits that agree need no line each.
  return rest.every((one) => one.by === first.by && one.how === first.how) && rest.length > 0
    ? [{ ...first, git: null, how: first.by === "git" ? "itself, every git in PATH" : first.how }]
    : answers;
}

function hookdirStarter(hook: Hook, place: StartingPlace, shim: boolean): Starter {
  const script = hook.program?.kind === "script" ? hook.program.path : "";
  return shim ? byShim(place) : { by: "git", git: null, how: `itself, as the file ${script}` };
}

function byShim({ file }: StartingPlace): Starter {
  return { by: "shim", git: null, how: file };
}

function fileOnlyReason(hook: Hook, shim: boolean): string | undefined {
  const event = findEvent(hook.event);
  if (event === undefined || !event.fileOnly) return undefined;
  if (event.name === "fsmonitor-watchman") return "core.fsmonitor names its program itself";
  if (hook.source === "git-config" && event.name === "proc-receive") {
    return "git receive-pack looks for a file only";
  }
  if (shim) return undefined;
  return event.name === "proc-receive"
    ? "git receive-pack looks for a file only, and no shim stands there"
    : "git send-email looks for the file first, and none stands there";
}

function notInstalled(place: StartingPlace): Starter {
  return {
    by: "nobody",
    git: null,
    how: place.inRepository
      ? `git knows nothing of hooks.toml, and ${whatStands(place)}`
      : "git knows nothing of hooks.toml, and there is no repository here",
  };
}

function ignored(place: StartingPlace): Starter {
  return {
    by: "nobody",
    git: null,
    how: place.inRepository
      ? `git before 2.54 ignores hooks of git config, and ${whatStands(place)}`
      : "git before 2.54 ignores hooks of git config",
  };
}

function whatStands({ entry, file }: StartingPlace): string {
  return entry?.kind === "shim"
    ? `the shim ${file} is not executable`
    : `no shim stands at ${file}`;
}
