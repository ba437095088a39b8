/**
 * `git-hooks migrate --recursive`: the plans of all repositories below a folder, those with the same
 * scripts told as one; one question; then a line for each repository.
 *
 * @module
 */

import { UserError } from "../../lib/errors.ts";
import { findLauncher } from "../../lib/install/launcher.ts";
import { openJournal } from "../../lib/install/install.ts";
import { applyPlan } from "../../lib/migrate/apply_plan.ts";
import {
  asUserError,
  type FleetGroup,
  type FleetMember,
  forEachOf,
  groupFleet,
  listFleet,
  planMember,
} from "../../lib/migrate/fleet.ts";
import { migratedBy, movingIn, stayingIn } from "../../lib/migrate/plan_types.ts";
import { planMigrationUndo } from "../../lib/migrate/undo.ts";
import { joinPath, relativeBelow } from "../../lib/paths.ts";
import { printable } from "../../lib/quote.ts";
import { discoverRepository } from "../../lib/git/repository.ts";
import { answer, type Console, say } from "../ui/console.ts";
import { jsonText } from "../ui/json_text.ts";
import { changesText, planJson, rowsText } from "../ui/migration_plan.ts";
import type { MigrateMode } from "../migrate_mode.ts";

/** How a fleet is to be migrated. */
export interface TreeMode extends MigrateMode {
  /** The folder, absolute or relative. */
  readonly root: string;
  /** How many repositories at a time; undefined for as many as there are processors. */
  readonly jobs: number | undefined;
}

interface Fleet {
  readonly root: string;
  readonly directories: readonly string[];
  readonly jobs: number;
}

/**
 * Migrates a fleet.
 *
 * @param mode what to do, and where
 * @param console where it prints
 * @returns 0, 3 when some scripts stay, 1 when it was stopped or a repository failed
 */
export async function migrateTree(mode: TreeMode, console: Console): Promise<number> {
  const fleet = await findFleet(mode);
  const launcher = await findLauncher();
  const progress = new Progress(fleet.directories.length, mode.json);
  const members = await forEachOf(fleet.directories, fleet.jobs, async (directory) => {
    const member = await planMember(directory, { launcher, choice: mode, mend: !mode.dryRun });
    progress.step("reading");
    return member;
  });
  progress.end();
  const groups = groupFleet(members).filter(({ plan }) =>
    migratedBy(plan).length + stayingIn(plan).length > 0
  );
  const todo = members.filter(({ plan }) => plan !== undefined && migratedBy(plan).length > 0);
  if (!mode.json) showGroups(fleet, groups, members, console);
  if (mode.dryRun || todo.length === 0) {
    if (mode.json) printJson(fleet, members, new Set(), console);
    else if (todo.length === 0) console.out("nothing to migrate\n");
    return codeOf(members);
  }
  const count = todo.reduce((sum, { plan }) => sum + (plan ? movingIn(plan).length : 0), 0);
  const question = `Migrate ${many(count, "script")} in ${many(todo.length, "repository")}?`;
  if (!mode.yes && !await agree(question, console)) return 1;
  const applied = new Set<string>();
  const results = await forEachOf(members, fleet.jobs, async (member) => {
    const result = await applyMember(member, launcher);
    if (result.applied) applied.add(member.directory);
    if (!mode.json) tell(fleet, result, console);
    return result;
  });
  if (mode.json) printJson(fleet, results, applied, console);
  else say(console, "hint", "undo with 'git hooks migrate --undo --recursive'");
  return codeOf(results);
}

async function findFleet(mode: TreeMode): Promise<Fleet> {
  const root = await Deno.realPath(joinPath(Deno.cwd(), mode.root)).catch(() => undefined);
  if (root === undefined) throw new UserError(`cannot find the folder ${mode.root}`);
  const directories = await listFleet(root);
  if (directories.length === 0) {
    throw new UserError(`there is no repository below ${root}`, { exitCode: 1, level: "error" });
  }
  return { root, directories, jobs: mode.jobs ?? navigator.hardwareConcurrency };
}

interface MemberResult extends FleetMember {
  readonly applied: boolean;
}

async function applyMember(member: FleetMember, launcher: string): Promise<MemberResult> {
  const { directory, plan } = member;
  if (plan === undefined || migratedBy(plan).length === 0) return { ...member, applied: false };
  try {
    const done = await applyPlan({ cwd: directory, launcher, plan });
    return { ...member, plan: done.plan, applied: migratedBy(done.plan).length > 0 };
  } catch (error) {
    return { ...member, error: asUserError(error), applied: false };
  }
}

function codeOf(members: readonly FleetMember[]): number {
  if (members.some(({ error }) => error !== undefined)) return 1;
  return members.some(({ plan }) => plan !== undefined && stayingIn(plan).length > 0) ? 3 : 0;
}

function showGroups(
  fleet: Fleet,
  groups: readonly FleetGroup[],
  members: readonly FleetMember[],
  console: Console,
): void {
  for (const { plan, directories } of groups) {
    const [first = ""] = directories;
    console.out(
      directories.length === 1
        ? `${shown(fleet, first)}\n`
        : `${many(directories.length, "repository")} with the same scripts\n`,
    );
    console.out(rowsText(plan) + changesText(plan));
    if (directories.length > 1) {
      answer(console, `  in ${directories.map((path) => shown(fleet, path)).join(", ")}`);
    }
    console.out("\n");
  }
  const idle =
    members.filter(({ plan }) =>
      plan !== undefined && migratedBy(plan).length + stayingIn(plan).length === 0
    ).length;
  if (idle > 0) answer(console, `${many(idle, "repository")} without anything to migrate`);
  for (const member of members) sayFailure(fleet, member, console);
}

function tell(fleet: Fleet, result: MemberResult, console: Console): void {
  const { directory, plan, applied, error } = result;
  if (error !== undefined) return sayFailure(fleet, result, console);
  if (plan === undefined || !applied) return;
  const stay = stayingIn(plan).map(({ name }) => name);
  const events = movingIn(plan).map(({ name }) => name);
  answer(
    console,
    `${shown(fleet, directory)}: migrated ${events.join(", ")}` +
      `${stay.length === 0 ? "" : `; ${stay.join(", ")} ${stay.length === 1 ? "stays" : "stay"}`}`,
  );
}

function sayFailure(fleet: Fleet, member: FleetMember, console: Console): void {
  const { directory, error } = member;
  if (error === undefined) return;
  const message = error.faults.map((fault) => fault.message).join("; ");
  say(console, "error", `${shown(fleet, directory)}: ${message}`);
}

function shown(fleet: Fleet, directory: string): string {
  return printable(relativeBelow(fleet.root, directory) ?? directory);
}

function printJson(
  fleet: Fleet,
  members: readonly FleetMember[],
  applied: ReadonlySet<string>,
  console: Console,
): void {
  const repositories = members.map(({ directory, plan, error }) => ({
    repository: directory,
    ...(plan === undefined ? {} : planJson(plan, applied.has(directory))),
    ...(error === undefined ? {} : { error: error.faults.map(({ message }) => message) }),
  }));
  console.out(jsonText({ root: fleet.root, repositories }));
}

/**
 * Undoes the migrations of a fleet.
 *
 * @param mode what to do, and where
 * @param console where it prints
 * @returns 0, or 1 when it was stopped or a repository failed
 */
export async function undoTree(mode: TreeMode, console: Console): Promise<number> {
  const fleet = await findFleet(mode);
  if (!mode.dryRun && !mode.yes) {
    const question = `Undo the migrations of ${many(fleet.directories.length, "repository")}?`;
    if (!await agree(question, console)) return 1;
  }
  const report: Record<string, unknown>[] = [];
  let failed = false;
  await forEachOf(fleet.directories, fleet.jobs, async (directory) => {
    try {
      const restored = await undoMember(directory, mode.dryRun);
      report.push({ repository: directory, restored });
      if (restored.length > 0 && !mode.dryRun) {
        const { sayWhatStopped } = await import("../stopped_hooks.ts");
        const name = shown(fleet, directory);
        await sayWhatStopped({ cwd: directory, name, mend: true }, console);
      }
      if (restored.length === 0 || mode.json) return;
      const verb = mode.dryRun ? "would restore" : "restored";
      answer(console, `${shown(fleet, directory)}: ${verb} ${restored.join(", ")}`);
    } catch (error) {
      failed = true;
      const known = asUserError(error);
      report.push({ repository: directory, error: known.faults.map(({ message }) => message) });
      sayFailure(fleet, { directory, plan: undefined, error: known }, console);
    }
  });
  if (mode.json) {
    console.out(jsonText({ root: fleet.root, repositories: report }));
  }
  return failed ? 1 : 0;
}

async function undoMember(directory: string, dryRun: boolean): Promise<readonly string[]> {
  const repository = await discoverRepository(directory);
  if (repository === undefined) return [];
  await using journal = await openJournal(repository.commonDirAbsolute);
  const undo = await planMigrationUndo(journal);
  if (undo === undefined) return [];
  const [obstacle] = undo.plan.obstacles;
  if (obstacle !== undefined) {
    throw new UserError(`${obstacle.path} ${obstacle.reason}`, { exitCode: 1, level: "error" });
  }
  if (!dryRun) await journal.undo(undo.ids);
  return undo.events;
}

async function agree(question: string, console: Console): Promise<boolean> {
  const { askYesNo } = await import("../ui/ask.ts");
  const answer = await askYesNo(question);
  if (answer === true) return true;
  say(
    console,
    "error",
    answer === undefined
      ? "there is no terminal to ask on; nothing was changed"
      : "nothing was changed",
  );
  if (answer === undefined) say(console, "hint", "without a question: --yes");
  return false;
}

function many(count: number, word: string): string {
  if (count === 1) return `1 ${word}`;
  return `${count} ${word.endsWith("y") ? `${word.slice(0, -1)}ies` : `${word}s`}`;
}

/** A counter on the terminal, for people who wait. */
class Progress {
  readonly #all: number;
  readonly #on: boolean;
  #done = 0;

  constructor(all: number, json: boolean) {
    this.#all = all;
    this.#on = !json && all > 10 && Deno.stderr.isTerminal();
  }

  step(verb: string): void {
    this.#done++;
    if (this.#on) this.#write(`\r${verb} ${this.#done} of ${this.#all} repositories`);
  }

  end(): void {
    if (this.#on) this.#write("\r\x1b[K");
  }

  #write(text: string): void {
    Deno.stderr.writeSync(new TextEncoder().encode(text));
  }
}
