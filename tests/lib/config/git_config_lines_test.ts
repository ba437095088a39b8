import assert from "node:assert/strict";
import type { Setting } from "../../../lib/config/setting.ts";
import { configLines, locateSettings } from "../../../lib/config/git_config_lines.ts";

function lines(text: string): readonly [string, number][] {
  return configLines(text).map(({ key, line }) => [key, line]);
}

Deno.test("configLines() knows headers, subsections, comments and continued values", () => {
  const text = `\ufeff; hook.a.event = no
[hook "A.b \\"c\\""] event = pre-commit
[Hook.Old]
\tCommand = "one \\
two" # \\
\tevent=x\\
\tstill the value
[core] ; comment
bare = false
`;
  assert.deepEqual(lines(text), [
    ['hook.A.b "c".event', 2],
    ["hook.old.command", 4],
    ["hook.old.event", 6],
    ["core.bare", 9],
  ]);
});

Deno.test("configLines() takes no backslash in a comment for a continuation", () => {
  assert.deepEqual(lines("[a]\nb = c # x\\\nd = e\n"), [["a.b", 2], ["a.d", 3]]);
});

Deno.test("configLines() takes a number sign in quotes for a part of the value", () => {
  assert.deepEqual(lines('[a]\nb = "x # \\\ny"\nd\n'), [["a.b", 2], ["a.d", 4]]);
});

Deno.test("locateSettings() finds repeated keys one after the other, and those of a file included twice", async () => {
  const path = await Deno.makeTempFile();
  await Deno.writeTextFile(
    path,
    '[hook "a"]\n\tevent = x\n[other]\n\tevent = x\n[hook "a"]\n\tevent = y\n',
  );
  const setting = (value: string): Setting => ({
    name: "a",
    key: "event",
    value,
    scope: "local",
    origin: { kind: "file", path },
  });
  const all = ["x", "y", "x", "y"].map(setting);
  const lines = await locateSettings(all, { directory: "/" });
  assert.deepEqual(all.map((one) => lines.get(one)), [2, 6, 2, 6]);
  await Deno.remove(path);
});
