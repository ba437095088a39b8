/** Reading sh just far enough. @module */

import assert from "node:assert/strict";
import fc from "fast-check";
import { scanScript } from "../../../lib/migrate/scan_script.ts";
import { shellStatements, viewShell } from "../../../lib/migrate/sh_text.ts";

const piece = fc.constantFrom(
  "'",
  '"',
  "$0",
  "$(",
  ")",
  "#",
  " ",
  "\n",
  "\\",
  "a",
  "hooks",
  "/",
  "<<X",
  "X",
  "`",
  "{",
  "}",
  ";",
  "&",
  "|",
  ">",
  "2>&1",
  "${0##*/}",
  ".git/hooks/pre-push",
  "case",
  "esac",
  "cd ",
  "rm ",
  "x=",
);
const script = fc.array(piece, { maxLength: 40 }).map((parts) => parts.join(""));

Deno.test("viewShell() keeps every line and every place", () => {
  fc.assert(fc.property(script, (source) => {
    const { text, code } = viewShell(source);
    const lines = source.split("\n");
    assert.equal(text.length, lines.length);
    assert.equal(code.length, lines.length);
    for (const [index, line] of lines.entries()) {
      for (const view of [text[index] ?? "", code[index] ?? ""]) {
        assert.ok(view.length <= line.length);
        assert.ok([...view].every((one, place) => one === " " || one === line[place]));
      }
    }
  }));
});

Deno.test("viewShell() blanks comments and what stands in single quotes", () => {
  const { text, code } = viewShell("a 'b #c' # d\necho \"it's\" # e\n");
  assert.deepEqual(text, ["a 'b #c'    ", 'echo "it\'s"    ', ""]);
  assert.deepEqual(code, ["a '    '    ", 'echo "it\'s"    ', ""]);
});

Deno.test("shellStatements() splits as sh does", () => {
  assert.deepEqual(shellStatements('if [ -x "$a b" ]; then exec "$(dirname "$0")/x" >&2; fi'), [
    ["if", "[", "-x", '"$a b"', "]"],
    ["then", "exec", '"$(dirname "$0")/x"', ">&", "2"],
    ["fi"],
  ]);
  assert.deepEqual(shellStatements("a 2>/dev/null && b|c"), [
    ["a", "2>", "/dev/null"],
    ["b"],
    ["c"],
  ]);
});

Deno.test("scanScript() reads anything", () => {
  fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
    scanScript(bytes, { event: "pre-commit" });
  }));
  fc.assert(fc.property(script, (source) => {
    const facts = scanScript(new TextEncoder().encode(source), { event: "pre-commit" });
    const lines = source.split("\n").length;
    assert.ok(facts.dependencies.every(({ line }) => line >= 1 && line <= lines));
  }));
});
