import assert from "node:assert/strict";
import fc from "fast-check";
import { digestFields, digestProject } from "../../../lib/trust/digest.ts";

Deno.test("digestFields() tells every two lists of texts apart", async () => {
  const fields = fc.array(fc.string({ maxLength: 3, unit: fc.constantFrom("a", ":", "1", "") }), {
    maxLength: 4,
  });
  await fc.assert(fc.asyncProperty(fields, fields, async (one, other) => {
    const same = JSON.stringify(one) === JSON.stringify(other);
    assert.equal(await digestFields(one) === await digestFields(other), same);
  }));
});

Deno.test("digestProject() stays what it was, because acceptances are kept by it", async () => {
  const content = new TextEncoder().encode("#!/bin/sh\n");
  const scripts = [{ path: "tools/ticket", content }, { path: "tools/none", content: undefined }];
  assert.equal(
    await digestProject({ text: "[hook.a]\n", scripts }),
    "059d79b5d67f6bc3d48fd7fe0a8585799a5883bf75549efed272018af53e0f18",
  );
});
