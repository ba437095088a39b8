/**
 * Random resolutions for the plan compiler: whatever is in them, a plan is sh, does what it says, and reads
 * nothing of them as sh.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { allEvents } from "../../lib/events.ts";
import type { Hook, Resolution } from "../../lib/hook.ts";
import { compilePlan, hooksText } from "../../lib/plan/compile.ts";
import type { FileFact, PlanFacts } from "../../lib/plan/facts.ts";
import { shimText } from "../../lib/plan/shim.ts";
import { quoteForSh } from "../../lib/quote.ts";
import { anyText } from "./fuzzing.ts";
import { testShells } from "./planning.ts";
import { Sandbox } from "./sandbox.ts";

// What the system or a parser gave us holds no NUL and is UTF-8.
const text = anyText.map((one) => one.replaceAll("\0", "").toWellFormed()).filter((one) =>
  one !== ""
);
const path = text.map((one) => `/${one}`);

const file: fc.Arbitrary<FileFact> = fc.oneof(
  fc.record({ kind: fc.constant("absent" as const), path }),
  fc.record({
    kind: fc.constant("present" as const),
    path,
    noLinks: fc.array(path, { maxLength: 2 }),
    text: fc.option(text, { nil: undefined }),
    references: fc.constantFrom(undefined, { file: "ref-1-1-0", directory: "ref-1-1-1" }),
  }),
);

const facts: fc.Arbitrary<PlanFacts> = fc.record({
  directory: path,
  gitDir: path,
  spelled: fc.constantFrom({ gitDir: ".git", commonDir: ".git" }, {
    gitDir: "/a'b",
    commonDir: "/c d",
  }),
  environment: fc.tuple(
    fc.tuple(fc.constant("HOME"), fc.option(text, { nil: undefined })),
    fc.tuple(fc.constant("GIT_HOOKS_SYSTEM"), fc.option(text, { nil: undefined })),
  ),
  shim: fc.record({
    path,
    lines: fc.tuple(text, text),
    head: fc.constantFrom({ version: 2, script: undefined }, {
      version: 2,
      script: { path: "hooks.d/it's $(x)", state: "kept" as const },
    }),
  }),
  answer: text,
  files: fc.array(file, { maxLength: 3 }),
  acceptance: fc.option(path, { nil: undefined }),
  gits: fc.array(
    fc.record({
      path: path.map((one) => one.replace(/[\n\r]/g, "")),
      knows: fc.boolean(),
      reference: fc.constant("ref-1-1-2"),
    }),
    { maxLength: 2 },
  ),
  signalReset: fc.constant(undefined),
  advisesIgnoredHook: fc.boolean(),
  nonce: fc.constant("1-1"),
  home: fc.option(path, { nil: undefined }),
});

const hook: fc.Arbitrary<Omit<Hook, "event">> = fc.record({
  name: text,
  source: fc.constantFrom("git-config" as const, "hooks.toml" as const),
  scope: fc.constantFrom("local" as const, "project" as const),
  program: fc.oneof(
    fc.record({ kind: fc.constant("command" as const), text }),
    fc.record({ kind: fc.constant("script" as const), path: text }),
    fc.record({
      kind: fc.constant("script" as const),
      path: text,
      accepted: fc.constant({ content: undefined }),
    }),
  ),
  state: fc.constant("runs" as const),
  origin: fc.record({ kind: fc.constant("file" as const), path: text, line: fc.nat() }),
  parallel: fc.boolean(),
  args: fc.boolean(),
  timeout: fc.constantFrom("30s", "5m"),
  refs: fc.array(text, { maxLength: 3 }),
});

const events = allEvents().map(({ name }) => name);

function resolutionOf(
  event: string,
  hooks: readonly Omit<Hook, "event">[],
  jobs: number,
): Resolution {
  return {
    event,
    hooks: hooks.map((one) => ({ ...one, event })),
    jobs,
    warnings: [],
    advice: [],
    shim: "executable",
  };
}

const resolution = fc.tuple(
  fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...events) }, { weight: 1, arbitrary: text }),
  fc.array(hook, { maxLength: 4 }),
  fc.integer({ min: 1, max: 2 }),
).map(([event, hooks, jobs]) => resolutionOf(event, hooks, jobs));

async function run(
  box: Sandbox,
  shell: string,
  words: readonly string[],
  stdin: string,
): Promise<string> {
  const [program = "", ...more] = shell.split(" ");
  const said = await box.start(program, [...more, ...words], { cwd: "work", stdin });
  const told = said.stderr.replaceAll(/^(error|hint|fatal|warning| {2}).*\n/gm, "");
  return `${said.code}\n${said.stdout}${told}`;
}

async function noCanary(box: Sandbox, shown: string): Promise<void> {
  for await (const { name } of Deno.readDir(box.path("work"))) {
    assert.doesNotMatch(name, /^c[1-6]$/, shown);
  }
}

/** Compiles plans and shims; lets every sh read them, and some of them be what they are: not fresh. */
export async function fuzzPlans(count: number): Promise<number> {
  using box = new Sandbox();
  box.write("work/keep", "");
  const group = 100;
  for (let done = 0; done < count; done += group) {
    const some = fc.sample(fc.tuple(resolution, facts, path), group);
    const texts = some.map(([one, of]) => compilePlan(one, of));
    const shims = some.map(([one, , launcher]) => shimText({ event: one.event, launcher }));
    box.write("work/all", [...texts, ...shims].join("\n"));
    for (const shell of testShells()) {
      const said = await run(box, shell, ["-n", box.path("work/all")], "");
      if (said !== "0\n") {
        for (const one of texts) {
          box.write("work/all", one);
          assert.equal(
            await run(box, shell, ["-n", box.path("work/all")], ""),
            "0\n",
            `${shell}\n${one}`,
          );
        }
        assert.fail(`${shell}: ${said}`);
      }
    }
    // Nothing in them is true here, so the plan must return, and say nothing.
    const stale =
      `git_hooks_mode=run git_hooks_dir=.git git_hooks_plan=./plan git_hooks_launcher=/x git_hooks_shim=
git_hooks_script= git_hooks_state=none
git_hooks_replaced() { return 1; }
command . ./plan
echo returned`;
    box.write("work/plan", texts[0] ?? "");
    const shell = testShells()[(done / group) % testShells().length] ?? "sh";
    assert.equal(await run(box, shell, ["-c", stale], ""), "0\nreturned\n", texts[0]);
    await noCanary(box, texts[0] ?? "");
  }
  return Math.ceil(count / group) * group;
}

/** Runs what plans start, with commands that only leave a trace. */
export async function fuzzRuns(count: number): Promise<number> {
  using box = new Sandbox();
  await Deno.mkdir(box.path("work/git-hooks"), { recursive: true });
  const word = text.filter((one) => !/[\n\r]/.test(one));
  const refs = word.map((one) => one.replace(/[\x00-\x20\x7f~:\\]/g, "")).filter((one) =>
    one !== ""
  );
  const sample = fc.tuple(
    fc.constantFrom(
      "pre-commit",
      "commit-msg",
      "pre-push",
      "reference-transaction",
      "post-rewrite",
    ),
    fc.array(fc.tuple(hook, word, fc.nat({ max: 3 }), fc.option(refs, { nil: undefined })), {
      minLength: 1,
      maxLength: 3,
    }),
    fc.array(text, { maxLength: 3 }),
    text,
    facts,
  );
  for (const [index, [event, some, args, stdin, of]] of fc.sample(sample, count).entries()) {
    const hooks = some.map(([one, said, code, ref], number) => ({
      ...one,
      parallel: false,
      program: {
        kind: "command" as const,
        text: `printf '%s\\n' ${quoteForSh(`${number}${said}`)} >>"$TRACE"; (exit ${code})
code=$?; f() { return $code; }; f`,
      },
      refs: ref === undefined || event !== "reference-transaction" ? [] : [ref],
    }));
    const one = resolutionOf(event, hooks, 1);
    const body = hooksText(one, one.hooks, { facts: of, fired: "git_hooks_ours=1\n" });
    box.write(
      "work/run",
      `git_hooks_dir=. git_hooks_script= git_hooks_mode=run
git_hooks_replaced() { return 1; }
f() {
${body}}
f "$@"
exit 99
`,
    );
    box.trace();
    const shell = testShells()[index % testShells().length] ?? "sh";
    const said = await run(box, shell, ["./run", ...args], stdin);
    const left = (await Array.fromAsync(Deno.readDir(box.path("work/git-hooks")))).length;
    const trace = box.trace();
    if (said !== "99\n") {
      const ran = some.filter((_, number) => (hooks[number]?.refs ?? []).length === 0);
      const all = ran.length === some.length;
      const code = some.reduce((sum, [, , one]) => sum | one, 0);
      if (all) {
        assert.equal(trace, some.map(([, text], number) => `${number}${text}\n`).join(""), body);
        assert.equal(said, `${code}\n`, body);
      }
      assert.doesNotMatch(said, /[^0-9\n]/, body);
    }
    assert.equal(left, 0, body);
    await noCanary(box, body);
  }
  return count;
}
