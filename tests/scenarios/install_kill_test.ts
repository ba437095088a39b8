/**
 * Install and uninstall, killed before each of their writes in turn: what stood in the hookdir runs
 * exactly once all the same, and the next command puts everything right.
 *
 * @module
 */

import assert from "node:assert/strict";
import { drive, picture } from "../support/installing.ts";
import { Sandbox } from "../support/sandbox.ts";

async function layout(box: Sandbox): Promise<string> {
  const repository = await box.repository("repo");
  box.script("repo/.git/hooks/pre-commit", '. "$(dirname "$0")/lib"\necho script >>"$TRACE"');
  box.write("repo/.git/hooks/lib", 'echo lib >>"$TRACE"\n');
  await Deno.symlink("pre-commit", box.path("repo/.git/hooks/post-commit"));
  box.write(
    "repo/.git/hooks.toml",
    '[hook.one]\nevent = ["pre-commit", "post-commit", "pre-push"]\ncommand = "echo one"\n',
  );
  return repository;
}

async function commitRunsOnce(box: Sandbox, what: string): Promise<void> {
  box.trace();
  const said = await box.git(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
  assert.equal(said.code, 0, `${what}: ${said.stderr}`);
  const lines = box.trace().split("\n").filter((line) => line === "script" || line === "lib");
  // pre-commit, and post-commit, which is a link to it.
  assert.deepEqual(lines, ["lib", "script", "lib", "script"], what);
}

Deno.test("install killed at any write leaves hooks that run once and is put right", async () => {
  using box = new Sandbox();
  await layout(box);
  const before = await picture(box, ["repo/.git"]);
  let points = 0;
  for (let killAt = 1;; killAt++) {
    const said = await drive(box, "install", { cwd: "repo", killAt });
    const what = `install killed at write ${killAt}`;
    await commitRunsOnce(box, what);
    const back = await drive(box, "uninstall", { cwd: "repo" });
    assert.equal(back.code, 0, `${what}: ${back.stderr}`);
    assert.equal(await picture(box, ["repo/.git"]), before, what);
    if (said.code === 0) break;
    assert.equal(said.code, 137, said.stderr);
    points++;
  }
  assert.ok(points >= 25, `${points} points`);
});

Deno.test("uninstall killed at any write leaves hooks that run once and is put right", async () => {
  using box = new Sandbox();
  await layout(box);
  const before = await picture(box, ["repo/.git"]);
  let points = 0;
  for (let killAt = 1;; killAt++) {
    const placed = await drive(box, "install", { cwd: "repo" });
    assert.equal(placed.code, 0, placed.stderr);
    const said = await drive(box, "uninstall", { cwd: "repo", killAt });
    const what = `uninstall killed at write ${killAt}`;
    await commitRunsOnce(box, what);
    const back = await drive(box, "uninstall", { cwd: "repo" });
    assert.equal(back.code, 0, `${what}: ${back.stderr}`);
    assert.equal(await picture(box, ["repo/.git"]), before, what);
    if (said.code === 0) break;
    assert.equal(said.code, 137, said.stderr);
    points++;
  }
  assert.ok(points >= 10, `${points} points`);
});
