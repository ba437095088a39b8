/**
 * Writes the hooks of one scope of git config as hooks.toml text with which they behave the same. What
 * a hooks.toml cannot say is refused, never dropped.
 *
 * @module
 */

import { locateSettings } from "../config/git_config_lines.ts";
import { parseHooksToml } from "../config/hooks_toml.ts";
import { UserError } from "../errors.ts";
import { joinPath } from "../paths.ts";
import { listAllHooks, stopIfBroken } from "../resolver.ts";
import { type Sources, systemFile } from "../sources.ts";
import { faultAt, lastingSources, refuseIfAny, shownPath } from "./conversion.ts";
import type { Converted } from "./converted.ts";
import {
  type ImportedHooks,
  importedHooks,
  type ImportedSources,
  importedSources,
} from "./imported_hooks.ts";
import { importedSwitches } from "./imported_switches.ts";
import { isReadFirst, oneOrder, orderWarnings } from "./order.ts";
import { removalCommands } from "./removal.ts";
import { hookTable, switchTable, type TomlHook } from "./toml_hook_text.ts";

/** The scopes of git config that stand in files. */
export type ImportScope = "system" | "global" | "local" | "worktree";

/** Which hooks to import. */
export interface ImportOptions {
  /** The scope of git config; `local` when left out. */
  readonly scope?: ImportScope | undefined;
}

/** Text for a hooks.toml, and how the same settings leave git config. */
export interface Imported extends Converted {
  /** Command lines for sh that take the imported settings out of git config. */
  readonly removal: readonly string[];
  /** The hooks.toml that the text is for, as it is shown to people. */
  readonly target: string;
}

/**
 * Imports git config hooks.
 *
 * @param sources what `readSources` read
 * @param options which hooks
 * @returns text for the end of `.git/hooks.toml`, or of the system's hooks.toml for scope `system`; empty
 *   when the scope has no hook
 * @throws {UserError} with exit code 1 and every reason when something cannot be said in a hooks.toml,
 *   with exit code 128 when a source is broken
 * @example Usage
 * ```ts
 * import { importFromGitConfig, readSources } from "@git-hooks/git-hooks";
 * const { text } = await importFromGitConfig(await readSources({ cwd: "/" }), { scope: "worktree" });
 * console.assert(text === "");
 * ```
 */
export async function importFromGitConfig(
  sources: Sources,
  options: ImportOptions = {},
): Promise<Imported> {
  const lasting = lastingSources(sources);
  await stopIfBroken(lasting);
  const scope = options.scope ?? "local";
  const lines = await locateSettings(lasting.gitConfig.hooks, { directory: lasting.directory });
  const imported = importedSources(lasting, scope, lines);
  const hooks = importedHooks(imported);
  const switches = importedSwitches(imported);
  const target = targetOf(lasting, imported.target);
  const ordered = inOrder(imported, hooks);
  refuseIfAny([...hooks.faults, ...switches.faults]);
  if (hooks.hooks.length === 0) {
    return { text: "", warnings: hooks.warnings, removal: [], target: target };
  }
  const [general, ofEvents] = [true, false].map((wanted) =>
    switches.tables.filter(({ event }) => (event === undefined) === wanted).map(switchTable)
  );
  const head = `# The hooks of git config, scope ${scope}, for ${target}\n`;
  const tables = [...general ?? [], ...ordered.map(hookTable), ...ofEvents ?? []];
  const text = head + tables.join("\n");
  refuseUnlessAppendable(lasting, imported, text);
  const names = new Set(ordered.map(({ name }) => name));
  const removal = await removalCommands(imported, { names, taken: switches.taken });
  return {
    text,
    warnings: [
      ...hooks.warnings,
      ...switches.warnings,
      ...await orderOf(lasting, imported, names),
      ...removal.included.map((path) =>
        `some of them stand in ${shownPath(lasting, path)}, which git config includes`
      ),
      ...reachWarning(scope, target),
    ],
    removal: removal.lines,
    target,
  };
}

function reachWarning(scope: ImportScope, target: string): readonly string[] {
  switch (scope) {
    case "global":
      return [`they run in all repositories of yours, and those of ${target} in this one`];
    case "worktree":
      return [`they run in this worktree, and those of ${target} in all of the repository's`];
    default:
      return [];
  }
}

function targetOf(sources: Sources, target: ImportedSources["target"]): string {
  const path = target === "system"
    ? sources.toml.system?.path ?? systemFile() ?? "/etc/git-hooks/hooks.toml"
    : joinPath(sources.repository?.commonDir ?? ".git", "hooks.toml");
  return shownPath(sources, path).replace(/[\x00-\x1f\x7f]/g, "?");
}

// Tables have one order, the `event` lines of git config one for each event.
function inOrder(imported: ImportedSources, { hooks, faults }: ImportedHooks): readonly TomlHook[] {
  const byName = new Map(hooks.map((hook) => [hook.name, hook]));
  const events = new Map<string, readonly string[]>();
  for (const [event, on] of imported.sources.git.events) {
    events.set(event, [...on.keys()].filter((name) => byName.has(name)));
  }
  const { names, conflict } = oneOrder(events);
  if (names !== undefined) return names.flatMap((name) => byName.get(name) ?? []);
  const steps = conflict.map(({ name, event }, at) =>
    `'${conflict.at(at - 1)?.name}' runs before '${name}' on ${event}`
  );
  refuseIfAny([...faults, {
    message: `${steps.join(", and ")}: the tables of a hooks.toml have one order for every event`,
  }]);
  return [];
}

// `[hook]` or a table twice, or an inline table: what is right by itself may be wrong at a file's end.
function refuseUnlessAppendable(sources: Sources, imported: ImportedSources, text: string): void {
  const file = imported.target === "system" ? sources.toml.system : sources.toml.local;
  if (file === undefined) return;
  try {
    parseHooksToml(`${file.text}\n${text}`, file);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    refuseIfAny(error.faults.map(({ message, place }) =>
      faultAt(
        sources,
        {
          kind: "file",
          path: file.file,
          ...(place?.line === undefined ? {} : { line: place.line }),
        },
        `does not take these hooks at its end: ${message}`,
      )
    ));
  }
}

async function orderOf(
  sources: Sources,
  imported: ImportedSources,
  names: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { target, scope } = imported;
  return orderWarnings(await listAllHooks(sources, []), {
    moves: (hook) =>
      hook.source === "git-config" && hook.scope === scope && names.has(hook.name ?? ""),
    runsBefore: (hook) =>
      hook.source === "git-config" || (hook.scope !== undefined && isReadFirst(hook.scope, target)),
  });
}
