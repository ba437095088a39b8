/**
 * Starts `deno test`, shows what it prints, and reads its last line.
 *
 * @module
 */

import { checkoutRoot } from "./checkout.ts";

/** How many tests passed and failed. */
export interface Tally {
  /** Tests that passed. */
  readonly passed: number;
  /** Tests that failed; a run that broke down before it could count is one. */
  readonly failed: number;
}

/**
 * Runs `deno test` in the checkout.
 *
 * @param args its options and files
 * @returns what it counted
 */
export async function runTests(args: readonly string[]): Promise<Tally> {
  const child = new Deno.Command(Deno.execPath(), {
    args: ["test", "--quiet", "--allow-all", "--frozen", ...args],
    cwd: checkoutRoot,
    clearEnv: true,
    env: outsideOfGit(),
    stdin: "null",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const decoder = new TextDecoder();
  let end = "";
  for await (const chunk of child.stdout) {
    await show(chunk);
    end = (end + decoder.decode(chunk, { stream: true })).slice(-4000);
  }
  return tallyOf(end, (await child.status).success);
}

/**
 * Reads the line with which `deno test` ends, as `ok | 9 passed (1 step) | 0 failed (727ms)`.
 *
 * @param end the end of what it printed
 * @param success whether it ended with exit code 0
 * @returns what it counted, with at least one failure when it did not succeed
 */
export function tallyOf(end: string, success: boolean): Tally {
  const plain = end.replace(/\x1b\[[0-9;]*m/g, "");
  const found = [...plain.matchAll(/^(?:ok|FAILED) \| (\d+) passed.*?\| (\d+) failed/gm)].at(-1);
  const failed = Number(found?.[2] ?? 0);
  return {
    passed: Number(found?.[1] ?? 0),
    failed: success && found !== undefined ? failed : Math.max(1, failed),
  };
}

/**
 * Adds tallies up and writes them as one line, the last one that a run of ours prints.
 *
 * @param tallies one for each run
 * @returns the line, with its newline
 */
export function tallyLine(tallies: readonly Tally[]): string {
  const { passed, failed } = sum(tallies);
  return `${passed} passed, ${failed} failed\n`;
}

/**
 * Adds tallies up.
 *
 * @param tallies one for each run
 * @returns their sum
 */
export function sum(tallies: readonly Tally[]): Tally {
  return {
    passed: tallies.reduce((total, tally) => total + tally.passed, 0),
    failed: tallies.reduce((total, tally) => total + tally.failed, 0),
  };
}

async function show(chunk: Uint8Array): Promise<void> {
  let rest = chunk;
  while (rest.length > 0) rest = rest.subarray(await Deno.stdout.write(rest));
}

// In a hook git says which repository is meant, and that one is not the tests'.
function outsideOfGit(): Record<string, string> {
  return Object.fromEntries(
    Object.entries(Deno.env.toObject()).filter(([name]) =>
      !name.startsWith("GIT_") || name === "GIT_HOOKS_TEST_GITS"
    ),
  );
}
