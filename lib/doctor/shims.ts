/**
 * Shims of ours: edited, of another version, with nothing behind them, starting a program that is gone;
 * and what would take them away again.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { mayExecute } from "../_hookdir.ts";
import { type HookdirEntry, isEdited, launcherIn } from "../install/hookdir_state.ts";
import { readEntries } from "../journal/store.ts";
import { findUndoers } from "../migrate/undoers.ts";
import { joinPath } from "../paths.ts";
import { SHIM_VERSION } from "../plan/shim.ts";
import type { Finding } from "./finding.ts";
import { type Patient, shWord } from "./patient.ts";

/**
 * Looks at the shims in the hookdir.
 *
 * @param patient who is examined
 * @returns the findings
 */
export async function shimFindings(patient: Patient): Promise<readonly Finding[]> {
  const shims = patient.entries.filter(({ kind }) => kind === "shim");
  if (patient.repository === undefined) return [];
  const each = await Promise.all(shims.map((shim) => oneShim(shim, patient)));
  return [
    ...await interrupted(patient),
    ...await launchers(shims, patient),
    ...each.flat(),
    ...(shims.length > 0 ? await undoers(patient) : []),
  ];
}

async function oneShim(shim: HookdirEntry, patient: Patient): Promise<readonly Finding[]> {
  const place = patient.places.path(shim.path);
  const head = shim.shim;
  const findings: Finding[] = [];
  const edited = isEdited(shim, patient.written.get(shim.path));
  if (head?.version !== undefined && head.version < SHIM_VERSION) {
    findings.push({
      severity: "warning",
      id: "old-shim",
      message: `the shim of ${shim.name} is of an older git-hooks (version ${head.version}, now ` +
        `${SHIM_VERSION})`,
      place,
      cure: "git hooks install",
    });
  } else if (head?.version !== undefined && head.version > SHIM_VERSION) {
    findings.push({
      severity: "warning",
      id: "new-shim",
      message: `the shim of ${shim.name} is of a newer git-hooks than this one`,
      place,
      cure: "use the newer git-hooks, or: git hooks install",
    });
  } else if (edited) {
    findings.push({
      severity: "warning",
      id: "edited-shim",
      message: `the shim of ${shim.name} was edited, so git-hooks no longer renews or removes it`,
      place,
      cure: `move the edit elsewhere, then: rm ${shWord(place)} && git hooks install`,
    });
  }
  return [...findings, ...await orphan(shim, place, patient)];
}

async function orphan(
  shim: HookdirEntry,
  place: string,
  patient: Patient,
): Promise<readonly Finding[]> {
  const script = shim.shim?.script;
  const { repository } = patient;
  if (script === undefined || repository === undefined) return [];
  const path = joinPath(repository.commonDirAbsolute, script.path);
  if (await Deno.stat(path).catch(() => undefined) !== undefined) return [];
  // A migrated one is told of by the hook that names it.
  if (script.state === "migrated" && isNamed(script.path, shim.name, patient)) return [];
  return [{
    severity: script.state === "kept" ? "error" : "note",
    id: "orphaned-shim",
    message: script.state === "kept"
      ? `the script that the shim of ${shim.name} stands for is gone: ${patient.places.path(path)}`
      : `the shim of ${shim.name} stands for a script that is gone and that no hook names`,
    place,
    cure: script.state === "kept"
      ? "put the script back, or give all back as it was: git hooks uninstall"
      : "git hooks uninstall",
  }];
}

function isNamed(script: string, event: string, patient: Patient): boolean {
  return patient.events.some(({ resolution, hooks }) =>
    resolution.event === event &&
    hooks.some(({ hook }) => hook.program?.kind === "script" && hook.program.path.endsWith(script))
  );
}

async function launchers(
  shims: readonly HookdirEntry[],
  patient: Patient,
): Promise<readonly Finding[]> {
  const named = Map.groupBy(shims, ({ bytes }) => launcherIn(bytes ?? new Uint8Array()) ?? "");
  const inPath = await launcherInPath(patient.path);
  const findings: Finding[] = [];
  for (const [launcher, of] of named) {
    // That line was edited; the shim is told of as such.
    if (launcher === "") continue;
    const info = await Deno.stat(launcher).catch(() => undefined);
    if (info?.isFile === true && mayExecute(info)) continue;
    const closed = of.map(({ name }) => name).filter((name) => findEvent(name)?.closes ?? true);
    const gone = info === undefined ? "is gone" : "is not executable";
    findings.push({
      severity: inPath === undefined ? "error" : "warning",
      id: "launcher-gone",
      message: `${patient.places.path(launcher)}, which shims start, ${gone}; ` +
        (inPath !== undefined
          ? `${inPath} from PATH takes its place`
          : closed.length === 0
          ? "their hooks do not run once something has changed"
          : `${closed.join(", ")} will be stopped once something has changed`),
      place: patient.places.path(patient.hookdir ?? ""),
      cure: inPath === undefined
        ? "install git-hooks again, then: git hooks install"
        : "git hooks install",
    });
  }
  return findings;
}

async function launcherInPath(path: string | undefined): Promise<string | undefined> {
  for (const folder of (path ?? "").split(":").filter((one) => one.startsWith("/"))) {
    const file = joinPath(folder, "git-hooks");
    const info = await Deno.stat(file).catch(() => undefined);
    if (info?.isFile === true && mayExecute(info)) return file;
  }
  return undefined;
}

async function interrupted({ repository, places }: Patient): Promise<readonly Finding[]> {
  if (repository === undefined) return [];
  try {
    const open = (await readEntries(repository.commonDirAbsolute)).filter(({ done }) => !done);
    return open.map(({ command }) => ({
      severity: "error",
      id: "interrupted",
      message: `'git hooks ${command}' was interrupted, or is at work right now`,
      place: places.path(`${repository.commonDirAbsolute}/hooks.d`),
      cure: `git hooks ${command}`,
    }));
  } catch (error) {
    return [{
      severity: "error",
      id: "journal",
      message: error instanceof Error ? error.message : String(error),
    }];
  }
}

async function undoers({ repository }: Patient): Promise<readonly Finding[]> {
  if (repository === undefined) return [];
  return (await findUndoers(repository)).map(({ file, line, text }) => ({
    severity: "warning",
    id: "undoer",
    message: `whoever sets this project up takes the shims out of git's way again: ${text}`,
    place: `${file}:${line}`,
    cure: "put 'git hooks install --if-git' in its place",
  }));
}
