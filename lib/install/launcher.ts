/**
 * Which launcher a shim starts: the one that started us.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { mayExecute } from "../_hookdir.ts";

/**
 * Finds the launcher to be recorded in shims.
 *
 * @returns the absolute path in `GIT_HOOKS_LAUNCHER`, which `bin/git-hooks` sets, else the first
 *   executable `git-hooks` in PATH
 * @throws {UserError} when there is neither: a shim would find nothing to start
 */
export async function findLauncher(): Promise<string> {
  const given = Deno.env.get("GIT_HOOKS_LAUNCHER") ?? "";
  if (given.startsWith("/") && !given.includes("\n")) return given;
  for (const folder of (Deno.env.get("PATH") ?? "").split(":")) {
    if (!folder.startsWith("/")) continue;
    const path = `${folder.replace(/\/+$/, "")}/git-hooks`;
    const found = await Deno.stat(path).catch(() => undefined);
    if (found?.isFile === true && mayExecute(found)) return path;
  }
  throw new UserError({
    message: "no launcher named git-hooks is in PATH, so a shim would find nothing to start",
    hints: ["start the installed bin/git-hooks, or put its folder into PATH"],
  }, { exitCode: 1 });
}
