/**
 * Install and uninstall in the layouts that repositories have, with real git firing the events: what
 * ran before runs exactly once, configured hooks run too, and everything comes back byte for byte.
 *
 * @module
 */

import assert from "node:assert/strict";
import { drive, picture } from "../support/installing.ts";
import { Sandbox, testGits } from "../support/sandbox.ts";

const TOML = (events: string): string => `[hook.one]\nevent = ${events}\ncommand = "echo one"\n`;

async function mustDrive(
  box: Sandbox,
  command: "install" | "uninstall",
  cwd: string,
): Promise<string> {
  const said = await drive(box, command, { cwd });
  assert.equal(said.code, 0, said.stdout + said.stderr);
  return said.stdout + said.stderr;
}

async function commit(box: Sandbox, cwd: string): Promise<readonly string[]> {
  box.trace();
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd });
  return lines(box);
}

function lines(box: Sandbox): readonly string[] {
  return box.trace().split("\n").filter((line) => line !== "");
}

for (const git of testGits()) {
  Deno.test(`install keeps plain scripts, which run last and find their neighbours, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("repo");
    box.script("repo/.git/hooks/pre-commit", '. "$(dirname "$0")/lib/x y"; say "$(basename "$0")"');
    box.script("repo/.git/hooks/commit-msg", 'echo "message $#" >>"$TRACE"');
    box.script("repo/.git/hooks/post-commit", 'echo post >>"$TRACE"');
    box.write("repo/.git/hooks/lib/x y", 'say() { echo "lib $1" >>"$TRACE"; }\n');
    box.write("repo/.git/hooks/post-merge", "never", 0o644);
    box.write("repo/.git/hooks.toml", TOML('["pre-commit", "commit-msg", "post-merge"]'));
    const before = await picture(box, ["repo/.git"]);
    await mustDrive(box, "install", "repo");
    assert.equal(await Deno.readLink(box.path("repo/.git/hooks.d/lib")), "../hooks/lib");
    assert.deepEqual(await commit(box, "repo"), [
      ...["configured pre-commit", "lib pre-commit"],
      ...["configured commit-msg", "message 1", "post"],
    ]);
    const again = await mustDrive(box, "install", "repo");
    assert.match(again, /nothing to install: 3 shims are in place/);
    await mustDrive(box, "uninstall", "repo");
    assert.deepEqual(await commit(box, "repo"), ["lib pre-commit", "message 1", "post"]);
    assert.equal(await picture(box, ["repo/.git"]), before);
  });

  Deno.test(`install keeps links to one script, and a dispatcher with its .d folder, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("repo");
    const hooks = "repo/.git/hooks";
    box.script(
      `${hooks}/_run`,
      'for f in "$0".d/*; do "$f"; done\necho "$(basename "$0")" >>"$TRACE"',
    );
    box.script(`${hooks}/pre-commit.d/10 first`, 'echo first >>"$TRACE"');
    box.script(`${hooks}/commit-msg.d/20`, 'echo second >>"$TRACE"');
    box.script("repo/tools/outer", 'echo outer >>"$TRACE"');
    await Deno.symlink("_run", box.path(`${hooks}/pre-commit`));
    await Deno.symlink("pre-commit", box.path(`${hooks}/commit-msg`));
    await Deno.symlink("../../tools/outer", box.path(`${hooks}/post-commit`));
    box.write("repo/.git/hooks.toml", TOML('["pre-commit", "commit-msg", "post-commit"]'));
    const before = await picture(box, ["repo/.git"]);
    const ran = await commit(box, "repo");
    assert.deepEqual(ran, ["first", "pre-commit", "second", "commit-msg", "outer"]);
    await mustDrive(box, "install", "repo");
    const both = await commit(box, "repo");
    assert.deepEqual(both.filter((line) => !line.startsWith("configured")), ran);
    assert.equal(both.length, ran.length + 3);
    await mustDrive(box, "uninstall", "repo");
    assert.equal(await picture(box, ["repo/.git"]), before);
  });

  Deno.test(`install serves linked worktrees, from whichever it was started, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("repo");
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "base"], { cwd: "repo" });
    await box.mustGit(["worktree", "add", "-q", "../linked"], { cwd: "repo" });
    box.script("repo/.git/hooks/pre-commit", 'echo "script $0" >>"$TRACE"');
    box.write("repo/.git/hooks.toml", TOML('"pre-commit"'));
    const before = await picture(box, ["repo/.git"]);
    await mustDrive(box, "install", "linked");
    assert.equal((await commit(box, "linked")).length, 2);
    assert.equal((await commit(box, "repo")).length, 2);
    await mustDrive(box, "uninstall", "linked");
    assert.equal(await picture(box, ["repo/.git"]), before);
  });

  Deno.test(`install serves a bare repository that is pushed to, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("server", { bare: true });
    await box.repository("client");
    box.script("server/hooks/pre-receive", 'while read -r line; do echo "got" >>"$TRACE"; done');
    box.write("server/hooks.toml", TOML('["pre-receive", "update"]'));
    const before = await picture(box, ["server"]);
    await mustDrive(box, "install", "server");
    await commit(box, "client");
    box.trace();
    await box.mustGit(["push", "-q", "../server", "HEAD:a", "HEAD:b"], { cwd: "client" });
    assert.deepEqual(lines(box), [
      ...["configured pre-receive", "got", "got", "configured update", "configured update"],
    ]);
    await mustDrive(box, "uninstall", "server");
    assert.equal(await picture(box, ["server"]), before);
  });

  Deno.test(`install uses an untracked core.hooksPath of the repository itself, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("repo");
    box.script("repo/my hooks/pre-commit", 'echo "$(cd "$(dirname "$0")/.." && pwd)" >>"$TRACE"');
    box.script("repo/.git/hooks/pre-commit", "echo dead");
    await box.mustGit(["config", "core.hooksPath", "my hooks"], { cwd: "repo" });
    box.write("repo/.git/hooks.toml", TOML('["pre-commit", "post-commit"]'));
    const before = await picture(box, ["repo/.git", "repo/my hooks", "repo/my hooks.d"]);
    const status = (await box.git(["status", "--porcelain"], { cwd: "repo" })).stdout;
    await mustDrive(box, "install", "repo");
    assert.deepEqual(await commit(box, "repo"), [
      ...["configured pre-commit", box.path("repo"), "configured post-commit"],
    ]);
    assert.equal((await box.git(["status", "--porcelain"], { cwd: "repo" })).stdout, status);
    await mustDrive(box, "uninstall", "repo");
    assert.equal(await picture(box, ["repo/.git", "repo/my hooks", "repo/my hooks.d"]), before);
  });

  Deno.test(`install and uninstall while commits run: each runs its script exactly once, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("repo");
    box.script("repo/.git/hooks/pre-commit", 'echo "script" >>"$TRACE"');
    box.write("repo/.git/hooks.toml", TOML('"pre-commit"'));
    box.trace();
    let done = false;
    let commits = 0;
    const committing = (async (): Promise<void> => {
      while (!done) {
        await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
        commits++;
      }
    })();
    try {
      for (let cycle = 0; cycle < 8; cycle++) {
        for (const command of ["install", "uninstall"]) {
          const said = await box.hooks([command], { cwd: "repo" });
          assert.equal(said.code, 0, said.stderr);
        }
      }
    } finally {
      done = true;
      await committing;
    }
    assert.equal(lines(box).filter((line) => line === "script").length, commits);
    assert.ok(commits > 10);
  });
}

Deno.test("install serves a submodule in its own git directory", async () => {
  using box = new Sandbox();
  await box.repository("part");
  await commit(box, "part");
  await box.repository("whole");
  await box.mustGit(["submodule", "--quiet", "add", box.path("part"), "sub"], { cwd: "whole" });
  box.script("whole/.git/modules/sub/hooks/pre-commit", 'echo sub >>"$TRACE"');
  box.write("whole/.git/modules/sub/hooks.toml", TOML('"pre-commit"'));
  const before = await picture(box, ["whole/.git/modules/sub"]);
  await mustDrive(box, "install", "whole/sub");
  assert.deepEqual(await commit(box, "whole/sub"), ["configured pre-commit", "sub"]);
  await mustDrive(box, "uninstall", "whole/sub");
  assert.equal(await picture(box, ["whole/.git/modules/sub"]), before);
});

Deno.test("uninstall gives everything back after a move, git gc, a deleted cache and another tool's hook", async () => {
  using box = new Sandbox();
  await box.repository("old");
  box.script("old/.git/hooks/pre-commit", 'echo script >>"$TRACE"');
  box.write("old/.git/hooks.toml", TOML('["pre-commit", "post-commit", "post-merge"]'));
  await mustDrive(box, "install", "old");
  await commit(box, "old");
  await Deno.rename(box.path("old"), box.path("new"));
  await box.mustGit(["gc", "-q"], { cwd: "new" });
  await Deno.remove(box.path("new/.git/git-hooks"), { recursive: true }).catch(() => {});
  assert.equal((await commit(box, "new")).length, 3);
  box.script("new/.git/hooks/pre-push", "echo tool");
  box.script("new/.git/hooks/post-merge", "echo another tool");
  const said = await mustDrive(box, "uninstall", "new");
  assert.match(said, /post-merge is somebody else's by now and stays/);
  assert.match(box.read("new/.git/hooks/pre-commit") ?? "", /echo script/);
  assert.match(box.read("new/.git/hooks/pre-push") ?? "", /echo tool/);
  assert.match(box.read("new/.git/hooks/post-merge") ?? "", /another tool/);
  assert.equal(box.read("new/.git/hooks/post-commit"), undefined);
  await assert.rejects(Deno.lstat(box.path("new/.git/hooks.d")), Deno.errors.NotFound);
});
