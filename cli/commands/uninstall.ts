/**
 * `git-hooks uninstall`: everything as it was.
 *
 * @module
 */

import { UserError } from "../../lib/errors.ts";
import { openJournal } from "../../lib/install/install.ts";
import { planUninstall, uninstall, type UninstallPlan } from "../../lib/install/uninstall.ts";
import { displayPath } from "../../lib/paths.ts";
import { printable } from "../../lib/quote.ts";
import { readSources } from "../../lib/sources.ts";
import { UNINSTALL } from "../install_words.ts";
import { parseOptions, UsageError } from "../options.ts";
import { sayWhatStopped } from "../stopped_hooks.ts";
import { answer, type Console, say } from "../ui/console.ts";
import { sayObstacle } from "../ui/obstacles.ts";

/**
 * Uninstalls.
 *
 * @param args what follows `uninstall`
 * @param console where it prints
 * @returns 0; 1 when something stands in the way, or the user does not want a migration undone
 */
export async function uninstallCommand(
  args: readonly string[],
  console: Console,
): Promise<number> {
  const { options, rest } = parseOptions(args, UNINSTALL);
  if (rest.length > 0) throw new UsageError("uninstall takes no arguments", UNINSTALL);
  const sources = await readSources({ cwd: Deno.cwd() });
  if (sources.repository === undefined) {
    throw new UserError("not a git repository (or any of the parent directories): .git");
  }
  await using journal = await openJournal(sources.repository.commonDirAbsolute);
  for (const line of journal.recovered) say(console, "hint", line);
  const plan = await planUninstall(journal, sources);
  const shown = (path: string): string =>
    printable(displayPath(path, { directory: sources.directory, home: Deno.env.get("HOME") }));
  if (plan.stops.length > 0) {
    for (const stop of plan.stops) sayObstacle(stop, { directory: sources.directory }, console);
    say(console, "error", "nothing was changed");
    return 1;
  }
  if (plan.ids.length === 0 && plan.strays.length === 0) {
    console.out("nothing to uninstall\n");
    return 0;
  }
  if (options.get("dry-run") === true) {
    for (const path of plan.restored) answer(console, `would restore ${shown(path)}`);
    for (const path of [...plan.removed, ...plan.strays]) {
      answer(console, `would remove ${shown(path)}`);
    }
    return 0;
  }
  if (plan.migrated && options.get("yes") !== true) {
    const agreed = await agreeToUndo(plan, shown, console);
    if (!agreed) return 1;
  }
  await uninstall(journal, plan);
  sayDone(plan, shown, console);
  await sayWhatStopped({ cwd: Deno.cwd(), mend: false }, console);
  return 0;
}

async function agreeToUndo(
  plan: UninstallPlan,
  shown: (path: string) => string,
  console: Console,
): Promise<boolean> {
  const { askYesNo } = await import("../ui/ask.ts");
  const lines = plan.restored.map((path) => `  ${shown(path)}\n`).join("");
  const answer = await askYesNo("Undo the migration, too?", {
    shown: `Migrated scripts run through what is uninstalled. They would be restored:\n${lines}`,
  });
  if (answer === true) return true;
  say(console, "error", "nothing was uninstalled: migrated scripts would no longer run");
  if (answer === undefined) {
    say(console, "hint", "undo the migration, too: git hooks uninstall --yes");
  }
  return false;
}

function sayDone(
  plan: UninstallPlan,
  shown: (path: string) => string,
  console: Console,
): void {
  const removed = [...plan.removed, ...plan.strays];
  const parts = [
    ...(plan.restored.length > 0 ? [`restored ${plan.restored.map(shown).join(", ")}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.map(shown).join(", ")}`] : []),
  ];
  answer(console, `${parts.length > 0 ? parts.join("; ") : "uninstalled"}`);
  for (const path of plan.kept) {
    say(console, "hint", `${shown(path)} is somebody else's by now and stays`);
  }
}
