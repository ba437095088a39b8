/**
 * How `git-hooks migrate` is to go about its work; one type for the files of that command.
 *
 * @module
 */

import type { PlanChoice } from "../lib/migrate/plan_types.ts";

/** How a migration or its undo is to go. */
export interface MigrateMode extends PlanChoice {
  /** Change nothing. */
  readonly dryRun: boolean;
  /** Do not ask. */
  readonly yes: boolean;
  /** Print JSON. */
  readonly json: boolean;
}
