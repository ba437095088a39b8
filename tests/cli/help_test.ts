import assert from "node:assert/strict";
import { allCommands } from "../../cli/commands_table.ts";
import { helpText } from "../../cli/options.ts";
import { programHelp } from "../../cli/program.ts";

for (const { spec } of allCommands()) {
  Deno.test(`the help of ${spec.name}`, async (t) => {
    await t.assertSnapshot(helpText(spec));
  });

  Deno.test(`the words of ${spec.name} have an example that starts it, and no full stop`, () => {
    assert.match(spec.example[0], /git[- ]hooks/);
    assert.doesNotMatch(spec.summary, /\.$/);
  });
}

Deno.test("the help of the program", async (t) => {
  await t.assertSnapshot(await programHelp());
});
