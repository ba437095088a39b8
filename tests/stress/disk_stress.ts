/**
 * A disk that gets full at each of the writes in turn.
 *
 * @module
 */

import assert from "node:assert/strict";
import { canMount, fillDisk } from "../support/full_disk.ts";
import { Sandbox, testGits } from "../support/sandbox.ts";

for (const git of testGits()) {
  Deno.test({
    name: `a full disk leaves nothing half, wherever it gets full, ${git.name}`,
    ignore: !canMount,
    fn: async (test) => {
      using box = new Sandbox(git);
      const failed = await fillDisk(box, Array.from({ length: 24 }, (_, pages) => pages));
      await test.step(`${failed} steps failed for want of space`, () => {});
      assert.ok(failed > 8, String(failed));
    },
  });
}
