import assert from "node:assert/strict";
import { schemaText } from "../../tasks/schema.ts";
import { projectRoot } from "../support/sandbox.ts";

Deno.test("share/hooks.schema.json is what tasks/schema.ts draws from the keys", async () => {
  const committed = await Deno.readTextFile(`${projectRoot}/share/hooks.schema.json`);
  assert.equal(committed, schemaText());
});
