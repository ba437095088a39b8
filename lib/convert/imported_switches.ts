/**
 * Which settings of events as a whole go from git config into a hooks.toml: `hook.jobs`,
 * `hook.<event>.jobs`, `hook.<event>.enabled`. Those that stay keep their force: git config's have it
 * over the hooks of a hooks.toml, too.
 *
 * @module
 */

import { parseGitBool, parseGitInt } from "../config/git_config.ts";
import type { Setting } from "../config/setting.ts";
import type { Fault } from "../errors.ts";
import { findEvent } from "../events.ts";
import { faultAt } from "./conversion.ts";
import type { ImportedSources } from "./imported_hooks.ts";
import type { TomlSwitches } from "./toml_hook_text.ts";

/** Settings to write, and what is to be said about the rest. */
export interface ImportedSwitches {
  /** The tables. */
  readonly tables: readonly TomlSwitches[];
  /** Why some cannot go. */
  readonly faults: readonly Fault[];
  /** What stays behind. */
  readonly warnings: readonly string[];
  /** The settings that went. */
  readonly taken: ReadonlySet<Setting>;
}

/**
 * Gathers the settings to import.
 *
 * @param imported what is imported
 * @returns the settings, refusals and warnings
 */
export function importedSwitches(imported: ImportedSources): ImportedSwitches {
  const tables: TomlSwitches[] = [];
  const faults: Fault[] = [];
  const warnings: string[] = [];
  const taken = new Set<Setting>();
  for (const [name, settings] of Map.groupBy(imported.own, (setting) => setting.name)) {
    if (name !== undefined && findEvent(name) === undefined) continue;
    let table: TomlSwitches = { event: name };
    for (const key of name === undefined ? ["jobs"] as const : ["enabled", "jobs"] as const) {
      const own = settings.filter((setting) => setting.key === key);
      const last = own.at(-1);
      if (last === undefined) continue;
      const shown = name === undefined ? "hook.jobs" : `hook.${name}.${key}`;
      const wrong = own.find((setting) => !isValid(key, setting.value));
      if (wrong !== undefined) {
        const line = imported.lines.get(wrong);
        faults.push(
          faultAt(
            imported.sources,
            { ...wrong.origin, ...(line === undefined ? {} : { line }) },
            `${shown} = ${wrong.value ?? ""} is no ${
              key === "jobs" ? "number of jobs" : "boolean"
            }`,
          ),
        );
        continue;
      }
      const why = reasonToStay(imported, name, key);
      if (why !== undefined) {
        warnings.push(`${shown} stays in git config: ${why}`);
        continue;
      }
      table = key === "jobs"
        ? { ...table, jobs: parseGitInt(last.value ?? "") }
        : { ...table, enabled: parseGitBool(last.value) };
      for (const setting of own) taken.add(setting);
    }
    if (table.enabled !== undefined || table.jobs !== undefined) tables.push(table);
  }
  return { tables, faults, warnings, taken };
}

function isValid(key: "enabled" | "jobs", value: string | undefined): boolean {
  if (key === "enabled") return parseGitBool(value) !== undefined;
  const jobs = parseGitInt(value ?? "");
  return jobs !== undefined && (jobs > 0 || jobs === -1);
}

// Where it would lose force, or have more, by going.
function reasonToStay(
  { sources, others }: ImportedSources,
  name: string | undefined,
  key: "enabled" | "jobs",
): string | undefined {
  const isSame = (setting: Setting): boolean => setting.name === name && setting.key === key;
  if (others.hooks.size > 0) return "there are hooks of another scope, which have it in common";
  const again = name === undefined
    ? others.jobs !== undefined
    : key === "jobs"
    ? others.eventJobs.has(name)
    : others.switches.has(name);
  if (again) return "another scope has it, too";
  const { system, local } = sources.toml;
  const inToml = [system, local].some((file) =>
    file?.settings.some((setting) =>
      isSame(setting) || (setting.name === name && file.scope === "local")
    ) === true
  );
  return inToml ? "a hooks.toml has it, too" : undefined;
}
