/**
 * Whether a git knows config-defined hooks itself: probed, not read from its version, because vendors
 * patch what versions promise.
 *
 * @module
 */

import { runGit } from "./git.ts";

const EVENT = "git-hooks-probe";

/**
 * Asks the git in PATH whether it lists a hook that only its configuration defines (git >= 2.54).
 *
 * @param cwd any directory, absolute
 * @returns true when it runs config-defined hooks itself, false when it ignores them in silence
 * @example Usage
 * ```ts
 * import { knowsConfigHooks } from "@git-hooks/git-hooks";
 * console.assert(typeof await knowsConfigHooks("/") === "boolean");
 * ```
 */
export async function knowsConfigHooks(cwd: string): Promise<boolean> {
  // deno-fmt-ignore
  const answer = await runGit(
    ["-c", `hook.${EVENT}-x.command=true`, "-c", `hook.${EVENT}-x.event=${EVENT}`,
      "hook", "list", "--allow-unknown-hook-name", EVENT],
    { cwd, env: { LC_ALL: "C" } },
  );
  if (answer.code === 0) return true;
  // A broken hook configuration stops only a git that reads it.
  return answer.code === 128 && answer.stderr.includes("hook");
}
