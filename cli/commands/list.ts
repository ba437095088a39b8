/**
 * `git-hooks list`: with an event what `git hook list` prints, without one the overview of all.
 *
 * @module
 */

import type { Hook, Resolution } from "../../lib/hook.ts";
import { printable } from "../../lib/quote.ts";
import { listHooks } from "../../lib/resolver.ts";
import { readSources, type Sources } from "../../lib/sources.ts";
import { acceptEvent, sayLookup } from "../event_argument.ts";
import { LIST } from "../hook_path_commands.ts";
import { parseOptions, UsageError } from "../options.ts";
import { type Console, say } from "../ui/console.ts";
import { jsonText } from "../ui/json_text.ts";
import { originLines, originText } from "../ui/origins.ts";

/**
 * Lists hooks.
 *
 * @param args what follows `list`
 * @param console where it prints
 * @returns 0; 1 when the event has no hook; the overview 128 when a source is broken
 */
export async function listCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, LIST);
  const [event, surplus] = rest;
  if (surplus !== undefined) throw new UsageError("only one event can be listed", LIST);
  const format: Format = {
    nul: options.get("z") === true,
    scope: options.get("show-scope") === true,
    origin: options.get("show-origin") === true,
    json: options.get("json") === true,
  };
  if (event === undefined) {
    if (format.nul || format.scope || format.origin) {
      throw new UsageError("you must specify a hook event name to list", LIST);
    }
    const { overviewCommand } = await import("./overview.ts");
    return await overviewCommand({ json: format.json }, console);
  }
  const allowUnknown = options.get("allow-unknown-hook-name") === true;
  if (!acceptEvent(event, { allowUnknown }, console)) return 1;
  const sources = await readSources({ cwd: Deno.cwd(), event });
  const resolution = await listHooks(sources, event);
  sayLookup(resolution, console);
  // git lists no script that it would not start.
  const hooks = resolution.hooks.filter((hook) => hook.state !== "not-executable");
  if (format.json) console.out(await eventJson(sources, { ...resolution, hooks }));
  if (hooks.length === 0) {
    say(console, "warning", `no hooks found for event '${event}'`);
    return 1;
  }
  if (!format.json) await printLines({ sources, hooks, format, console });
  return 0;
}

interface Format {
  readonly nul: boolean;
  readonly scope: boolean;
  readonly origin: boolean;
  readonly json: boolean;
}

async function printLines(
  list: {
    readonly sources: Sources;
    readonly hooks: readonly Hook[];
    readonly format: Format;
    readonly console: Console;
  },
): Promise<void> {
  const { format, hooks } = list;
  const lines = format.origin ? await originLines(list.sources, hooks) : undefined;
  const end = format.nul ? "\0" : "\n";
  // What is ended by NUL is read by a program.
  const shown = format.nul ? (text: string): string => text : printable;
  const text = hooks.map((hook) => {
    const word = hook.state === "runs" ? "" : `${hook.state}\t`;
    const name = hook.name === undefined ? "hook from hookdir" : `${word}${shown(hook.name)}`;
    if (lines !== undefined) {
      return `${hook.scope ?? ""}\t${
        shown(originText(hook.origin, lines.get(hook.origin)))
      }\t${name}${end}`;
    }
    return format.scope && hook.scope !== undefined
      ? `${hook.scope}\t${name}${end}`
      : `${name}${end}`;
  });
  list.console.out(text.join(""));
}

async function eventJson(sources: Sources, resolution: Resolution): Promise<string> {
  const { resolutionJson } = await import("../ui/json.ts");
  const lines = await originLines(sources, resolution.hooks);
  return jsonText(resolutionJson(resolution, lines));
}
