/**
 * Starts git and keeps what it says. Arguments go as an array; output is kept as bytes, because paths
 * and values are.
 *
 * @module
 */

import { ownPath } from "../own_path.ts";

/** What one git command said. */
export interface GitAnswer {
  /** Its exit code. */
  readonly code: number;
  /** What it answered, as bytes. */
  readonly stdout: Uint8Array;
  /** git's messages, decoded; what is not UTF-8 is replaced, for it is only ever shown. */
  readonly stderr: string;
}

/** Where and how to start git. */
export interface GitOptions {
  /** The directory to start in, absolute, or relative to this process's own. */
  readonly cwd: string;
  /** Variables added to this process's own; the others are inherited, so `git -c` reaches us. */
  readonly env?: Readonly<Record<string, string>>;
  /** Variables taken away. */
  readonly unset?: readonly string[];
}

/**
 * Runs git to its end.
 *
 * @param args the arguments after `git`
 * @param options the directory and the environment
 * @returns exit code and output; a non-zero code is an answer, not an error
 * @throws {Deno.errors.NotFound} when there is no git in PATH
 * @example Usage
 * ```ts
 * import { runGit } from "@git-hooks/git-hooks";
 * const { code } = await runGit(["--version"], { cwd: "." });
 * console.assert(code === 0);
 * ```
 */
export async function runGit(args: readonly string[], options: GitOptions): Promise<GitAnswer> {
  const unset = options.unset ?? [];
  const kept = unset.some((name) => Deno.env.has(name))
    ? Object.fromEntries(
      Object.entries(Deno.env.toObject()).filter(([name]) => !unset.includes(name)),
    )
    : undefined;
  const command = new Deno.Command("git", {
    args: [...args],
    cwd: options.cwd,
    env: { ...kept, ...ownPath(), ...options.env },
    clearEnv: kept !== undefined,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  });
  const { code, stdout, stderr } = await command.output();
  return { code, stdout, stderr: new TextDecoder().decode(stderr) };
}
