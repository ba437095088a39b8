/**
 * Runs the long stress and fuzz runs, `tests/stress/*_stress.ts`, one after the other.
 *
 * @module
 */

import { checkoutRoot } from "./checkout.ts";
import { runTests, sum, type Tally, tallyLine } from "./run_tests.ts";

async function stressFiles(): Promise<readonly string[]> {
  const files: string[] = [];
  try {
    for await (const entry of Deno.readDir(`${checkoutRoot}/tests/stress`)) {
      if (entry.name.endsWith("_stress.ts")) files.push(`tests/stress/${entry.name}`);
    }
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  return files.sort();
}

if (import.meta.main) {
  const files = Deno.args.length > 0 ? Deno.args : await stressFiles();
  const tallies: Tally[] = [];
  for (const file of files) tallies.push(await runTests([file]));
  const line = files.length === 0 ? "there is no stress run in tests/stress\n" : tallyLine(tallies);
  await Deno.stdout.write(new TextEncoder().encode(line));
  Deno.exit(sum(tallies).failed === 0 ? 0 : 1);
}
