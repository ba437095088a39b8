/** What the sources are to each other: git config, hooks.toml of three scopes, the hookdir. */
import assert from "node:assert/strict";
import { Sandbox } from "../support/sandbox.ts";

async function prepared(): Promise<Sandbox> {
  const box = new Sandbox();
  await box.repository("repo");
  return box;
}

async function list(box: Sandbox, event: string, options: readonly string[] = []): Promise<string> {
  const said = await box.hooks(["list", "--show-scope", ...options, event], { cwd: "repo" });
  return said.stdout;
}

const LINT = '[hook.lint]\nevent = "pre-commit"\ncommand = "deno lint"\n';

Deno.test("the order of an event is git config, hooks.toml system, project, local, then the hookdir", async () => {
  using box = await prepared();
  box.write("system/hooks.toml", '[hook.sys]\nevent = "pre-commit"\ncommand = "a"\n');
  box.write("repo/.git/hooks.toml", '[hook.own]\nevent = "pre-commit"\ncommand = "b"\n');
  box.write("repo/hooks.toml", LINT);
  box.script("repo/.git/hooks/pre-commit", ":");
  await box.mustGit(["config", "hook.git.command", "c"], { cwd: "repo" });
  await box.mustGit(["config", "hook.git.event", "pre-commit"], { cwd: "repo" });
  assert.equal(
    await list(box, "pre-commit"),
    "local\tgit\nsystem\tsys\nproject\tuntrusted\tlint\nlocal\town\nhook from hookdir\n",
  );
});

Deno.test("a project's hook is untrusted until its text was accepted, and again when it changed", async () => {
  using box = await prepared();
  box.write("repo/hooks.toml", LINT);
  assert.equal(await list(box, "pre-commit"), "project\tuntrusted\tlint\n");
  assert.equal((await box.hooks(["check", "pre-commit"], { cwd: "repo" })).code, 0);
  assert.equal((await box.hooks(["run", "pre-commit"], { cwd: "repo" })).code, 1);
  const trusted = await box.hooks(["trust", "--yes"], { cwd: "repo" });
  assert.equal(trusted.code, 0, trusted.stderr);
  assert.equal(await list(box, "pre-commit"), "project\tlint\n");
  box.write("repo/hooks.toml", LINT.replace('lint"\n', 'lint --fix"\n'));
  assert.equal(await list(box, "pre-commit"), "project\tuntrusted\tlint\n");
});

Deno.test("a name with this event in git config shadows a hooks.toml hook", async () => {
  using box = await prepared();
  box.write("repo/.git/hooks.toml", LINT);
  await box.mustGit(["config", "hook.lint.command", "mine"], { cwd: "repo" });
  assert.equal(await list(box, "pre-commit"), "local\tlint\n", "a lone command changes nothing");
  await box.mustGit(["config", "hook.lint.event", "pre-commit"], { cwd: "repo" });
  assert.equal(await list(box, "pre-commit"), "local\tlint\nlocal\tshadowed\tlint\n");
});

Deno.test("a project file cannot redefine or disable a name that its user has", async () => {
  using box = await prepared();
  box.write("repo/.git/hooks.toml", LINT);
  box.write(
    "repo/hooks.toml",
    '[hook.lint]\nevent = "pre-commit"\ncommand = "evil"\nenabled = false\n',
  );
  await box.hooks(["trust", "--yes"], { cwd: "repo" });
  assert.equal(await list(box, "pre-commit"), "project\tshadowed\tlint\nlocal\tlint\n");
});

Deno.test("a project file's event switch concerns its own hooks only", async () => {
  using box = await prepared();
  box.write("repo/.git/hooks.toml", LINT);
  box.write(
    "repo/hooks.toml",
    '[hook.types]\nevent = "pre-commit"\ncommand = "x"\n[hook.pre-commit]\nenabled = false\n',
  );
  await box.hooks(["trust", "--yes"], { cwd: "repo" });
  assert.equal(await list(box, "pre-commit"), "project\tevent-disabled\ttypes\nlocal\tlint\n");
});

Deno.test("enabled in git config alone switches a hooks.toml hook, also once with -c", async () => {
  using box = await prepared();
  box.write("repo/.git/hooks.toml", LINT);
  const once = await box.hooks(["list", "pre-commit"], {
    cwd: "repo",
    env: {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "hook.lint.enabled",
      GIT_CONFIG_VALUE_0: "false",
    },
  });
  assert.equal(once.stdout, "disabled\tlint\n");
  assert.equal(await list(box, "pre-commit"), "local\tlint\n");
});

Deno.test("an event's switch in git config stops hooks.toml hooks, not the hookdir's script", async () => {
  using box = await prepared();
  box.write("repo/.git/hooks.toml", LINT);
  box.script("repo/.git/hooks/pre-commit", ":");
  await box.mustGit(["config", "hook.pre-commit.enabled", "false"], { cwd: "repo" });
  assert.equal(await list(box, "pre-commit"), "local\tevent-disabled\tlint\nhook from hookdir\n");
});

Deno.test("a script is found from every place in which its hook runs", async () => {
  using box = await prepared();
  box.write("repo/a", "a");
  await box.mustGit(["add", "a"], { cwd: "repo" });
  await box.mustGit(["commit", "-qm", "a"], { cwd: "repo" });
  await box.mustGit(["worktree", "add", "-q", "../linked"], { cwd: "repo" });
  box.write("repo/.git/hooks.toml", '[hook.own]\nevent = "pre-commit"\nscript = "hooks.d/x"\n');
  const scripts = async (cwd: string): Promise<unknown> => {
    const said = await box.hooks(["list", "--json", "pre-commit"], { cwd });
    return JSON.parse(said.stdout).hooks[0].script;
  };
  box.write("repo/sub/b", "b");
  assert.equal(await scripts("repo"), ".git/hooks.d/x");
  assert.equal(await scripts("repo/sub"), ".git/hooks.d/x");
  assert.equal(await scripts("repo/.git"), "hooks.d/x");
  assert.equal(await scripts("linked"), box.path("repo/.git/hooks.d/x"));
});

Deno.test("a hookdir file that a hook names as its script is that hook, not a second one", async () => {
  using box = await prepared();
  box.script("repo/.git/hooks/pre-commit", ":");
  box.write(
    "repo/.git/hooks.toml",
    '[hook.own]\nevent = "pre-commit"\nscript = "hooks/pre-commit"\n',
  );
  assert.equal(await list(box, "pre-commit"), "local\town\n");
});

Deno.test("a broken hooks.toml stops every event that reads it, with its line", async () => {
  using box = await prepared();
  box.write("repo/hooks.toml", `${LINT}comand = "x"\n`);
  for (
    const args of [["list", "pre-commit"], ["check", "commit-msg"], ["run", "pre-commit"], [
      "check",
    ], ["list"]]
  ) {
    const said = await box.hooks(args, { cwd: "repo" });
    assert.equal(said.code, 128, args.join(" "));
    assert.match(
      said.stderr,
      /^fatal: hooks\.toml:4:1: unknown key 'comand' in \[hook\.lint\]; did you mean 'command'\?$/m,
    );
    assert.ok(!said.stderr.includes("    at "), "no stack trace");
  }
});

Deno.test("events of receive-pack and reference-transaction never read the project file", async () => {
  using box = await prepared();
  box.write("repo/hooks.toml", "this is not TOML");
  for (const event of ["pre-receive", "update", "reference-transaction", "post-index-change"]) {
    assert.equal((await box.hooks(["check", event], { cwd: "repo" })).code, 1, event);
  }
});

Deno.test("the overview says of everything whether it runs and why not", async () => {
  using box = await prepared();
  box.write("repo/hooks.toml", LINT);
  box.write("repo/.git/hooks.toml", '[hook.own]\nevent = "commit-msg"\ncommand = "npm test"\n');
  box.script("repo/.git/hooks/pre-push", ":");
  box.write("repo/.git/hooks/post-merge", "#!/bin/sh\n", 0o644);
  await box.mustGit(["config", "core.hooksPath", "elsewhere"], { cwd: "repo" });
  box.write("repo/elsewhere/post-commit", "#!/bin/sh\n", 0o755);
  const said = await box.hooks(["list"], { cwd: "repo", env: { NO_COLOR: "1" } });
  assert.equal(said.code, 0);
  assert.equal(
    said.stdout,
    `pre-commit
- lint         project  not trusted                 hooks.toml:1
commit-msg
- own          local    not installed               .git/hooks.toml:1
post-commit
  (hookdir)             post-commit                 elsewhere/post-commit
pre-push
- (hookdir)             dead behind core.hooksPath  .git/hooks/pre-push
`,
  );
  assert.equal(said.stderr, "hint: read and accept this clone's hooks.toml: git hooks trust\n");
});
