/**
 * A project's hooks.toml that is not trusted: told when it comes, asked about where a terminal is.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commit, NO_DENO } from "../support/planning.ts";
import { Sandbox, testGits } from "../support/sandbox.ts";

const GATES = (word: string): string =>
  `[hook.lint]\nevent = ["pre-commit", "pre-push"]\ncommand = "echo ${word} >>$TRACE"\n`;

const NEWS = /^warning: hooks\.toml is not what you accepted; pre-commit, pre-push are stopped/m;

/** A project with an accepted text, cloned and installed; another text waits upstream. */
async function cloned(box: Sandbox): Promise<void> {
  await box.repository("up");
  box.write("up/hooks.toml", GATES("one"));
  await box.mustGit(["add", "."], { cwd: "up" });
  await commit(box, "up");
  await box.mustGit(["clone", "-q", box.path("up"), box.path("repo")]);
  for (const words of [["trust", "--yes"], ["install"]]) {
    const said = await box.hooks(words, { cwd: "repo" });
    assert.equal(said.code, 0, said.stderr);
  }
  box.write("up/hooks.toml", GATES("two"));
  await box.mustGit(["commit", "-q", "-a", "-m", "two"], { cwd: "up" });
}

for (const git of testGits()) {
  Deno.test(`a pull tells once of a text that is not trusted, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await cloned(box);
    const merged = await box.git(["pull", "-q", "--no-rebase"], { cwd: "repo" });
    assert.equal(merged.code, 0, merged.stderr);
    assert.match(merged.stderr, NEWS);
    assert.match(merged.stderr, /^hint: see the difference and accept it: git hooks trust$/m);
    assert.equal(merged.stderr.match(/warning:/g)?.length, 1);
    const again = await box.git(["checkout", "-q", "-b", "side"], { cwd: "repo", env: NO_DENO });
    assert.equal(again.stderr, "");
    const stopped = await commit(box, "repo");
    assert.equal(stopped.code, 1);
    assert.match(stopped.stderr, /pre-commit is stopped: hooks\.toml is not trusted/);
    assert.equal(box.trace(), "");
  });

  Deno.test(`a rebase tells once, though it fires two events, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await cloned(box);
    box.write("repo/mine", "");
    await box.mustGit(["add", "mine"], { cwd: "repo" });
    await box.mustGit(["commit", "-q", "-m", "mine"], { cwd: "repo" });
    const said = await box.git(["pull", "-q", "--rebase"], { cwd: "repo" });
    assert.equal(said.code, 0, said.stderr);
    assert.match(said.stderr, NEWS);
    assert.equal(said.stderr.match(/warning:/g)?.length, 1, said.stderr);
  });
}

Deno.test("a text that nobody has accepted is told with its first checkout, one without gates too", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  await commit(box, "repo");
  box.write("repo/.git/hooks.toml", '[hook.a]\nevent = "post-checkout"\ncommand = "true"\n');
  await box.mustGit(["checkout", "-q", "-b", "side"], { cwd: "repo" });
  box.write("repo/hooks.toml", '[hook.b]\nevent = "post-commit"\ncommand = "true"\n');
  await box.mustGit(["add", "hooks.toml"], { cwd: "repo" });
  await commit(box, "repo");
  await box.mustGit(["checkout", "-q", "main"], { cwd: "repo" });
  assert.equal((await box.hooks(["install"], { cwd: "repo" })).code, 0);
  const said = await box.git(["checkout", "-q", "side"], { cwd: "repo" });
  assert.equal(
    said.stderr,
    "warning: hooks.toml is not trusted yet; its hooks do not run until it is\n" +
      "hint: read and accept it: git hooks trust\n",
  );
});

const hasScript = await new Deno.Command("script", { args: ["--version"] }).output().then(
  ({ success }) => success,
  () => false,
);

Deno.test({
  name: "a gate asks on the terminal: yes runs the hook that was shown, no stops",
  // It takes script(1) of util-linux to give git a terminal.
  ignore: !hasScript,
  fn: async () => {
    for (const answer of ["y", "n"]) {
      using box = new Sandbox();
      await cloned(box);
      await box.git(["pull", "-q"], { cwd: "repo" });
      box.trace();
      const said = await box.start("script", [
        "-qec",
        'git commit -q --allow-empty -m x; echo "code $?"',
        "/dev/null",
      ], { cwd: "repo", stdin: `${answer}\n`, env: { GIT_TERMINAL_PROMPT: undefined } });
      assert.match(said.stdout, /hooks\.toml is not what you accepted on [^]*two[^]*Accept\?/);
      assert.match(said.stdout, answer === "y" ? /code 0/ : /is not trusted[^]*code 1/);
      assert.equal(box.trace(), answer === "y" ? "two\n" : "");
    }
  },
});
