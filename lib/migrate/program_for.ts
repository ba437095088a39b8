/**
 * What a hooks.toml says of a migrated script.
 *
 * @module
 */

import { quoteForSh } from "../quote.ts";
import type { MigratedProgram } from "./plan_types.ts";

/**
 * Makes the program of a migrated script.
 *
 * @param path the script, relative to the common git directory
 * @param leavesHookdir whether it is a link that leads out of the hookdir
 * @returns the script itself; for such a link a command, for a file that a link leads to may come and go,
 *   and git skips it in silence then (githooks(5)), while a configured script that is missing stops the
 *   operation
 */
export function programFor(path: string, leavesHookdir: boolean): MigratedProgram {
  if (!leavesHookdir) return { kind: "script", path };
  const text = `hook=$(git rev-parse --git-common-dir)/${
    /^[\w./+@,-]+$/.test(path) ? path : quoteForSh(path)
  }; test ! -x "$hook" || exec "$hook"`;
  return { kind: "command", text };
}
