import assert from "node:assert/strict";
import { decideJobs } from "../../../lib/run/jobs.ts";
import { hook, resolved } from "../../support/run_hooks.ts";

const together = hook("a", { parallel: true });
const alone = hook("b", { name: "lint" });
const script = hook({ script: ".git/hooks/pre-commit" });

Deno.test("decideJobs() runs in parallel only when every configured hook may", () => {
  const count = (hooks: readonly typeof together[]): number =>
    decideJobs(resolved(hooks, { jobs: 4 }), { mode: "run" }).count;
  assert.equal(count([together, together]), 4);
  assert.equal(count([together, alone]), 1);
  assert.equal(count([together, { ...alone, state: "disabled" }]), 1);
  assert.equal(count([together, { ...alone, state: "shadowed" }]), 4);
  assert.equal(count([together, script]), 4);
});

Deno.test("decideJobs() obeys -j and warns of hooks that are not parallel", () => {
  const resolution = resolved([together, alone, script], { jobs: 1 });
  assert.deepEqual(decideJobs(resolution, { mode: "run", jobs: 3 }), {
    count: 3,
    warnings: [
      "hook 'lint' is not marked as parallel=true, running in parallel anyway due to -j3",
    ],
  });
  assert.deepEqual(decideJobs(resolution, { mode: "run", jobs: 1 }), { count: 1, warnings: [] });
});

Deno.test("decideJobs() is serial for the events that git forces, when git fires them", () => {
  const serial = resolved([together], { event: "pre-commit", jobs: 4 });
  assert.equal(decideJobs(serial, { mode: "hook" }).count, 1);
  assert.equal(decideJobs(serial, { mode: "run" }).count, 4);
  const push = resolved([together], { event: "pre-push", jobs: 4 });
  assert.equal(decideJobs(push, { mode: "hook" }).count, 4);
});
