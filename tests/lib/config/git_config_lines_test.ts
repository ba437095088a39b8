import assert from "node:assert/strict";
import { configLines } from "../../../lib/config/git_config_lines.ts";

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
