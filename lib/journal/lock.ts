/**
 * One command at a time changes a repository's hooks: a lock file beside `hooks.d` that names its
 * process, and is taken over when that process is gone.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { killPoint } from "../kill_point.ts";
import { quoteForSh } from "../quote.ts";
import { startedAt } from "./processes.ts";

/** How long a command waits for another one of ours to end, in milliseconds. */
const PATIENCE = 10_000;

let locks = 0;

/**
 * Takes the lock of a repository.
 *
 * @param commonDir the common git directory, absolute
 * @param patience how long to wait for it, in milliseconds; left out: ten seconds
 * @returns a function that gives the lock back
 * @throws {UserError} when another living process keeps it for longer
 */
export async function takeLock(
  commonDir: string,
  patience: number = PATIENCE,
): Promise<() => Promise<void>> {
  const path = `${commonDir}/hooks.d.lock`;
  const mine = `${path}.${Deno.pid}.${++locks}`;
  killPoint();
  try {
    await Deno.writeTextFile(mine, `${Deno.pid} ${await startedAt(Deno.pid) ?? ""}\n`);
    const end = Date.now() + patience;
    // link(2) makes the lock and its content appear at once, and fails when there is one (O_EXCL).
    while (!await linked(mine, path)) {
      if (await removedStale(path)) continue;
      if (Date.now() >= end) throw await heldBy(path, commonDir);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  } finally {
    killPoint();
    await removeIfThere(mine);
  }
  await removeOrphans(commonDir);
  return async () => {
    killPoint();
    await removeIfThere(path);
  };
}

// Files of processes that were killed on their way to the lock.
async function removeOrphans(commonDir: string): Promise<void> {
  for await (const { name } of Deno.readDir(commonDir)) {
    const pid = /^hooks\.d\.lock\.(\d+)\.\d+$/.exec(name)?.[1];
    if (pid !== undefined && !await isAlive(`${pid}\n`)) {
      await removeIfThere(`${commonDir}/${name}`);
    }
  }
}

async function linked(from: string, path: string): Promise<boolean> {
  killPoint();
  try {
    await Deno.link(from, path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    if (error instanceof Deno.errors.NotFound) throw error;
    return await createdInstead(from, path);
  }
}

// A file system without hard links.
async function createdInstead(from: string, path: string): Promise<boolean> {
  try {
    await Deno.writeTextFile(path, await Deno.readTextFile(from), { createNew: true });
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AlreadyExists) return false;
    // A disk that is full leaves a file without a text, which nobody would ever take over.
    await removeIfThere(path);
    throw error;
  }
}

// Two processes may find the same stale lock: the kernel's lock on that very file lets only one of them
// take it away, and the other then sees that the name leads elsewhere.
async function removedStale(path: string): Promise<boolean> {
  let file: Deno.FsFile;
  try {
    file = await Deno.open(path, { read: true, write: true });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  }
  try {
    if (await isAlive(await Deno.readTextFile(path))) return false;
    await file.lock(true);
    const [held, named] = await Promise.all([file.stat(), Deno.stat(path)]);
    if (held.ino !== named.ino || held.dev !== named.dev) return true;
    if (await isAlive(await Deno.readTextFile(path))) return false;
    await removeIfThere(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return true;
    throw error;
  } finally {
    file.close();
  }
}

async function isAlive(text: string): Promise<boolean> {
  const [pid, started] = text.trim().split(" ");
  // A text that is not ours yet: it is being written where there are no hard links.
  if (pid === undefined || !/^\d+$/.test(pid)) return true;
  // The number may have been given to another process since.
  const now = await startedAt(Number(pid));
  if (now === undefined) return false;
  return started === undefined || now === "" || now === started;
}

async function heldBy(path: string, commonDir: string): Promise<UserError> {
  const text = await Deno.readTextFile(path).catch(() => "");
  const pid = text.split(" ")[0] ?? "";
  return new UserError({
    message: `another git-hooks${pid === "" ? "" : ` (process ${pid})`} is changing the hooks of ` +
      commonDir,
    hints: [
      "wait until it has finished",
      `if there is none on any machine that sees this repository: rm ${quoteForSh(path)}`,
    ],
  });
}

async function removeIfThere(path: string): Promise<void> {
  try {
    await Deno.remove(path);
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
