/**
 * Writes the hooks of hooks.toml files as git config that git 2.54 and later runs by itself. What git
 * config cannot say is refused, never dropped.
 *
 * @module
 */

import type { TomlScope } from "../config/hooks_toml.ts";
import { findEvent } from "../events.ts";
import { directoryOf, joinPath } from "../paths.ts";
import { listAllHooks, stopIfBroken } from "../resolver.ts";
import type { Sources } from "../sources.ts";
import { lastingSources, refuseIfAny, shownPath } from "./conversion.ts";
import type { Converted } from "./converted.ts";
import { eventSections } from "./event_settings.ts";
import { type ExportedEvent, exportedHooks } from "./exported_hooks.ts";
import { type ConfigEntry, type ConfigSection, gitConfigSection } from "./git_config_text.ts";
import { isReadFirst, orderWarnings } from "./order.ts";
import { type ScriptBase, scriptCommand, withoutArgs } from "./script_command.ts";

/** Whose hooks to export. */
export interface ExportOptions {
  /** The scope of one hooks.toml; all that take part when left out. */
  readonly scope?: TomlScope | undefined;
}

/**
 * Exports hooks.toml hooks to git config.
 *
 * @param sources what `readSources` read
 * @param options whose hooks
 * @returns text for the end of `.git/config`, or of the system's configuration for scope `system`; empty
 *   when there is no hook to export
 * @throws {UserError} with exit code 1 and every reason when something cannot be said in git config, with
 *   exit code 128 when a source is broken
 * @example Usage
 * ```ts
 * import { exportToGitConfig, readSources } from "@git-hooks/git-hooks";
 * const { text } = await exportToGitConfig(await readSources({ cwd: "/" }), { scope: "local" });
 * console.assert(text === "" || text.startsWith("#"));
 * ```
 */
export async function exportToGitConfig(
  sources: Sources,
  options: ExportOptions = {},
): Promise<Converted> {
  const lasting = lastingSources(sources);
  await stopIfBroken(lasting);
  const scopes: readonly TomlScope[] = options.scope === undefined
    ? ["system", "project", "local"]
    : [options.scope];
  const all = await listAllHooks(lasting, []);
  const resolutions = new Map(all.map((resolution) => [resolution.event, resolution]));
  const hooks = exportedHooks(lasting, resolutions, scopes);
  const events = new Set(hooks.events.map(({ event }) => event));
  const { sections, faults } = eventSections({ sources: lasting, resolutions, scopes, events });
  refuseIfAny([...hooks.faults, ...faults]);
  if (hooks.events.length === 0) return { text: "", warnings: hooks.warnings };
  // Behind what the file holds already, and before what git reads after it.
  const target = options.scope === "system" ? "system" : "local";
  const warnings = orderWarnings([...events].flatMap((event) => resolutions.get(event) ?? []), {
    moves: (hook) => hook.source === "hooks.toml" && scopes.some((scope) => scope === hook.scope),
    runsBefore: (hook) =>
      hook.source === "git-config" && hook.scope !== undefined && isReadFirst(hook.scope, target),
  });
  const text = [
    ...sections.filter(({ name }) => name === undefined),
    ...hookSections(lasting, hooks.events),
    ...sections.filter(({ name }) => name !== undefined),
  ];
  return {
    text: `${headLine(lasting, scopes, target)}${text.map(gitConfigSection).join("")}`,
    warnings: [...hooks.warnings, ...warnings, ...await migratedWarnings(lasting, hooks.events)],
  };
}

// What a migration moved goes back where it was, and then its command finds nothing and closes its gate.
async function migratedWarnings(
  { repository }: Sources,
  events: readonly ExportedEvent[],
): Promise<readonly string[]> {
  const moved = events.filter(({ hook: { program } }) =>
    program?.key === "script" && program.scope === "local" &&
    joinPath(".", program.value ?? "").startsWith("hooks.d/")
  );
  if (repository === undefined || moved.length === 0) return [];
  try {
    await Deno.lstat(joinPath(repository.commonDirAbsolute, "hooks.d/.git-hooks"));
  } catch {
    // Nothing was migrated or installed: the folder is its user's own.
    return [];
  }
  return [...new Set(moved.map(({ name }) => name))].map((name) =>
    `the script of '${name}' lies in hooks.d, which 'migrate --undo' and 'uninstall' take away`
  );
}

// The first line is a comment also where the file that it is appended to ends without a newline.
function headLine(
  sources: Sources,
  scopes: readonly TomlScope[],
  target: "system" | "local",
): string {
  const from = scopes.flatMap((scope) => sources.toml[scope]?.file ?? []).join(", ");
  const into = target === "local" && sources.repository !== undefined
    ? shownPath(sources, joinPath(sources.repository.commonDir, "config"))
    : "git config --system --edit";
  return `# The hooks of ${oneLine(from)} as git config, for ${oneLine(into)}\n`;
}

function oneLine(text: string): string {
  return text.replace(/[\x00-\x1f\x7f]/g, "?");
}

// A name has a second section where only that keeps the order of an event (the order of hooks is that
// of their `event` lines). The command stands first: an event without one stops git.
function hookSections(
  sources: Sources,
  events: readonly ExportedEvent[],
): readonly ConfigSection[] {
  const sections: { readonly name: string; readonly entries: ConfigEntry[] }[] = [];
  const byName = Map.groupBy(events, ({ name }) => name);
  const written = new Set<string>();
  for (const one of events) {
    const last = sections.at(-1);
    const section = last?.name === one.name ? last : { name: one.name, entries: [] };
    if (section !== last) sections.push(section);
    if (!written.has(one.name)) {
      const all = byName.get(one.name) ?? [one];
      section.entries.push({ key: "command", value: commandOf(sources, one, all) });
      section.entries.push(...switchesOf(sources, one, all));
      written.add(one.name);
    }
    section.entries.push({ key: "event", value: one.event });
  }
  return sections.map(({ name, entries }) => ({ section: "hook", name, entries }));
}

function switchesOf(
  sources: Sources,
  { name, hook, fold }: ExportedEvent,
  all: readonly ExportedEvent[],
): readonly ConfigEntry[] {
  const entries: ConfigEntry[] = [];
  if (hook.parallel === true) entries.push({ key: "parallel", value: "true" });
  // What git config says of the hook's switch has force now, and keeps it.
  const off = fold.switches.get(name)?.on === false && !sources.git.switches.has(name);
  if (off || all.every(({ state }) => state === "not-executable")) {
    entries.push({ key: "enabled", value: "false" });
  }
  return entries;
}

function commandOf(
  sources: Sources,
  { hook }: ExportedEvent,
  all: readonly ExportedEvent[],
): string {
  const program = hook.program;
  const value = program?.value ?? "";
  const command = program?.key === "script"
    ? commandOfScript(sources, { path: value, scope: program.scope }, all)
    : value;
  const argsComing = all.some(({ event }) => (findEvent(event)?.args.length ?? 0) > 0);
  return hook.args === false && argsComing ? withoutArgs(command) : command;
}

function commandOfScript(
  sources: Sources,
  script: { readonly path: string; readonly scope: string },
  all: readonly ExportedEvent[],
): string {
  const path = joinPath(".", script.path);
  if (path.startsWith("/") || script.scope === "project") return scriptCommand(path, "here");
  if (script.scope === "system") {
    const file = sources.toml.system?.path ?? "/etc/git-hooks/hooks.toml";
    return scriptCommand(joinPath(directoryOf(joinPath(Deno.cwd(), file)), path), "here");
  }
  // receive-pack runs its hooks in the git directory, so there the path needs no question to git. Where
  // there are worktrees, a push may name a linked one, whose git directory is not the common one.
  const inGitDir = sources.repository?.bare === true &&
    all.every(({ event }) => findEvent(event)?.directory === "git-dir");
  const base: ScriptBase = inGitDir ? "here" : "common-dir";
  return scriptCommand(path, base);
}
