/**
 * Compiled plans. They are a cache that renews itself; what is told is where it cannot.
 *
 * @module
 */

import type { Repository } from "../git/repository.ts";
import { ownPath } from "../own_path.ts";
import { ownPlanFolder } from "../plan/plan_folder.ts";
import type { Finding } from "./finding.ts";
import { type Patient, shWord } from "./patient.ts";

/**
 * Looks at the plan folder.
 *
 * @param patient who is examined
 * @returns the findings
 */
export async function planFindings(patient: Patient): Promise<readonly Finding[]> {
  const { repository } = patient;
  const shims = patient.entries.filter(({ kind }) => kind === "shim").map(({ name }) => name);
  if (repository === undefined || shims.length === 0) return [];
  const folder = `${repository.gitDirAbsolute}/git-hooks`;
  const info = await Deno.lstat(folder).catch(() => undefined);
  const shown = patient.places.path(folder);
  const gitDir = await Deno.stat(repository.gitDirAbsolute);
  const user = Deno.uid();
  if (gitDir.uid !== null && gitDir.uid !== user) {
    return [{
      severity: "note",
      id: "foreign-owner",
      message: "another user owns this git directory, so no plan is kept for you and each run " +
        "starts Deno",
      place: patient.places.path(repository.gitDirAbsolute),
    }];
  }
  if (info === undefined) return [];
  if (!info.isDirectory || info.uid !== user) {
    return [{
      severity: "warning",
      id: "plan-folder",
      message:
        "the folder of the plans is not yours, or is no folder, so no plan is kept and each " +
        "run starts Deno",
      place: shown,
      cure: `rm -r ${shWord(shown)}`,
    }];
  }
  const stale: string[] = [];
  // Only the user's own copy is run: the folder may have come with an archive.
  const own = ownPlanFolder(repository.gitDirAbsolute);
  for (const event of own === undefined ? [] : shims) {
    const plan = `${own}/${event}`;
    if (await Deno.stat(plan).catch(() => undefined) === undefined) continue;
    if (!await isFresh(plan, repository, patient)) stale.push(event);
  }
  return stale.length === 0 ? [] : [{
    severity: "note",
    id: "stale-plan",
    message: `${stale.join(", ")} changed since the last run; the next one makes a new plan`,
    place: shown,
  }];
}

// What `git-hooks check` does: a fresh plan ends the process, a stale one returns.
async function isFresh(
  plan: string,
  repository: Repository,
  patient: Patient,
): Promise<boolean> {
  const { code } = await new Deno.Command("/bin/sh", {
    args: [
      "-c",
      "git_hooks_mode=check git_hooks_launcher=$1 git_hooks_dir=$2 git_hooks_plan=$3; " +
      '[ -O "$3" ] && command . "$3"; exit 42',
      "sh",
      patient.launcher ?? "/nonexistent",
      repository.gitDir,
      plan,
    ],
    cwd: repository.directory,
    env: ownPath(),
    stdin: "null",
    stdout: "null",
    stderr: "null",
  }).output();
  return code === 0 || code === 1;
}
