/**
 * The other way: hooks in git's own configuration, for git 2.54 and later. Scripts stay in place, and one
 * write adds the hooks and points `core.hooksPath` at a folder without scripts, so that nothing runs
 * twice. All of it, or nothing: what works only in the hookdir would be cut off.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import { findEvent } from "../events.ts";
import type { MigrationFacts } from "./gather.ts";
import type { Fate, MigratedProgram, PlannedFile } from "./plan_types.ts";
import { FORBIDS_UNSETTING, reasonToStay, stays } from "./reasons.ts";
import type { ScannedFile } from "./scan_hookdir.ts";
import type { DependencyKind } from "./scan_script.ts";

/** What cutting off the hookdir takes from a script that stays in place. */
const FORBIDS_CUTTING: ReadonlySet<DependencyKind> = new Set(
  [...FORBIDS_UNSETTING].filter((kind) => kind === "asks-hookdir"),
);

/**
 * Plans hooks in git config.
 *
 * @param facts what was gathered
 * @param namer gives friendly names
 * @returns the files
 * @throws {UserError} with exit code 1 where this way is closed: an old git, another hookdir, shims
 */
export function planGitConfig(
  facts: MigrationFacts,
  namer: { readonly name: (event: string) => string },
): readonly PlannedFile[] {
  refuseOtherwise(facts);
  const reasons = new Map<ScannedFile, Fate>();
  for (const file of facts.files) {
    const fate = isAlive(file) ? whyTheHookdirStays(facts, file) : undefined;
    if (fate !== undefined) reasons.set(file, fate);
  }
  const holds = [...reasons.keys()][0]?.entry.name;
  return facts.files.map((file): PlannedFile => ({
    name: file.entry.name,
    shown: `${facts.hookdir.shown}/${file.entry.name}`,
    fate: reasons.get(file) ?? fateOf(file, { namer, holds }),
    digest: file.digest,
  }));
}

function refuseOtherwise(facts: MigrationFacts): void {
  if (!facts.gitKnowsHooks) {
    throw refusal(
      "this git does not run hooks of its configuration; git 2.54 and later do",
      "with any git: git hooks migrate --to local",
    );
  }
  if (facts.hookdir.kind !== "own" || facts.hookdir.value !== undefined) {
    throw refusal(
      `core.hooksPath is ${facts.hookdir.value ?? ""}, and --to git-config has to set it`,
      "git hooks migrate --to local",
    );
  }
  const shim = facts.files.find(({ entry }) => entry.kind === "shim");
  if (shim !== undefined) {
    throw refusal(
      `a shim of git-hooks stands for ${shim.entry.name}, and git would no longer find it`,
      "git hooks uninstall, or migrate without --to git-config",
    );
  }
}

function isAlive(file: ScannedFile): boolean {
  const { entry } = file;
  return entry.executable || (entry.event && entry.kind === "folder" && (entry.mode & 0o111) !== 0);
}

function whyTheHookdirStays(facts: MigrationFacts, file: ScannedFile): Fate | undefined {
  const event = file.entry.name;
  if (!file.entry.event) {
    return /^(machete|pre-flow|post-flow|filter-flow)-/.test(event)
      ? stays("its program looks for it in the hooks folder")
      : undefined;
  }
  const broken = file.interpreterMissing || file.script?.carriageReturn === true;
  const reason = reasonToStay(file, FORBIDS_CUTTING);
  if (reason !== undefined && (!broken || file.tool !== undefined)) return reason;
  const disabled = facts.disabled.get(event);
  if (disabled !== undefined) {
    return stays(`hook.${event}.enabled=false would switch it off (${disabled})`);
  }
  if (facts.laterEvents.has(event)) {
    return stays("config.worktree has hooks for it, which would run after it");
  }
  const other = facts.others.find(({ files }) => files.some((one) => isAlive(one)));
  return other === undefined
    ? undefined
    : stays(`worktree ${other.worktree} has a core.hooksPath of its own, and would run both`);
}

function fateOf(
  file: ScannedFile,
  plan: {
    readonly namer: { readonly name: (event: string) => string };
    readonly holds: string | undefined;
  },
): Fate {
  const { entry } = file;
  if (!entry.event) {
    return { kind: "left", reason: entry.kind === "sample" ? "sample" : "no event" };
  }
  if (entry.kind === "broken-link") return { kind: "left", reason: "broken link" };
  if (!entry.executable) return { kind: "left", reason: "not executable" };
  return plan.holds === undefined
    ? { kind: "becomes", hook: plan.namer.name(entry.name), program: programFor(entry.name) }
    : stays(`the hooks folder has to stay for ${plan.holds}`);
}

// `$0` is what it was: relative on the receive side, and elsewhere as git spells its common directory.
// A script that is missing or not executable is no hook, as in the hookdir.
function programFor(event: string): MigratedProgram {
  const text = findEvent(event)?.side === "receive"
    ? `test ! -x hooks/${event} || exec hooks/${event}`
    : `hook=$(git rev-parse --git-common-dir)/hooks/${event}; test ! -x "$hook" || exec "$hook"`;
  return { kind: "command", text };
}

/**
 * Writes what is added to the config file: each command before its event, for an event without a
 * command stops every git command that looks at hooks (git-config(1), `hook.<name>.event`).
 *
 * @param hooks the hooks, in order
 * @param options `emptyFolder`, the folder without scripts, absolute; `existing`, the file's text
 * @returns the text, byte for byte
 */
export function gitConfigText(
  hooks: readonly {
    readonly event: string;
    readonly hook: string;
    readonly program: MigratedProgram;
  }[],
  options: { readonly emptyFolder: string; readonly existing: string },
): string {
  const start = options.existing === "" || options.existing.endsWith("\n") ? "" : "\n";
  const sections = hooks.map(({ event, hook, program }) => {
    const command = program.kind === "command" ? program.text : program.path;
    return `[hook "${hook}"]\n\tcommand = ${quoted(command)}\n\tevent = ${event}\n`;
  });
  return `${start}${sections.join("")}[core]\n\thooksPath = ${quoted(options.emptyFolder)}\n`;
}

// The escapes of git-config(1), "Syntax".
function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t");
  return `"${escaped}"`;
}

/** What cannot be preserved on this way. */
export const LOST_IN_GIT_CONFIG: readonly string[] = [
  "a git before 2.54, and programs that start hook files themselves, run none of these hooks",
  "'git -c core.hooksPath=/dev/null' no longer switches them off; " +
  "'git -c hook.<name>.enabled=false' does",
];

function refusal(message: string, hint: string): UserError {
  return new UserError({ message, hints: [hint] }, { exitCode: 1, level: "error" });
}
