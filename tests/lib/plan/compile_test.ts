/**
 * The text of plans: sh for whatever hooks there are, and nothing of theirs is ever read as sh by the plan.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { allEvents } from "../../../lib/events.ts";
import type { Hook, Resolution } from "../../../lib/hook.ts";
import { compilePlan } from "../../../lib/plan/compile.ts";
import type { PlanFacts } from "../../../lib/plan/facts.ts";
import { testShells } from "../../support/planning.ts";

const FACTS: PlanFacts = {
  directory: "/r",
  gitDir: "/r/.git",
  spelled: { gitDir: ".git", commonDir: ".git" },
  environment: [["HOME", "/it's home"], ["XDG_STATE_HOME", undefined]],
  shim: {
    path: "/r/.git/hooks/pre-commit",
    lines: ["# script: none stood here before", "# line"],
    head: { version: 2, script: undefined },
  },
  answer: "local\tfile:.git/config\thook.x.command 'a' \"b\" $(c)",
  files: [
    { kind: "absent", path: "/r/hooks.toml" },
    {
      kind: "present",
      path: "/r/.git/hooks.toml",
      noLinks: [],
      text: "it's\n",
      references: { file: "ref-1-1-0", directory: "ref-1-1-1" },
    },
  ],
  acceptance: "/home/accepted",
  gits: [{ path: "/usr/bin/git", knows: false, reference: "ref-1-1-2" }],
  signalReset: "/usr/bin/env",
  advisesIgnoredHook: true,
  nonce: "1-1",
  home: "/home",
};

const text = fc.string({ unit: "grapheme", minLength: 1 }).filter((one) => !one.includes("\0"));

const hook: fc.Arbitrary<Omit<Hook, "event">> = fc.record({
  name: text,
  source: fc.constantFrom("git-config" as const, "hooks.toml" as const),
  scope: fc.constant("local" as const),
  program: fc.oneof(
    fc.record({ kind: fc.constant("command" as const), text }),
    fc.record({ kind: fc.constant("script" as const), path: text.map((one) => `.git/${one}`) }),
  ),
  state: fc.constant("runs" as const),
  origin: fc.record({ kind: fc.constant("file" as const), path: text, line: fc.nat() }),
  parallel: fc.constant(false),
  args: fc.boolean(),
  timeout: fc.constantFrom("30s", "5m"),
  refs: fc.array(text, { maxLength: 2 }),
});

async function isSh(plan: string): Promise<void> {
  for (const shell of testShells()) {
    const [program = "", ...words] = shell.split(" ");
    const child = new Deno.Command(program, {
      args: [...words, "-n"],
      stdin: "piped",
      stdout: "null",
      stderr: "piped",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(plan));
    await writer.close();
    const { success, stderr } = await child.output();
    assert.ok(success, `${shell}: ${new TextDecoder().decode(stderr)}\n${plan}`);
  }
}

Deno.test("compilePlan() gives sh for whatever hooks there are", async () => {
  const event = fc.constantFrom(...allEvents().map(({ name }) => name));
  await fc.assert(
    fc.asyncProperty(event, fc.array(hook, { maxLength: 3 }), async (name, hooks) => {
      const resolution: Resolution = {
        event: name,
        hooks: hooks.map((one) => ({ ...one, event: name })),
        jobs: 1,
        warnings: [],
        advice: [],
        shim: "executable",
      };
      await isSh(compilePlan(resolution, FACTS));
    }),
    { numRuns: 60 },
  );
});

Deno.test("compilePlan() says nothing of who fired where git config has no hook", () => {
  const plain = {
    event: "pre-commit",
    jobs: 1,
    warnings: [],
    advice: [],
    shim: "executable",
  } as const;
  const one: Hook = {
    name: "a",
    event: "pre-commit",
    source: "hooks.toml",
    scope: "local",
    program: { kind: "command", text: "true" },
    state: "runs",
    origin: { kind: "file", path: ".git/hooks.toml", line: 1 },
    parallel: false,
    args: true,
  };
  const facts = { ...FACTS, gits: [] };
  assert.ok(!compilePlan({ ...plain, hooks: [one] }, facts).includes("/proc/"));
  const configured = compilePlan({ ...plain, hooks: [{ ...one, source: "git-config" }] }, FACTS);
  assert.ok(configured.includes("git_hooks_is '/usr/bin/git'"));
  assert.ok(compilePlan({ ...plain, hooks: [] }, facts).endsWith("exit 0\n"));
});
