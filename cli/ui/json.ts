/**
 * The resolver's answers as JSON, for programs: the same words as in TypeScript, nothing left out.
 *
 * @module
 */

import type { Origin } from "../../lib/config/setting.ts";
import type { Hook, Resolution } from "../../lib/hook.ts";
import type { OverviewEvent } from "../../lib/overview.ts";
import type { Sources } from "../../lib/sources.ts";

/**
 * Turns one event's answer into plain data.
 *
 * @param resolution the answer
 * @param lines the lines of origins that do not know theirs
 * @returns data for JSON.stringify
 */
export function resolutionJson(
  resolution: Resolution,
  lines: ReadonlyMap<Origin, number>,
): Readonly<Record<string, unknown>> {
  return {
    event: resolution.event,
    jobs: resolution.jobs,
    shim: resolution.shim,
    warnings: resolution.warnings,
    hooks: resolution.hooks.map((hook) => hookJson(hook, lines)),
  };
}

function hookJson(
  hook: Hook,
  lines: ReadonlyMap<Origin, number>,
): Readonly<Record<string, unknown>> {
  return {
    name: hook.name ?? null,
    source: hook.source,
    scope: hook.scope ?? null,
    state: hook.state,
    command: hook.program?.kind === "command" ? hook.program.text : null,
    script: hook.program?.kind === "script" ? hook.program.path : null,
    args: hook.args,
    parallel: hook.parallel,
    timeout: hook.timeout ?? null,
    refs: hook.refs ?? null,
    origin: {
      kind: hook.origin.kind,
      file: hook.origin.path,
      line: hook.origin.line ?? lines.get(hook.origin) ?? null,
    },
  };
}

/**
 * Turns the overview into plain data.
 *
 * @param sources what was read
 * @param events the overview
 * @param lines the lines of origins that do not know theirs
 * @returns data for JSON.stringify
 */
export function overviewJson(
  sources: Sources,
  events: readonly OverviewEvent[],
  lines: ReadonlyMap<Origin, number>,
): Readonly<Record<string, unknown>> {
  return {
    directory: sources.directory,
    gitDir: sources.repository?.gitDir ?? null,
    hookdir: sources.hookdir?.path ?? null,
    warnings: sources.git.warnings,
    trust: sources.trust?.state ?? null,
    faults: sources.broken?.faults ?? [],
    events: events.map((event) => ({
      event: event.resolution.event,
      jobs: event.resolution.jobs,
      shim: event.resolution.shim,
      hooks: event.hooks.map((one) => ({
        ...hookJson(one.hook, lines),
        runs: one.reason === undefined,
        reason: one.reason ?? null,
      })),
    })),
  };
}
