import assert from "node:assert/strict";
import { LIST, RUN } from "../../cli/hook_path_commands.ts";
import { parseOptions, UsageError, usageText } from "../../cli/options.ts";

function parsed(
  args: readonly string[],
  spec = LIST,
): [Record<string, unknown>, readonly string[]] {
  const { options, rest } = parseOptions(args, spec);
  return [Object.fromEntries(options), rest];
}

Deno.test("parseOptions() takes options wherever they stand", () => {
  assert.deepEqual(parsed(["pre-commit", "-z", "--show-scope"]), [
    { z: true, "show-scope": true },
    ["pre-commit"],
  ]);
});

Deno.test("parseOptions() takes an abbreviation that means one option only", () => {
  assert.deepEqual(parsed(["--allow", "x"]), [{ "allow-unknown-hook-name": true }, ["x"]]);
  assert.throws(() => parsed(["--show", "x"]), {
    message: "ambiguous option: show (could be --show-scope or --show-origin)",
  });
});

Deno.test("parseOptions() takes a negated option back", () => {
  assert.deepEqual(parsed(["--json", "--no-json"]), [{ json: false }, []]);
});

Deno.test("parseOptions() reads attached, bundled and separate values", () => {
  assert.deepEqual(parsed(["-j4", "x"], RUN), [{ jobs: 4 }, ["x"]]);
  assert.deepEqual(parsed(["-j", "-1", "x"], RUN), [{ jobs: -1 }, ["x"]]);
  assert.deepEqual(parsed(["--jobs=1k", "--to-stdin", "f", "x"], RUN), [
    { jobs: 1024, "to-stdin": "f" },
    ["x"],
  ]);
});

Deno.test("parseOptions() hands on what stands behind -- untouched", () => {
  assert.deepEqual(parsed(["x", "--", "-z", "--", "a b"], RUN), [{}, [
    "x",
    "--",
    "-z",
    "--",
    "a b",
  ]]);
  assert.deepEqual(parsed(["--", "-z"]), [{}, ["-z"]]);
});

Deno.test("parseOptions() refuses what git refuses, in git's words", () => {
  const words: readonly [readonly string[], string][] = [
    [["--nul"], "unknown option `nul'"],
    [["-q"], "unknown switch `q'"],
    [["--show-scope=1"], "option `show-scope' takes no value"],
    [["--to-stdin"], "option `to-stdin' requires a value"],
    [["-j"], "switch `j' requires a value"],
    [["-jx"], "switch `j' expects an integer value with an optional k/m/g suffix"],
  ];
  for (const [args, message] of words) {
    const spec = args[0]?.startsWith("-j") || args[0] === "--to-stdin" ? RUN : LIST;
    assert.throws(() => parsed(args, spec), { message });
  }
});

Deno.test("parseOptions() suggests the option that was meant", () => {
  try {
    parsed(["--jsn"]);
    assert.fail("not refused");
  } catch (error) {
    assert.ok(error instanceof UsageError);
    assert.equal(error.suggestion, "--json");
  }
});

Deno.test("usageText() looks as git's does", () => {
  assert.match(usageText(RUN), /^usage: git-hooks run /);
  assert.match(usageText(RUN), /^ {4}-j, --jobs <n> {7,}run up to <n> hooks/m);
});
