import assert from "node:assert/strict";
import fc from "fast-check";
import { type CommandTrap, findCommandTrap } from "../../../lib/config/command_traps.ts";

const TRAPS: readonly (readonly [command: string, trap: CommandTrap])[] = [
  ["lint # note", { kind: "comment" }],
  ["lint\n# note", { kind: "comment" }],
  ["lint;", { kind: "operator", text: ";" }],
  ["lint & ", { kind: "operator", text: "&" }],
  ["lint &&", { kind: "operator", text: "&&" }],
  ["lint |", { kind: "operator", text: "|" }],
  ["lint\nformat\n", { kind: "operator", text: "\n" }],
  ["lint # note\n", { kind: "operator", text: "\n" }],
  ["if a; then b; fi", { kind: "compound", text: "fi" }],
  ["if a; then b; fi > log 2>&1", { kind: "compound", text: "fi" }],
  ["for i in a b; do c; done", { kind: "compound", text: "done" }],
  ["case $1 in a) b;; esac", { kind: "compound", text: "esac" }],
  ["case x in esac", { kind: "compound", text: "esac" }],
  ["{ a; { b; } }", { kind: "compound", text: "}" }],
  ["(cd x && a)", { kind: "compound", text: ")" }],
  ["f() { a; }", { kind: "compound", text: "}" }],
  ['lint "$@"', { kind: "doubled", text: '"$@"' }],
  ["lint $@ ", { kind: "doubled", text: "$@" }],
  ["cat <<E\nbody\nE", { kind: "here-document" }],
  ["cat <<-'E'\nbody\n\tE", { kind: "here-document" }],
  ["lint \\", { kind: "backslash" }],
];

for (const [command, trap] of TRAPS) {
  Deno.test(`findCommandTrap() sees the ${trap.kind} in ${JSON.stringify(command)}`, () => {
    assert.deepEqual(findCommandTrap(command), trap);
  });
}

const FINE = [
  "lint",
  "/bin/lint",
  "npm test",
  "a; b",
  "a && b | c",
  "lint 'x;'",
  "lint x\\;",
  "echo fi",
  "echo }",
  "echo a#b",
  "for i in fi; do :; done; b",
  'f() { lint "$@"; }; f',
  "if a; then b; fi; :",
  "lint $(case x in a) b;; esac)",
  'lint "$(echo ")" \'"\')"',
  "lint $((1 + (2)))",
  "lint ${x#'}'}",
  "lint `a \\` b`",
  "cat <<E\nbody fi\nE\n:",
  "lint > log",
  "lint 2>&1",
  "x=1 lint",
  "lint \\\\",
  "> log }",
];

for (const command of FINE) {
  Deno.test(`findCommandTrap() has nothing to say of ${JSON.stringify(command)}`, () => {
    assert.equal(findCommandTrap(command), undefined);
  });
}

Deno.test("findCommandTrap() has nothing to say of a quote that is not closed", () => {
  for (const command of ["lint 'x", 'lint "x', "lint $(x", "lint ${x", "lint `x"]) {
    assert.equal(findCommandTrap(command), undefined);
  }
});

Deno.test("findCommandTrap() ends for everything that could be written", () => {
  const token = fc.constantFrom(
    ..."abc \n\t;&|(){}<>$`\\\"'#*@".split(""),
    "fi",
    "<<E",
    "case x in",
    "\f",
  );
  fc.assert(fc.property(fc.array(token, { maxLength: 40 }), (tokens) => {
    findCommandTrap(tokens.join(""));
  }));
  for (
    const unit of [
      "$(",
      "${",
      '"$(',
      "`",
      "\\\n",
      " ",
      "(",
      "'x'",
      "\\x",
      "case x in ",
      "<<E\n",
      "'",
    ]
  ) {
    findCommandTrap(unit.repeat(100_000));
  }
});

Deno.test("findCommandTrap() agrees with sh about what is a syntax error", async () => {
  const ends = [
    "fi",
    "}",
    "done",
    ") ",
    "esac",
    "a",
    ";",
    "> o",
    "2>&1",
    "&& b",
    "# c",
    "x=1",
    "\n",
  ];
  const starts = [
    "if a; then b; fi",
    "{ a; }",
    "( a )",
    "case x in (a) b;; c) d;; esac",
    "f() { a; }",
    "a",
    "a $(if b; then c; fi)",
  ];
  for (const start of starts) {
    for (const end of ends) {
      const command = `${start} ${end}`;
      if (!await isSh(command)) continue;
      const isTrap = findCommandTrap(command)?.kind === "compound";
      assert.equal(isTrap, !await isSh(`${command} "$@"`), JSON.stringify(command));
    }
  }
});

async function isSh(text: string): Promise<boolean> {
  const sh = new Deno.Command("/bin/sh", { args: ["-n", "-c", text], stderr: "null" });
  return (await sh.output()).success;
}
