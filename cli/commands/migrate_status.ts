/**
 * `git-hooks migrate --status`: what was migrated when, and which script has a twin by now.
 *
 * @module
 */

import { UserError } from "../../lib/errors.ts";
import { type MigrationState, readMigrationStates } from "../../lib/migrate/status.ts";
import { printable } from "../../lib/quote.ts";
import { readSources } from "../../lib/sources.ts";
import type { Console } from "../ui/console.ts";
import { jsonText } from "../ui/json_text.ts";
import type { MigrateMode } from "../migrate_mode.ts";

/**
 * Tells what became of the migrations of this repository.
 *
 * @param mode whether to print JSON
 * @param console where it prints
 * @returns 0; 3 when a migrated hook does not run as it was migrated
 */
export async function migrateStatus(mode: MigrateMode, console: Console): Promise<number> {
  const sources = await readSources({ cwd: Deno.cwd() });
  if (sources.repository === undefined) {
    throw new UserError("not a git repository (or any of the parent directories): .git");
  }
  const states = await readMigrationStates(sources, sources.repository);
  if (mode.json) console.out(jsonText(states));
  else console.out(states.length === 0 ? "nothing was migrated\n" : statesText(states));
  return states.some(({ state }) => state !== "runs") ? 3 : 0;
}

function statesText(states: readonly MigrationState[]): string {
  const width = Math.max(...states.map(({ event }) => event.length)) + 3;
  const names = Math.max(...states.map(({ hook }) => hook.length)) + 3;
  return states.map(({ event, hook, date, words }) =>
    `${printable(event).padEnd(width)}${printable(hook).padEnd(names)}${date}  ${
      printable(words)
    }\n`
  ).join("");
}
