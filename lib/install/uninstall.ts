/**
 * Uninstalls: every file, mode, link and config value is given back as it was, and what other people
 * put there since is kept.
 *
 * @module
 */

import { killPoint } from "../kill_point.ts";
import type { Journal } from "../journal/journal.ts";
import { realParent, resolveFrom } from "../journal/relative.ts";
import { readIfThere, sameBytes } from "../journal/state.ts";
import { namesIn } from "../journal/store.ts";
import type { Obstacle } from "../journal/undo.ts";
import { directoryOf, joinPath } from "../paths.ts";
import { quoteForSh } from "../quote.ts";
import { ownPlanFolder } from "../plan/plan_folder.ts";
import { readShimHead } from "../plan/shim.ts";
import type { Sources } from "../sources.ts";
import { isEdited, readHookdir } from "./hookdir_state.ts";

/** Something that keeps an uninstallation from giving everything back. */
export interface Stop {
  /** The file, absolute. */
  readonly path: string;
  /** What is about it, to be read after the path. */
  readonly reason: string;
  /** What the user can do. */
  readonly cure: string;
  /** What we had written there, to show the difference; undefined when that says nothing. */
  readonly written: Uint8Array | undefined;
  /** What stands there now. */
  readonly now: Uint8Array | undefined;
}

/** What an uninstallation would do. */
export interface UninstallPlan {
  /** The journal's entries that would be undone. */
  readonly ids: readonly string[];
  /** True when one of them is a migration. */
  readonly migrated: boolean;
  /** Paths that get back what stood there, absolute. */
  readonly restored: readonly string[];
  /** Paths that go, as nothing stood there before us. */
  readonly removed: readonly string[];
  /** Shims that no journal knows, and that nobody edited: they go, too. */
  readonly strays: readonly string[];
  /** Files that others put in the place of a shim, where nothing stood before us: they stay. */
  readonly kept: readonly string[];
  /** What keeps it from being done. */
  readonly stops: readonly Stop[];
}

/**
 * Works out what an uninstallation would do; nothing is changed.
 *
 * @param journal the repository's journal
 * @param sources what `readSources` read
 * @returns what would be given back, and what stands in the way
 */
export async function planUninstall(journal: Journal, sources: Sources): Promise<UninstallPlan> {
  const ids = journal.entries.map(({ id }) => id);
  const plan = await journal.planUndo(ids);
  const stops: Stop[] = [];
  const kept: string[] = [];
  for (const obstacle of plan.obstacles) {
    const stop = await stopAt(obstacle);
    if (stop === undefined) kept.push(obstacle.path);
    else stops.push(stop);
  }
  const strays = await strayShims(journal, sources);
  return {
    ids,
    migrated: journal.entries.some(({ command }) => command === "migrate"),
    restored: plan.restored.filter((path) => !kept.includes(path)),
    removed: plan.removed.filter((path) => !kept.includes(path)),
    strays: strays.removed,
    kept,
    stops: [...stops, ...strays.stops],
  };
}

async function stopAt(obstacle: Obstacle): Promise<Stop | undefined> {
  const { path, reason } = obstacle;
  const now = await readIfThere(path);
  const written = obstacle.written === undefined ? undefined : await readIfThere(obstacle.written);
  if (now !== undefined && readShimHead(now) !== undefined) {
    const off = written !== undefined && sameBytes(now, written);
    return off
      ? {
        path,
        reason: "was switched off since (its x bit is gone), and the script behind it would wake",
        cure: `chmod +x ${quoteForSh(path)}`,
        written: undefined,
        now: undefined,
      }
      : { path, reason: "is a shim of git-hooks that was edited", cure: CURE, written, now };
  }
  if (!obstacle.needed) return undefined;
  return {
    path,
    reason,
    cure: `keep yours under another name: mv ${quoteForSh(path)} ${quoteForSh(`${path}.mine`)}`,
    written,
    now,
  };
}

const CURE = "take the edit out, or delete the file, and try again";

interface Strays {
  readonly removed: readonly string[];
  readonly stops: readonly Stop[];
}

// Shims that no entry of the journal knows: they came with a template or a copied folder, or the
// journal was deleted.
async function strayShims(journal: Journal, sources: Sources): Promise<Strays> {
  const removed: string[] = [];
  const stops: Stop[] = [];
  const known = new Set(
    journal.entries.flatMap(({ records }) =>
      records.map(({ path }) => resolveFrom(journal.commonDir, path))
    ),
  );
  for (const folder of await hookdirsOf(journal, sources)) {
    for (const entry of await readHookdir(folder)) {
      if (entry.kind !== "shim" || known.has(entry.path)) continue;
      const script = entry.shim?.script;
      const path = script === undefined ? undefined : resolveFrom(journal.commonDir, script.path);
      if (isEdited(entry, undefined)) {
        const now = entry.bytes;
        const reason = "is a shim of git-hooks that was edited, or of another version";
        stops.push({
          path: entry.path,
          reason,
          cure: `rm ${quoteForSh(entry.path)}`,
          written: undefined,
          now,
        });
      } else if (
        path !== undefined && await Deno.lstat(path).catch(() => undefined) !== undefined
      ) {
        stops.push({
          path: entry.path,
          reason: "stands for a script of which the journal (hooks.d/.git-hooks) is gone",
          cure: `mv ${quoteForSh(path)} ${quoteForSh(entry.path)}`,
          written: undefined,
          now: undefined,
        });
      } else removed.push(entry.path);
    }
  }
  return { removed, stops };
}

async function hookdirsOf(journal: Journal, sources: Sources): Promise<readonly string[]> {
  const own = await realFolder(`${journal.commonDir}/hooks`);
  const path = sources.hookdir?.path;
  if (path === undefined) return [own];
  const effective = await realFolder(joinPath(sources.directory, path));
  const local = ["local", "worktree", undefined].includes(sources.hookdir?.hooksPath?.scope);
  return local && effective !== own ? [own, effective] : [own];
}

async function realFolder(path: string): Promise<string> {
  return directoryOf(await realParent(`${path}/.`));
}

/**
 * Uninstalls. The caller has asked whether migrations are to be undone, too.
 *
 * @param journal the repository's journal
 * @param plan what {@linkcode planUninstall} worked out, without stops
 * @throws {UserError} when something was changed since the plan was made; nothing is lost then
 */
export async function uninstall(journal: Journal, plan: UninstallPlan): Promise<void> {
  await journal.undo(plan.ids, { leave: plan.kept });
  for (const path of plan.strays) await removeIfThere(path);
  // The cache goes last: whoever still runs a shim has opened what it needs.
  await removeCache(journal.commonDir);
  for (const name of await namesIn(`${journal.commonDir}/worktrees`)) {
    await removeCache(`${journal.commonDir}/worktrees/${name}`);
  }
}

async function removeCache(gitDir: string): Promise<void> {
  await removeIfThere(`${gitDir}/git-hooks`);
  const own = ownPlanFolder(gitDir);
  if (own !== undefined) await removeIfThere(own);
}

async function removeIfThere(path: string): Promise<void> {
  killPoint();
  try {
    await Deno.remove(path, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}
