/**
 * Examines a repository: every family of findings looks at what was read once. Nothing is written.
 *
 * @module
 */

import { UserError } from "../errors.ts";
import type { FoundGit } from "../explain/explanation.ts";
import { type Finding, sortFindings } from "./finding.ts";
import { hookdirFindings } from "./hookdir.ts";
import { installedFindings } from "./installed.ts";
import { allHooks, type Patient, readPatient } from "./patient.ts";
import { planFindings } from "./plans.ts";
import { programFindings } from "./programs.ts";
import { serverFindings } from "./server.ts";
import { settingFindings } from "./settings.ts";
import { shimFindings } from "./shims.ts";
import { trustFindings } from "./trust.ts";
import { twiceFindings } from "./twice.ts";

/** What was found. */
export interface Diagnosis {
  /** The findings: errors first, then warnings, then notes. */
  readonly findings: readonly Finding[];
  /** How many hooks run when git fires their events. */
  readonly running: number;
  /** How many events they belong to. */
  readonly events: number;
  /** The gits in PATH, the one that is started first. */
  readonly gits: readonly FoundGit[];
}

/**
 * Examines what is seen from a directory.
 *
 * @param cwd the directory, absolute
 * @returns the diagnosis; a repository or configuration that git refuses is a finding, too
 * @example Usage
 * ```ts
 * import { diagnose } from "@git-hooks/git-hooks";
 * const { findings } = await diagnose("/");
 * console.assert(Array.isArray(findings));
 * ```
 */
export async function diagnose(cwd: string): Promise<Diagnosis> {
  const patient = await read(cwd);
  if ("refusal" in patient) {
    return { findings: patient.refusal, running: 0, events: 0, gits: [] };
  }
  const families = await Promise.all([
    settingFindings(patient),
    trustFindings(patient),
    installedFindings(patient),
    programFindings(patient),
    hookdirFindings(patient),
    shimFindings(patient),
    twiceFindings(patient),
    planFindings(patient),
    serverFindings(patient),
  ]);
  const running = allHooks(patient).filter(({ reason }) => reason === undefined);
  return {
    findings: sortFindings(families.flat()),
    running: running.length,
    events: new Set(running.map(({ hook }) => hook.event)).size,
    gits: patient.gits.map(({ path, version, knows }) => ({ path, version, knows })),
  };
}

async function read(
  cwd: string,
): Promise<Patient | { readonly refusal: readonly Finding[] }> {
  try {
    return await readPatient(cwd);
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return {
      refusal: error.faults.map(({ message, hints }): Finding => {
        const cure = hints?.[0] ?? /^\s*(git config --global --add safe\.directory .*)$/m
          .exec(message)?.[1];
        return {
          severity: "error",
          id: "refused",
          message: `git refuses: ${message.split("\n")[0] ?? ""}`,
          ...(cure === undefined ? {} : { cure }),
        };
      }),
    };
  }
}
