/** Migrations into git's own configuration and into a project's hooks.toml. @module */

import assert from "node:assert/strict";
import { newGits, Sandbox, testGits } from "../support/sandbox.ts";
import { snapshot } from "../support/snapshot.ts";

const LEAVE = ["objects", "logs", "trace", "home", "index", "git-hooks"];

for (const git of newGits()) {
  Deno.test(`migrate --to git-config keeps $0, directory and switches (${git.name})`, async () => {
    using box = new Sandbox(git);
    const repo = await box.repository("repo");
    box.script(`${repo}/.git/hooks/pre-commit`, 'echo "$0 $#" >>"$TRACE"');
    box.script(
      `${repo}/.git/hooks/commit-msg`,
      '[ "$0" = .git/hooks/commit-msg ] && echo same >>"$TRACE"; true',
    );
    box.script(`${repo}/.git/hooks/update`, 'echo "$0 $1 $#" >>"$TRACE"');
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "base"], { cwd: repo });
    await box.mustGit(["worktree", "add", "-q", "-b", "w", box.path("linked")], { cwd: repo });
    const probe = async (): Promise<string> => {
      box.trace();
      for (const cwd of [repo, box.path("linked")]) {
        await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd });
      }
      await box.mustGit(["push", "-q", ".", `HEAD:refs/heads/in-${crypto.randomUUID()}`], {
        cwd: repo,
      });
      await Deno.chmod(box.path(`${repo}/.git/hooks/pre-commit`), 0o644);
      await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: repo });
      await Deno.chmod(box.path(`${repo}/.git/hooks/pre-commit`), 0o755);
      return box.trace().replace(/in-\S+/, "in");
    };
    const before = await probe();
    const start = await snapshot(box.path(`${repo}/.git`), [...LEAVE, "refs", "worktrees"]);
    const said = await box.hooks(["migrate", "--to", "git-config", "--yes"], { cwd: repo });
    assert.equal(said.code, 0, said.stdout + said.stderr);
    assert.match(said.stdout, /added to \.git\/config\n {2}\+\[hook "pre-commit-script"\]\n/);
    assert.equal(await probe(), before);
    const listed = await box.git(["hook", "list", "pre-commit"], { cwd: repo });
    assert.equal(listed.stdout, "pre-commit-script\n");
    for (const words of [["migrate"], ["migrate", "--yes", "--to", "git-config"]]) {
      const again = await box.hooks(words, { cwd: repo });
      assert.equal(again.code, 0, again.stderr);
      assert.match(again.stdout, /^nothing to migrate: 3 scripts were migrated on/);
    }
    assert.equal((await box.hooks(["migrate", "--status"], { cwd: repo })).code, 0);
    const undone = await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
    assert.equal(undone.code, 0, undone.stderr);
    assert.deepEqual(
      await snapshot(box.path(`${repo}/.git`), [...LEAVE, "refs", "worktrees"]),
      start,
    );
    assert.equal(await probe(), before);
  });

  Deno.test(`migrate --to git-config does nothing where one script has to stay (${git.name})`, async () => {
    using box = new Sandbox(git);
    const repo = await box.repository("repo");
    box.script(`${repo}/.git/hooks/pre-commit`, "true");
    box.script(`${repo}/.git/hooks/proc-receive`, "true");
    const said = await box.hooks(["migrate", "--to", "git-config", "--yes"], { cwd: repo });
    assert.equal(said.code, 3, said.stderr);
    assert.match(said.stdout, /pre-commit +stays +the hooks folder has to stay for proc-receive/);
  });
}

for (const git of testGits()) {
  if (newGits().some(({ path }) => path === git.path)) continue;
  Deno.test(`migrate --to git-config is refused by a git that would ignore it (${git.name})`, async () => {
    using box = new Sandbox(git);
    const repo = await box.repository("repo");
    box.script(`${repo}/.git/hooks/pre-commit`, "true");
    const said = await box.hooks(["migrate", "--to", "git-config", "--yes"], { cwd: repo });
    assert.equal(said.code, 1);
    assert.match(said.stderr, /git 2\.54 and later do\nhint: .*--to local/);
  });
}

for (const git of testGits()) {
  Deno.test(`migrate --to project makes a tracked folder's scripts the project's hooks (${git.name})`, async () => {
    using box = new Sandbox(git);
    const repo = await box.repository("repo");
    box.script(`${repo}/.githooks/pre-commit`, 'echo "commit $#" >>"$TRACE"');
    box.script(`${repo}/.githooks/commit-msg`, 'echo "message $#" >>"$TRACE"');
    await box.mustGit(["add", "."], { cwd: repo });
    await box.mustGit(["config", "core.hooksPath", ".githooks"], { cwd: repo });
    const start = await snapshot(box.root, LEAVE);
    const said = await box.hooks(["migrate", "--to", "project", "--yes"], { cwd: repo });
    assert.equal(said.code, 0, said.stdout + said.stderr);
    assert.match(said.stdout, /new file hooks\.toml\n {2}\+\[hook\.pre-commit-script\]/);
    assert.match(box.read(`${repo}/hooks.toml`) ?? "", /script = "\.githooks\/pre-commit"/);
    box.trace();
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: repo });
    assert.equal(box.trace(), "commit 0\nmessage 1\n");
    const again = await box.hooks(["migrate", "--to", "project", "--yes"], { cwd: repo });
    assert.equal(again.code, 0, again.stderr);
    assert.match(again.stdout, /^nothing to migrate: 2 scripts were migrated on/);
    const undone = await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
    assert.equal(undone.code, 0, undone.stderr);
    const lines = await snapshot(box.root, [...LEAVE, "refs", "HEAD", "COMMIT_EDITMSG"]);
    assert.deepEqual(
      lines.filter((line) => !line.startsWith("D")),
      start.filter((line) => !line.startsWith("D") && !/HEAD|refs|COMMIT/.test(line)),
    );
  });
}
