/**
 * Commits in several worktrees at once while the hooks change; hundreds of them are a stress run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commitWhileInstalled, commitWhileRewritten } from "../support/parallel.ts";
import { Sandbox } from "../support/sandbox.ts";

Deno.test("every event runs one text of hooks.toml, whole, while that is rewritten", async () => {
  using box = new Sandbox();
  const { commits } = await commitWhileRewritten(box, { worktrees: 3, commits: 4 });
  assert.equal(commits, 12);
});

Deno.test("every commit runs its scripts once while hooks are installed and uninstalled", async () => {
  using box = new Sandbox();
  assert.ok(await commitWhileInstalled(box, 4) > 4);
});
