/**
 * Repositories and files of other people, and repositories that lie in a worktree.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commit, installIn } from "../support/planning.ts";
import { Sandbox } from "../support/sandbox.ts";

const SKIPPED = Deno.uid() === 0 ? "" : " (skipped: only root can give files away)";
const NOBODY = "65534:65534";
const TOML = '[hook.a]\nevent = ["pre-commit", "pre-receive"]\ncommand = "echo ran >>$TRACE; :"\n';

const COMMANDS: readonly (readonly string[])[] = [
  ["list"],
  ["list", "pre-commit"],
  ["check", "pre-commit"],
  ["check"],
  ["run", "pre-commit"],
  ["hook", "pre-commit", "--"],
  ["explain", "pre-commit"],
  ["trust", "--yes"],
  ["install", "--yes"],
  ["migrate", "--yes"],
  ["uninstall", "--yes"],
  ["export"],
];

Deno.test({
  name:
    `another user's repository is refused in git's words, nothing of it runs or is written${SKIPPED}`,
  ignore: SKIPPED !== "",
  fn: async () => {
    using box = new Sandbox();
    await box.repository("repo");
    box.write("repo/.git/hooks.toml", TOML);
    box.write("repo/hooks.toml", '[hook.p]\nevent = "pre-commit"\ncommand = "echo p >>$TRACE"\n');
    await installIn(box, "repo");
    assert.equal((await box.hooks(["trust", "--yes"], { cwd: "repo" })).code, 0);
    await commit(box, "repo");
    assert.notEqual(box.trace(), "");
    await box.start("chown", ["-R", NOBODY, box.path("repo")]);
    const before = await box.start("find", [box.path("repo"), "-printf", "%p %s %T@ %m\\n"]);
    for (const words of COMMANDS) {
      const said = await box.hooks(words, { cwd: "repo" });
      assert.equal(said.code, 128, `${words.join(" ")}: ${said.stderr}`);
      assert.match(said.stderr, /dubious ownership/, words.join(" "));
    }
    assert.equal(box.trace(), "");
    const after = await box.start("find", [box.path("repo"), "-printf", "%p %s %T@ %m\\n"]);
    assert.equal(after.stdout, before.stdout);
  },
});

Deno.test({
  name: `a plan, a cache and a store that another user made are not believed${SKIPPED}`,
  ignore: SKIPPED !== "",
  fn: async () => {
    using box = new Sandbox();
    await box.repository("repo");
    box.write("repo/.git/hooks.toml", TOML);
    await installIn(box, "repo");
    for (let count = 0; count < 2; count++) await commit(box, "repo");
    box.trace();
    const own = `${box.home}/.cache/git-hooks/plans${box.path("repo/.git")}/pre-commit`;
    for (const path of [own, "repo/.git/git-hooks/pre-commit"]) {
      box.write(path, "echo theirs >>$TRACE\nexit 0\n");
      await box.start("chown", [NOBODY, box.path(path)]);
    }
    assert.equal((await box.hooks(["check", "pre-commit"], { cwd: "repo" })).code, 0);
    await commit(box, "repo");
    assert.equal(box.trace(), "ran\n");
  },
});

Deno.test("a plan folder that others may write is taken back from them", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", TOML);
  await installIn(box, "repo");
  await Deno.mkdir(box.path("repo/.git/git-hooks"), { recursive: true });
  await Deno.chmod(box.path("repo/.git/git-hooks"), 0o2777);
  await commit(box, "repo");
  const { mode } = await Deno.stat(box.path("repo/.git/git-hooks"));
  assert.equal((mode ?? 0) & 0o077, 0);
  for await (const { name } of Deno.readDir(box.path("repo/.git/git-hooks"))) {
    const info = await Deno.lstat(box.path(`repo/.git/git-hooks/${name}`));
    assert.equal((info.mode ?? 0) & 0o022, 0, name);
  }
});

Deno.test("a bare repository inside a worktree is refused where git refuses it", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  await box.repository("repo/evil", { bare: true });
  box.write("repo/evil/hooks.toml", TOML);
  box.script("repo/evil/hooks/pre-commit", 'echo script >>"$TRACE"');
  box.write("repo/evil/git-hooks/pre-commit", "echo plan >>$TRACE\nexit 0\n");
  box.write("repo/evil/git-hooks/pre-commit.git-dir", "echo plan >>$TRACE\nexit 0\n");
  await box.mustGit(["config", "--global", "safe.bareRepository", "explicit"]);
  for (const words of COMMANDS) {
    const said = await box.hooks(words, { cwd: "repo/evil" });
    assert.equal(said.code, 128, `${words.join(" ")}: ${said.stderr}`);
    assert.match(said.stderr, /safe\.bareRepository|bare repository/, words.join(" "));
  }
  assert.equal(box.trace(), "");
  // Named on purpose it is the user's own word, as for git; to ask still runs nothing.
  for (const words of [["list"], ["check", "pre-commit"], ["doctor"]]) {
    await box.hooks(words, { cwd: "repo/evil", env: { GIT_DIR: "." } });
  }
  assert.equal(box.trace(), "");
});
