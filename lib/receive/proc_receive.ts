/**
 * `proc-receive`: one program that git talks to about the refs it claims (githooks(5), "proc-receive").
 *
 * @module
 */

import { UserError } from "../errors.ts";
import type { Hook, Resolution } from "../hook.ts";
import { baseOf } from "../paths.ts";

/**
 * Holds `proc-receive` to one owner of the conversation.
 *
 * @param resolution the event
 * @throws {UserError} when two claim it
 */
export function checkOneOwner(resolution: Resolution): void {
  const claims = resolution.hooks.filter(({ state }) => state === "runs");
  const [one, other] = claims;
  if (one === undefined || other === undefined) return;
  throw new UserError({
    message: `${shown(one)} and ${
      shown(other)
    } both claim proc-receive, and only one program can answer git`,
    ...(one.origin.kind === "file" && one.name !== undefined
      ? {
        place: {
          file: one.origin.path,
          ...(one.origin.line === undefined ? {} : { line: one.origin.line }),
        },
      }
      : {}),
  });
}

function shown(hook: Hook): string {
  if (hook.name !== undefined) return `'${hook.name}'`;
  return hook.program?.kind === "script" ? `the script ${baseOf(hook.program.path)}` : "a script";
}

/**
 * Says which refs git is to ask the hook about. git knows prefixes (git-config(1),
 * `receive.procReceiveRefs`).
 *
 * @param resolution the event, with one hook
 * @returns the prefixes; empty where the hook names no refs and the repository's own setting counts
 * @throws {UserError} when a pattern is no prefix
 */
export function procReceiveRefs(resolution: Resolution): readonly string[] {
  const [hook] = resolution.hooks.filter(({ state }) => state === "runs");
  return (hook?.refs ?? []).map((pattern) => {
    const prefix = pattern.endsWith("/*") ? pattern.slice(0, -2) : pattern;
    if (!/[*?[!]/.test(prefix)) return prefix;
    throw new UserError({
      message:
        `'${pattern}' in the refs of '${
          hook?.name ?? ""
        }': git asks proc-receive about prefixes only, ` +
        "such as 'refs/for/*'",
      ...(hook?.origin.kind === "file"
        ? {
          place: {
            file: hook.origin.path,
            ...(hook.origin.line === undefined ? {} : { line: hook.origin.line }),
          },
        }
        : {}),
    });
  });
}
