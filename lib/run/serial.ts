/**
 * Hooks one after another: each has the terminal, and what it prints appears as it prints it.
 *
 * @module
 */

import type { Hook } from "../hook.ts";
import type { Outcome } from "./outcome.ts";
import { type RunContext, startHook } from "./start_hook.ts";

/**
 * Runs hooks one after another. All run even after one failed; one that cannot be started is the last.
 *
 * @param hooks the hooks that run, in their order
 * @param context what they have in common
 * @returns what became of each, in their order
 */
export async function runSerial(
  hooks: readonly Hook[],
  context: RunContext,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const [index, hook] of hooks.entries()) {
    const started = await startHook(hook, context);
    const outcome = "end" in started ? await started.end() : started;
    outcomes.push(outcome);
    if (context.signals.caught !== undefined) break;
    if (outcome.kind === "not-started") {
      const rest = hooks.slice(index + 1);
      return [
        ...outcomes,
        ...rest.map((one): Outcome => ({ hook: one, kind: "not-run", code: 0 })),
      ];
    }
  }
  return outcomes;
}
