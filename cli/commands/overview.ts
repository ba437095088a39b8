/**
 * `git-hooks list` without an event: every event that has a hook, in running order, with what is really
 * executed, where it stands, and why it does not run.
 *
 * @module
 */

import type { Origin } from "../../lib/config/setting.ts";
import { overview, type OverviewEvent } from "../../lib/overview.ts";
import { readSources, type Sources } from "../../lib/sources.ts";
import { type Console, say, sayError } from "../ui/console.ts";
import { jsonText } from "../ui/json_text.ts";
import { originLines } from "../ui/origins.ts";
import { overviewTable } from "../ui/overview_table.ts";
import { foldError } from "../../lib/config/fold.ts";

/**
 * Prints the overview.
 *
 * @param options `json`: all of it as JSON
 * @param console where it prints
 * @returns 0, or 128 when a source is broken: what could be read is shown all the same
 */
export async function overviewCommand(
  options: { readonly json: boolean },
  console: Console,
): Promise<number> {
  const sources = await readSources({ cwd: Deno.cwd() });
  const events = await overview(sources);
  const lines = await originLines(
    sources,
    events.flatMap((event) => event.hooks.map((one) => one.hook)),
  );
  if (options.json) {
    const { overviewJson } = await import("../ui/json.ts");
    console.out(jsonText(overviewJson(sources, events, lines)));
  } else {
    print(sources, events, lines, console);
  }
  await sayNever(sources, console);
  return await sayBroken(sources, console);
}

async function sayNever(sources: Sources, console: Console): Promise<void> {
  const setting = sources.trust?.rule.setting;
  if (sources.trust?.state !== "never" || setting === undefined) return;
  const { findPlaces } = await import("../../lib/explain/places.ts");
  const place = (await findPlaces(sources)).of(setting.origin);
  say(
    console,
    "hint",
    `githooks.trust is 'never' (${setting.scope}, ${place}): nothing of this clone's hooks.toml runs`,
  );
}

function print(
  sources: Sources,
  events: readonly OverviewEvent[],
  lines: ReadonlyMap<Origin, number>,
  console: Console,
): void {
  for (const warning of sources.git.warnings) say(console, "warning", warning);
  console.out(overviewTable(sources, events, lines, { colour: console.colourOut }));
  const reasons = new Set(events.flatMap((event) => event.hooks.map((one) => one.reason)));
  const ours = events.length > 0 || sources.trust?.state === "never";
  if (!ours && sources.broken === undefined) {
    say(console, "hint", "no event has a hook here; a first one: git hooks install");
  }
  if (reasons.has("untrusted") && sources.trust?.state !== "never") {
    say(console, "hint", "read and accept this clone's hooks.toml: git hooks trust");
  } else if (reasons.has("not-installed") && sources.repository !== undefined) {
    say(console, "hint", "put these hooks in git's way: git hooks install");
  }
  if (sources.trust?.state === "always") {
    say(console, "hint", "githooks.trust is 'always' here: hooks.toml runs unread");
  }
}

async function sayBroken(sources: Sources, console: Console): Promise<number> {
  const fault = sources.git.fatal;
  if (fault !== undefined) {
    const { locateSettings } = await import("../../lib/config/git_config_lines.ts");
    const lines = await locateSettings(sources.gitConfig.hooks, {
      directory: sources.directory,
      wanted: [fault.setting],
    });
    sayError(console, foldError(fault, lines.get(fault.setting)));
  }
  if (sources.broken !== undefined) sayError(console, sources.broken);
  return fault === undefined && sources.broken === undefined ? 0 : 128;
}
