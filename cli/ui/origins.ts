/**
 * Where hooks stand, as `file:line`: git names the file of a setting, the line is found here.
 *
 * @module
 */

import { locateSettings } from "../../lib/config/git_config_lines.ts";
import type { Origin } from "../../lib/config/setting.ts";
import type { Hook } from "../../lib/hook.ts";
import type { Sources } from "../../lib/sources.ts";

/**
 * Finds the lines of hooks that git config defines; the others know theirs.
 *
 * @param sources what was read
 * @param hooks the hooks to look at
 * @returns for each origin its line; without one when it has none
 */
export async function originLines(
  sources: Sources,
  hooks: readonly Hook[],
): Promise<ReadonlyMap<Origin, number>> {
  const origins = new Set(hooks.map((hook) => hook.origin));
  const wanted = sources.gitConfig.hooks.filter((setting) => origins.has(setting.origin));
  const lines = await locateSettings(sources.gitConfig.hooks, {
    directory: sources.directory,
    wanted,
  });
  return new Map([...lines].map(([setting, line]) => [setting.origin, line]));
}

/**
 * Spells an origin as `file:line`.
 *
 * @param origin where a setting stands
 * @param found its line, where the origin itself has none
 * @returns the text; `command line` for what has no file
 */
export function originText(origin: Origin, found: number | undefined): string {
  if (origin.kind !== "file") return `${origin.kind}:${origin.path}`.replace(/:$/, "");
  const line = origin.line ?? found;
  return line === undefined ? origin.path : `${origin.path}:${line}`;
}
