/**
 * Changes one key of a git config file under the lock that git itself takes, `<file>.lock`.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { runGit } from "../git/git.ts";
import { directoryOf } from "../paths.ts";
import type { Disk } from "./disk.ts";
import { readIfThere, sameBytes } from "./state.ts";

/**
 * Reads the values that a key has in one file.
 *
 * @param file the config file, absolute
 * @param key the key, for example `core.hooksPath`
 * @returns its values in order; none when the file or the key is missing
 */
export async function readConfigValues(file: string, key: string): Promise<readonly string[]> {
  const answer = await runGit(["config", "--file", file, "-z", "--get-all", key], {
    cwd: directoryOf(file),
  });
  return new TextDecoder().decode(answer.stdout).split("\0").slice(0, -1);
}

/**
 * Gives a key of a config file these values, through git config, which keeps comments and spacing.
 *
 * @param file the file, changed where it stands: a copy that nobody else reads
 * @param key the key
 * @param values what it is to have; none takes it out
 * @throws {UserError} in git's words when git refuses the file or the key
 */
export async function writeConfigValues(
  file: string,
  key: string,
  values: readonly string[],
): Promise<void> {
  const git = async (args: readonly string[], harmless: number): Promise<void> => {
    const answer = await runGit(["config", "--file", file, ...args], { cwd: directoryOf(file) });
    if (answer.code !== 0 && answer.code !== harmless) {
      throw new UserError(answer.stderr.trim().replace(/^(fatal|error): /, ""));
    }
  };
  // git-config(1): 5 says that there was nothing to unset.
  if (values.length !== 1) await git(["--unset-all", key], 5);
  const [first, ...more] = values;
  if (first !== undefined) {
    await git(values.length === 1 ? ["--replace-all", key, first] : ["--add", key, first], 0);
  }
  for (const value of more) await git(["--add", key, value], 0);
}

/**
 * Puts a new content in the place of a config file, holding git's lock on it from the comparison with
 * the old content to the rename.
 *
 * @param disk where writes go
 * @param file the config file, absolute
 * @param options `expected` is what must stand there now (undefined: no file), `make` prepares the file
 *   that replaces it at the path it is given
 * @returns false when something else stood there, and nothing was changed
 * @throws {UserError} when the lock is held for longer than a second
 */
export async function replaceConfig(
  disk: Disk,
  file: string,
  options: {
    readonly expected: Uint8Array | undefined;
    readonly make: (path: string) => Promise<void>;
  },
): Promise<boolean> {
  const lock = `${file}.lock`;
  const prepared = `${directoryOf(file)}/.${file.slice(file.lastIndexOf("/") + 1)}.git-hooks-new`;
  await disk.remove(prepared);
  await options.make(prepared);
  await lockConfig(disk, prepared, lock);
  const now = await readIfThere(file);
  const expected = options.expected;
  const unchanged = now === undefined || expected === undefined
    ? now === expected
    : sameBytes(now, expected);
  if (!unchanged) {
    await disk.remove(lock);
    await disk.remove(prepared);
    return false;
  }
  await disk.rename(lock, file);
  await disk.remove(prepared);
  return true;
}

// The lock is the prepared file itself, under a second name: link(2) fails where git holds it.
async function lockConfig(disk: Disk, prepared: string, lock: string): Promise<void> {
  for (let attempt = 0;; attempt++) {
    try {
      return await disk.link(prepared, lock);
    } catch (error) {
      if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
      if (attempt >= 20) {
        throw new UserError({
          message: `could not lock ${lock.replace(/\.lock$/, "")}: another git process holds it`,
          hints: [`if none is running: rm '${lock}'`],
        });
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
