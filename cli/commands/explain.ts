/**
 * `git-hooks explain`: how an event's hooks come about, step by step.
 *
 * @module
 */

import { didYouMean } from "../../lib/did_you_mean.ts";
import { UserError } from "../../lib/errors.ts";
import { explainEvent } from "../../lib/explain/explain.ts";
import type { ExplainedHook, Explanation } from "../../lib/explain/explanation.ts";
import { stopIfBroken } from "../../lib/resolver.ts";
import { acceptEvent } from "../event_argument.ts";
import { EXPLAIN } from "../explain_words.ts";
import { parseOptions, UsageError } from "../options.ts";
import { coloursFor } from "../ui/colours.ts";
import { type Console, say, sayError } from "../ui/console.ts";
import { jsonText } from "../ui/json_text.ts";
import { explanationText } from "../ui/explain_view.ts";

/**
 * Explains an event, or one hook of it.
 *
 * @param args what follows `explain`
 * @param console where it prints
 * @returns 0; 1 when there is no such event or hook; 128 when a source is broken: what could be read is
 *   explained all the same
 */
export async function explainCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, EXPLAIN);
  const [event, hook, surplus] = rest;
  if (event === undefined) {
    throw new UsageError("you must specify a hook event to explain", EXPLAIN);
  }
  if (surplus !== undefined) throw new UsageError("only one hook can be explained", EXPLAIN);
  const allowUnknown = options.get("allow-unknown-hook-name") === true;
  if (!acceptEvent(event, { allowUnknown }, console)) return 1;
  const { sources, explanation } = await explainEvent({ cwd: Deno.cwd(), event });
  const asked = hook === undefined ? explanation : onlyHook(explanation, hook);
  if (asked === undefined) {
    sayNoHook(explanation, hook ?? "", console);
    return 1;
  }
  for (const warning of sources.git.warnings) say(console, "warning", warning);
  console.out(
    options.get("json") === true ? jsonText(asked) : explanationText(asked, {
      colours: coloursFor(console.colourOut),
      one: hook !== undefined,
    }),
  );
  try {
    await stopIfBroken(sources);
    return 0;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    sayError(console, new UserError(error.faults, { level: error.level }));
    return error.exitCode;
  }
}

function onlyHook(explanation: Explanation, name: string): Explanation | undefined {
  const hooks = explanation.hooks.filter((hook) => nameOf(hook) === name);
  return hooks.length === 0 ? undefined : { ...explanation, hooks };
}

function nameOf(hook: ExplainedHook): string {
  return hook.name ?? "(hookdir)";
}

function sayNoHook(explanation: Explanation, name: string, console: Console): void {
  const names = explanation.hooks.map(nameOf);
  say(console, "error", `${explanation.event} has no hook '${name}'`);
  const near = didYouMean(name, names);
  if (near !== undefined) say(console, "hint", `did you mean '${near}'?`);
  else if (names.length > 0) say(console, "hint", `it has ${names.join(", ")}`);
  else say(console, "hint", `it has none; what there is: git hooks list`);
}
