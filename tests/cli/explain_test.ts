import assert from "node:assert/strict";
import { type Said, Sandbox } from "../support/sandbox.ts";

const TOML = `[hook.lint]
event = ["pre-commit", "pre-push"]
command = "lint --all"
timeout = "30s"

[hook.types]
event = "pre-commit"
script = "tools/types"

[hook.signed]
event = "pre-push"
command = "check-signed"
args = false
`;

async function project(): Promise<Sandbox> {
  const box = new Sandbox();
  await box.repository("app");
  box.write("app/hooks.toml", TOML);
  box.script("app/tools/types", ":");
  box.script("app/.git/hooks/pre-commit", ":");
  await box.mustGit(["config", "hook.types.enabled", "false"], { cwd: "app" });
  await box.mustGit(["config", "hook.jobs", "2"], { cwd: "app" });
  await box.mustGit(["config", "hook.pre-push.jobs", "many"], { cwd: "app" });
  return box;
}

async function installed(): Promise<Sandbox> {
  const box = await project();
  for (const words of [["trust", "--yes"], ["install"]]) {
    const said = await box.hooks(words, { cwd: "app" });
    assert.equal(said.code, 0, said.stderr);
  }
  return box;
}

function explain(box: Sandbox, ...words: readonly string[]): Promise<Said> {
  // The sandbox's own system file has a path of another length on every machine.
  return box.hooks(["explain", ...words], { cwd: "app", env: { GIT_HOOKS_SYSTEM: undefined } });
}

function plain(box: Sandbox, { stdout }: Said): string {
  return stdout.replaceAll(box.root, "ROOT");
}

Deno.test("explain shows a clone that nobody has set up", async (t) => {
  using box = await project();
  await t.assertSnapshot(plain(box, await explain(box, "pre-commit")));
});

Deno.test("explain shows the same when it is trusted and installed", async (t) => {
  using box = await installed();
  await t.assertSnapshot(plain(box, await explain(box, "pre-commit")));
});

Deno.test("explain shows one hook with its arguments, refs and numbers of jobs", async (t) => {
  using box = await installed();
  await t.assertSnapshot(plain(box, await explain(box, "pre-push", "signed")));
  await t.assertSnapshot(plain(box, await explain(box, "pre-push")));
});

Deno.test("explain looks at the events of a push from the git directory", async (t) => {
  using box = new Sandbox();
  await box.repository("app");
  box.write("app/.git/hooks.toml", '[hook.gate]\nevent = "update"\ncommand = "test -n"\n');
  box.script("app/.git/hooks/update", ":");
  await t.assertSnapshot(plain(box, await explain(box, "update")));
});

Deno.test("explain prints the same as JSON", async () => {
  using box = await installed();
  const said = await explain(box, "--json", "pre-commit");
  const explained = JSON.parse(said.stdout);
  assert.equal(explained.directory, box.path("app"));
  const [lint, types, script] = explained.hooks;
  assert.deepEqual(lint.argv.slice(0, 5), ["timeout", "-k", "10", "30s", "/bin/sh"]);
  assert.equal(lint.started[0].by, "shim");
  assert.equal(types.runs, false);
  assert.match(types.reason, /^disabled by \.git\/config:\d+$/);
  assert.deepEqual(script.argv, [".git/hooks.d/pre-commit"]);
});

Deno.test("explain tells what overrides what", async () => {
  using box = new Sandbox();
  await box.repository("app");
  const set = (...words: readonly string[]): Promise<string> =>
    box.mustGit(["config", ...words], { cwd: "app" });
  await set("--global", "hook.a.command", "one");
  await set("--global", "hook.a.event", "pre-commit");
  await set("hook.a.command", "two");
  await set("hook.a.event", "");
  await set("--add", "hook.a.event", "pre-push");
  await set("--add", "hook.a.event", "pre-commit");
  await set("hook.a.timeout", "3s");
  const said = await explain(box, "--json", "pre-commit", "a");
  const [hook] = JSON.parse(said.stdout).hooks;
  assert.deepEqual(
    hook.settings.map((one: { key: string; value: string; effect: string; why: string | null }) =>
      [one.key, one.value, one.effect, one.why].join(" | ")
    ),
    [
      "hook.a.command | one | overridden | overridden by .git/config:7",
      "hook.a.event | pre-commit | reset | taken back by .git/config:8",
      "hook.a.command | two | counts | ",
      "hook.a.event |  | counts | takes back the events before it",
      "hook.a.event | pre-push | elsewhere | another event",
      "hook.a.event | pre-commit | counts | ",
      "hook.a.timeout | 3s | ignored | git does not know 'timeout'; it works in hooks.toml only",
    ],
  );
});

Deno.test("explain tells whose a shadowed name is", async () => {
  using box = new Sandbox();
  await box.repository("app");
  box.write("app/.git/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncommand = "x"\n');
  await box.mustGit(["config", "hook.a.command", "y"], { cwd: "app" });
  await box.mustGit(["config", "hook.a.event", "pre-commit"], { cwd: "app" });
  const said = await explain(box, "pre-commit");
  assert.match(
    said.stdout,
    /^- a \(hooks\.toml, local\): does not run: the name belongs to \.git\/config:\d+$/m,
  );
});

Deno.test("explain refuses what is not there, with what may have been meant", async () => {
  using box = await project();
  const event = await explain(box, "precommit");
  assert.equal(event.code, 1);
  assert.match(event.stderr, /^error: unknown hook event 'precommit';/);
  const hook = await explain(box, "pre-commit", "lnt");
  assert.equal(hook.code, 1);
  assert.equal(
    hook.stderr,
    "error: pre-commit has no hook 'lnt'\nhint: did you mean 'lint'?\n",
  );
  assert.equal((await explain(box)).code, 129);
});
