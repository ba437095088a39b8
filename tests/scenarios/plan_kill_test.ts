/**
 * The compiling of a plan is killed before some of its writes: hooks run once, and the next command puts all
 * right. A walk through all writes, of install and uninstall too, is a stress run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { killCompiling } from "../support/killing.ts";

Deno.test("a shim killed while it compiles and adds shims leaves hooks that run once", async () => {
  const points = await killCompiling({ step: 5 });
  assert.ok(points >= 5, `${points} points`);
});
