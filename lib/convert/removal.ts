/**
 * The command lines that take settings out of git config again.
 *
 * @module
 */

import type { Setting } from "../config/setting.ts";
import { runGit } from "../git/git.ts";
import { joinPath } from "../paths.ts";
import { quoteForSh } from "../quote.ts";
import type { ImportedSources } from "./imported_hooks.ts";

/** What leaves. */
export interface Leaving {
  /** The hooks, with all their settings. */
  readonly names: ReadonlySet<string>;
  /** Single settings of events. */
  readonly taken: ReadonlySet<Setting>;
}

/** How settings leave git config. */
export interface Removal {
  /** Lines for sh. */
  readonly lines: readonly string[];
  /** Files, as git spells them, that git config includes and the settings stand in. */
  readonly included: readonly string[];
}

/**
 * Lists the command lines, in an order in which no `event` is ever left without its `command`.
 *
 * @param imported the settings
 * @param leaving which of them leave
 * @returns lines for sh, and the included files among those they change
 */
export async function removalCommands(
  imported: ImportedSources,
  leaving: Leaving,
): Promise<Removal> {
  const { own, sources, scope } = imported;
  const main = await mainFiles(imported);
  const lines: string[] = [];
  const included = new Set<string>();
  const sections = Map.groupBy(own, ({ name, origin }) => `${origin.path}\0${name ?? ""}`);
  const ordered = [...sections.values()].sort((one, other) => rank(one) - rank(other));
  for (const settings of ordered) {
    const [first] = settings;
    if (first === undefined) continue;
    const { name, origin } = first;
    const path = joinPath(sources.directory, origin.path);
    // An included file is not what git writes to for the scope.
    const where = main.has(path) ? `--${scope}` : `--file ${shWord(path)}`;
    const before = lines.length;
    const whole = name !== undefined && isWhole(settings, leaving);
    // git finds no section to remove where a name holds `]` (config.c, section_name_match()).
    if (whole && !name.includes("]")) {
      lines.push(`git config ${where} --remove-section ${shWord(`hook.${name}`)}`);
    } else {
      const keys = settings.filter((one) => whole || leaving.taken.has(one)).map(({ key }) => key);
      for (const key of new Set(keys.sort(eventFirst))) {
        const variable = name === undefined ? `hook.${key}` : `hook.${name}.${key}`;
        lines.push(`git config ${where} --unset-all ${shWord(variable)}`);
      }
    }
    if (lines.length > before && !main.has(path)) included.add(origin.path);
  }
  return { lines, included: [...included] };
}

function rank(settings: readonly Setting[]): number {
  return settings.some(({ key }) => key === "event") ? 0 : 1;
}

function eventFirst(one: string, other: string): number {
  return Number(other === "event") - Number(one === "event");
}

function isWhole(settings: readonly Setting[], { names, taken }: Leaving): boolean {
  return names.has(settings[0]?.name ?? "") || settings.every((one) => taken.has(one));
}

// Asked for one scope, git does not follow includes (git-config(1), --[no-]includes).
async function mainFiles({ sources, scope }: ImportedSources): Promise<ReadonlySet<string>> {
  const { stdout } = await runGit(
    ["config", `--${scope}`, "-z", "--show-origin", "--name-only", "--get-regexp", "^hook\\."],
    { cwd: sources.directory, unset: ["GIT_CONFIG"] },
  );
  const files = new TextDecoder().decode(stdout).split("\0").filter((_, at) => at % 2 === 0);
  return new Set(
    files.filter((origin) => origin.startsWith("file:")).map((origin) =>
      joinPath(sources.directory, origin.slice("file:".length))
    ),
  );
}

function shWord(text: string): string {
  return /^[A-Za-z0-9_.,+@:/-]+$/.test(text) ? text : quoteForSh(text);
}
