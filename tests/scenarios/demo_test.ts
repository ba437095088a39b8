/**
 * The demo, which checks each of its steps itself.
 *
 * @module
 */

import assert from "node:assert/strict";
import { projectRoot, Sandbox, testGits } from "../support/sandbox.ts";

for (const git of testGits()) {
  Deno.test(`tasks/demo.ts does what it says (${git.name})`, async () => {
    using box = new Sandbox(git);
    const said = await box.start(Deno.execPath(), [
      "run",
      "--quiet",
      "--frozen",
      "--allow-read",
      "--allow-write",
      "--allow-env",
      "--allow-run",
      `${projectRoot}/tasks/demo.ts`,
    ]);
    assert.equal(said.code, 0, said.stdout + said.stderr);
    assert.match(said.stdout, /\nall 8 steps did what they say\n$/);
    assert.equal(said.stderr, "");
  });
}

Deno.test("tasks/demo.ts fails when hooks do not run", async () => {
  using box = new Sandbox();
  // A git that leaves all hooks out.
  box.script("bin/git", 'exec /usr/bin/env PATH="${PATH#*:}" git -c core.hooksPath=/nowhere "$@"');
  const said = await box.start(Deno.execPath(), [
    "run",
    "--quiet",
    "--frozen",
    "--allow-all",
    `${projectRoot}/tasks/demo.ts`,
  ], { env: { PATH: `${box.path("bin")}:${box.env["PATH"] ?? ""}` } });
  assert.equal(said.code, 1, said.stdout);
  assert.match(
    said.stderr,
    /^\nfatal: step 2: expected that exactly these ran: pre-commit, commit-msg\n$/,
  );
});
