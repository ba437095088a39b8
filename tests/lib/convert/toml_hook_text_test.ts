/** What is written as a hooks.toml, its reader reads back. @module */

import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHooksToml } from "../../../lib/config/hooks_toml.ts";
import { hookTable, switchTable, tomlText } from "../../../lib/convert/toml_hook_text.ts";

const FILE = { path: "hooks.toml", file: "hooks.toml", scope: "local" } as const;

function settings(text: string): readonly (readonly [string | undefined, string, string])[] {
  return parseHooksToml(text, FILE).settings.map((
    { name, key, value },
  ) => [name, key, value ?? ""]);
}

Deno.test("hookTable() is read back by the reader of a hooks.toml, whatever the command", () => {
  const unit = fc.constantFrom(
    ..."abnt .'\"\\\n\t#=$\u00e9\u2028\ufeff".split(""),
    "'''",
    '"""',
    "tools\\new",
    "\\\n",
  );
  const text = fc.array(unit, { minLength: 1, maxLength: 12 }).map((units) => units.join(""))
    .filter((one) => one.trim() !== "");
  const name = fc.array(fc.constantFrom(..."abc .'\"\\#]é".split("")), {
    minLength: 1,
    maxLength: 8,
  })
    .map((units) => `h${units.join("")}`);
  fc.assert(
    fc.property(name, text, (hook, command) => {
      const table = hookTable({
        name: hook,
        events: ["pre-commit", "post-commit"],
        program: { key: "command", text: command },
        args: true,
        parallel: true,
        enabled: false,
      });
      assert.deepEqual(settings(table), [
        [hook, "event", "pre-commit"],
        [hook, "event", "post-commit"],
        [hook, "command", command],
        [hook, "parallel", "true"],
        [hook, "enabled", "false"],
      ]);
    }),
    { numRuns: 1000 },
  );
});

Deno.test("switchTable() is read back, for an event and for all", () => {
  const text = switchTable({ event: undefined, jobs: -1 }) +
    switchTable({ event: "pre-commit", enabled: false, jobs: 3 });
  assert.deepEqual(settings(text), [
    [undefined, "jobs", "-1"],
    ["pre-commit", "enabled", "false"],
    ["pre-commit", "jobs", "3"],
  ]);
});

Deno.test("tomlText() stays on one line where it can", () => {
  assert.equal(tomlText("npm test"), '"npm test"');
  assert.equal(tomlText("a\tb'\""), '"""\na\tb\'\\""""');
});
