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
    { cwd },
  );
  if (answer.code === 0) return true;
  // 129 is git's answer to words it does not know.
  if (answer.code === 129) return false;
  // Outside of a repository git leaves out what -c says (config.c, read_very_early_config()), and a broken
  // configuration of hooks lists nothing; its usage a git tells everywhere.
  const usage = await runGit(["hook", "-h"], { cwd });
  return new TextDecoder().decode(usage.stdout).includes("git hook list");
}
