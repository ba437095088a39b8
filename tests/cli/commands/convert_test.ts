/** What `git-hooks export` and `git-hooks import` say, refuse and leave. @module */

import assert from "node:assert/strict";
import { type Said, Sandbox } from "../../support/sandbox.ts";

async function prepared(toml?: string, config?: string): Promise<Sandbox> {
  const box = new Sandbox();
  await box.repository("repo");
  if (toml !== undefined) box.write("repo/.git/hooks.toml", toml);
  if (config !== undefined) {
    box.write("repo/.git/config", `${box.read("repo/.git/config")}${config}`);
  }
  return box;
}

function hooks(box: Sandbox, ...args: readonly string[]): Promise<Said> {
  return box.hooks(args, { cwd: "repo" });
}

const OLD_GIT =
  "warning: the git in PATH does not run these itself: that takes git 2.54 or later\n";

function unwarned(said: Said): string {
  return said.stderr.replace(OLD_GIT, "");
}

Deno.test("export prints git config in running order, the command before the event", async () => {
  using box = await prepared(
    '[hook.b]\nevent = "pre-commit"\ncommand = "echo \'a # b\'"\nparallel = true\n' +
      '[hook.a]\nevent = ["pre-commit", "pre-push"]\nscript = "/opt/lint"\nenabled = false\n',
  );
  const said = await hooks(box, "export");
  assert.equal(said.code, 0, said.stderr);
  assert.equal(unwarned(said), "");
  assert.equal(
    said.stdout,
    `# The hooks of .git/hooks.toml as git config, for .git/config
[hook "b"]
	command = "echo 'a # b'"
	parallel = true
	event = pre-commit
[hook "a"]
	command = /opt/lint
	enabled = false
	event = pre-commit
	event = pre-push
`,
  );
});

Deno.test("export refuses what git config cannot say, all of it at once, and prints nothing", async () => {
  using box = await prepared(
    '[hook.slow]\nevent = "pre-push"\ncommand = "x"\ntimeout = "30s"\n' +
      '[hook.some]\nevent = "update"\ncommand = "x"\nrefs = "refs/heads/main"\n' +
      '[hook.proc]\nevent = "proc-receive"\ncommand = "x"\n' +
      '[hook.mine]\nevent = "pre-push"\ncommand = "x"\n' +
      "[hook.pre-push]\nenabled = false\n",
    '[hook "mine"]\n\tcommand = y\n[hook "git"]\n\tcommand = y\n\tevent = pre-push\n',
  );
  const said = await hooks(box, "export", "--scope", "local");
  assert.equal(said.code, 1);
  assert.equal(said.stdout, "");
  assert.equal(
    said.stderr,
    `error: .git/hooks.toml:1: 'slow' has 'timeout', and git config has no such setting
hint: put timeout(1) before its command: timeout 30s ...
error: .git/hooks.toml:5: 'some' has 'refs', and git config has no such setting
error: .git/hooks.toml:9: 'proc' is a hook of proc-receive, for which git looks into the hookdir alone
error: .git/hooks.toml:12: 'mine' is a name that git config has settings of
hint: give one of the two another name
error: .git/hooks.toml:15: hook.pre-push.enabled = false would switch off 'git' in git config, too
`,
  );
});

Deno.test("export wants a project's hooks trusted, and leaves out what is never read there", async () => {
  using box = await prepared();
  box.write(
    "repo/hooks.toml",
    '[hook.lint]\nevent = ["pre-commit", "update"]\nscript = "tools/lint it"\n',
  );
  box.script("repo/tools/lint it", ":");
  const untrusted = await hooks(box, "export");
  assert.equal(untrusted.code, 1);
  assert.equal(untrusted.stdout, "");
  assert.equal(
    untrusted.stderr,
    "error: hooks.toml is not trusted, so it is not exported\n" +
      "hint: read and accept it first: git hooks trust\n",
  );
  assert.equal((await hooks(box, "export", "--scope", "local")).code, 0);
  await hooks(box, "trust", "--yes");
  const said = await hooks(box, "export");
  assert.equal(
    unwarned(said),
    "warning: 'lint' of hooks.toml on update is left out: a project's file is never read there\n",
  );
  assert.ok(
    said.stdout.endsWith(
      "[hook \"lint\"]\n\tcommand = exec 'tools/lint it'\n\tevent = pre-commit\n",
    ),
    said.stdout,
  );
});

Deno.test("export leaves out a hook that git config shadows, and keeps git config's switches", async () => {
  using box = await prepared(
    '[hook.a]\nevent = "pre-commit"\ncommand = "x"\n' +
      '[hook.b]\nevent = "pre-commit"\ncommand = "y"\nenabled = false\n',
    '[hook "a"]\n\tcommand = z\n\tevent = pre-commit\n[hook "b"]\n\tenabled = true\n',
  );
  const said = await hooks(box, "export");
  assert.equal(said.code, 0, said.stderr);
  assert.equal(
    unwarned(said),
    "warning: 'a' of .git/hooks.toml on pre-commit is left out: " +
      "it is shadowed by a hook of that name\n",
  );
  assert.ok(said.stdout.endsWith('config\n[hook "b"]\n\tcommand = y\n\tevent = pre-commit\n'));
});

Deno.test("export writes down nothing that holds for one command only", async () => {
  using box = await prepared(
    '[hook.a]\nevent = "pre-commit"\ncommand = "x"\nenabled = false\n',
  );
  const env = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "hook.a.enabled",
    GIT_CONFIG_VALUE_0: "true",
  };
  const said = await box.hooks(["export"], { cwd: "repo", env });
  assert.ok(said.stdout.includes("\tenabled = false\n"), said.stdout);
});

Deno.test("export of a migrated script keeps its off switch, and warns that an undo takes it away", async () => {
  using box = await prepared();
  box.script("repo/.git/hooks/pre-commit", "exit 1");
  assert.equal((await hooks(box, "migrate", "--yes")).code, 0);
  const warning = "warning: the script of 'pre-commit-script' lies in hooks.d, " +
    "which 'migrate --undo' and 'uninstall' take away\n";
  const on = await hooks(box, "export");
  assert.equal(unwarned(on), warning);
  assert.ok(!on.stdout.includes("enabled"), on.stdout);
  await Deno.chmod(box.path("repo/.git/hooks/pre-commit"), 0o644);
  const off = await hooks(box, "export");
  assert.equal(unwarned(off), warning);
  assert.ok(off.stdout.includes("\tenabled = false\n"), off.stdout);
});

Deno.test("export of one scope tells when the order changes, and refuses half of a hook", async () => {
  using box = await prepared('[hook.own]\nevent = "pre-commit"\ncommand = "x"\n');
  box.write("system/hooks.toml", '[hook.sys]\nevent = "pre-commit"\ncommand = "y"\n');
  assert.equal(unwarned(await hooks(box, "export")), "");
  const own = await hooks(box, "export", "--scope", "local");
  assert.equal(
    unwarned(own),
    "warning: the order of pre-commit changes: it is sys, own, and becomes own, sys\n",
  );
  const system = await hooks(box, "export", "--scope", "system");
  assert.ok(system.stdout.includes("for git config --system --edit\n"), system.stdout);
  box.write("system/hooks.toml", '[hook.own]\nevent = "pre-push"\ncommand = "y"\n');
  const half = await hooks(box, "export", "--scope", "local");
  assert.equal(half.code, 1);
  assert.ok(half.stderr.includes("export them together, without --scope"), half.stderr);
  assert.equal((await hooks(box, "export")).code, 0);
});

Deno.test("export says so when there is nothing, and import too", async () => {
  using box = await prepared();
  const said = await hooks(box, "export");
  assert.deepEqual([said.code, said.stdout], [0, ""]);
  assert.equal(said.stderr, "hint: there is no hooks.toml hook to export\n");
  const imported = await hooks(box, "import");
  assert.deepEqual([imported.code, imported.stdout], [0, ""]);
  assert.equal(imported.stderr, "hint: git config has no hook of scope local\n");
  assert.equal((await hooks(box, "export", "--scope", "global")).code, 129);
  assert.equal((await hooks(box, "export", "--to", "yaml")).code, 129);
  assert.equal((await hooks(box, "import", "--scope", "project")).code, 129);
  assert.equal((await box.hooks(["export"], { cwd: "." })).code, 128);
});

Deno.test("import prints hooks.toml, and last the lines that clear git config", async () => {
  using box = await prepared(
    undefined,
    `[hook]
	jobs = 2
[hook "my lint"]
	command = deno lint
	event = pre-commit
	event = pre-push
	parallel = yes
[hook "off"]
	command = "npm test; echo \\"it's\\""
	event = pre-commit
	enabled = no
[hook "pre-push"]
	enabled = false
`,
  );
  const said = await hooks(box, "import");
  assert.equal(said.code, 0, said.stderr);
  assert.equal(
    said.stdout,
    `# The hooks of git config, scope local, for .git/hooks.toml
[hook]
jobs = 2

[hook."my lint"]
event = ["pre-commit", "pre-push"]
command = "deno lint"
parallel = true

[hook.off]
event = "pre-commit"
command = "npm test; echo \\"it's\\""
enabled = false

[hook.pre-push]
enabled = false
`,
  );
  assert.equal(
    said.stderr,
    `hint: git config's hooks shadow those of a hooks.toml; once these are in .git/hooks.toml:
hint:   git hooks install
hint:   git config --local --remove-section 'hook.my lint'
hint:   git config --local --remove-section hook.off
hint:   git config --local --unset-all hook.jobs
hint:   git config --local --remove-section hook.pre-push
`,
  );
});

Deno.test("import refuses what a hooks.toml cannot say, all of it at once, and prints nothing", async () => {
  using box = await prepared(
    '[hook.here]\nevent = "pre-push"\ncommand = "x"\n',
    `[hook "12"]
	command = x
	event = pre-commit
[hook "a=b"]
	command = x
	event = pre-commit
[hook "typo"]
	command = x
	event = pre-comit
[hook "tail"]
	command = "x;"
	event = pre-push
[hook "bool"]
	command = x
	event = pre-commit
	enabled = fales
[hook "here"]
	command = x
	event = pre-commit
[hook "bell"]
	command = "x \x07"
	event = pre-commit
`,
  );
  const said = await hooks(box, "import");
  assert.equal(said.code, 1);
  assert.equal(said.stdout, "");
  assert.deepEqual(said.stderr.split("\n").filter((line) => line.startsWith("error: ")), [
    "error: .git/config:8: hooks.toml cannot have '12': a hook's name must not be a number",
    "error: .git/config:11: hooks.toml cannot have 'a=b': " +
    "a hook's name must not contain '=': git -c could not switch the hook off",
    "error: .git/config:14: hooks.toml cannot have 'typo': " +
    "unknown event 'pre-comit'; did you mean 'pre-commit'?",
    "error: .git/config:17: hooks.toml cannot have 'tail': " +
    "'command' ends in ';', and on pre-push git appends <remote> <url>",
    "error: .git/config:21: 'bool' has enabled = fales, which is no boolean",
    "error: .git/config:24: 'here' is the name of a hook in a hooks.toml already",
    "error: .git/config:27: hooks.toml cannot have 'bell': 'command' contains a control character",
  ]);
});

Deno.test("import refuses orders that no file of tables has, and hooks spread over scopes", async () => {
  using box = await prepared(
    undefined,
    `[hook "a"]
	command = x
	event = pre-commit
[hook "b"]
	command = x
	event = pre-commit
	event = pre-push
[hook "a"]
	event = pre-push
`,
  );
  const order = await hooks(box, "import");
  assert.equal(order.code, 1);
  assert.equal(
    order.stderr,
    "error: 'a' runs before 'b' on pre-commit, and 'b' runs before 'a' on pre-push: " +
      "the tables of a hooks.toml have one order for every event\n",
  );
  await box.mustGit(["config", "--global", "hook.a.enabled", "false"], { cwd: "repo" });
  await box.mustGit(["config", "hook.a.enabled", "true"], { cwd: "repo" });
  await box.mustGit(["config", "--global", "hook.b.event", "update"], { cwd: "repo" });
  const spread = await hooks(box, "import");
  assert.ok(spread.stderr.includes("'a' is switched in scope global, too"), spread.stderr);
  assert.ok(spread.stderr.includes("'b' has an event in scope global, too"), spread.stderr);
});

Deno.test("import names included files, and what stays in git config and why", async () => {
  using box = await prepared(
    undefined,
    `[include]
	path = more.inc
[hook]
	jobs = 3
[hook "own"]
	command = x
	event = pre-commit
	color = red
[hook "later"]
	command = y
`,
  );
  box.write("repo/.git/more.inc", '[hook "more"]\n\tcommand = y\n\tevent = pre-commit\n');
  box.write(
    "home/.gitconfig",
    `${box.read("home/.gitconfig")}[hook "all"]\n\tcommand = z\n\tevent = pre-commit\n`,
  );
  const said = await hooks(box, "import");
  assert.equal(said.code, 0, said.stderr);
  assert.equal(
    said.stderr,
    `warning: hook.own.color is left out: git has no such setting
warning: hook.later.command stays in git config: it has no event
warning: hook.jobs stays in git config: there are hooks of another scope, which have it in common
warning: some of them stand in .git/more.inc, which git config includes
hint: git config's hooks shadow those of a hooks.toml; once these are in .git/hooks.toml:
hint:   git hooks install
hint:   git config --file '${box.path("repo/.git/more.inc").replace("'", "'\\''")}' \
--remove-section hook.more
hint:   git config --local --remove-section hook.own
`,
  );
  const global = await hooks(box, "import", "--scope", "global");
  assert.ok(global.stdout.includes("[hook.all]\n"), global.stdout);
  assert.ok(global.stderr.includes("all repositories of yours"), global.stderr);
});
