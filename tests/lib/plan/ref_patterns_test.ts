/**
 * Ref patterns mean the same to the runner, to sh's `case` and to grep(1).
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { isPortable, refCase, refGreps } from "../../../lib/plan/ref_patterns.ts";
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
const pattern = fc.tuple(
  fc.constantFrom("", "", "!"),
  fc.array(fc.oneof(piece, symbol), { minLength: 1, maxLength: 6 }),
).map(([not, parts]) => not + parts.join("")).filter(isPortable);

Deno.test("refCase() and refGreps() mean what matchesRef() means", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(pattern, { minLength: 1, maxLength: 3 }), async (patterns) => {
      const expected = REFS.filter((ref) => matchesRef(patterns, ref));
      const arms = { named: `printf '%s\\n' "$ref"\n`, other: ":\n" };
      for (const shell of testShells()) {
        const text = `for ref do\n${refCase("$ref", patterns, arms)}done`;
        assert.deepEqual(await lines(shell, text, REFS), expected, `${shell}: ${text}`);
      }
      const grep = refGreps(patterns, 2).join(" | ").replaceAll("LC_ALL=C", "LC_ALL=C.UTF-8");
      const text = `printf 'old new %s\\n' "$@" | { ${grep}; } | cut -d' ' -f3`;
      assert.deepEqual(await lines("/bin/sh", text, REFS), expected, text);
    }),
    { numRuns: 60 },
  );
});

Deno.test("isPortable() leaves sets that mean different things to the code", () => {
  for (const plain of ["refs/heads/*", "!refs/x?", "[a-z]", "v[0-9.]", "[!x]", "a]b", "[]"]) {
    assert.ok(isPortable(plain), plain);
  }
  for (const odd of ["[z-a]", "[a-Z]", "[[:alpha:]]", "[\\]", "[ä]", "a\nb"]) {
    assert.ok(!isPortable(odd), odd);
  }
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
