/**
 * Whether the project's hooks.toml may run, and whether anybody reads it before it does.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import type { Finding } from "./finding.ts";
import { allHooks, type Patient } from "./patient.ts";

/**
 * Looks at trust.
 *
 * @param patient who is examined
 * @returns the findings
 */
export function trustFindings(patient: Patient): readonly Finding[] {
  const { trust } = patient.sources;
  if (trust === undefined) return [];
  const rule = trust.rule.setting;
  const place = rule === undefined ? {} : { place: patient.places.of(rule.origin) };
  switch (trust.state) {
    case "always":
      return [{
        severity: "warning",
        id: "trust-always",
        message: "githooks.trust is 'always': whatever hooks.toml a checkout brings runs unread",
        ...place,
        cure: "git config githooks.trust ask",
      }];
    case "never":
      return [{
        severity: "note",
        id: "trust-never",
        message: "githooks.trust is 'never': this project's hooks.toml is not even read",
        ...place,
      }];
    case "untrusted":
      return untrusted(patient);
    default:
      return [];
  }
}

function untrusted(patient: Patient): readonly Finding[] {
  const faults = patient.sources.trust?.faults ?? [];
  const events = new Set(
    allHooks(patient).filter(({ hook }) => hook.state === "untrusted").map(({ hook }) =>
      hook.event
    ),
  );
  const stopped = [...events].filter((event) => findEvent(event)?.closes ?? true);
  const effect = events.size === 0
    ? "none of its hooks runs"
    : stopped.length > 0
    ? `${stopped.join(", ")} ${stopped.length === 1 ? "is" : "are"} stopped where installed`
    : `its hooks of ${[...events].join(", ")} do not run`;
  return [
    {
      severity: stopped.length > 0 ? "error" : "warning",
      id: "untrusted",
      message: `this text of hooks.toml was not accepted: ${effect}`,
      place: "hooks.toml",
      cure: "git hooks trust",
    },
    ...faults.map((fault): Finding => ({
      severity: "error",
      id: "cannot-trust",
      message: `it cannot be accepted: ${fault.message}`,
      place: fault.place?.file ?? "hooks.toml",
      ...(fault.hints?.[0] === undefined ? {} : { cure: fault.hints[0] }),
    })),
  ];
}
