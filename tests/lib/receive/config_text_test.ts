import assert from "node:assert/strict";
import fc from "fast-check";
import { configText, gitDirPattern } from "../../../lib/receive/config_text.ts";
import { Sandbox } from "../../support/sandbox.ts";

Deno.test("configText() writes what git reads back, whatever it is", async () => {
  using box = new Sandbox();
  const text = fc.string({ unit: "binary", maxLength: 30 }).filter((one) =>
    !/[\0\ud800-\udfff\r]/.test(one)
  );
  const name = text.filter((one) => !one.includes("\n"));
  await fc.assert(
    fc.asyncProperty(name, text, async (subsection, value) => {
      const written = configText([{
        section: "hook",
        name: subsection,
        entries: [["command", value]],
      }]);
      box.write("config", written);
      const said = await box.mustGit(["config", "-z", "--list", "-f", box.path("config")]);
      assert.equal(said, `hook.${subsection}.command\n${value}\0`);
    }),
    { numRuns: 30 },
  );
});

Deno.test("gitDirPattern() makes git include a file in that repository alone", async () => {
  using box = new Sandbox();
  box.write("included", "[some]\n\tkey = yes\n");
  for (const name of ["plain", "a*b", "a?b", "[ab]", "a\\b", "a=b \"'", "a\nb", "a**", "é"]) {
    for (const repository of [name, `${name}x`, "acb"]) {
      if (await Deno.stat(box.path(repository)).catch(() => undefined) === undefined) {
        await box.repository(repository, { bare: true });
      }
      const said = await box.git(["config", "some.key"], {
        cwd: repository,
        env: {
          GIT_CONFIG_COUNT: "1",
          GIT_CONFIG_KEY_0: `includeIf.gitdir:${gitDirPattern(box.path(name))}.path`,
          GIT_CONFIG_VALUE_0: box.path("included"),
        },
      });
      assert.equal(said.stdout, repository === name ? "yes\n" : "", `${name} in ${repository}`);
    }
  }
});
