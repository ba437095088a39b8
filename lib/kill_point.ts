/**
 * Points at which a test may kill this process, to see that an interruption leaves the old state or the
 * new one.
 *
 * @module
 */

let writes = 0;

/** Counts a write, and kills this process before the write that `GIT_HOOKS_TEST_KILL_AT` names. */
export function killPoint(): void {
  writes++;
  if (Deno.env.get("GIT_HOOKS_TEST_KILL_AT") === String(writes)) Deno.kill(Deno.pid, "SIGKILL");
}
