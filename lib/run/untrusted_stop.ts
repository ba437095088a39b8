/**
 * What is said of hooks of a project's hooks.toml to which the user has not agreed.
 *
 * @module
 */

import { type Fault, UserError } from "../errors.ts";
import { findEvent } from "../events.ts";
import type { Hook, Resolution } from "../hook.ts";
import { baseOf } from "../paths.ts";
import { printable } from "../quote.ts";

const CURE = "read and accept this clone's hooks.toml: git hooks trust";

/**
 * Says whether an event must be stopped because a hook of it is not trusted. An event that githooks(5)
 * does not know may be a gate, and is taken for one.
 *
 * @param resolution the event's hooks
 * @returns the refusal, with exit code 1; undefined when nothing stops the event
 * @example Usage
 * ```ts
 * import { untrustedStop } from "@git-hooks/git-hooks";
 * const resolution = { event: "pre-commit", hooks: [], jobs: 1, warnings: [], advice: [], shim: "none" as const };
 * console.assert(untrustedStop(resolution) === undefined);
 * ```
 */
export function untrustedStop(resolution: Resolution): UserError | undefined {
  const untrusted = untrustedHooks(resolution);
  if (untrusted.length === 0 || !closes(resolution.event)) return undefined;
  const message =
    `${printable(resolution.event)} is stopped: ${fileOf(untrusted)} is not trusted ` +
    `and has ${namesOf(untrusted)} for it`;
  return new UserError({ message, hints: [CURE] }, { exitCode: 1, level: "error" });
}

/**
 * Says what a user should know of untrusted hooks of an event that goes on without them.
 *
 * @param resolution the event's hooks
 * @returns the text of a warning and its hint; undefined when there is nothing to warn of
 * @example Usage
 * ```ts
 * import { untrustedWarning } from "@git-hooks/git-hooks";
 * const resolution = { event: "post-merge", hooks: [], jobs: 1, warnings: [], advice: [], shim: "none" as const };
 * console.assert(untrustedWarning(resolution) === undefined);
 * ```
 */
export function untrustedWarning(resolution: Resolution): Fault | undefined {
  const untrusted = untrustedHooks(resolution);
  if (untrusted.length === 0 || closes(resolution.event)) return undefined;
  const message = `${namesOf(untrusted)} not run for ${printable(resolution.event)}: ` +
    `${fileOf(untrusted)} is not trusted`;
  return { message, hints: [CURE] };
}

function closes(event: string): boolean {
  return findEvent(event)?.closes ?? true;
}

function untrustedHooks(resolution: Resolution): readonly Hook[] {
  return resolution.hooks.filter((hook) => hook.state === "untrusted");
}

function namesOf(hooks: readonly Hook[]): string {
  return hooks.map((hook) => `'${printable(hook.name ?? "")}'`).join(", ");
}

function fileOf(hooks: readonly Hook[]): string {
  return printable(baseOf(hooks[0]?.origin.path ?? "hooks.toml"));
}
