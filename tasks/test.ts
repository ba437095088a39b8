/**
 * Runs every test, and the examples of the documentation. With arguments it hands them to `deno test`:
 * `deno task test tests/lib` or `deno task test --filter 'list' tests`.
 *
 * Test files share one process when they run side by side, so a file that changes the process's
 * environment or directory waits until the others are done.
 *
 * @module
 */

import { checkoutRoot } from "./checkout.ts";
import { runTests, sum, type Tally, tallyLine } from "./run_tests.ts";

const CHANGES_THE_PROCESS = /\bDeno\.(?:env\.(?:set|delete)|chdir|umask)\b/;

async function testFiles(folder: string): Promise<readonly string[]> {
  const files: string[] = [];
  for await (const entry of Deno.readDir(`${checkoutRoot}/${folder}`)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) files.push(...await testFiles(path));
    else if (entry.name.endsWith("_test.ts")) files.push(path);
  }
  return files.sort();
}

async function changesTheProcess(file: string): Promise<boolean> {
  return CHANGES_THE_PROCESS.test(await Deno.readTextFile(`${checkoutRoot}/${file}`));
}

async function runAll(): Promise<readonly Tally[]> {
  const files = await testFiles("tests");
  const alone = await Promise.all(files.map(changesTheProcess));
  const together = files.filter((_, index) => alone[index] === false);
  const oneByOne = files.filter((_, index) => alone[index] === true);
  const tallies: Tally[] = [];
  if (together.length > 0) tallies.push(await runTests(["--parallel", ...together]));
  if (oneByOne.length > 0) tallies.push(await runTests(oneByOne));
  tallies.push(await runTests(["--doc", "--parallel", "mod.ts", "lib"]));
  return tallies;
}

if (import.meta.main) {
  const tallies = Deno.args.length > 0 ? [await runTests(Deno.args)] : await runAll();
  await Deno.stdout.write(new TextEncoder().encode(tallyLine(tallies)));
  Deno.exit(sum(tallies).failed === 0 ? 0 : 1);
}
