import assert from "node:assert/strict";
import fc from "fast-check";
import { parseToml } from "../../../lib/config/toml_text.ts";
import { tomlKey, tomlString } from "../../../lib/config/toml_quote.ts";

Deno.test("tomlString() chooses the quotes that need no escapes", () => {
  assert.equal(tomlString("npm test"), '"npm test"');
  assert.equal(tomlString('say "hi"'), `'say "hi"'`);
  assert.equal(tomlString("a\\b"), "'a\\b'");
  assert.equal(tomlString('it\'s "x"'), '"it\'s \\"x\\""');
  assert.equal(tomlString("a\nb"), "'''\na\nb'''");
});

Deno.test("tomlKey() and tomlString() read back as they were", () => {
  const unit = fc.constantFrom(..."ab.'\"\\\n\r\t\0\x7f #=\u00e9".split(""), "'''", '"""');
  const text = fc.array(unit, { maxLength: 12 }).map((units) => units.join(""));
  fc.assert(fc.property(text, text, (key, value) => {
    const { table } = parseToml(`${tomlKey(key)} = ${tomlString(value)}\n`);
    assert.deepEqual(Object.entries(table ?? {}), [[key, value]]);
  }));
});
