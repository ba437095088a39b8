/**
 * Carries a plan out, in one entry of the journal: all of it happens, or nothing.
 *
 * @module
 */

import { parseHooksToml } from "../config/hooks_toml.ts";
import { UserError } from "../errors.ts";
import { openJournal } from "../install/install.ts";
import { planShims } from "../install/place.ts";
import type { Journal } from "../journal/journal.ts";
import type { Step } from "../journal/step.ts";
import { listHooks } from "../resolver.ts";
import { readSources } from "../sources.ts";
import { gatherFacts, type MigrationFacts } from "./gather.ts";
import { makePlan } from "./make_plan.ts";
import { migratedBy, type MigrationPlan, movingIn, type PlanChoice } from "./plan_types.ts";

/** What is to be carried out. */
export interface ApplyOptions {
  /** The directory the plan was made from, absolute. */
  readonly cwd: string;
  /** The launcher that shims start, absolute. */
  readonly launcher: string;
  /** The plan that was shown. */
  readonly plan: MigrationPlan;
}

/** What was done. */
export interface Applied {
  /** The plan that was carried out: files that could not be linked stay. */
  readonly plan: MigrationPlan;
  /** What an interrupted command had left, and was put right. */
  readonly recovered: readonly string[];
}

/**
 * Carries a plan out.
 *
 * @param options the plan and where it belongs
 * @returns what was done
 * @throws {UserError} with exit code 1 when the files are not what they were when the plan was made, or a
 *   step is refused; nothing has been changed then
 */
export async function applyPlan(options: ApplyOptions): Promise<Applied> {
  const sources = await readSources({ cwd: options.cwd });
  const repository = sources.repository;
  if (repository === undefined) {
    throw new UserError("not a git repository (or any of the parent directories): .git");
  }
  await using journal = await openJournal(repository.commonDirAbsolute);
  // Under the lock, and after what an interruption left was put right, the plan must still be the same.
  const facts = await gatherFacts(await readSources({ cwd: options.cwd }), options.launcher);
  if (makePlan(facts, options.plan).fingerprint !== options.plan.fingerprint) {
    throw new UserError({
      message: "the hooks were changed since this plan was made",
      hints: ["nothing was changed; look at the new plan: git hooks migrate"],
    }, { exitCode: 1, level: "error" });
  }
  const { plan, steps } = options.plan.to === "git-config"
    ? configOnly(facts)
    : await workOut(facts, journal, { ...options, repository, choice: options.plan });
  const hooks = migratedBy(plan);
  if (hooks.length === 0) return { plan, recovered: journal.recovered };
  checkText(facts, plan);
  const notes = { hooks: hooks.map(({ event, hook }) => `${event}=${hook}`).join(" ") };
  const run = (): Promise<void> => journal.run({ command: "migrate", steps, notes });
  try {
    await (plan.to === "git-config" ? underConfigLock(plan.target.path, run) : run());
  } catch (error) {
    if (!(error instanceof Deno.errors.PermissionDenied)) throw error;
    throw new UserError(`nothing was changed: ${error.message}`, {
      exitCode: 1,
      level: "error",
      cause: error,
    });
  }
  await verify(options.cwd, journal, plan);
  return { plan, recovered: journal.recovered };
}

function checkText(facts: MigrationFacts, plan: MigrationPlan): void {
  if (plan.to === "git-config") return;
  const { path, shown, text } = plan.target;
  const existing = plan.to === "project" ? facts.projectTarget.text : facts.target.text;
  parseHooksToml((existing ?? "") + text, { path, file: shown, scope: plan.to });
}

function configOnly(
  facts: MigrationFacts,
): { readonly plan: MigrationPlan; readonly steps: readonly Step[] } {
  const plan = makePlan(facts, { to: "git-config", split: false });
  const { path, text } = plan.target;
  return { plan, steps: [{ kind: "append-file", path, text }] };
}

// git takes the same lock, so nobody else writes the file meanwhile (lockfile.h).
async function underConfigLock(path: string, work: () => Promise<void>): Promise<void> {
  const lock = `${await Deno.realPath(path)}.lock`;
  try {
    (await Deno.open(lock, { write: true, createNew: true })).close();
  } catch (error) {
    if (!(error instanceof Deno.errors.AlreadyExists)) throw error;
    throw new UserError({
      message: `could not lock config file ${path}: File exists`,
      hints: ["another git is changing it; if there is none, remove the .lock file beside it"],
    }, { exitCode: 1, level: "error" });
  }
  try {
    await work();
  } finally {
    await Deno.remove(lock);
  }
}

interface Place {
  readonly choice: PlanChoice;
  readonly launcher: string;
  readonly repository: Parameters<typeof planShims>[0]["repository"];
}

async function workOut(
  facts: MigrationFacts,
  journal: Journal,
  place: Place,
): Promise<{ readonly plan: MigrationPlan; readonly steps: readonly Step[] }> {
  const plan = makePlan(facts, place.choice);
  const tracked = facts.hookdir.kind === "tracked";
  const hookdir = tracked ? `${journal.commonDir}/hooks` : facts.hookdir.path;
  const placing = await planShims({
    repository: place.repository,
    hookdir,
    events: movingIn(plan).map(({ name }) => name),
    launcher: place.launcher,
    state: "migrated",
    journal,
  });
  if (placing.left.length > 0) {
    // Without a shim a configured hook would never run: that script stays a file.
    const obstacles = new Map(facts.obstacles);
    for (const { event, reason } of placing.left) obstacles.set(event, reason);
    return await workOut({ ...facts, obstacles }, journal, place);
  }
  const { path, text } = plan.target;
  const steps: readonly Step[] = [
    ...placing.links,
    { kind: "append-file", path, text },
    ...placing.shims,
    ...deadSteps(plan, { hookdir, commonDir: journal.commonDir }),
    ...(plan.unset === undefined ? [] : [
      {
        kind: "set-config",
        path: plan.unset.path,
        key: "core.hooksPath",
        value: undefined,
      } satisfies Step,
    ]),
  ];
  return { plan, steps };
}

// What would wake when core.hooksPath goes is moved to where nothing runs it; where a shim takes its
// place, that has been done already.
function deadSteps(
  plan: MigrationPlan,
  places: { readonly hookdir: string; readonly commonDir: string },
): readonly Step[] {
  const shims = new Set(migratedBy(plan).map(({ event }) => event));
  return plan.files.flatMap(({ name, fate }): readonly Step[] => {
    if (fate.kind !== "dead" || !fate.moved || shims.has(name)) return [];
    const from = `${places.hookdir}/${name}`;
    return [
      { kind: "link", path: `${places.commonDir}/hooks.d/${name}`, from },
      { kind: "remove-file", path: from },
    ];
  });
}

// The proof: the resolver that every shim asks finds the hooks where the plan put them.
async function verify(cwd: string, journal: Journal, plan: MigrationPlan): Promise<void> {
  const sources = await readSources({ cwd });
  for (const { event, hook } of migratedBy(plan)) {
    const { hooks } = await listHooks(sources, event);
    const found = hooks.find(({ name }) => name === hook);
    // What goes into the project's file is accepted after it was written.
    if (found?.state === "runs" || plan.to === "project" && found?.state === "untrusted") continue;
    const id = journal.entries.at(-1)?.id;
    if (id !== undefined) await journal.undo([id]);
    throw new UserError({
      message: `${hook} would not run for ${event} after the migration`,
      hints: ["everything was put back as it was; look at: git hooks list"],
    }, { exitCode: 1, level: "error" });
  }
}
