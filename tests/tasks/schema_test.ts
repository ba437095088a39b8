import assert from "node:assert/strict";
import { parseHooksToml } from "../../lib/config/hooks_toml.ts";
import { schemaText } from "../../tasks/schema.ts";
import { projectRoot } from "../support/sandbox.ts";

Deno.test("share/hooks.schema.json is what tasks/schema.ts draws from the keys", async () => {
  const committed = await Deno.readTextFile(`${projectRoot}/share/hooks.schema.json`);
  assert.equal(committed, schemaText());
});

Deno.test("the schema takes the refs that the reader takes", () => {
  const found = /"refs": \{[\s\S]*?"pattern": ("[^\n]*")/.exec(schemaText());
  const pattern = new RegExp(JSON.parse(found?.[1] ?? ""));
  const parse = (ref: string): unknown =>
    parseHooksToml(`[hook.x]\nevent = "update"\ncommand = "true"\nrefs = "${ref}"\n`, {
      path: "/hooks.toml",
      file: "hooks.toml",
      scope: "local",
    });
  for (const ref of ["refs/heads/main", "!refs/heads/wip/*", "*", "!*/wip", "[a-z]*", "HEAD"]) {
    assert.ok(pattern.test(ref), ref);
    assert.doesNotThrow(() => parse(ref), ref);
  }
  for (const ref of ["main", "!main"]) {
    assert.ok(!pattern.test(ref), ref);
    assert.throws(() => parse(ref), ref);
  }
});
