/**
 * Commits in many worktrees at once, while the hooks are changed under them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { installIn } from "./planning.ts";
import type { Sandbox } from "./sandbox.ts";

const EVENTS: readonly string[] = ["pre-commit", "commit-msg", "post-commit"];

/** How much is done at once. */
export interface ParallelOptions {
  /** In how many worktrees, each in its own. */
  readonly worktrees: number;
  /** How many commits in each. */
  readonly commits: number;
}

async function inWorktrees(
  box: Sandbox,
  options: ParallelOptions,
  work: (cwd: string, index: number) => Promise<void>,
): Promise<void> {
  for (let index = 0; index < options.worktrees; index++) {
    await box.mustGit(["worktree", "add", "-q", box.path(`tree${index}`)], { cwd: "repo" });
  }
  const trees = Array.from({ length: options.worktrees }, (_, index) => index);
  // All must have ended before anybody looks, or takes the sandbox away.
  const ended = await Promise.allSettled(trees.map((index) => work(`tree${index}`, index)));
  for (const one of ended) if (one.status === "rejected") throw one.reason;
}

// Each event has another number of hooks, so that a mixture of two texts is seen by its count, too.
function textOf(generation: number): string {
  return EVENTS.map((event, index) =>
    Array.from(
      { length: index + 2 },
      (_, number) =>
        `[hook.h${index}-${number}]\nevent = "${event}"\nargs = false\n` +
        `command = "echo $COMMIT ${event} ${generation} ${number} >>$TRACE"\n`,
    ).join("")
  ).join("");
}

/**
 * Commits while hooks.toml is written again and again, each time whole, and looks at what every event ran.
 *
 * @param box the sandbox
 * @param options how much
 * @returns how many commits there were, and how many texts
 */
export async function commitWhileRewritten(
  box: Sandbox,
  options: ParallelOptions,
): Promise<{ readonly commits: number; readonly texts: number }> {
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", textOf(0));
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "first"], { cwd: "repo" });
  await installIn(box, "repo");
  box.trace();
  let done = false;
  let texts = 1;
  const rewriting = (async (): Promise<void> => {
    for (; !done; texts++) {
      box.write("repo/.git/hooks.toml.mine", textOf(texts));
      await Deno.rename(box.path("repo/.git/hooks.toml.mine"), box.path("repo/.git/hooks.toml"));
      // Some texts stay long enough for a plan to be used.
      await new Promise((resolve) => setTimeout(resolve, texts % 4 === 0 ? 1500 : 100));
    }
  })();
  let commits = 0;
  try {
    await inWorktrees(box, options, async (cwd, index) => {
      for (let count = 0; count < options.commits; count++, commits++) {
        const env = { COMMIT: `${index}-${count}` };
        await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd, env });
      }
    });
  } finally {
    done = true;
    await rewriting;
  }
  const runs = Map.groupBy(
    box.trace().trim().split("\n"),
    (line) => line.split(" ").slice(0, 2).join(" "),
  );
  // `worktree add` fires none of these.
  assert.equal(runs.size, commits * EVENTS.length);
  for (const [run, lines] of runs) {
    const count = EVENTS.indexOf(run.split(" ")[1] ?? "") + 2;
    const generation = lines[0]?.split(" ")[2];
    const expected = Array.from({ length: count }, (_, n) => `${run} ${generation} ${n}`);
    assert.deepEqual(lines, expected);
  }
  return { commits, texts };
}

/**
 * Commits in two worktrees while hooks are installed and uninstalled.
 *
 * @param box the sandbox
 * @param cycles how often
 * @returns how many commits there were
 */
export async function commitWhileInstalled(box: Sandbox, cycles: number): Promise<number> {
  await box.repository("repo");
  box.write("repo/.git/hooks/lib", 'echo neighbour >>"$TRACE"\n');
  for (const event of ["pre-commit", "commit-msg"]) {
    box.script(`repo/.git/hooks/${event}`, `. "$(dirname "$0")/lib"\necho ${event} >>"$TRACE"`);
  }
  box.write(
    "repo/.git/hooks.toml",
    '[hook.gate]\nevent = ["pre-commit", "commit-msg", "post-commit"]\ncommand = "true"\n',
  );
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "first"], { cwd: "repo" });
  box.trace();
  let done = false;
  let commits = 0;
  const committing = inWorktrees(box, { worktrees: 2, commits: 0 }, async (cwd) => {
    for (; !done; commits++) {
      await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd });
    }
  });
  try {
    for (let cycle = 0; cycle < cycles; cycle++) {
      for (const command of ["install", "uninstall"]) {
        const said = await box.hooks([command], { cwd: "repo" });
        assert.equal(said.code, 0, `${command} ${cycle}: ${said.stderr}`);
      }
    }
  } finally {
    done = true;
    await committing;
  }
  const counts = Map.groupBy(box.trace().trim().split("\n"), (line) => line);
  assert.equal(counts.get("pre-commit")?.length, commits);
  assert.equal(counts.get("commit-msg")?.length, commits);
  assert.equal(counts.get("neighbour")?.length, commits * 2);
  return commits;
}
