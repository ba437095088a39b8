/**
 * What is worth knowing before a migration is agreed to.
 *
 * @module
 */

import type { MigrationFacts } from "./gather.ts";
import type { PlannedFile } from "./plan_types.ts";

/**
 * Finds what a plan should say beside what becomes of each file.
 *
 * @param facts what was gathered
 * @param moving the files that become hooks
 * @returns one sentence each
 */
export function notesOf(
  facts: MigrationFacts,
  moving: readonly PlannedFile[],
): readonly string[] {
  const notes: string[] = [];
  const scripts = moving.filter(({ fate }) => fate.kind === "becomes").map(({ name }) => name);
  for (const file of facts.files) {
    const name = file.entry.name;
    if (!scripts.includes(name)) continue;
    const glob = file.script?.dependencies.find(({ kind }) => kind === "globs-directory");
    if (glob !== undefined && facts.hookdir.kind !== "tracked") {
      notes.push(
        `${name} line ${glob.line} goes through its own directory: after adding a file to ` +
          `${facts.hookdir.shown}, run 'git hooks install', which links it into ${facts.scriptsShown}`,
      );
    }
  }
  return [...notes, ...moving.flatMap(({ name }) => wakes(facts, name))];
}

// Where a shim comes to stand, it runs whatever is configured for the event.
function wakes(facts: MigrationFacts, event: string): readonly string[] {
  const installed = [...facts.files, ...facts.shadowed].some(({ entry }) =>
    entry.name === event && entry.kind === "shim" && entry.executable
  );
  if (installed) return [];
  const notes: string[] = [];
  if (facts.gitEvents.has(event)) {
    notes.push(
      `git config has hooks for ${event} too: a git before 2.54 passes them over today, and runs ` +
        "them through the shim from now on",
    );
  }
  if (facts.tomlEvents.has(event)) {
    notes.push(
      `hooks.toml has hooks for ${event} too, which are not installed yet and run from now on`,
    );
  }
  if (facts.untrustedEvents.has(event)) {
    notes.push(
      `the project's hooks.toml has hooks for ${event} and is not accepted: ${event} is stopped from ` +
        "now on until it is (git hooks trust)",
    );
  }
  return notes;
}
