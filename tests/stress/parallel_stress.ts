/**
 * Hundreds of commits in many worktrees at once while the hooks change, with every git.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commitWhileInstalled, commitWhileRewritten } from "../support/parallel.ts";
import { Sandbox, testGits } from "../support/sandbox.ts";

for (const git of testGits()) {
  Deno.test(`every event of 200 commits runs one text of hooks.toml, ${git.name}`, async (test) => {
    using box = new Sandbox(git);
    const { commits, texts } = await commitWhileRewritten(box, { worktrees: 8, commits: 25 });
    await test.step(`${commits} commits, ${texts} texts of hooks.toml`, () => {});
    assert.equal(commits, 200);
  });

  Deno.test(`every commit runs its scripts once in 100 installations, ${git.name}`, async (test) => {
    using box = new Sandbox(git);
    const commits = await commitWhileInstalled(box, 100);
    await test.step(`${commits} commits`, () => {});
  });
}
