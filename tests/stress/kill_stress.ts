/**
 * Compile, install and uninstall, killed before each of their writes in turn, with every git.
 *
 * @module
 */

import assert from "node:assert/strict";
import { killCompiling, killInstalling } from "../support/killing.ts";
import { testGits } from "../support/sandbox.ts";

for (const git of testGits()) {
  const runs: readonly (readonly [string, () => Promise<number>, number])[] = [
    ["compile", () => killCompiling({ git, step: 1 }), 25],
    ["install", () => killInstalling("install", { git, step: 1 }), 20],
    ["uninstall", () => killInstalling("uninstall", { git, step: 1 }), 12],
  ];
  for (const [name, walk, least] of runs) {
    Deno.test(`${name} killed at each write leaves the old state or the new one, ${git.name}`, async (test) => {
      const points = await walk();
      await test.step(`killed at ${points} writes`, () => {});
      assert.ok(points >= least, `${points} points`);
    });
  }
}
