import assert from "node:assert/strict";
import type { Hook } from "../../../lib/hook.ts";
import { failureText } from "../../../lib/run/failure.ts";
import type { Outcome } from "../../../lib/run/outcome.ts";
import { hook } from "../../support/run_hooks.ts";

function tomlHook(name: string, line: number, more: Partial<Hook> = {}): Hook {
  return hook("x", {
    name,
    source: "hooks.toml",
    scope: "project",
    origin: { kind: "file", path: "hooks.toml", line },
    ...more,
  });
}

function ended(one: Hook, code: number, more: Partial<Outcome> = {}): Outcome {
  return { hook: one, kind: "ended", code, ...more };
}

function told(
  outcomes: readonly Outcome[],
  more: Partial<Parameters<typeof failureText>[1]> = {},
): string {
  return failureText(outcomes, {
    event: "pre-commit",
    mode: "hook",
    args: [],
    directory: "/r",
    home: "/home/a",
    path: "/usr/bin:/bin",
    ...more,
  });
}

const types = tomlHook("types", 8);

Deno.test("failureText() names event, hook, exit code, place and the way past it", () => {
  assert.equal(
    told([ended(types, 1)]),
    "error: pre-commit hook 'types' failed with exit code 1 (hooks.toml:8)\n" +
      "hint: skip it once: git -c hook.types.enabled=false commit\n",
  );
});

Deno.test("failureText() shows one table when several hooks ran", () => {
  const outcomes = [
    ended(tomlHook("format", 2), 0),
    ended(tomlHook("lint", 4), 1),
    ended(types, 124, { killedAfter: "30s" }),
  ];
  assert.equal(
    told(outcomes),
    "error: pre-commit: 2 of 3 hooks failed\n" +
      "  format       ok\n" +
      "  lint         exit code 1           hooks.toml:4\n" +
      "  types        killed after 30s      hooks.toml:8\n",
  );
});

Deno.test("failureText() offers the way past the only hook of several that failed", () => {
  assert.match(
    told([ended(tomlHook("format", 2), 0), ended(types, 1)]),
    /\nhint: skip it once: git -c hook\.types\.enabled=false commit\n$/,
  );
});

Deno.test("failureText() shows PATH when a program was not found", () => {
  assert.equal(
    told([ended(types, 127)]),
    "error: pre-commit hook 'types' failed with exit code 127 (hooks.toml:8)\n" +
      "hint: a program was not found; PATH was /usr/bin:/bin\n",
  );
});

Deno.test("failureText() tells signals and timeouts from exit codes", () => {
  assert.match(told([ended(types, 143, { signal: 15 })]), /hook 'types' died of signal 15 \(/);
  assert.match(
    told([ended(types, 124, { killedAfter: "30s" })]),
    /hook 'types' was killed after 30s \(/,
  );
});

Deno.test("failureText() says what was not started, what was not run, and what to do", () => {
  const script = tomlHook("ticket", 3, { program: { kind: "script", path: "tools/my ticket" } });
  const outcomes: readonly Outcome[] = [
    { hook: script, kind: "not-started", code: 1, reason: "Permission denied" },
    { hook: types, kind: "not-run", code: 0 },
  ];
  assert.equal(
    told(outcomes),
    "error: pre-commit: 1 of 2 hooks failed\n" +
      "  ticket       cannot be started     hooks.toml:3\n" +
      "  types        not run\n" +
      "hint: if it is to run: chmod +x 'tools/my ticket'\n",
  );
});

Deno.test("failureText() tells whoever pushes nothing of the server's files", () => {
  const signoff = tomlHook("signoff", 3, {
    origin: { kind: "file", path: "/etc/git-hooks/hooks.toml", line: 3 },
  });
  assert.equal(
    told([ended(signoff, 1)], { event: "pre-receive" }),
    "error: pre-receive hook 'signoff' refused this push (exit code 1)\n",
  );
  assert.equal(
    told([ended(signoff, 127)], { event: "update", args: ["refs/heads/main", "0", "1"] }),
    "error: update hook 'signoff' refused refs/heads/main (exit code 127)\n",
  );
  assert.equal(
    told([ended(signoff, 2)], { event: "post-receive" }),
    "error: post-receive hook 'signoff' failed with exit code 2\n",
  );
});

Deno.test("failureText() in mode run is silent about hooks that git runs itself", () => {
  const outcomes = [ended(hook("x"), 1), ended(hook({ script: ".git/hooks/pre-commit" }), 1)];
  assert.equal(told(outcomes, { mode: "run" }), "");
  assert.match(told([...outcomes, ended(types, 1)], { mode: "run" }), /3 of 3 hooks failed/);
});

Deno.test("failureText() gives a hookdir script its path and a git-config hook its file", () => {
  assert.equal(
    told([ended(hook({ script: ".git/hooks.d/pre-commit" }), 1)]),
    "error: pre-commit hook failed with exit code 1 (.git/hooks.d/pre-commit)\n",
  );
  const global = hook("x", { origin: { kind: "file", path: "/home/a/.gitconfig", line: 14 } });
  assert.match(told([ended(global, 1)]), /\(~\/\.gitconfig\)\n/);
});

Deno.test("failureText() quotes a name for the shell and offers none that git -c cannot take", () => {
  assert.match(
    told([ended(tomlHook("my lint", 1), 1)]),
    /git -c 'hook\.my lint\.enabled=false' commit/,
  );
  assert.doesNotMatch(told([ended(hook("x", { name: "a=b" }), 1)]), /hint/);
});

Deno.test("failureText() sends no control characters to a terminal", () => {
  assert.ok(!told([ended(tomlHook("a\x1b[2Jb", 1), 1)]).includes("\x1b"));
});

Deno.test("failureText() is empty when nothing failed", () => {
  assert.equal(told([ended(types, 0), { hook: types, kind: "no-refs", code: 0 }]), "");
});
