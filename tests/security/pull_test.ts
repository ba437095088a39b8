/**
 * What a pull brings: commands and scripts that nobody accepted, and files that change between the check
 * and their use.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commit, installIn } from "../support/planning.ts";
import { Sandbox, testGits } from "../support/sandbox.ts";

const TOML = `[hook.lint]
event = "pre-commit"
command = "echo lint >>$TRACE"

[hook.ticket]
event = "commit-msg"
script = "tools/ticket"

[hook.after]
event = "post-merge"
script = "tools/ticket"
`;

async function clone(box: Sandbox): Promise<void> {
  await box.repository("up");
  box.write("up/hooks.toml", TOML);
  box.script("up/tools/ticket", 'echo ticket >>"$TRACE"');
  await box.mustGit(["add", "."], { cwd: "up" });
  await box.mustGit(["commit", "-q", "-m", "x"], { cwd: "up" });
  await box.mustGit(["clone", "-q", box.path("up"), box.path("repo")]);
  const said = await box.hooks(["trust", "--yes"], { cwd: "repo" });
  assert.equal(said.code, 0, said.stderr);
  await installIn(box, "repo");
  for (let count = 0; count < 2; count++) assert.equal((await commit(box, "repo")).code, 0);
  assert.equal(box.trace(), "lint\nticket\nlint\nticket\n");
  await box.mustGit(["reset", "-q", "--hard", "origin/HEAD"], { cwd: "repo" });
}

const EVIL = 'echo evil >>"$TRACE"';
const CHANGES: ReadonlyMap<string, (box: Sandbox) => void> = new Map([
  ["a command", (box) => box.write("up/hooks.toml", TOML.replace("echo lint", "echo evil"))],
  ["a script", (box) => box.script("up/tools/ticket", EVIL)],
  [
    "a hook",
    (box) =>
      box.write("up/hooks.toml", `${TOML}[hook.new]\nevent = "pre-push"\ncommand = '${EVIL}'\n`),
  ],
  ["a link in a script's place", (box) => {
    box.script("up/other", EVIL);
    Deno.removeSync(box.path("up/tools/ticket"));
    Deno.symlinkSync("../other", box.path("up/tools/ticket"));
  }],
  ["a link in its folder's place", (box) => {
    box.script("up/other/ticket", EVIL);
    Deno.removeSync(box.path("up/tools"), { recursive: true });
    Deno.symlinkSync("other", box.path("up/tools"));
  }],
  ["a link to hooks.toml", (box) => {
    box.write("up/other.toml", TOML.replace("echo lint", "echo evil"));
    Deno.removeSync(box.path("up/hooks.toml"));
    Deno.symlinkSync("other.toml", box.path("up/hooks.toml"));
  }],
]);

for (const git of testGits()) {
  for (const [what, change] of CHANGES) {
    Deno.test(`nothing runs when a pull brings ${what}, until it is accepted, ${git.name}`, async () => {
      using box = new Sandbox(git);
      await clone(box);
      change(box);
      await box.mustGit(["add", "-A"], { cwd: "up" });
      await box.mustGit(["commit", "-q", "-m", "evil", "--no-verify"], { cwd: "up" });
      await box.git(["pull", "-q", "--no-edit"], { cwd: "repo" });
      for (let count = 0; count < 2; count++) {
        const said = await commit(box, "repo");
        assert.notEqual(said.code, 0, said.stderr);
        await box.git(["push", "-q", "--dry-run", box.path("up"), "HEAD:x"], { cwd: "repo" });
      }
      for (
        const words of [
          ["run", "pre-commit"],
          ["run", "commit-msg"],
          ["run", "pre-push"],
          ["list"],
          ["doctor"],
        ]
      ) {
        await box.hooks(words, { cwd: "repo" });
      }
      assert.doesNotMatch(box.trace(), /evil|ticket/);
    });
  }
}

for (const jobs of [1, 2]) {
  Deno.test(`a script that an earlier hook changed is not started, ${jobs} job(s)`, async () => {
    using box = new Sandbox();
    await box.repository("repo");
    box.write(
      "repo/hooks.toml",
      `[hook]\njobs = ${jobs}\n[hook.first]\nevent = "pre-push"\ncommand = "test ! -e evil || cp evil tools/ticket;:"\n` +
        `[hook.second]\nevent = "pre-push"\nscript = "./tools//ticket"\n`,
    );
    box.script("repo/tools/ticket", 'echo ticket >>"$TRACE"');
    assert.equal((await box.hooks(["trust", "--yes"], { cwd: "repo" })).code, 0);
    await installIn(box, "repo");
    const fire = (): ReturnType<Sandbox["start"]> =>
      box.start(box.path("repo/.git/hooks/pre-push"), ["origin", "u"], { cwd: "repo", stdin: "" });
    for (let count = 0; count < 2; count++) assert.equal((await fire()).code, 0);
    assert.equal(box.trace(), "ticket\nticket\n");
    box.script("repo/evil", EVIL);
    const said = await fire();
    assert.notEqual(said.code, 0);
    assert.match(
      said.stderr,
      /cannot exec '\.\/tools\/\/ticket': it is no longer what was trusted/,
    );
    assert.equal(box.trace(), "");
    // By the code, without a plan.
    await Deno.remove(box.path("repo/.git/git-hooks"), { recursive: true });
    box.script("repo/tools/ticket", 'echo ticket >>"$TRACE"');
    const again = await fire();
    assert.notEqual(again.code, 0);
    assert.match(again.stderr, /it is no longer what was trusted/);
    assert.equal(box.trace(), "");
  });
}
