/**
 * Plans for many repositories, those with the same scripts told as one.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { discoverRepository } from "../git/repository.ts";
import { findRepositories } from "../install/find_repositories.ts";
import { readSources } from "../sources.ts";
import { gatherFacts } from "./gather.ts";
import { isInterrupted, putRight } from "./interrupted.ts";
import { makePlan } from "./make_plan.ts";
import type { MigrationPlan, PlanChoice } from "./plan_types.ts";

/** One repository of a fleet. */
export interface FleetMember {
  /** The directory git is asked from, absolute. */
  readonly directory: string;
  /** Its plan; undefined where none can be made. */
  readonly plan: MigrationPlan | undefined;
  /** Why there is no plan. */
  readonly error: UserError | undefined;
}

/** Repositories that have the same scripts, of which the same becomes. */
export interface FleetGroup {
  /** The plan of the first of them. */
  readonly plan: MigrationPlan;
  /** Their directories, absolute, in order. */
  readonly directories: readonly string[];
}

/**
 * Finds the repositories below a folder, each once: a linked worktree is its repository's.
 *
 * @param root the folder, absolute and real
 * @returns directories to ask git from
 */
export async function listFleet(root: string): Promise<readonly string[]> {
  const directories: string[] = [];
  for await (const directory of findRepositories(root)) {
    // The `.git` of a linked worktree is a file that leads to the repository; a submodule's does, too,
    // but that is a repository of its own.
    const dotGit = await Deno.readTextFile(`${directory}/.git`).catch(() => "");
    if (!/\/worktrees\/[^/]+\s*$/.test(dotGit)) directories.push(directory);
  }
  return directories;
}

/**
 * Makes the plan of one repository of a fleet.
 *
 * @param directory the directory git is asked from
 * @param options the launcher for shims, what was asked for, and whether what an interrupted command
 *   left may be put right first
 * @returns the plan, or why there is none
 */
export async function planMember(
  directory: string,
  options: { readonly launcher: string; readonly choice: PlanChoice; readonly mend: boolean },
): Promise<FleetMember> {
  try {
    const repository = await discoverRepository(directory);
    if (options.mend && repository !== undefined && await isInterrupted(repository)) {
      await putRight(repository);
    }
    const sources = await readSources({ cwd: directory });
    const plan = makePlan(await gatherFacts(sources, options.launcher), options.choice);
    return { directory, plan, error: undefined };
  } catch (error) {
    return { directory, plan: undefined, error: asUserError(error) };
  }
}

/**
 * Makes of whatever was thrown for one repository something that can be told, so that the next follows.
 *
 * @param error what was thrown
 * @returns an error with a message
 */
export function asUserError(error: unknown): UserError {
  if (error instanceof UserError) return error;
  return new UserError(error instanceof Error ? error.message : String(error), { cause: error });
}

/**
 * Puts repositories together that have the same scripts.
 *
 * @param members the repositories
 * @returns the groups, in the order of their first members
 */
export function groupFleet(members: readonly FleetMember[]): readonly FleetGroup[] {
  const groups = new Map<string, { plan: MigrationPlan; directories: string[] }>();
  for (const { directory, plan } of members) {
    if (plan === undefined) continue;
    const key = JSON.stringify([
      plan.files.filter(({ fate }) => /^(becomes|splits|stays)$/.test(fate.kind))
        .map(({ name, fate, digest }) => [name, fate, digest]),
      plan.target.text,
    ]);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { plan, directories: [directory] });
    else group.directories.push(directory);
  }
  return [...groups.values()];
}

/**
 * Does some work for each item, some at a time, and hands the results on in order.
 *
 * @param items what to work on
 * @param jobs how many at a time, at least 1
 * @param work the work
 * @returns the results, in the order of the items
 */
export async function forEachOf<Item, Result>(
  items: readonly Item[],
  jobs: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results = new Map<number, Result>();
  const queue = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of queue) results.set(index, await work(item));
  };
  await Promise.all(Array.from({ length: Math.max(1, jobs) }, worker));
  return [...results].sort(([left], [right]) => left - right).map(([, result]) => result);
}
