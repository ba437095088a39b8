import assert from "node:assert/strict";
import fc from "fast-check";
import { parseTOML } from "toml-eslint-parser";
import type { AST } from "toml-eslint-parser";
import { scanToml, type TomlEntry, tomlTree } from "../../../lib/config/toml_positions.ts";
import { isTomlTable, parseToml, type TomlTable } from "../../../lib/config/toml_text.ts";

interface Seen {
  readonly kind: string;
  readonly start: number;
  readonly parts: readonly string[];
  readonly value: string | undefined;
}

function seenByUs(text: string): readonly Seen[] {
  return scanToml(text).map((entry) => ({
    kind: entry.kind,
    start: entry.start,
    parts: entry.parts.map((part) => `${part.start}-${part.end} ${part.name}`),
    value: entry.value === undefined ? undefined : `${entry.value.start}-${entry.value.end}`,
  }));
}

function seenByThem(text: string): readonly Seen[] {
  const seen: Seen[] = [];
  const key = (node: AST.TOMLKey): readonly string[] =>
    node.keys.map((part) =>
      `${part.range[0]}-${part.range[1]} ${part.type === "TOMLBare" ? part.name : part.value}`
    );
  const keyValue = (node: AST.TOMLKeyValue): void => {
    const [start, end] = node.value.range;
    seen.push({
      kind: "key",
      start: node.key.range[0],
      parts: key(node.key),
      value: `${start}-${end}`,
    });
    if (node.value.type === "TOMLInlineTable") node.value.body.forEach(keyValue);
  };
  const [top] = parseTOML(text, { tomlVersion: "1.1" }).body;
  for (const node of top.body) {
    if (node.type === "TOMLKeyValue") keyValue(node);
    else {
      const kind = node.kind === "array" ? "array" : "table";
      seen.push({ kind, start: node.range[0], parts: key(node.key), value: undefined });
      node.body.forEach(keyValue);
    }
  }
  return seen;
}

function valueArbitrary(): fc.Arbitrary<string> {
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 3, depthIdentifier: "toml" },
      fc.constantFrom(
        "1",
        "-0x1f".slice(1),
        "1.5e3",
        "true",
        "1979-05-27 07:32:00",
        "1979-05-27T07:32:00Z",
        "07:32:00",
        "inf",
        '""',
        "''",
        '"a # b"',
        '"\\"]}"',
        "'\\'",
        "'#'",
        '"\\\\"',
        '"""x"""',
        '"""\n[a]\nb = "c" # d\n"""',
        '"""a\\""" b"""',
        '"""a\\\\"""',
        '"""""x"""""',
        "'''it's '''''",
        "'''\n\"\"\"\n'''",
        '"\u00e9\u{1f600}"',
      ),
      fc.array(tie("value"), { maxLength: 3 }).chain((list) =>
        fc.constantFrom(
          `[${list.join(", ")}]`,
          `[ # ]\n${list.map((one) => `  ${one}, # x = 1\n`).join("")}]`,
        )
      ),
      fc.array(tie("value"), { maxLength: 3 }).chain((list) =>
        fc.constantFrom(
          `{ ${list.map((one, index) => `k${index} = ${one}`).join(" , ")} }`,
          `{${list.map((one, index) => `"k .${index}".x=${one}`).join(",")}}`,
        )
      ),
    ),
  }));
  return value;
}

function keyArbitrary(): fc.Arbitrary<string> {
  const part = fc.constantFrom("a", "b-c", '"d.e"', "'f \"g'", '"h\\u0041\\n"', '"="', "_", "0");
  return fc.array(part, { maxLength: 2 }).chain((parts) =>
    fc.constantFrom(".", " . ").map((dot) => [...parts, ""].join(dot))
  );
}

function documentArbitrary(): fc.Arbitrary<string> {
  const statement = fc.oneof(
    fc.tuple(keyArbitrary(), valueArbitrary()).map(([key, value]) => (id: number) =>
      `${key}u${id} = ${value}`
    ),
    keyArbitrary().map((key) => (id: number) => `[ ${key}t${id} ]`),
    keyArbitrary().map((key) => (id: number) => `[[${key}l${id}]] # [x]`),
    fc.constantFrom("# x = 1", "", "  \t# '''").map((text) => () => text),
  );
  return fc.array(statement, { maxLength: 12 }).map((list) =>
    list.map((write, index) => write(index)).join("\n")
  );
}

Deno.test("scanToml() finds what a full parser finds, in the same places", () => {
  let valid = 0;
  fc.assert(
    fc.property(documentArbitrary(), (text) => {
      if (parseToml(text).error !== undefined) return;
      valid++;
      assert.deepEqual(seenByUs(text), seenByThem(text));
    }),
    { numRuns: 400 },
  );
  assert.ok(valid > 200, `only ${valid} documents were TOML`);
});

Deno.test("tomlTree() knows every key that the parser gives, and where its value stands", () => {
  fc.assert(fc.property(documentArbitrary(), (text) => {
    const { table } = parseToml(text);
    if (table !== undefined) everyKeyIsKnown(table, tomlTree(scanToml(text)), text);
  }));
});

function everyKeyIsKnown(
  table: TomlTable,
  node: ReturnType<typeof tomlTree>,
  text: string,
): void {
  for (const [key, value] of Object.entries(table)) {
    const child = node.children.get(key);
    assert.ok(child !== undefined, `${JSON.stringify(key)} in ${text}`);
    if (isTomlTable(value)) everyKeyIsKnown(value, child, text);
    else if (!Array.isArray(value)) assert.ok(child.value !== undefined);
  }
}

Deno.test("tomlTree() gives a table the place of its own header", () => {
  const text = "[hook.lint]\na = 1\n[hook]\nb = 2\n";
  const hook = tomlTree(scanToml(text)).children.get("hook");
  assert.deepEqual(slice(text, hook?.range), "[hook]");
  assert.deepEqual(slice(text, hook?.children.get("lint")?.range), "[hook.lint]");
  assert.deepEqual(slice(text, hook?.children.get("b")?.value), "2");
});

function slice(text: string, range: { start: number; end: number } | undefined): string {
  return text.slice(range?.start, range?.end);
}

Deno.test("scanToml() ends for every text, TOML or not", () => {
  const token = fc.constantFrom(..."ab=.[]{},\"'#\\\n ".split(""), '"""', "'''");
  fc.assert(fc.property(fc.array(token, { maxLength: 30 }), (tokens) => {
    const text = tokens.join("");
    const inside = (entry: TomlEntry): boolean => entry.end <= text.length + 2;
    assert.ok(scanToml(text).every(inside));
  }));
});
