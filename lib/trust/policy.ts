/**
 * What the user's git configuration says about project files: `githooks.trust`.
 *
 * @module
 */

import type { Setting } from "../config/setting.ts";
import { UserError } from "../errors.ts";

/** `ask`: only what was accepted runs; `always`: every text runs; `never`: none does. */
export type TrustPolicy = "ask" | "always" | "never";

/** The policy in force, and where it comes from. */
export interface TrustRule {
  /** What holds for this repository. */
  readonly policy: TrustPolicy;
  /** The setting that says so; undefined when none does and `ask` holds. */
  readonly setting: Setting | undefined;
}

/**
 * Reads `githooks.trust` by git's rule that the last setting wins. A project file has no say in it.
 *
 * @param settings the settings of git config's section `githooks`, in git's order
 * @returns the policy
 * @throws {UserError} with exit code 128 when it is none of the three words
 * @example Usage
 * ```ts
 * import { readTrustPolicy } from "@git-hooks/git-hooks";
 * console.assert(readTrustPolicy([]).policy === "ask");
 * ```
 */
export function readTrustPolicy(settings: readonly Setting[]): TrustRule {
  const setting = settings.findLast((one) =>
    one.name === undefined && one.key === "trust" && one.scope !== "project"
  );
  if (setting === undefined) return { policy: "ask", setting };
  switch (setting.value) {
    case "ask":
    case "always":
    case "never":
      return { policy: setting.value, setting };
  }
  const path = setting.origin.path;
  throw new UserError({
    message: setting.value === undefined
      ? "missing value for 'githooks.trust'"
      : `invalid value for 'githooks.trust': '${setting.value}'`,
    ...(setting.origin.kind === "file" && path !== "" ? { place: { file: path } } : {}),
    hints: ["githooks.trust is 'ask', 'always' or 'never'"],
  });
}
