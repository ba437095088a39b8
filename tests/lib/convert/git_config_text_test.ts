/** What is written as git config, git reads back. @module */

import assert from "node:assert/strict";
import fc from "fast-check";
import { gitConfigSection, gitConfigValue } from "../../../lib/convert/git_config_text.ts";
import { Sandbox, testGits } from "../../support/sandbox.ts";

Deno.test("gitConfigValue() quotes only what needs it", () => {
  assert.equal(gitConfigValue("npm test"), "npm test");
  assert.equal(gitConfigValue('echo "$@"'), 'echo \\"$@\\"');
  assert.equal(gitConfigValue(" a"), '" a"');
  assert.equal(gitConfigValue("a "), '"a "');
  assert.equal(gitConfigValue("a # b"), '"a # b"');
  assert.equal(gitConfigValue("a\nb\tc\\"), "a\\nb\\tc\\\\");
  assert.equal(gitConfigValue(""), '""');
});

Deno.test("gitConfigSection() refuses what no git config can hold", () => {
  const entries = [{ key: "command", value: "a\0b" }];
  assert.throws(() => gitConfigSection({ section: "hook", name: "x", entries }), TypeError);
  assert.throws(() => gitConfigSection({ section: "hook", name: "x\ny", entries: [] }), TypeError);
});

const units = [
  ..."ab '\"\\#;=[]\n\t\r\v\f\b\x01\x7f\u00e9\ufeff\u2028$`".split(""),
  "\r\n",
  "\\\n",
  "[hook]",
  "\u{1f600}",
];
const anyText = fc.oneof(
  fc.array(fc.constantFrom(...units), { maxLength: 12 }).map((parts) => parts.join("")),
  fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replaceAll("\0", "")),
);

for (const git of testGits()) {
  Deno.test(`gitConfigSection() is read back as it was meant by ${git.name}`, async () => {
    using box = new Sandbox(git);
    const name = anyText.map((text) => text.replaceAll("\n", ""));
    const settings = fc.array(fc.tuple(name, anyText), { minLength: 1, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(settings, async (all) => {
        const text = all.map(([name, value]) =>
          gitConfigSection({ section: "hook", name, entries: [{ key: "command", value }] })
        );
        box.write("config", `# head\n${text.join("")}`);
        const read = await box.mustGit(["config", "-z", "--file", box.path("config"), "--list"]);
        const wanted = all.map(([name, value]) => `hook.${name}.command\n${value}\0`);
        assert.equal(read, wanted.join(""));
      }),
      { numRuns: 40 },
    );
  });
}
