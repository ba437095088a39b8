/**
 * No plan ever gives a stale answer: whatever changes, a shim with its plans does what the code does without.
 *
 * @module
 */

import fc from "fast-check";
import { CHANGES, Changing } from "../support/change_sources.ts";
import { testShells } from "../support/planning.ts";
import { Sandbox } from "../support/sandbox.ts";

for (const shell of testShells()) {
  Deno.test(`a plan is never stale, ${shell}`, async () => {
    const change = fc.record({
      what: fc.constantFrom(...CHANGES),
      variant: fc.integer({ min: 0, max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 15, maxLength: 25 }), async (changes) => {
        using box = new Sandbox();
        const changing = new Changing(box);
        await changing.prepare(shell);
        const done: string[] = [];
        for (const one of changes) {
          done.push(`${one.what} ${one.variant}`);
          const firing = await changing.apply(one);
          await changing.compare(firing, done.join(", "));
        }
      }),
      { numRuns: Number(Deno.env.get("GIT_HOOKS_TEST_RUNS") ?? "1"), endOnFailure: true },
    );
  });
}
