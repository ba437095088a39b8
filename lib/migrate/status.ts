/**
 * What became of hooks that were migrated: do they still run as they were migrated?
 *
 * @module
 */

import type { Repository } from "../git/repository.ts";
import type { HookState } from "../hook.ts";
import { readHookdirEntry } from "../install/hookdir_state.ts";
import { readEntries } from "../journal/store.ts";
import { joinPath } from "../paths.ts";
import { listHooks } from "../resolver.ts";
import type { Sources } from "../sources.ts";
import { hooksNoted, migrationsIn } from "./earlier.ts";
import { recogniseTool } from "./recognise.ts";

/** One migrated hook. */
export interface MigrationState {
  /** Its event. */
  readonly event: string;
  /** Its friendly name. */
  readonly hook: string;
  /** When it was migrated, for example `2026-12-01`. */
  readonly date: string;
  /**
   * `runs`: as it was migrated; `twin`: another file stands where its shim stood; `off`: it is disabled or
   * its shim is gone; `missing`: its entry is gone from the hooks.toml.
   */
  readonly state: "runs" | "twin" | "off" | "missing";
  /** The tool that put a twin there. */
  readonly tool?: string;
  /** The state in words. */
  readonly words: string;
}

/**
 * Looks at every migrated hook.
 *
 * @param sources what `readSources` read
 * @param repository the repository
 * @returns one state a hook, in the order in which they were migrated
 */
export async function readMigrationStates(
  sources: Sources,
  repository: Repository,
): Promise<readonly MigrationState[]> {
  const common = await Deno.realPath(repository.commonDirAbsolute);
  const states: MigrationState[] = [];
  for (const { notes, time } of migrationsIn(await readEntries(common))) {
    for (const { event, hook } of hooksNoted(notes)) {
      const found = await stateOf(sources, repository, { event, hook });
      states.push({ event, hook, date: time.slice(0, 10), ...found });
    }
  }
  return states;
}

async function stateOf(
  sources: Sources,
  repository: Repository,
  migrated: { readonly event: string; readonly hook: string },
): Promise<Pick<MigrationState, "state" | "words" | "tool">> {
  const { event, hook } = migrated;
  const { hooks } = await listHooks(sources, event);
  const found = hooks.find(({ name }) => name === hook);
  if (found === undefined) return { state: "missing", words: "is no longer in the hooks.toml" };
  if (found.source === "git-config") return stateInWords(found.state);
  const hookdir = sources.hookdir?.path ?? repository.ownHookdir;
  const path = joinPath(joinPath(repository.directory, hookdir), event);
  const entry = await readHookdirEntry(path, event);
  if (entry === undefined) return { state: "off", words: "has no shim: git hooks install" };
  if (entry.kind !== "shim") {
    const tool = recogniseTool({
      name: event,
      bytes: entry.bytes ?? new Uint8Array(),
      linkTarget: entry.link,
    });
    const who = tool?.tool ?? "somebody";
    return {
      state: "twin",
      words: `${who} put a file in its shim's place, which runs instead`,
      ...(tool === undefined ? {} : { tool: tool.tool }),
    };
  }
  return stateInWords(found.state);
}

function stateInWords(state: HookState): Pick<MigrationState, "state" | "words"> {
  return state === "runs"
    ? { state: "runs", words: "runs" }
    : { state: "off", words: `does not run: ${state}` };
}
