/**
 * The other end of `bin/git-hooks`: gives back the variables it put aside so that Deno starts the same
 * for everybody.
 *
 * @module
 */

/** What the launcher tells us and hooks do not get. */
export const LAUNCHER_VARIABLES: readonly string[] = ["GIT_HOOKS_LAUNCHER", "GIT_HOOKS_SCRIPT"];

/**
 * Makes this process's environment what it was before the launcher. `GIT_HOOKS_KEPT` names the
 * variables that were changed; the former value of `X` is in `GIT_HOOKS_KEPT_X`, or `X` had none.
 *
 * To be called before anything is started. Without a launcher there is nothing to do.
 */
export function restoreEnvironment(): void {
  const kept = Deno.env.get("GIT_HOOKS_KEPT");
  if (kept === undefined) return;
  Deno.env.delete("GIT_HOOKS_KEPT");
  for (const name of kept.split(" ").filter((word) => word !== "")) {
    const aside = `GIT_HOOKS_KEPT_${name}`;
    const value = Deno.env.get(aside);
    if (value === undefined) {
      Deno.env.delete(name);
    } else {
      Deno.env.set(name, value);
      Deno.env.delete(aside);
    }
  }
}
