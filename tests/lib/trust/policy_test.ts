import assert from "node:assert/strict";
import type { Scope, Setting } from "../../../lib/config/setting.ts";
import { UserError } from "../../../lib/errors.ts";
import { readTrustPolicy } from "../../../lib/trust/policy.ts";

function trust(value: string | undefined, scope: Scope = "local"): Setting {
  const origin = { kind: "file", path: ".git/config" } as const;
  return { name: undefined, key: "trust", value, scope, origin };
}

Deno.test("readTrustPolicy() answers ask when nothing is set", () => {
  assert.deepEqual(readTrustPolicy([]), { policy: "ask", setting: undefined });
});

Deno.test("readTrustPolicy() takes the last setting, from every scope of git config", () => {
  for (const scope of ["system", "global", "local", "worktree", "command"] as const) {
    const setting = trust("always", scope);
    assert.deepEqual(readTrustPolicy([trust("never"), setting]), { policy: "always", setting });
  }
});

Deno.test("readTrustPolicy() gives a project file no say", () => {
  assert.equal(readTrustPolicy([trust("ask"), trust("always", "project")]).policy, "ask");
});

Deno.test("readTrustPolicy() reads githooks.trust alone", () => {
  assert.equal(readTrustPolicy([{ ...trust("always"), name: "x" }]).policy, "ask");
  assert.equal(readTrustPolicy([{ ...trust("always"), key: "other" }]).policy, "ask");
});

Deno.test("readTrustPolicy() throws when the value is none of the three", () => {
  for (const value of ["true", "Always", "", undefined]) {
    assert.throws(
      () => readTrustPolicy([trust("always"), trust(value)]),
      (error) => error instanceof UserError && error.exitCode === 128,
    );
  }
});
