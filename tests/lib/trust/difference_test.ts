import assert from "node:assert/strict";
import fc from "fast-check";
import { parseHooksToml } from "../../../lib/config/hooks_toml.ts";
import {
  type ProjectDifference,
  projectDifference,
  type ProjectVersion,
} from "../../../lib/trust/difference.ts";
import { diffLines, hunksOf } from "../../../lib/trust/line_difference.ts";

const LINT = '[hook.lint]\nevent = "pre-commit"\ncommand = "deno lint"\n';
const TEST =
  '[hook.test]\nevent = ["pre-push", "pre-commit"]\ncommand = "npm test"\nargs = false\n';

function version(
  text: string,
  scripts: Readonly<Record<string, string | undefined>> = {},
): ProjectVersion {
  const file = { path: "/r/hooks.toml", file: "hooks.toml", scope: "project" } as const;
  return {
    text,
    settings: parseHooksToml(text, file).settings,
    scripts: Object.entries(scripts).map(([path, content]) => ({
      path,
      content: content === undefined ? undefined : new TextEncoder().encode(content),
    })),
  };
}

function tablesOf(before: string, after: string): ProjectDifference["tables"] {
  return projectDifference(version(before), version(after)).tables;
}

Deno.test("projectDifference() finds nothing between equal versions", () => {
  const one = version(LINT + TEST, { "a": "x\n", "b": undefined });
  assert.deepEqual(projectDifference(one, one), { tables: [], scripts: [], otherLines: [] });
});

Deno.test("projectDifference() shows an added and a removed hook with their lines", () => {
  assert.deepEqual(tablesOf(LINT, `# new\n${TEST}`), [
    {
      kind: "added",
      table: "hook.test",
      oldLine: undefined,
      newLine: 2,
      settings: [
        { sign: "+", text: 'event = ["pre-push", "pre-commit"]' },
        { sign: "+", text: 'command = "npm test"' },
        { sign: "+", text: "args = false" },
      ],
    },
    {
      kind: "removed",
      table: "hook.lint",
      oldLine: 1,
      newLine: undefined,
      settings: [
        { sign: "-", text: 'event = "pre-commit"' },
        { sign: "-", text: 'command = "deno lint"' },
      ],
    },
  ]);
});

Deno.test("projectDifference() shows the old and the new command of a changed hook", () => {
  assert.deepEqual(tablesOf(LINT, LINT.replace("deno lint", "deno lint --fix"))[0]?.settings, [
    { sign: " ", text: 'event = "pre-commit"' },
    { sign: "-", text: 'command = "deno lint"' },
    { sign: "+", text: 'command = "deno lint --fix"' },
  ]);
});

Deno.test("projectDifference() shows that a hook moved, and with it the running order", () => {
  const third = '[hook.third]\nevent = "pre-commit"\ncommand = "x"\n';
  const tables = tablesOf(LINT + TEST + third, third + LINT + TEST);
  assert.deepEqual(
    tables.map(({ kind, table, oldLine, newLine }) => [kind, table, oldLine, newLine]),
    [
      ["moved", "hook.third", 8, 1],
    ],
  );
});

Deno.test("projectDifference() shows changed switches and jobs that belong to no hook", () => {
  const tables = tablesOf(LINT, `[hook]\njobs = 2\n${LINT}[hook.pre-commit]\nenabled = false\n`);
  assert.deepEqual(tables.map(({ kind, table }) => `${kind} ${table}`), [
    "added hook",
    "added hook.pre-commit",
  ]);
});

Deno.test("projectDifference() shows changed lines when no setting changed", () => {
  const { tables, otherLines } = projectDifference(version(LINT), version(`# hello\n${LINT}`));
  assert.deepEqual(tables, []);
  assert.deepEqual(otherLines[0]?.lines[0], {
    sign: "+",
    text: "# hello",
    oldLine: undefined,
    newLine: 1,
  });
});

Deno.test("projectDifference() shows a script's lines, appearance and disappearance", () => {
  const before = version(LINT, { "a": "1\n2\n3\n", "b": undefined, "c": "x\n", "d": "same" });
  const after = version(LINT, { "a": "1\n2\nthree\n", "b": "new\n", "c": undefined, "d": "same" });
  const { scripts } = projectDifference(before, after);
  assert.deepEqual(scripts.map(({ kind, path }) => `${kind} ${path}`), [
    "changed a",
    "added b",
    "removed c",
  ]);
  assert.deepEqual(
    scripts[0]?.hunks?.[0]?.lines.map(({ sign, text }) => sign + text),
    [" 1", " 2", "-3", "+three"],
  );
});

Deno.test("projectDifference() shows a script without text by its size alone", () => {
  const before = version(LINT, { "a": "text\n" });
  const { scripts } = projectDifference(before, version(LINT, { "a": "\0\0" }));
  assert.deepEqual(scripts, [{ kind: "changed", path: "a", hunks: undefined, size: 2 }]);
});

Deno.test("projectDifference() shows a newline that went away", () => {
  const before = version(LINT, { "a": "x\n" });
  const { scripts } = projectDifference(before, version(LINT, { "a": "x" }));
  assert.equal(scripts[0]?.hunks?.[0]?.lines[1]?.text, "x (no newline at end of file)");
});

Deno.test("projectDifference() lets no character through that a terminal would obey", () => {
  const evil = "\x1b[2J\x9b1m\u202e\r\b";
  const before = version(`# ${"\u202e"}\n${LINT}`, { "a\x1b": "x" });
  const after = version(LINT.replace("deno", "\u202edeno"), { "a\x1b": evil, "b\u2066": evil });
  for (const one of [projectDifference(before, after), projectDifference(after, before)]) {
    const texts = [
      ...one.tables.flatMap((table) => [table.table, ...table.settings.map((row) => row.text)]),
      ...one.scripts.flatMap((script) => [
        script.path,
        ...script.hunks?.flatMap((hunk) => hunk.lines.map((line) => line.text)) ?? [],
      ]),
      ...one.otherLines.flatMap((hunk) => hunk.lines.map((line) => line.text)),
    ];
    assert.ok(texts.length > 4);
    for (const text of texts) assert.doesNotMatch(text, /[\p{Cc}\p{Cf}]/u);
  }
});

const LINES = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 9 });

Deno.test("diffLines() keeps every line of both lists, in order and numbered", () => {
  fc.assert(fc.property(LINES, LINES, (before, after) => {
    const changes = diffLines(before, after);
    const old = changes.filter(({ sign }) => sign !== "+");
    const now = changes.filter(({ sign }) => sign !== "-");
    assert.deepEqual(old.map(({ text }) => text), before);
    assert.deepEqual(now.map(({ text }) => text), after);
    assert.deepEqual(old.map(({ oldLine }) => oldLine), before.map((_, index) => index + 1));
    assert.deepEqual(now.map(({ newLine }) => newLine), after.map((_, index) => index + 1));
  }));
});

Deno.test("diffLines() changes no more lines than it must", () => {
  fc.assert(fc.property(LINES, LINES, (before, after) => {
    const kept = diffLines(before, after).filter(({ sign }) => sign === " ").length;
    assert.equal(kept, longestCommon(before, after));
  }));
});

function longestCommon(one: readonly string[], other: readonly string[]): number {
  let previous = new Array<number>(other.length + 1).fill(0);
  for (const line of one) {
    const row = [0];
    other.forEach((candidate, index) =>
      row.push(
        line === candidate
          ? (previous[index] ?? 0) + 1
          : Math.max(previous[index + 1] ?? 0, row[index] ?? 0),
      )
    );
    previous = row;
  }
  return previous[other.length] ?? 0;
}

Deno.test("diffLines() replaces the whole when there is too much to compare", () => {
  const before = Array.from({ length: 3000 }, (_, index) => `old ${index}`);
  const after = Array.from({ length: 3000 }, (_, index) => `new ${index}`);
  assert.equal(diffLines(before, after).length, 6000);
});

Deno.test("hunksOf() keeps three lines around a change and joins changes that are near", () => {
  const before = "abcdefghijklmnopqrst".split("");
  const after = "aXcdefYhijklmnopqrsZ".split("");
  const hunks = hunksOf(diffLines(before, after));
  assert.deepEqual(
    hunks.map(({ lines }) => lines.map(({ sign, text }) => sign + text).join("")),
    [" a-b+X c d e f-g+Y h i j", " q r s-t+Z"],
  );
});
