/**
 * Who still runs a script or a shim that is about to go. A program that was just started with a script
 * opens it by its path a moment later, and a running script looks for its neighbours when it needs them:
 * the folder of the scripts must stay until both are done.
 *
 * @module
 */

import { baseOf, directoryOf, joinPath } from "../paths.ts";
import { findProcesses, type SeenProcess } from "./processes.ts";

/** A process that runs a hook. */
export interface RunningHook {
  /** Its number. */
  readonly pid: string;
  /** The event it runs. */
  readonly event: string;
}

/** What is about to go. */
export interface Going {
  /** The common git directory, absolute and real. */
  readonly commonDir: string;
  /** The hookdirs and folders of scripts, absolute and real. */
  readonly folders: readonly string[];
  /** The names of the hooks. */
  readonly events: readonly string[];
}

/**
 * Waits until the processes that run one of some hooks now have ended; those that start later are not
 * waited for, as they find the files that are there by then.
 *
 * @param going what is about to go
 * @param patience how long to wait, in milliseconds
 * @returns undefined when all have ended, else one that has not
 */
export async function waitForRunning(
  going: Going,
  patience: number,
): Promise<RunningHook | undefined> {
  if (going.events.length === 0) return undefined;
  let running = await runningHooks(going);
  if (running === undefined) {
    // Without /proc nobody can be asked; the time between starting a script and opening it is short.
    await sleep(500);
    return undefined;
  }
  const end = Date.now() + patience;
  while (running.length > 0 && Date.now() < end) {
    await sleep(20);
    const now = new Set((await runningHooks(going) ?? []).map(({ identity }) => identity));
    running = running.filter(({ identity }) => now.has(identity));
  }
  return running[0];
}

type Seen = RunningHook & { readonly identity: string };

async function runningHooks(going: Going): Promise<readonly Seen[] | undefined> {
  const processes = await findProcesses(going.events);
  if (processes === undefined) return undefined;
  // Who waits for us would wait forever.
  const others = processes.found.filter(({ pid }) => !processes.above.has(pid));
  const found = await Promise.all(others.map(async (one): Promise<Seen | undefined> => {
    const event = await pathArgument(one, going) ?? await verbArgument(one, going);
    return event === undefined ? undefined : { pid: one.pid, event, identity: one.identity };
  }));
  return found.filter((one) => one !== undefined);
}

// `/bin/sh .git/hooks/pre-commit`: a shim, or a script behind it.
async function pathArgument(
  { words, cwd }: SeenProcess,
  going: Going,
): Promise<string | undefined> {
  for (const word of words.slice(0, 4)) {
    const event = baseOf(word);
    if (!word.includes("/") || !going.events.includes(event)) continue;
    const folder = directoryOf(joinPath(cwd, word));
    if (going.folders.includes(await Deno.realPath(folder).catch(() => folder))) return event;
  }
  return undefined;
}

// `git-hooks hook pre-commit --`: a shim that has become the launcher.
async function verbArgument(
  { words, cwd }: SeenProcess,
  going: Going,
): Promise<string | undefined> {
  const verb = words.findIndex((word, index) =>
    word === "hook" && going.events.includes(words[index + 1] ?? "")
  );
  return verb >= 0 && await belongsTo(cwd, going.commonDir) ? words[verb + 1] : undefined;
}

// Hooks run at the root of a worktree or in the git directory.
async function belongsTo(cwd: string, commonDir: string): Promise<boolean> {
  if (cwd === commonDir || cwd.startsWith(`${commonDir}/`)) return true;
  const found = await Deno.lstat(`${cwd}/.git`).catch(() => undefined);
  if (found === undefined) return false;
  if (!found.isFile) return await Deno.realPath(`${cwd}/.git`) === commonDir;
  const text = (await Deno.readTextFile(`${cwd}/.git`)).replace(/^gitdir: /, "").trim();
  const target = await Deno.realPath(joinPath(cwd, text)).catch(() => "");
  return target === commonDir || target.startsWith(`${commonDir}/`);
}

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
