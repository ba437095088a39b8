/** What export and import write behaves as what they read, with real git. @module */

import assert from "node:assert/strict";
import fc from "fast-check";
import { type Fold, foldSettings } from "../../lib/config/fold.ts";
import { parseHooksToml } from "../../lib/config/hooks_toml.ts";
import { exportToGitConfig } from "../../lib/convert/export.ts";
import { importFromGitConfig } from "../../lib/convert/import.ts";
import { hookTable, switchTable, type TomlHook } from "../../lib/convert/toml_hook_text.ts";
import { findEvent } from "../../lib/events.ts";
import { UserError } from "../../lib/errors.ts";
import { readSources } from "../../lib/sources.ts";
import { newGits, Sandbox } from "../support/sandbox.ts";

const EVENTS = ["pre-commit", "post-commit", "commit-msg", "pre-push", "update"] as const;
const FILE = { path: "hooks.toml", file: "hooks.toml", scope: "local" } as const;

const event = fc.constantFrom(...EVENTS);
const name = fc.constantFrom("lint", "my lint", "a.b", 'say "x"', "back\\slash", "über", "[x]");
const command = fc.array(
  fc.constantFrom("npm", " ", "'x'", "test", "$1", "\\", "\n", '"y"', "#", "\t", "./show", "é"),
  { minLength: 1, maxLength: 8 },
).map((units) => units.join(""));
const script = fc.constantFrom("hooks.d/x", "hooks.d/it's x", "x", "../x");

const hook: fc.Arbitrary<TomlHook> = fc.record({
  name,
  events: fc.uniqueArray(event, { minLength: 1, maxLength: 3 }),
  program: fc.oneof(
    command.map((text) => ({ key: "command" as const, text })),
    script.map((text) => ({ key: "script" as const, text })),
  ),
  args: fc.boolean(),
  parallel: fc.boolean(),
  enabled: fc.boolean(),
});
const switches = fc.record({
  event: fc.option(event, { nil: undefined }),
  enabled: fc.constantFrom(undefined, false),
  jobs: fc.constantFrom(undefined, -1, 1, 3),
}).map((one) => one.event === undefined ? { event: one.event, jobs: one.jobs ?? 2 } : one)
  .filter((one) => one.jobs !== undefined || ("enabled" in one && one.enabled !== undefined));

const toml = fc.tuple(
  fc.uniqueArray(switches, { selector: (one) => one.event, maxLength: 3 }),
  fc.uniqueArray(hook, { selector: (one) => one.name, minLength: 1, maxLength: 5 }),
).map(([tables, hooks]) => [...tables.map(switchTable), ...hooks.map(hookTable)].join("\n"))
  .filter((text) => fold(text) !== undefined);

function fold(text: string): Fold | undefined {
  try {
    return foldSettings(parseHooksToml(text, FILE).settings, "hooks.toml");
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/** All that has an effect: defaults and what `args` means where there are none left out. */
function meaning(text: string): unknown {
  const folded = fold(text);
  assert.ok(folded !== undefined, text);
  const { events, hooks } = folded;
  const withArgs = new Set(
    [...events].flatMap(([one, on]) =>
      (findEvent(one)?.args.length ?? 0) > 0 ? [...on.keys()] : []
    ),
  );
  return {
    events: Object.fromEntries([...events].sort().map(([one, on]) => [one, [...on.keys()]])),
    hooks: Object.fromEntries(
      [...hooks].sort().map(([one, { program, parallel, args }]) => [one, {
        key: program?.key,
        value: program?.value,
        parallel: parallel === true,
        args: args !== false || !withArgs.has(one),
      }]),
    ),
    off: [...folded.switches].filter(([, { on }]) => !on).map(([one]) => one).sort(),
    eventJobs: Object.fromEntries([...folded.eventJobs].sort()),
    jobs: folded.jobs,
  };
}

Deno.test("a hooks.toml that is exported and imported means what it meant", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  const config = box.read("repo/.git/config") ?? "";
  const cwd = box.path("repo");
  await fc.assert(
    fc.asyncProperty(toml, async (text) => {
      box.write("repo/.git/config", config);
      box.write("repo/.git/hooks.toml", text);
      const exported = await exportToGitConfig(await readSources({ cwd }));
      assert.deepEqual(exported.warnings, []);
      box.write("repo/.git/config", config + exported.text);
      await Deno.remove(`${cwd}/.git/hooks.toml`);
      const imported = await importFromGitConfig(await readSources({ cwd }));
      assert.deepEqual(imported.warnings, []);
      assert.deepEqual(meaning(imported.text), meaning(text), exported.text);
      // With the lines that it names nothing is left of them.
      for (const line of imported.removal) {
        const said = await box.start("sh", ["-c", line], { cwd: "repo" });
        assert.equal(said.code, 0, line + said.stderr);
      }
      const left = await box.git(["config", "--local", "--get-regexp", "^hook"], { cwd: "repo" });
      assert.equal(left.stdout, "");
    }),
    { numRuns: 25 },
  );
});

// `$0`, the arguments and what is read, as a hook sees them.
const SHOW = `printf '%s' "$0" >>"$TRACE"; printf ' [%s]' "$@" >>"$TRACE"; echo >>"$TRACE"`;

const BEHAVIOUR = `
[hook]
jobs = 2

[hook.one]
event = ["pre-commit", "commit-msg"]
script = "hooks.d/show it"

[hook.two]
event = ["commit-msg", "pre-commit"]
command = './show "a # b"; ./show'
args = false

[hook.three]
event = ["commit-msg", "pre-push", "reference-transaction"]
command = "./show"

[hook.off]
event = "commit-msg"
command = "./show off"
enabled = false

[hook.four]
event = "commit-msg"
script = "hooks.d/show it"
args = false

[hook.fails]
event = ["pre-push", "update"]
command = '''
./show "it's"
exit 3 #'''
args = false

[hook.silent]
event = "post-commit"
command = "./show never"

[hook.post-commit]
enabled = false
`;

for (const git of newGits().filter(({ version }) => version[1] >= 55)) {
  Deno.test(`exported hooks do in ${git.name} what they did from hooks.toml`, async () => {
    using box = new Sandbox(git);
    await box.repository("repo");
    box.write("system/hooks.toml", '[hook.sys]\nevent = "commit-msg"\nscript = "show it"\n');
    for (const path of ["system/show it", "repo/show", "repo/.git/hooks.d/show it"]) {
      box.script(path, SHOW);
    }
    box.write("repo/.git/hooks.toml", BEHAVIOUR);
    await box.mustGit(["config", "hook.own.command", "./show own"], { cwd: "repo" });
    await box.mustGit(["config", "hook.own.event", "commit-msg"], { cwd: "repo" });
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x", "--no-verify"], { cwd: "repo" });
    await box.mustGit(["worktree", "add", "-q", "../linked"], { cwd: "repo" });
    box.script("linked/show", SHOW);
    box.trace();

    const places = ["repo", "linked"];
    const events = [...EVENTS, "reference-transaction"];
    const before = new Map<string, unknown>();
    for (const cwd of places) {
      for (const one of events) {
        const run = await box.hooks(["run", "--ignore-missing", one, "--", "a b", "c"], { cwd });
        const list = await box.hooks(["list", one], { cwd });
        before.set(`${cwd} ${one}`, { code: run.code, trace: box.trace(), list: list.stdout });
      }
    }
    const exported = await box.hooks(["export"], { cwd: "repo" });
    assert.equal(exported.code, 0, exported.stderr);
    assert.equal(exported.stderr, "");
    box.write("repo/.git/config", box.read("repo/.git/config") + exported.stdout);
    // While hooks.toml is still there, each hook runs once all the same.
    const both = await box.hooks(["run", "commit-msg", "--", "a b", "c"], { cwd: "repo" });
    assert.equal(both.code, 0, both.stderr);
    assert.equal(
      box.trace(),
      Object(before.get("repo commit-msg")).trace,
    );
    await Deno.remove(box.path("repo/.git/hooks.toml"));
    await Deno.remove(box.path("system/hooks.toml"));
    for (const cwd of places) {
      for (const one of events) {
        const run = await box.git(["hook", "run", "--ignore-missing", one, "--", "a b", "c"], {
          cwd,
        });
        const list = await box.git(["hook", "list", one], { cwd });
        assert.deepEqual(
          { code: run.code, trace: box.trace(), list: list.stdout },
          before.get(`${cwd} ${one}`),
          `${cwd} ${one}`,
        );
      }
    }
    const traced = Object(before.get("repo commit-msg")).trace;
    assert.ok(String(traced).includes(".git/hooks.d/show it [a b] [c]\n"), String(traced));
  });
}

for (const git of newGits()) {
  Deno.test(`an exported script of a bare repository has its $0 in a push, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("server.git", { bare: true });
    await box.repository("client");
    box.write("server.git/hooks.toml", '[hook.gate]\nevent = "update"\nscript = "hooks.d/gate"\n');
    box.script("server.git/hooks.d/gate", `echo "$0 $1" >>"$TRACE"`);
    const exported = await box.hooks(["export"], { cwd: "server.git" });
    assert.ok(exported.stdout.includes("\tcommand = hooks.d/gate\n"), exported.stdout);
    box.write("server.git/config", box.read("server.git/config") + exported.stdout);
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "client" });
    await box.mustGit(["push", "-q", "../server.git", "main"], { cwd: "client" });
    assert.equal(box.trace(), "hooks.d/gate refs/heads/main\n");
  });

  Deno.test(`an exported script finds itself when git pushes into a worktree, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("server");
    await box.repository("client");
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "server" });
    await box.mustGit(["worktree", "add", "-q", "../linked"], { cwd: "server" });
    box.write("server/.git/hooks.toml", '[hook.gate]\nevent = "update"\nscript = "hooks.d/gate"\n');
    box.script("server/.git/hooks.d/gate", `echo "$0 $1" >>"$TRACE"`);
    const exported = await box.hooks(["export"], { cwd: "linked" });
    assert.equal(exported.code, 0, exported.stderr);
    box.write("server/.git/config", box.read("server/.git/config") + exported.stdout);
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "y"], { cwd: "client" });
    await box.mustGit(["push", "-q", "../server", "main:a"], { cwd: "client" });
    await box.mustGit(["push", "-q", "../linked", "main:b"], { cwd: "client" });
    assert.equal(
      box.trace(),
      `hooks.d/gate refs/heads/a\n${box.path("server/.git/hooks.d/gate")} refs/heads/b\n`,
    );
  });
}
