/**
 * Something of ours is taken away, switched off or edited: hooks run once, or the gate says what is missing.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commit, installIn, NO_DENO, testShells } from "../support/planning.ts";
import { type Said, Sandbox } from "../support/sandbox.ts";

const GATE = '[hook.gate]\nevent = "pre-commit"\ncommand = "echo gate >>$TRACE"\n';

async function ready(box: Sandbox, kind: "kept" | "migrated", shell?: string): Promise<void> {
  await box.repository("repo");
  box.script("repo/.git/hooks/pre-commit", 'echo script >>"$TRACE"');
  if (kind === "migrated") {
    assert.equal((await box.hooks(["migrate", "--yes"], { cwd: "repo" })).code, 0);
  }
  box.write("repo/.git/hooks.toml", `${GATE}${box.read("repo/.git/hooks.toml") ?? ""}`);
  await installIn(box, "repo", shell);
  box.trace();
}

async function stops(box: Sandbox, pattern: RegExp, env = {}): Promise<Said> {
  const said = await commit(box, "repo", { env });
  assert.notEqual(said.code, 0, said.stderr);
  assert.match(said.stderr, pattern);
  return said;
}

for (const kind of ["kept", "migrated"] as const) {
  for (const shell of testShells()) {
    Deno.test(`a ${kind} script that is gone closes its gate, which names it, ${shell}`, async () => {
      using box = new Sandbox();
      await ready(box, kind, shell);
      const path = box.path("repo/.git/hooks.d/pre-commit");
      await commit(box, "repo");
      box.trace();
      await Deno.rename(path, box.path("aside"));
      // With the plan of before, with one that was made without the script, and by the code.
      for (const env of [NO_DENO, {}, {}, NO_DENO]) {
        const said = await stops(
          box,
          /cannot exec '\.git\/hooks\.d\/pre-commit': No such file/,
          env,
        );
        assert.match(said.stderr, /^hint: /m);
        assert.equal(box.trace(), "gate\n");
      }
      await Deno.remove(box.path("repo/.git/git-hooks"), { recursive: true });
      await stops(box, /\.git\/hooks\.d\/pre-commit/);
      assert.equal((await box.hooks(["check", "pre-commit"], { cwd: "repo" })).code, 0);
      // The way past it, and the way back.
      box.trace();
      assert.equal((await commit(box, "repo", { env: { GIT_HOOKS: "0" } })).code, 0);
      assert.equal(box.trace(), "");
      await Deno.rename(box.path("aside"), path);
      for (const env of [{}, NO_DENO]) {
        assert.equal((await commit(box, "repo", { env })).code, 0);
        assert.equal(box.trace(), "gate\nscript\n");
      }
    });
  }
}

Deno.test("a kept script that is gone is missed when another script calls its file", async () => {
  using box = new Sandbox();
  await ready(box, "kept");
  box.script("repo/.git/hooks/post-commit", ".git/hooks/pre-commit; echo $? >>$TRACE");
  await commit(box, "repo");
  assert.equal(box.trace(), "gate\nscript\ngate\nscript\n0\n");
  box.write("repo/.git/hooks.toml", GATE.replace('"pre-commit"', '["pre-commit", "post-commit"]'));
  await installIn(box, "repo");
  await Deno.remove(box.path("repo/.git/hooks.d/pre-commit"));
  const said = await box.git(["commit", "-q", "--no-verify", "--allow-empty", "-m", "x"], {
    cwd: "repo",
  });
  assert.match(said.stderr, /hooks\.d\/pre-commit/);
  assert.equal(box.trace(), "gate\n127\n");
});

Deno.test("a shim without its x bit is git's own off switch, and on again with it", async () => {
  using box = new Sandbox();
  await ready(box, "kept");
  await Deno.chmod(box.path("repo/.git/hooks/pre-commit"), 0o644);
  const said = await commit(box, "repo");
  assert.equal(said.code, 0);
  assert.match(said.stderr, /hook was ignored because it's not set as executable/);
  assert.equal(box.trace(), "");
  assert.match((await box.hooks(["list"], { cwd: "repo" })).stdout, /not executable/);
  await Deno.chmod(box.path("repo/.git/hooks/pre-commit"), 0o755);
  for (const env of [{}, NO_DENO]) {
    await commit(box, "repo", { env });
    assert.equal(box.trace(), "gate\nscript\n");
  }
});

Deno.test("a shim that its user edited does what he wrote, and runs the hooks once", async () => {
  using box = new Sandbox();
  await ready(box, "kept");
  const path = "repo/.git/hooks/pre-commit";
  const lines = (box.read(path) ?? "").split("\n");
  box.write(path, lines.toSpliced(3, 0, 'echo edited >>"$TRACE"').join("\n"), 0o755);
  for (const env of [{}, {}, NO_DENO]) {
    assert.equal((await commit(box, "repo", { env })).code, 0);
    assert.equal(box.trace(), "edited\ngate\nscript\n");
  }
});

Deno.test("Deno gone: a fresh plan runs, a stale one stops the gate with a way out", async () => {
  using box = new Sandbox();
  await ready(box, "kept");
  await commit(box, "repo");
  box.trace();
  assert.equal((await commit(box, "repo", { env: NO_DENO })).code, 0);
  assert.equal(box.trace(), "gate\nscript\n");
  box.write("repo/.git/hooks.toml", `# another\n${GATE}`);
  const said = await stops(box, /GIT_HOOKS_DENO='\/nonexistent\/deno' is not/, NO_DENO);
  assert.match(said.stderr, /GIT_HOOKS=0 git/);
  assert.equal(box.trace(), "");
  const past = await commit(box, "repo", { env: { ...NO_DENO, GIT_HOOKS: "0" } });
  assert.equal(past.code, 0);
  assert.match(past.stderr, /warning: GIT_HOOKS=0: no hook of hooks\.toml was run for pre-commit/);
  assert.equal(box.trace(), "script\n");
});
