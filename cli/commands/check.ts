/**
 * `git-hooks check`: git's `hook_exists()` as a command, and the validation of all that takes part.
 *
 * @module
 */

import { hookExists, listHooks } from "../../lib/resolver.ts";
import { readSources } from "../../lib/sources.ts";
import { acceptEvent } from "../event_argument.ts";
import { CHECK } from "../hook_path_commands.ts";
import { parseOptions, UsageError } from "../options.ts";
import { type Console, say } from "../ui/console.ts";

/**
 * Checks an event, or the configuration.
 *
 * @param args what follows `check`
 * @param console where it prints
 * @returns with an event 0 when a hook would run, 1 when none would; without one 0 or 128
 */
export async function checkCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, CHECK);
  const [event, surplus] = rest;
  if (surplus !== undefined) throw new UsageError("only one event can be checked", CHECK);
  const verbose = options.get("verbose") === true;
  const file = options.get("file");
  const scope = options.get("scope");
  if (event === undefined) {
    const { validateCommand } = await import("./validate.ts");
    return await validateCommand({
      file: typeof file === "string" ? file : undefined,
      scope: typeof scope === "string" ? scope : undefined,
      verbose,
    }, console);
  }
  if (file !== undefined || scope !== undefined) {
    throw new UsageError("an event and --file cannot be checked together", CHECK);
  }
  const allowUnknown = options.get("allow-unknown-hook-name") === true;
  if (!acceptEvent(event, { allowUnknown }, console)) return 1;
  const sources = await readSources({ cwd: Deno.cwd(), event });
  const resolution = await listHooks(sources, event);
  const exists = hookExists(resolution);
  if (verbose) {
    const names = resolution.hooks.filter((hook) =>
      hook.state === "runs" || hook.state === "untrusted"
    ).map((hook) => hook.name ?? "the hookdir's script");
    say(
      console,
      "hint",
      exists ? `${event} has ${names.join(", ")}` : `${event} has no hook that would run`,
    );
  }
  return exists ? 0 : 1;
}
