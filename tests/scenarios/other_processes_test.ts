/**
 * What a launched program, which may not do everything, knows of other processes: who holds a lock, and who
 * still runs a hook.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Sandbox } from "../support/sandbox.ts";

const TOML = '[hook.one]\nevent = "pre-commit"\ncommand = "true"\n';

Deno.test("install takes over the lock of a process whose number another one has by now", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", TOML);
  box.write("repo/.git/hooks.d.lock", `${Deno.pid} 1\n`);
  const said = await box.hooks(["install"], { cwd: "repo" });
  assert.equal(said.code, 0, said.stderr);
  assert.equal(box.read("repo/.git/hooks.d.lock"), undefined);
});

Deno.test("uninstall waits for a script that is running, and its neighbours stay as long", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", TOML);
  box.write("repo/.git/hooks/lib", 'echo neighbour >>"$TRACE"\n');
  box.script(
    "repo/.git/hooks/pre-commit",
    'echo began >>"$TRACE"\nwhile ! [ -e "$TRACE.go" ]; do sleep 0.05; done\n. "$(dirname "$0")/lib"',
  );
  assert.equal((await box.hooks(["install"], { cwd: "repo" })).code, 0);
  box.trace();
  const committing = box.git(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
  while (!(box.read("trace") ?? "").includes("began")) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  const uninstalling = box.hooks(["uninstall"], { cwd: "repo" });
  // The shim goes first, then the wait begins.
  while (box.read("repo/.git/hooks/pre-commit")?.includes("git-hooks-shim") !== false) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await new Promise((resolve) => setTimeout(resolve, 1000));
  box.write("trace.go", "");
  const [committed, uninstalled] = await Promise.all([committing, uninstalling]);
  assert.equal(committed.code, 0, committed.stderr);
  assert.equal(uninstalled.code, 0, uninstalled.stderr);
  assert.equal(box.trace(), "began\nneighbour\n");
  await assert.rejects(Deno.lstat(box.path("repo/.git/hooks.d")), Deno.errors.NotFound);
});
