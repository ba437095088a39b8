/**
 * Ref patterns mean the same to the runner, to sh's `case` and to grep(1).
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { casePattern, extendedExpression } from "../../../lib/plan/ref_patterns.ts";
import { matchesRef } from "../../../lib/run/refs.ts";
import { testShells } from "../../support/planning.ts";

// What git allows in a ref's name (git-check-ref-format(1)), and what sh and grep find special.
const REFS = [
  "refs/heads/main",
  "refs/heads/a.b",
  "refs/heads/a+b",
  "refs/heads/(x)",
  "refs/tags/v1",
]
  .concat([
    "refs/heads/$HOME",
    "refs/heads/a|b",
    "refs/heads/{x}",
    "refs/heads/ä",
    "refs/heads/]b",
  ]);

const piece = fc.constantFrom(
  "refs/",
  "heads/",
  "*",
  "?",
  "[a-m]",
  "[!x]",
  "[^a]",
  "[]",
  "a",
  "main",
);
const symbol = fc.constantFrom(
  "+",
  ".",
  "(",
  ")",
  "$HOME",
  "|",
  "{x}",
  "tags/",
  "v1",
  "ä",
  "\\",
  "'",
  '"',
);
const pattern = fc.array(fc.oneof(piece, symbol), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.join(""));

Deno.test("casePattern() and extendedExpression() mean what matchesRef() means", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pattern, { minLength: 1, maxLength: 3 }), async (patterns) => {
      const expected = REFS.filter((ref) => matchesRef(patterns, ref));
      for (const shell of testShells()) {
        const text = `for ref do case $ref in ${
          casePattern(patterns)
        }) printf '%s\\n' "$ref" ;; esac; done`;
        assert.deepEqual(await lines(shell, text, REFS), expected, `${shell}: ${text}`);
      }
      const grep = `printf 'old new %s\\n' "$@" | LC_ALL=C.UTF-8 grep -E -e "$0" | cut -d' ' -f3`;
      const found = await new Deno.Command("sh", {
        args: ["-c", grep, `^[^ ]* [^ ]* ${extendedExpression(patterns)}( |$)`, ...REFS],
      }).output();
      assert.deepEqual(split(found.stdout), expected, patterns.join(" "));
    }),
    { numRuns: 60 },
  );
});

async function lines(shell: string, text: string, args: readonly string[]): Promise<string[]> {
  const [program = "", ...words] = shell.split(" ");
  const { stdout } = await new Deno.Command(program, {
    args: [...words, "-c", text, "sh", ...args],
    env: { LC_ALL: "C.UTF-8" },
  }).output();
  return split(stdout);
}

function split(bytes: Uint8Array): string[] {
  return new TextDecoder().decode(bytes).split("\n").filter((line) => line !== "");
}
