/**
 * What is read from the end of a test run.
 *
 * @module
 */

import assert from "node:assert/strict";
import { sum, tallyLine, tallyOf } from "../../tasks/run_tests.ts";

Deno.test("tallyOf() reads the last line of deno test, with colours or without", () => {
  const end = "x ... ok (1ms)\n\nok | 9 passed (1 step) | 0 failed (727ms)\n\n";
  assert.deepEqual(tallyOf(end, true), { passed: 9, failed: 0 });
  const coloured = "\x1b[31mFAILED\x1b[0m | 13 passed | 2 failed | 1 ignored \x1b[38;5;245m(2s)\n";
  assert.deepEqual(tallyOf(coloured, false), { passed: 13, failed: 2 });
});

Deno.test("tallyOf() counts a run that broke down as a failure", () => {
  assert.deepEqual(tallyOf("", false), { passed: 0, failed: 1 });
  assert.deepEqual(tallyOf("", true), { passed: 0, failed: 1 });
  assert.deepEqual(tallyOf("ok | 3 passed | 0 failed (1ms)\n", false), { passed: 3, failed: 1 });
});

Deno.test("tallyLine() adds all runs up", () => {
  const tallies = [{ passed: 1, failed: 0 }, { passed: 2, failed: 3 }];
  assert.deepEqual(sum(tallies), { passed: 3, failed: 3 });
  assert.equal(tallyLine(tallies), "3 passed, 3 failed\n");
});
