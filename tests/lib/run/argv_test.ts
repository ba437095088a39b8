import assert from "node:assert/strict";
import fc from "fast-check";
import { durationOf, needsShell, programArgv, withTimeout } from "../../../lib/run/argv.ts";

Deno.test("programArgv() starts a plain command itself and appends the arguments", () => {
  assert.deepEqual(programArgv({ kind: "command", text: "lint" }, ["a b", ""]), [
    "lint",
    "a b",
    "",
  ]);
});

Deno.test('programArgv() hands a command with special characters to sh with "$@"', () => {
  assert.deepEqual(programArgv({ kind: "command", text: "npm test" }, ["origin"]), [
    "/bin/sh",
    "-c",
    'npm test "$@"',
    "npm test",
    "origin",
  ]);
});

Deno.test('programArgv() adds no "$@" when there are no arguments', () => {
  assert.deepEqual(programArgv({ kind: "command", text: "echo;" }, []), [
    "/bin/sh",
    "-c",
    "echo;",
    "echo;",
  ]);
});

Deno.test("programArgv() never starts a script through sh or PATH", () => {
  assert.deepEqual(programArgv({ kind: "script", path: "a b/it's" }, ["x"]), ["a b/it's", "x"]);
  assert.deepEqual(programArgv({ kind: "script", path: "lint" }, []), ["./lint"]);
});

Deno.test("needsShell() knows exactly git's special characters", () => {
  const special = "|&;<>()$`\\\"' \t\n*?[#~=%";
  for (let code = 1; code < 0x100; code++) {
    const character = String.fromCharCode(code);
    assert.equal(needsShell(`a${character}b`), special.includes(character), `code ${code}`);
  }
});

Deno.test("programArgv() ends with the arguments, unchanged", () => {
  fc.assert(fc.property(fc.string(), fc.array(fc.string()), (text, args) => {
    const argv = programArgv({ kind: "command", text }, args);
    assert.deepEqual(argv.slice(argv.length - args.length), args);
  }));
});

Deno.test("withTimeout() puts timeout(1) in front", () => {
  assert.deepEqual(withTimeout(["/bin/true"], "30s"), ["timeout", "-k", "10", "30s", "/bin/true"]);
});

Deno.test("durationOf() reads what timeout(1) reads", () => {
  assert.deepEqual(["30s", "10", "1.5m", ".5h", "1d", "0", "soon"].map(durationOf), [
    30_000,
    10_000,
    90_000,
    1_800_000,
    86_400_000,
    Infinity,
    Infinity,
  ]);
});
