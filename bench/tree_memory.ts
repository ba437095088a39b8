/**
 * How much memory the hooks have at once that git starts: everything below it that is not git itself.
 *
 * @module
 */

const PAGE_KB = 4;

/** What a run took. */
export interface TreeRun {
  /** Milliseconds. */
  readonly time: number;
  /** The most that the hooks had together, in megabytes. */
  readonly peak: number;
}

/**
 * Runs a program and looks at its processes all the time.
 *
 * @param words the program and its arguments
 * @param options its directory and environment
 * @returns time and memory
 */
export async function runTree(
  words: readonly string[],
  options: { readonly cwd: string; readonly env: Readonly<Record<string, string>> },
): Promise<TreeRun> {
  const [program = "", ...args] = words;
  const start = performance.now();
  const child = new Deno.Command(program, {
    args,
    cwd: options.cwd,
    env: options.env,
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).spawn();
  let running = true;
  let peak = 0;
  const ended = child.status.then(() => {
    running = false;
  });
  while (running) {
    peak = Math.max(peak, await residentOf(child.pid));
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 20))]);
  }
  return { time: performance.now() - start, peak: peak / 1024 };
}

async function residentOf(root: number): Promise<number> {
  const parents = new Map<number, number>();
  const sizes = new Map<number, number>();
  for await (const { name } of Deno.readDir("/proc")) {
    const pid = Number(name);
    if (!Number.isInteger(pid)) continue;
    const stat = await Deno.readTextFile(`/proc/${name}/stat`).catch(() => undefined);
    if (stat === undefined) continue;
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    parents.set(pid, Number(fields[1]));
    // git's own work on so many refs would hide theirs.
    if (!stat.includes("(git")) sizes.set(pid, Number(fields[21]) * PAGE_KB);
  }
  let sum = 0;
  for (const [pid, size] of sizes) {
    let at: number | undefined = pid === root ? undefined : pid;
    while (at !== undefined && at > 1 && at !== root) at = parents.get(at);
    if (at === root) sum += size;
  }
  return sum;
}
