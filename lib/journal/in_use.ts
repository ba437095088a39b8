/**
 * Who still runs a script or a shim that is about to go. A program that was just started with a script
 * opens it by its path a moment later, and a running script looks for its neighbours when it needs them:
 * the folder of the scripts must stay until both are done.
 *
 * @module
 */

import { baseOf, directoryOf, joinPath } from "../paths.ts";

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
  // Who waits for us would wait forever.
  const above = await ancestors();
  running = running.filter(({ pid }) => !above.has(pid));
  const end = Date.now() + patience;
  while (running.length > 0 && Date.now() < end) {
    await sleep(20);
    const now = new Set((await runningHooks(going) ?? []).map(({ identity }) => identity));
    running = running.filter(({ identity }) => now.has(identity));
  }
  return running[0];
}

async function ancestors(): Promise<ReadonlySet<string>> {
  const above = new Set<string>();
  let pid = String(Deno.pid);
  while (pid !== "0" && pid !== "" && !above.has(pid)) {
    above.add(pid);
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`).catch(() => "");
    pid = stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1] ?? "";
  }
  return above;
}

type Seen = RunningHook & { readonly identity: string };

async function runningHooks(going: Going): Promise<readonly Seen[] | undefined> {
  const pids: string[] = [];
  try {
    for await (const { name } of Deno.readDir("/proc")) if (/^\d+$/.test(name)) pids.push(name);
  } catch {
    return undefined;
  }
  if (pids.length === 0) return undefined;
  const found = await Promise.all(pids.map((pid) => hookOf(pid, going)));
  return found.filter((one) => one !== undefined);
}

async function hookOf(pid: string, going: Going): Promise<Seen | undefined> {
  if (pid === String(Deno.pid)) return undefined;
  try {
    const words = await argumentsOf(pid);
    const event = await pathArgument(pid, words, going) ?? await verbArgument(pid, words, going);
    if (event === undefined) return undefined;
    const stat = await Deno.readTextFile(`/proc/${pid}/stat`);
    // proc(5): fields 3 and 22 after the name, which may hold anything: state and starttime.
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" ? undefined : { pid, event, identity: `${pid} ${fields[19] ?? ""}` };
  } catch {
    // It has ended, or is another user's and hidden.
    return undefined;
  }
}

// Within execve(2) a process has no arguments for a moment.
async function argumentsOf(pid: string): Promise<readonly string[]> {
  for (let attempt = 0; attempt < 5; attempt++) {
    const text = await Deno.readTextFile(`/proc/${pid}/cmdline`);
    if (text !== "") return text.split("\0").slice(0, 64);
    // A kernel thread or a zombie has no program either.
    await Deno.readLink(`/proc/${pid}/exe`);
    await sleep(1);
  }
  return [];
}

// `/bin/sh .git/hooks/pre-commit`: a shim, or a script behind it.
async function pathArgument(
  pid: string,
  words: readonly string[],
  going: Going,
): Promise<string | undefined> {
  for (const word of words.slice(0, 4)) {
    const event = baseOf(word);
    if (!word.includes("/") || !going.events.includes(event)) continue;
    const path = word.startsWith("/")
      ? word
      : joinPath(await Deno.readLink(`/proc/${pid}/cwd`), word);
    const folder = await Deno.realPath(directoryOf(path)).catch(() => directoryOf(path));
    if (going.folders.includes(folder)) return event;
  }
  return undefined;
}

// `git-hooks hook pre-commit --`: a shim that has become the launcher.
async function verbArgument(
  pid: string,
  words: readonly string[],
  going: Going,
): Promise<string | undefined> {
  const verb = words.findIndex((word, index) =>
    word === "hook" && going.events.includes(words[index + 1] ?? "")
  );
  if (verb < 0) return undefined;
  return await belongsTo(await Deno.readLink(`/proc/${pid}/cwd`), going.commonDir)
    ? words[verb + 1]
    : undefined;
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
