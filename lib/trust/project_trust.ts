/**
 * The one question the resolver asks of a project's hooks.toml: what does it say, and may it run.
 *
 * @module
 */

import type { Setting } from "../config/setting.ts";
import type { Fault } from "../errors.ts";
import { readTrustPolicy, type TrustRule } from "./policy.ts";
import { type ProjectText, readProjectText } from "./project_text.ts";
import { acceptancePath, findStoreFault, isAccepted } from "./store.ts";

/**
 * `absent`: there is no project file. `never`: it is not even read, but to show what is in it. `untrusted`: nothing of it may run.
 * `accepted` and `always`: it runs, by acceptance or by the user's own exception.
 */
export type TrustState = "absent" | "never" | "untrusted" | "accepted" | "always";

/** A project's hooks.toml and whether it may run. */
export interface ProjectTrust {
  /** Whether it may run, and why. */
  readonly state: TrustState;
  /** The policy that was applied, and the setting that says so. */
  readonly rule: TrustRule;
  /** The text that was judged, and the only one that may run; undefined for `absent` and `never`. */
  readonly text?: string;
  /** The same text, parsed, with its scripts. */
  readonly project?: ProjectText;
  /** The file that exists as long as the acceptance does; for `accepted` alone. */
  readonly acceptance?: string;
  /** Why the text cannot be accepted as things are: what it names as scripts, or the state of the store. */
  readonly faults: readonly Fault[];
}

/**
 * Reads a project's hooks.toml and tells whether it may run.
 *
 * @param options the worktree's root and the common git directory, both absolute, and the settings of git
 *   config's section `githooks`
 * @returns the text that may run, or that may not
 * @throws {UserError} with exit code 128 when the file is a link, is no regular file, is too large or is
 *   broken, or when `githooks.trust` is
 * @example Usage
 * ```ts
 * import { projectTrust } from "@git-hooks/git-hooks";
 * const folder = await Deno.makeTempDir();
 * const trust = await projectTrust({ worktree: folder, commonDirAbsolute: `${folder}/.git`, settings: [] });
 * console.assert(trust.state === "absent");
 * await Deno.remove(folder);
 * ```
 */
export async function projectTrust(
  options: {
    readonly worktree: string;
    readonly commonDirAbsolute: string;
    readonly settings: readonly Setting[];
  },
): Promise<ProjectTrust> {
  const rule = readTrustPolicy(options.settings);
  if (rule.policy === "never") return { state: "never", rule, faults: [] };
  const project = await readProjectText(options.worktree);
  if (project === undefined) return { state: "absent", rule, faults: [] };
  const { text, digest, faults } = project;
  // A script that leads out of the worktree does not run under any policy.
  if (digest === undefined) return { state: "untrusted", rule, text, project, faults };
  if (rule.policy === "always") return { state: "always", rule, text, project, faults };
  const key = { commonDir: options.commonDirAbsolute, digest };
  if (await isAccepted(key)) {
    const acceptance = await acceptancePath(key);
    if (acceptance !== undefined) {
      return { state: "accepted", rule, text, project, acceptance, faults };
    }
  }
  const fault = await findStoreFault();
  return {
    state: "untrusted",
    rule,
    text,
    project,
    faults: fault === undefined ? [] : [fault],
  };
}
