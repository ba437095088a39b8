/** Many repositories at once. @module */

import assert from "node:assert/strict";
import { Sandbox } from "../../support/sandbox.ts";
import { snapshot } from "../../support/snapshot.ts";

async function fleet(box: Sandbox): Promise<void> {
  for (const name of ["a", "b", "c"]) {
    await box.repository(`srv/${name} it's.git`, { bare: true });
    box.script(`srv/${name} it's.git/hooks/update`, 'echo "$1" >>"$TRACE"');
  }
  box.script("srv/c it's.git/hooks/pre-receive", '[ "$0" = hooks/pre-receive ]');
  await box.repository("srv/deep/idle.git", { bare: true });
  await box.repository("srv/odd.git", { bare: true });
  box.write("srv/odd.git/hooks.toml", "[hook\n");
}

Deno.test("migrate --recursive tells equal repositories as one, and migrates each", async () => {
  using box = new Sandbox();
  await fleet(box);
  const before = await snapshot(box.path("srv"));
  const dry = await box.hooks(["migrate", "--dry-run", "--recursive", "srv"]);
  assert.equal(dry.code, 1);
  assert.equal(
    dry.stdout,
    `2 repositories with the same scripts
  update   becomes  update-script
  in a it's.git, b it's.git

c it's.git
  pre-receive   stays    line 2 compares $0 with hooks/pre-receive
  update        becomes  update-script

1 repository without anything to migrate
`,
  );
  assert.match(dry.stderr, /^error: odd\.git: /);
  assert.deepEqual(await snapshot(box.path("srv")), before);
  await Deno.remove(box.path("srv/odd.git"), { recursive: true });
  const start = await snapshot(box.path("srv"));

  const stopped = await box.hooks(["migrate", "--recursive", "srv"]);
  assert.equal(stopped.code, 1);
  assert.deepEqual(await snapshot(box.path("srv")), start);

  const said = await box.hooks(["migrate", "--yes", "--recursive", "srv", "-j", "2"]);
  assert.equal(said.code, 3, said.stderr);
  for (
    const line of ["a it's.git: migrated update", "c it's.git: migrated update; pre-receive stays"]
  ) {
    assert.ok(said.stdout.split("\n").includes(line), said.stdout);
  }
  const again = await box.hooks(["migrate", "--yes", "--recursive", "srv", "--json"]);
  assert.equal(again.code, 3);
  const report: unknown = JSON.parse(again.stdout);
  assert.partialDeepStrictEqual(report, {
    repositories: [{ applied: false, migrate: 0, stay: 0 }, { migrate: 0 }, { stay: 1 }, {}],
  });
  const undone = await box.hooks(["migrate", "--undo", "--yes", "--recursive", "srv"]);
  assert.equal(undone.code, 0, undone.stderr);
  assert.deepEqual(
    undone.stdout.trimEnd().split("\n").sort(),
    ["a", "b", "c"].map((name) => `${name} it's.git: restored update`),
  );
  assert.deepEqual(await snapshot(box.path("srv"), ["git-hooks"]), start);
});

Deno.test("migrate --recursive takes a linked worktree for its repository's", async () => {
  using box = new Sandbox();
  const repo = await box.repository("srv/main");
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: repo });
  await box.mustGit(["worktree", "add", "-q", box.path("srv/linked")], { cwd: repo });
  box.script(`${repo}/.git/hooks/pre-commit`, "true");
  const said = await box.hooks(["migrate", "--yes", "--recursive", "srv"]);
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /^main\n {2}pre-commit +becomes/);
  assert.match(said.stdout, /\nmain: migrated pre-commit\n$/);
});
