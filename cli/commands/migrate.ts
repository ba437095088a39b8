/**
 * `git-hooks migrate`: shows the plan, asks, carries it out; `--undo` takes it back, `--status` tells
 * what became of it.
 *
 * @module
 */

import { didYouMean } from "../../lib/did_you_mean.ts";
import { UserError } from "../../lib/errors.ts";
import { findLauncher } from "../../lib/install/launcher.ts";
import { applyPlan } from "../../lib/migrate/apply_plan.ts";
import { gatherFacts } from "../../lib/migrate/gather.ts";
import { isInterrupted, putRight } from "../../lib/migrate/interrupted.ts";
import { makePlan } from "../../lib/migrate/make_plan.ts";
import {
  migratedBy,
  type MigrationPlan,
  type MigrationTarget,
  movingIn,
  stayingIn,
} from "../../lib/migrate/plan_types.ts";
import { readSources } from "../../lib/sources.ts";
import type { MigrateMode } from "../migrate_mode.ts";
import { MIGRATE } from "../migrate_words.ts";
import { parseOptions, UsageError } from "../options.ts";
import { answer, type Console, say } from "../ui/console.ts";
import { jsonText } from "../ui/json_text.ts";
import { planJson, planText } from "../ui/migration_plan.ts";

/**
 * Migrates.
 *
 * @param args what follows `migrate`
 * @param console where it prints
 * @returns 0 when all was migrated or there is nothing to do; 3 when some scripts stay files; 1 when it
 *   was stopped before anything was changed
 */
export async function migrateCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, MIGRATE);
  const on = (name: string): boolean => options.get(name) === true;
  if (rest.length > 0) throw new UsageError("migrate takes no arguments", MIGRATE);
  if (on("dry-run") && on("yes")) {
    throw new UsageError("--dry-run and --yes exclude each other", MIGRATE);
  }
  if (on("undo") && on("status")) {
    throw new UsageError("--undo and --status exclude each other", MIGRATE);
  }
  const to = targetOf(String(options.get("to") ?? "local"));
  const split = on("split");
  if (split && (on("undo") || on("status") || to !== "local")) {
    const other = on("undo") ? "--undo" : on("status") ? "--status" : `--to ${to}`;
    throw new UsageError(`--split and ${other} exclude each other`, MIGRATE);
  }
  const mode = { dryRun: on("dry-run"), yes: on("yes"), json: on("json"), to, split };
  const root = options.get("recursive");
  const jobs = options.get("jobs");
  if (jobs !== undefined && root === undefined) {
    throw new UsageError("--jobs needs --recursive", MIGRATE);
  }
  if (typeof root === "string") {
    if (on("status")) throw new UsageError("--status takes one repository", MIGRATE);
    if (to === "project") throw new UsageError("--to project takes one repository", MIGRATE);
    const tree = await import("./migrate_tree.ts");
    const many = { ...mode, root, jobs: typeof jobs === "number" ? jobs : undefined };
    return await (on("undo") ? tree.undoTree(many, console) : tree.migrateTree(many, console));
  }
  if (on("undo")) {
    return await (await import("./migrate_undo.ts")).migrateUndo(mode, console);
  }
  if (on("status")) {
    return await (await import("./migrate_status.ts")).migrateStatus(mode, console);
  }
  return await migrate(mode, console);
}

function targetOf(word: string): MigrationTarget {
  const known: readonly MigrationTarget[] = ["local", "project", "git-config"];
  const target = known.find((one) => one === word);
  if (target !== undefined) return target;
  throw new UsageError(`unknown target '${word}'`, MIGRATE, {
    suggestion: didYouMean(word, known),
  });
}

async function migrate(mode: MigrateMode, console: Console): Promise<number> {
  const launcher = await findLauncher();
  const cwd = Deno.cwd();
  await mend(mode, console);
  const plan = makePlan(await gatherFacts(await readSources({ cwd }), launcher), mode);
  const nothing = migratedBy(plan).length === 0;
  if (nothing || mode.dryRun) {
    show(plan, { json: mode.json, applied: false }, console);
    return codeOf(plan);
  }
  if (!mode.json) show(plan, { json: false, applied: false }, console);
  if (!mode.yes && !await agree(plan, console)) {
    if (mode.json) show(plan, { json: true, applied: false }, console);
    return 1;
  }
  const applied = await applyPlan({ cwd, launcher, plan });
  for (const line of applied.recovered) say(console, "hint", line);
  if (mode.to === "project") await acceptProject(console);
  return report(applied.plan, plan, { json: mode.json }, console);
}

// An interrupted command left a state in between, of which no plan can be made.
async function mend(mode: MigrateMode, console: Console): Promise<void> {
  const { repository } = await readSources({ cwd: Deno.cwd() });
  if (repository === undefined || !await isInterrupted(repository)) return;
  if (mode.dryRun) {
    throw new UserError({
      message: "a command was interrupted here, and a dry run changes nothing",
      hints: ["put right what it left, and see the plan: git hooks migrate"],
    }, { exitCode: 1, level: "error" });
  }
  for (const line of await putRight(repository)) say(console, "hint", line);
}

function codeOf(plan: MigrationPlan): number {
  return stayingIn(plan).length > 0 ? 3 : 0;
}

function show(
  plan: MigrationPlan,
  how: { readonly json: boolean; readonly applied: boolean },
  console: Console,
): void {
  if (how.json) {
    console.out(jsonText(planJson(plan, how.applied)));
    return;
  }
  const text = planText(plan);
  if (migratedBy(plan).length > 0) {
    console.out(`${text}\n`);
    return;
  }
  if (text !== "" && !isQuiet(plan)) console.out(`${text}\n`);
  answer(console, `nothing to migrate: ${whyNothing(plan)}`);
}

// Once all is migrated, the second run has one line to say.
function isQuiet(plan: MigrationPlan): boolean {
  return plan.earlier !== undefined && stayingIn(plan).length === 0;
}

function whyNothing(plan: MigrationPlan): string {
  const staying = stayingIn(plan).length;
  const parts: string[] = [];
  if (plan.earlier !== undefined) {
    const { count, date } = plan.earlier;
    parts.push(`${scripts(count)} ${count === 1 ? "was" : "were"} migrated on ${date}`);
  }
  if (staying > 0) {
    parts.push(`${scripts(staying)} ${staying === 1 ? "stays a file" : "stay files"}`);
  }
  return parts.length > 0 ? parts.join(", ") : `git runs no script of ${plan.hookdir}`;
}

function scripts(count: number): string {
  return `${count} ${count === 1 ? "script" : "scripts"}`;
}

async function agree(plan: MigrationPlan, console: Console): Promise<boolean> {
  const { askYesNo } = await import("../ui/ask.ts");
  const answer = await askYesNo(`Migrate ${scripts(movingIn(plan).length)}?`);
  if (answer === true) return true;
  if (answer === undefined) {
    say(console, "error", "there is no terminal to ask on; nothing was changed");
    say(console, "hint", "carry this plan out: git hooks migrate --yes");
  } else say(console, "error", "nothing was changed");
  return false;
}

// Who agreed to the plan has read every line of it; what else the file says had been accepted before.
async function acceptProject(console: Console): Promise<void> {
  const { acceptQuestion, openQuestion } = await import("../trust_question.ts");
  const question = await openQuestion(await readSources({ cwd: Deno.cwd() }));
  if (question !== undefined) await acceptQuestion(question);
  // Standard output is the plan's.
  await (await import("../trust_shims.ts")).addMissingShims({ ...console, out: console.err });
}

function report(
  done: MigrationPlan,
  shown: MigrationPlan,
  how: { readonly json: boolean },
  console: Console,
): number {
  const hooks = migratedBy(done);
  if (how.json) {
    show(done, { json: true, applied: hooks.length > 0 }, console);
    return codeOf(done);
  }
  // A link that the file system refuses is met only when it is tried.
  const before = new Set(movingIn(shown).map(({ name }) => name));
  for (const { name, fate } of stayingIn(done)) {
    if (fate.kind === "stays" && before.has(name)) {
      say(console, "warning", `${name} stays: ${fate.reason}`);
    }
  }
  if (hooks.length === 0) {
    throw new UserError("no script could be migrated", { exitCode: 3, level: "error" });
  }
  answer(console, `migrated ${movingIn(done).map(({ name }) => name).join(", ")}`);
  say(console, "hint", "undo with 'git hooks migrate --undo'");
  return codeOf(done);
}
