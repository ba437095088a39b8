/**
 * Two events that would leave a repository half-way if they were stopped: what cannot be started there is told
 * of, by the code and by a plan alike, and git goes on.
 *
 * @module
 */

import assert from "node:assert/strict";
import { installIn, NO_DENO } from "../support/planning.ts";
import { type Said, Sandbox, testGits } from "../support/sandbox.ts";

const HOOKS = `[hook.gone]
event = ["reference-transaction", "post-index-change"]
script = "gone"

[hook.after]
event = "reference-transaction"
command = "echo after >>\\"$TRACE\\"; :"
`;

async function repository(box: Sandbox, toml: string): Promise<void> {
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", toml);
  await installIn(box, "repo");
  box.write("repo/file", "x");
}

/** Twice: by the code, which leaves a plan, and by that plan. */
async function byCodeAndPlan(box: Sandbox, args: readonly string[]): Promise<Said> {
  const first = await box.git(args, { cwd: "repo" });
  const second = await box.git(args, { cwd: "repo", env: NO_DENO });
  assert.deepEqual(second, first);
  return first;
}

for (const git of testGits()) {
  Deno.test(`a hook of reference-transaction that cannot be started warns, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await repository(box, HOOKS);
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
    const said = await byCodeAndPlan(box, ["update-ref", "refs/heads/new", "HEAD"]);
    assert.equal(said.code, 0, said.stderr);
    assert.match(said.stderr, /^fatal: cannot exec '[^']*gone': No such file or directory$/m);
    assert.match(said.stderr, /^warning: reference-transaction: 1 of 2 hooks failed$/m);
    assert.match(said.stderr, /^ {2}gone +cannot be started +\.git\/hooks\.toml:1$/m);
    assert.match(said.stderr, /^ {2}after +not run$/m);
    await box.mustGit(["rev-parse", "refs/heads/new"], { cwd: "repo" });
  });

  Deno.test(`a hook of post-index-change that cannot be started warns, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await repository(box, HOOKS.replace('"reference-transaction", ', ""));
    const said = await box.git(["add", "file"], { cwd: "repo" });
    assert.equal(said.code, 0, said.stderr);
    assert.match(
      said.stderr,
      /^warning: post-index-change hook 'gone' cannot be started \(\.git\/hooks\.toml:1\)$/m,
    );
    box.write("repo/file", "y");
    assert.deepEqual(await box.git(["add", "file"], { cwd: "repo", env: NO_DENO }), said);
  });

  Deno.test(`a hook of reference-transaction that fails keeps git's meaning, ${git.name}`, async () => {
    using box = new Sandbox(git);
    const toml = HOOKS.replace('script = "gone"', 'command = "grep -q heads/old"\nargs = false');
    await repository(box, toml);
    await box.mustGit(["config", "hook.gone.enabled", "false"], { cwd: "repo" });
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
    await box.mustGit(["config", "--unset", "hook.gone.enabled"], { cwd: "repo" });
    const said = await byCodeAndPlan(box, ["update-ref", "refs/heads/new", "HEAD"]);
    assert.notEqual(said.code, 0);
    assert.match(said.stderr, /^error: reference-transaction: 1 of 2 hooks failed$/m);
  });

  Deno.test(`a broken hooks.toml does not stop what warns only, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("repo");
    box.script("repo/.git/hooks/reference-transaction", 'cat >/dev/null; echo kept >>"$TRACE"');
    await repository(box, HOOKS);
    box.write("repo/.git/hooks.toml", "[hook.gone]\nevnt = 1\n");
    const said = await box.git(
      ["-c", "core.logAllRefUpdates=false", "update-ref", "refs/heads/new", await tree(box)],
      { cwd: "repo" },
    );
    assert.equal(said.code, 0, said.stderr);
    assert.match(said.stderr, /^warning: \.git\/hooks\.toml:2:1: unknown key 'evnt'/m);
    assert.match(said.stderr, /^hint: no hook of hooks\.toml was run$/m);
    assert.match(box.trace(), /^(?:kept\n)+$/);
  });
}

async function tree(box: Sandbox): Promise<string> {
  const text = await box.mustGit(["hash-object", "-w", "-t", "tree", "/dev/null"], { cwd: "repo" });
  const commit = await box.mustGit(["commit-tree", "-m", "x", text.trim()], { cwd: "repo" });
  return commit.trim();
}
