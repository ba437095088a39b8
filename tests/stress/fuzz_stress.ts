/**
 * The long fuzz run: more than a hundred thousand inputs for the readers, the plan compiler, the commands
 * and the launchers. `tests/security/fuzz_test.ts` is the short one.
 *
 * @module
 */

import { fuzzPlans, fuzzRuns } from "../support/fuzz_plans.ts";
import {
  fuzzConfigText,
  fuzzGitConfig,
  fuzzLaunchers,
  fuzzMain,
  fuzzToml,
} from "../support/fuzzing.ts";

const RUNS: readonly (readonly [
  what: string,
  fuzz: (count: number) => Promise<number>,
  count: number,
])[] = [
  ["hooks.toml texts, most of them real ones that were damaged", fuzzToml, 60_000],
  ["answers and files of git config", fuzzGitConfig, 30_000],
  ["settings written as git config and read back by git", fuzzConfigText, 10_000],
  ["plans and shims, read by every sh", fuzzPlans, 20_000],
  ["plans that were run", fuzzRuns, 2_000],
  ["command lines", fuzzMain, 2_000],
  ["launchers' arguments", fuzzLaunchers, 3_000],
];

for (const [what, fuzz, count] of RUNS) {
  Deno.test(`fuzz: ${count} ${what}`, async () => {
    await fuzz(count);
  });
}
