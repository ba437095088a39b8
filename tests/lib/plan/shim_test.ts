/**
 * The text of a shim, and how it is known again.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { allEvents } from "../../../lib/events.ts";
import {
  readShimHead,
  SHIM_HEAD_BYTES,
  SHIM_ID,
  SHIM_VERSION,
  shimKey,
  shimText,
} from "../../../lib/plan/shim.ts";
import { testShells } from "../../support/planning.ts";

const encoder = new TextEncoder();

Deno.test("readShimHead() reads what shimText() wrote, for every event and state", () => {
  for (const { name: event } of allEvents()) {
    for (const state of ["kept", "migrated"] as const) {
      const script = { path: `hooks.d/${event}`, state };
      const text = shimText({ event, launcher: "/usr/bin/git-hooks", script });
      const head = readShimHead(encoder.encode(text));
      assert.deepEqual(head, { version: SHIM_VERSION, script });
      assert.ok(text.indexOf(SHIM_ID) + SHIM_ID.length < SHIM_HEAD_BYTES);
      assert.ok(text.includes(`git_hooks_shim='${shimKey({ version: SHIM_VERSION, script })}'`));
    }
    const bare = readShimHead(encoder.encode(shimText({ event, launcher: "/x" })));
    assert.deepEqual(bare, { version: SHIM_VERSION, script: undefined });
  }
});

Deno.test("readShimHead() knows an edited shim and no other file", () => {
  const text = shimText({ event: "pre-push", launcher: "/x" });
  const edited = text.replace("#!/bin/sh\n", "#!/bin/sh\nset -x\n").replace(/version \d+/, "");
  assert.deepEqual(readShimHead(encoder.encode(edited)), { version: undefined, script: undefined });
  assert.equal(readShimHead(encoder.encode("#!/bin/sh\necho\n")), undefined);
});

Deno.test("shimText() is sh for every launcher and script", async () => {
  const path = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/[\0\n]/.test(text));
  await fc.assert(
    fc.asyncProperty(path, path, async (launcher, script) => {
      const text = shimText({
        event: "pre-commit",
        launcher: `/${launcher}`,
        script: { path: `hooks.d/${script}`, state: "kept" },
      });
      for (const shell of testShells()) {
        const [program = "", ...words] = shell.split(" ");
        const { success } = await new Deno.Command(program, { args: [...words, "-nc", text] })
          .output();
        assert.ok(success, shell);
      }
    }),
    { numRuns: 10 },
  );
});
