/**
 * The short form of `tests/stress/fuzz_stress.ts`: random input crashes nothing, is read by no shell, and
 * changes nothing outside of its repository.
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
  ["parseHooksToml() throws nothing but faults", fuzzToml, 2000],
  ["parseGitConfig() and configLines() throw nothing but faults", fuzzGitConfig, 2000],
  ["git reads back every text of git config that we write", fuzzConfigText, 200],
  ["compilePlan() and shimText() write sh and are evaluated by none", fuzzPlans, 300],
  ["a plan runs its commands and nothing else", fuzzRuns, 30],
  ["main() answers every command line and writes nothing elsewhere", fuzzMain, 40],
  ["the launchers hand on every word", fuzzLaunchers, 40],
];

for (const [what, fuzz, count] of RUNS) {
  Deno.test(`${what}, whatever they are given`, async () => {
    await fuzz(count);
  });
}
