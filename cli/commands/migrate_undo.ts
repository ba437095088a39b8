/**
 * `git-hooks migrate --undo`: says what goes back, asks, puts it back; or shows what was changed since
 * and stops.
 *
 * @module
 */

import { UserError } from "../../lib/errors.ts";
import { allEvents } from "../../lib/events.ts";
import { openJournal } from "../../lib/install/install.ts";
import type { Obstacle } from "../../lib/journal/undo.ts";
import { type MigrationUndo, planMigrationUndo } from "../../lib/migrate/undo.ts";
import { baseOf, directoryOf, displayPath } from "../../lib/paths.ts";
import { readSources, type Sources } from "../../lib/sources.ts";
import { answer, type Console, say } from "../ui/console.ts";
import { jsonText } from "../ui/json_text.ts";
import { sayObstacle } from "../ui/obstacles.ts";
import type { MigrateMode } from "../migrate_mode.ts";

/**
 * Undoes the migrations of this repository.
 *
 * @param mode whether to ask, and to do it at all
 * @param console where it prints
 * @returns 0; 1 when it was stopped before anything was changed
 */
export async function migrateUndo(mode: MigrateMode, console: Console): Promise<number> {
  const done = await undoHere(mode, console);
  // With the shims of the migration go those of hooks that the user added since.
  if (done === "undone") {
    const { sayWhatStopped } = await import("../stopped_hooks.ts");
    await sayWhatStopped({ cwd: Deno.cwd(), mend: true }, console);
  }
  return done === "stopped" ? 1 : 0;
}

async function undoHere(
  mode: MigrateMode,
  console: Console,
): Promise<"undone" | "nothing" | "stopped"> {
  const sources = await readSources({ cwd: Deno.cwd() });
  if (sources.repository === undefined) {
    throw new UserError("not a git repository (or any of the parent directories): .git");
  }
  await using journal = await openJournal(sources.repository.commonDirAbsolute);
  for (const line of journal.recovered) say(console, "hint", line);
  const undo = await planMigrationUndo(journal);
  if (undo === undefined) {
    print(mode, { undone: false, restored: [], removed: [] }, "nothing to undo", console);
    return "nothing";
  }
  const { obstacles, restored, removed } = undo.plan;
  if (obstacles.length > 0) {
    for (const one of obstacles) await sayObstacleOf(one, sources, console);
    say(console, "error", "nothing was changed");
    return "stopped";
  }
  if (!mode.dryRun && !mode.yes && !await agree(undo, console)) return "stopped";
  if (!mode.dryRun) await journal.undo(undo.ids);
  const words = wordsOf(undo, sources, mode.dryRun ? "would restore" : "restored");
  print(mode, { undone: !mode.dryRun, restored, removed }, words, console);
  return mode.dryRun ? "nothing" : "undone";
}

async function sayObstacleOf(
  obstacle: Obstacle,
  sources: Sources,
  console: Console,
): Promise<void> {
  const read = (path: string | undefined): Promise<Uint8Array | undefined> =>
    path === undefined ? Promise.resolve(undefined) : Deno.readFile(path).catch(() => undefined);
  const [written, now] = await Promise.all([read(obstacle.written), read(obstacle.path)]);
  const cure = obstacle.written === undefined
    ? "move it away and try again"
    : "put back what git-hooks had written, or move the file away, and try again";
  sayObstacle({ ...obstacle, cure, written, now }, { directory: sources.directory }, console);
}

function print(
  mode: MigrateMode,
  data: Readonly<Record<string, unknown>>,
  words: string,
  console: Console,
): void {
  if (mode.json) console.out(jsonText(data));
  else answer(console, words);
}

async function agree(undo: MigrationUndo, console: Console): Promise<boolean> {
  const { askYesNo } = await import("../ui/ask.ts");
  const count = undo.events.length;
  const answer = await askYesNo(`Restore ${count} ${count === 1 ? "script" : "scripts"}?`);
  if (answer === true) return true;
  if (answer === undefined) {
    say(console, "error", "there is no terminal to ask on; nothing was changed");
    say(console, "hint", "undo without a question: git hooks migrate --undo --yes");
  } else say(console, "error", "nothing was changed");
  return false;
}

// Files of one directory are named together: `restored pre-commit, pre-push in .git/hooks`.
function wordsOf(undo: MigrationUndo, sources: Sources, verb: string): string {
  const shown = (path: string): string =>
    displayPath(path, { directory: sources.directory, home: Deno.env.get("HOME") });
  const inDirectories = Map.groupBy(undo.plan.restored, directoryOf);
  const restored = [...inDirectories].flatMap(([directory, paths]) => {
    const scripts = paths.filter((path) => undo.events.includes(baseOf(path)));
    const others = paths.filter((path) => !scripts.includes(path)).map(shown);
    return scripts.length === 0
      ? others
      : [`${inOrder(scripts.map(baseOf)).join(", ")} in ${shown(directory)}`, ...others];
  });
  const removed = undo.plan.removed.filter((path) => !path.includes("/hooks.d/")).map(shown);
  const removing = verb === "restored" ? "removed" : "would remove";
  return [
    ...(restored.length === 0 ? [] : [`${verb} ${restored.join(", ")}`]),
    ...(removed.length === 0 ? [] : [`${removing} ${removed.join(", ")}`]),
  ].join("; ");
}

function inOrder(events: readonly string[]): readonly string[] {
  return allEvents().map(({ name }) => name).filter((name) => events.includes(name));
}
