import assert from "node:assert/strict";
import { type Finding, sortFindings } from "../../../lib/doctor/finding.ts";

function finding(severity: Finding["severity"], message: string): Finding {
  return { severity, id: "x", message };
}

Deno.test("sortFindings() puts errors first, keeps the families' order, and drops doubles", () => {
  const sorted = sortFindings([
    finding("note", "a"),
    finding("error", "b"),
    finding("warning", "c"),
    finding("error", "d"),
    finding("error", "b"),
  ]);
  assert.deepEqual(sorted.map(({ message }) => message), ["b", "d", "c", "a"]);
});
