import assert from "node:assert/strict";
import { untrustedStop, untrustedWarning } from "../../../lib/run/untrusted_stop.ts";
import { hook, resolved } from "../../support/run_hooks.ts";

const origin = { kind: "file", path: "hooks.toml", line: 4 } as const;
const lint = hook("x", { name: "lint", source: "hooks.toml", state: "untrusted", origin });
const types = { ...lint, name: "types" };

Deno.test("untrustedStop() stops a gate with one message, one cure and exit code 1", () => {
  const stop = untrustedStop(resolved([hook("own"), lint, types]));
  assert.equal(stop?.exitCode, 1);
  assert.equal(stop?.level, "error");
  assert.deepEqual(stop?.faults, [{
    message: "pre-commit is stopped: hooks.toml is not trusted and has 'lint', 'types' for it",
    hints: ["read and accept this clone's hooks.toml: git hooks trust"],
  }]);
});

Deno.test("untrustedStop() lets events pass that stop nothing, and untrustedWarning() says so", () => {
  for (const event of ["post-merge", "reference-transaction"]) {
    const resolution = resolved([lint], { event });
    assert.equal(untrustedStop(resolution), undefined);
    assert.equal(
      untrustedWarning(resolution)?.message,
      `'lint' not run for ${event}: hooks.toml is not trusted`,
    );
  }
});

Deno.test("untrustedStop() takes an event that nobody knows for a gate", () => {
  assert.equal(untrustedStop(resolved([lint], { event: "deploy" }))?.exitCode, 1);
});

Deno.test("untrustedStop() has nothing to say when all is trusted", () => {
  const resolution = resolved([hook("x")]);
  assert.equal(untrustedStop(resolution), undefined);
  assert.equal(untrustedWarning(resolution), undefined);
});
