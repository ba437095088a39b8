/**
 * The launcher is there, but no Deno: what goes on, goes on with the user's own script; a gate is closed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { allEvents } from "../../lib/events.ts";
import { commit, installIn, NO_DENO, testShells } from "../support/planning.ts";
import { projectRoot, Sandbox, testGits } from "../support/sandbox.ts";

const TOML = (event: string): string => `[hook.mine]\nevent = "${event}"\ncommand = "echo mine"\n`;
const NO_SCRIPT = 'env | grep -E "^GIT_HOOKS_(SCRIPT|LAUNCHER)=" >>"$TRACE"';

async function repository(
  box: Sandbox,
  set: { readonly event: string; readonly shell?: string },
): Promise<void> {
  await box.repository("repo");
  box.script(
    `repo/.git/hooks/${set.event}`,
    `echo "kept $0 $#" >>"$TRACE"; ${NO_SCRIPT}; ! [ -e "$HOME/fail" ]`,
  );
  box.write("repo/.git/hooks.toml", TOML(set.event));
  await installIn(box, "repo", set.shell);
  // Another text, so that no plan is fresh.
  box.write("repo/.git/hooks.toml", TOML(set.event) + "\n# changed\n");
}

for (const shell of testShells()) {
  Deno.test(`without Deno the kept script of what is no gate runs after a warning, ${shell}`, async () => {
    using box = new Sandbox();
    await repository(box, { event: "post-commit", shell });
    const said = await commit(box, "repo", { env: NO_DENO });
    assert.equal(said.code, 0);
    assert.equal(
      said.stderr,
      "warning: no hook of hooks.toml was run for post-commit: " +
        "GIT_HOOKS_DENO='/nonexistent/deno' is not the absolute path of a program\n",
    );
    assert.equal(box.trace(), "kept .git/hooks.d/post-commit 0\n");
  });
}

Deno.test("without Deno a kept script keeps its arguments and its exit code", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  await commit(box, "repo");
  await repository(box, { event: "post-checkout" });
  box.write("home/fail", "");
  const said = await box.git(["checkout", "-q", "-b", "other"], { cwd: "repo", env: NO_DENO });
  assert.equal(said.code, 1);
  assert.equal(box.trace(), "kept .git/hooks.d/post-checkout 3\n");
});

Deno.test("without Deno a kept script without its x bit is passed over", async () => {
  using box = new Sandbox();
  await repository(box, { event: "post-commit" });
  await Deno.chmod(box.path("repo/.git/hooks.d/post-commit"), 0o644);
  assert.equal((await commit(box, "repo", { env: NO_DENO })).code, 0);
  assert.equal(box.trace(), "");
});

for (const git of testGits()) {
  Deno.test(`without Deno a gate is closed, with its cure, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await repository(box, { event: "pre-commit" });
    const said = await commit(box, "repo", { env: NO_DENO });
    assert.notEqual(said.code, 0);
    assert.equal(
      said.stderr,
      "fatal: GIT_HOOKS_DENO='/nonexistent/deno' is not the absolute path of a program\n" +
        "hint: go on without these hooks: GIT_HOOKS=0 git ...\n",
    );
    assert.equal(box.trace(), "", "not even the script, which may rely on what runs before it");
    assert.notEqual((await box.git(["rev-parse", "--verify", "HEAD"], { cwd: "repo" })).code, 0);
  });

  Deno.test(`a hook started by way of Deno does not see what the launcher needs, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await repository(box, { event: "post-commit" });
    assert.equal((await commit(box, "repo")).code, 0);
    assert.equal(box.trace(), "kept .git/hooks.d/post-commit 0\n");
  });
}

Deno.test("without Deno each event is stopped or goes on as the table of events says", async () => {
  using box = new Sandbox();
  const launcher = `${projectRoot}/bin/git-hooks`;
  for (const { name, closes, side } of allEvents()) {
    // No answer would mean that nothing has changed.
    const stops = closes || name === "fsmonitor-watchman";
    const said = await box.start(launcher, ["hook", name, "--"], { env: NO_DENO });
    assert.equal(said.code, stops ? 1 : 0, name);
    assert.match(said.stderr, stops ? /^fatal: / : /^warning: no hook of hooks\.toml /, name);
    assert.equal(said.stderr.includes("GIT_HOOKS=0"), stops && side !== "receive", name);
  }
});
