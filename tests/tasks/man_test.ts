/**
 * The manual page is as new as the commands.
 *
 * @module
 */

import assert from "node:assert/strict";
import { manText } from "../../tasks/man.ts";
import { projectRoot } from "../support/sandbox.ts";

Deno.test("share/man/git-hooks.1 is what 'deno task man' writes", async () => {
  const committed = await Deno.readTextFile(`${projectRoot}/share/man/git-hooks.1`);
  assert.equal(committed, await manText());
});
