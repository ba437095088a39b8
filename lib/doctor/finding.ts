/**
 * What a doctor's visit ends with: one thing that is wrong or worth knowing, its cause, and the command
 * that mends it.
 *
 * @module
 */

/**
 * `error`: something configured does not run, or stops what it should not. `warning`: it will go wrong,
 * or is open to others. `note`: as configured, and worth knowing.
 */
export type Severity = "error" | "warning" | "note";

/** One finding. */
export interface Finding {
  /** How bad it is. */
  readonly severity: Severity;
  /** A word for programs that stays the same when the message does not, for example `not-installed`. */
  readonly id: string;
  /** What is wrong and why, lower case, without a full stop. */
  readonly message: string;
  /** Where it stands, as people read it: `hooks.toml:4`. */
  readonly place?: string;
  /** What mends it: a command where there is one. */
  readonly cure?: string;
}

const WEIGHT: Readonly<Record<Severity, number>> = { error: 0, warning: 1, note: 2 };

/**
 * Puts findings into the order in which they are read, and drops what was found twice.
 *
 * @param findings what all families found
 * @returns errors first, then warnings, then notes; in each the order of the families
 */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  const seen = new Map(findings.map((one) => [`${one.id}\0${one.message}\0${one.place}`, one]));
  return [...seen.values()].sort((one, other) => WEIGHT[one.severity] - WEIGHT[other.severity]);
}
