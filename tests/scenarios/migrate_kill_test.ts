/**
 * A migration and its undo are killed before one of their writes: the hook runs exactly once all the
 * same, and the next command finishes or takes back what was begun.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Sandbox } from "../support/sandbox.ts";

async function build(box: Sandbox, kind: "own" | "tracked"): Promise<string> {
  const repo = await box.repository("repo");
  const folder = kind === "own" ? ".git/hooks" : ".githooks";
  box.script(`${repo}/${folder}/pre-commit`, 'echo once >>"$TRACE"');
  if (kind === "tracked") {
    await box.mustGit(["add", "."], { cwd: repo });
    await box.mustGit(["config", "core.hooksPath", ".githooks"], { cwd: repo });
    box.script(`${repo}/.git/hooks/post-commit`, 'echo WOKE >>"$TRACE"');
  }
  return repo;
}

async function runsOnce(box: Sandbox, repo: string, where: string): Promise<void> {
  box.trace();
  const said = await box.git(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: repo });
  assert.equal(said.code, 0, `${where}: ${said.stderr}`);
  assert.equal(box.trace(), "once\n", where);
}

for (const kind of ["own", "tracked"] as const) {
  for (const command of ["migrate --yes", "migrate --undo --yes"]) {
    Deno.test(`${command} of ${kind} hooks leaves the old state or the new one when killed`, async () => {
      const words = command.split(" ");
      const undo = words.includes("--undo");
      // Some of the writes; the walk through all of them is long.
      for (let at = 2;; at += at < 20 ? 5 : 2) {
        using box = new Sandbox();
        const repo = await build(box, kind);
        if (undo) await box.hooks(["migrate", "--yes"], { cwd: repo });
        const killed = await box.hooks(words, {
          cwd: repo,
          env: { GIT_HOOKS_TEST_KILL_AT: String(at) },
        });
        await runsOnce(box, repo, `killed at ${at}`);
        if (killed.code === 0) break;
        assert.equal(killed.code, 137, killed.stderr);
        const again = await box.hooks(words, { cwd: repo });
        assert.equal(again.code, 0, `again after ${at}: ${again.stdout}${again.stderr}`);
        await runsOnce(box, repo, `again after ${at}`);
        if (!undo) await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
        await runsOnce(box, repo, `undone after ${at}`);
        assert.equal(box.read(`${repo}/.git/hooks.toml`), undefined);
      }
    });
  }
}
