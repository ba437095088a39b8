/** Odd situations, each built by hand with real git, and the cause that doctor or explain names. */
import assert from "node:assert/strict";
import {
  newGits,
  projectRoot,
  type Said,
  Sandbox,
  type StartOptions,
  testGits,
} from "../support/sandbox.ts";

interface Found {
  readonly severity: string;
  readonly id: string;
  readonly message: string;
  readonly place?: string;
  readonly cure?: string;
}

async function doctor(
  box: Sandbox,
  options: StartOptions = {},
): Promise<{ readonly said: Said; readonly findings: readonly Found[] }> {
  const said = await box.hooks(["doctor", "--json"], { cwd: "repo", ...options });
  assert.equal(said.stderr, "");
  const findings: readonly Found[] = JSON.parse(said.stdout).findings;
  const wrong = findings.some(({ severity }) => severity === "error");
  assert.equal(said.code, wrong ? 1 : 0);
  return { said, findings };
}

/** The one finding of an id. */
async function one(box: Sandbox, id: string, options: StartOptions = {}): Promise<Found> {
  const { findings, said } = await doctor(box, options);
  const found = findings.filter((finding) => finding.id === id);
  assert.equal(found.length, 1, said.stdout);
  return found[0] ?? { severity: "", id: "", message: "" };
}

async function make(options: { readonly bare?: boolean } = {}): Promise<Sandbox> {
  const box = new Sandbox();
  await box.repository("repo", options);
  return box;
}

async function config(box: Sandbox, ...settings: readonly (readonly string[])[]): Promise<void> {
  for (const words of settings) await box.mustGit(["config", ...words], { cwd: "repo" });
}

const LINT = '[hook.lint]\nevent = "pre-commit"\ncommand = "true lint"\n';

Deno.test("doctor says in one line that all is well", async () => {
  using box = await make();
  box.script("repo/.git/hooks/pre-commit", ":");
  const said = await box.hooks(["doctor"], { cwd: "repo" });
  assert.match(said.stdout, /^all is well: 1 hook of 1 event will run \(git \S+\)\n$/);
  assert.equal(said.code, 0);
});

Deno.test("doctor says that all is well after install, and after a commit", async () => {
  using box = await make();
  box.write("repo/.git/hooks.toml", LINT);
  box.script("repo/.git/hooks/pre-commit", ":");
  const installed = await box.hooks(["install"], { cwd: "repo" });
  assert.equal(installed.code, 0, installed.stderr);
  const well = /^all is well: 2 hooks of 1 event will run/;
  assert.match((await box.hooks(["doctor"], { cwd: "repo" })).stdout, well);
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
  assert.match((await box.hooks(["doctor"], { cwd: "repo" })).stdout, well);
});

Deno.test("doctor writes nothing", async () => {
  using box = await make();
  box.write("repo/.git/hooks.toml", LINT);
  await box.hooks(["install"], { cwd: "repo" });
  const look = (): Promise<Said> =>
    box.start("sh", ["-c", "find . -printf '%p %T@ %m %s\\n' | sort"], { cwd: "repo" });
  const before = await look();
  await doctor(box);
  assert.equal((await look()).stdout, before.stdout);
});

Deno.test("a script that is not executable", async () => {
  using box = await make();
  box.write("repo/.git/hooks/pre-push", "#!/bin/sh\n");
  const found = await one(box, "not-executable");
  assert.match(found.message, /^pre-push script of the hookdir does not run: the file is not exec/);
  assert.equal(found.cure, "chmod +x .git/hooks/pre-push");
});

Deno.test("a script that is a link to a file that is gone", async () => {
  using box = await make();
  await Deno.symlink("../../tools/gone", box.path("repo/.git/hooks/pre-commit"));
  const found = await one(box, "broken-link");
  assert.match(found.message, /link to \.\.\/\.\.\/tools\/gone, which is not there/);
});

Deno.test("a script whose interpreter is missing, directly and through env", async () => {
  using box = await make();
  box.write("repo/.git/hooks/pre-commit", "#!/opt/nowhere/python\n", 0o755);
  box.write("repo/.git/hooks/pre-push", "#!/usr/bin/env no-such-python\n", 0o755);
  const { findings } = await doctor(box);
  const messages = findings.filter(({ id }) => id === "no-interpreter").map((it) => it.message);
  assert.match(messages.join("\n"), /wants the interpreter \/opt\/nowhere\/python/);
  assert.match(messages.join("\n"), /wants the interpreter no-such-python, which is not in PATH/);
});

Deno.test("a script with a carriage return in its first line", async () => {
  using box = await make();
  box.write("repo/.git/hooks/commit-msg", "#!/bin/sh\r\nexit 0\r\n", 0o755);
  const found = await one(box, "carriage-return");
  assert.equal(found.severity, "error");
  assert.equal(found.cure, "sed -i 's/\\r$//' .git/hooks/commit-msg");
  const cured = await box.start("sh", ["-c", found.cure ?? ""], { cwd: "repo" });
  assert.equal(cured.code, 0, cured.stderr);
  assert.deepEqual((await doctor(box)).findings, []);
});

Deno.test("scripts that core.hooksPath hides, and a hooksPath that leads nowhere", async () => {
  using box = await make();
  box.script("repo/.git/hooks/pre-commit", ":");
  await config(box, ["core.hooksPath", ".husky/_"]);
  const dead = await one(box, "dead");
  assert.match(
    dead.message,
    /^pre-commit in \.git\/hooks is dead: core\.hooksPath = \.husky\/_ makes/,
  );
  assert.match(dead.place ?? "", /^\.git\/config:\d+$/);
  const path = await one(box, "hooks-path");
  assert.match(path.message, /names a folder that is not there, so git runs no script at all/);
  await box.start("sh", ["-c", path.cure ?? ""], { cwd: "repo" });
  assert.deepEqual((await doctor(box)).findings, []);
});

Deno.test("a hook that is disabled, and one whose event is", async () => {
  using box = await make();
  await config(
    box,
    ["hook.a.command", "true"],
    ["hook.a.event", "pre-commit"],
    ["hook.a.enabled", "false"],
    ["hook.b.command", "true"],
    ["hook.b.event", "pre-push"],
    ["hook.pre-push.enabled", "false"],
  );
  const off = await one(box, "disabled");
  assert.equal(off.severity, "note");
  assert.match(off.message, /pre-commit hook 'a' is disabled/);
  const event = await one(box, "event-disabled");
  assert.match(event.message, /pre-push hook 'b' is disabled with its event/);
  const explained = await box.hooks(["explain", "pre-push", "b"], { cwd: "repo" });
  assert.match(explained.stdout, /does not run: the event is disabled by \.git\/config:\d+/);
});

Deno.test("a hook of hooks.toml without a shim, and the cure", async () => {
  using box = await make();
  box.write("repo/.git/hooks.toml", LINT);
  const found = await one(box, "not-installed");
  assert.equal(found.severity, "error");
  assert.equal(found.place, ".git/hooks.toml:1");
  const explained = await box.hooks(["explain", "pre-commit"], { cwd: "repo" });
  assert.match(
    explained.stdout,
    /^- lint .*does not run: git knows nothing of hooks\.toml, and no shim stands at \.git\/hooks\/pre-commit$/m,
  );
  await box.hooks(["install"], { cwd: "repo" });
  assert.deepEqual((await doctor(box)).findings, []);
});

Deno.test("an event of the system's hooks.toml that has no shim here", async () => {
  using box = await make();
  box.write("system/hooks.toml", LINT);
  const found = await one(box, "not-installed");
  assert.match(found.message, /the system's hooks\.toml puts none there by itself/);
});

Deno.test("an event that git does not know, with the one that was meant", async () => {
  using box = await make();
  await config(box, ["hook.a.command", "true"], ["hook.a.event", "precommit"]);
  const found = await one(box, "unknown-event");
  assert.match(found.message, /git fires no event 'precommit'.*did you mean 'pre-commit'\?/);
  await box.start("sh", ["-c", found.cure ?? ""], { cwd: "repo" });
  assert.equal(
    await box.mustGit(["config", "hook.a.event"], { cwd: "repo" }),
    "pre-commit\n",
  );
});

Deno.test("a file in the hookdir whose name is nearly an event's", async () => {
  using box = await make();
  box.script("repo/.git/hooks/pre-commit.sh", ":");
  box.script("repo/.git/hooks/commit-mgs", ":");
  box.script("repo/.git/hooks/helper", ":");
  const { findings } = await doctor(box);
  assert.deepEqual(findings.map(({ message }) => message.replace(/:.*;/, ":")), [
    "git never runs commit-mgs: did you mean commit-msg?",
    "git never runs pre-commit.sh: did you mean pre-commit?",
  ]);
});

Deno.test("arguments that a command swallows, doubles or executes", async () => {
  using box = await make();
  await config(
    box,
    ["hook.a.command", "true lint # all of it"],
    ["hook.a.event", "commit-msg"],
    ["hook.b.command", 'true "$@"'],
    ["hook.b.event", "pre-push"],
    ["hook.c.command", "true;"],
    ["hook.c.event", "pre-push"],
    ["hook.d.command", "true lint # fine: no arguments"],
    ["hook.d.event", "pre-commit"],
  );
  const { findings } = await doctor(box);
  const traps = findings.filter(({ id }) => id === "argument-trap").map(({ message }) => message);
  assert.deepEqual(traps, [
    "the command of commit-msg hook 'a' ends in a comment, and git appends <file>",
    `the command of pre-push hook 'b' ends in "$@", and git appends <remote> <url>`,
    "the command of pre-push hook 'c' ends in ';', and git appends <remote> <url>",
  ]);
});

Deno.test("a script that runs twice: as file, as the same file, and as a copy", async () => {
  using box = await make();
  box.script("repo/.git/hooks/pre-commit", "echo hello");
  box.script("repo/tools/copy", "echo hello");
  await config(
    box,
    ["hook.same.command", ".git/hooks/pre-commit"],
    ["hook.same.event", "pre-commit"],
    ["hook.copy.command", "tools/copy"],
    ["hook.copy.event", "pre-push"],
    ["hook.again.command", "tools/copy"],
    ["hook.again.event", "pre-push"],
  );
  box.script("repo/.git/hooks/pre-push", "echo hello");
  await box.hooks(["install"], { cwd: "repo" });
  const { findings } = await doctor(box);
  const messages = findings.filter(({ id }) => id === "twice").map(({ message }) => message);
  assert.equal(messages.length, 3);
  assert.match(messages.join("\n"), /the hookdir's script is the same file as hook 'same'/);
  assert.match(messages.join("\n"), /hook 'again' runs the same command as hook 'copy'/);
  assert.match(messages.join("\n"), /the hookdir's script has the same content as hook 'copy'/);
});

Deno.test("a tool that put its own file over a shim", async () => {
  using box = await make();
  box.write("repo/.git/hooks.toml", LINT);
  await box.hooks(["install"], { cwd: "repo" });
  box.write(
    "repo/.git/hooks/pre-commit",
    '#!/bin/sh\ncall_lefthook()\n{\n  lefthook "$@"\n}\ncall_lefthook run "pre-commit" "$@"\n',
    0o755,
  );
  const found = await one(box, "shim-replaced");
  assert.match(found.message, /lefthook put its own file in the place of its shim/);
});

Deno.test("an older git in PATH ignores hooks of git config", async () => {
  using box = await make();
  await config(box, ["hook.a.command", "true"], ["hook.a.event", "pre-commit"]);
  const old = testGits().find((git) => !newGits().includes(git));
  if (old === undefined) return;
  const found = await one(box, "old-git", { env: { PATH: `${old.bin}:/usr/bin:/bin` } });
  assert.match(found.message, /ignores hooks of git config without a word/);
  const explained = await box.hooks(["explain", "pre-commit"], {
    cwd: "repo",
    env: { PATH: `${old.bin}:/usr/bin:/bin` },
  });
  assert.match(explained.stdout, /does not run: git before 2\.54 ignores hooks of git config/);
  await box.hooks(["install"], { cwd: "repo" });
  assert.deepEqual((await doctor(box)).findings, []);
});

Deno.test("names and events that stop git 2.54 and 2.55", async () => {
  using box = await make();
  await config(
    box,
    ["hook.pre-push.command", "true"],
    ["hook.pre-push.event", "pre-commit"],
    ["hook.empty.event", "pre-commit"],
  );
  const name = await one(box, "event-as-name");
  assert.match(name.message, /git 2\.55 and later stop every command that runs hooks/);
  const missing = await one(box, "no-command");
  assert.match(missing.message, /hook 'empty' has an event and no command/);
  for (const { cure } of [name, missing]) {
    const cured = await box.start("sh", ["-c", cure ?? ""], { cwd: "repo" });
    assert.equal(cured.code, 0, cured.stderr);
  }
  const { findings } = await doctor(box);
  assert.deepEqual(findings.filter(({ id }) => id === "event-as-name" || id === "no-command"), []);
});

Deno.test("an enabled that is no boolean, and a switch with a misspelt name", async () => {
  using box = await make();
  await config(
    box,
    ["hook.lint.command", "true"],
    ["hook.lint.event", "pre-commit"],
    ["hook.lint.enabled", "fales"],
    ["hook.lnt.enabled", "false"],
  );
  const found = await one(box, "no-boolean");
  assert.match(
    found.message,
    /hook\.lint\.enabled = fales is no boolean, so it switches nothing off/,
  );
  const other = await one(box, "unknown-switch");
  assert.match(other.message, /no hook 'lnt' to switch; did you mean 'lint'\?/);
  const explained = await box.hooks(["explain", "pre-commit", "lint"], { cwd: "repo" });
  assert.match(explained.stdout, /hook\.lint\.enabled = fales {2}'fales' is no boolean/);
});

Deno.test("shims: edited, older, and with a launcher that is gone", async () => {
  using box = await make();
  const toml = ["pre-commit", "pre-push", "commit-msg"].map((event, index) =>
    `[hook.h${index}]\nevent = "${event}"\ncommand = "true"\n`
  );
  box.write("repo/.git/hooks.toml", toml.join("\n"));
  await box.hooks(["install"], { cwd: "repo" });
  const edit = (event: string, change: (text: string) => string): void => {
    const path = `repo/.git/hooks/${event}`;
    box.write(path, change(box.read(path) ?? ""), 0o755);
  };
  edit("pre-commit", (text) => text.replace("\n", "\n\nexit 0\n"));
  edit("pre-push", (text) => text.replace(/version \d+/, "version 1"));
  edit(
    "commit-msg",
    (text) => text.replaceAll(`${projectRoot}/bin/git-hooks`, "/gone/git-hooks"),
  );
  const env = { PATH: "/usr/bin:/bin" };
  assert.match((await one(box, "edited-shim", { env })).message, /pre-commit was edited/);
  assert.match((await one(box, "old-shim", { env })).message, /pre-push is of an older git-hooks/);
  const gone = await one(box, "launcher-gone", { env });
  assert.match(
    gone.message,
    /\/gone\/git-hooks, which shims start, is gone; commit-msg will be stopped/,
  );
});

Deno.test("a shim whose kept script is gone, and one that is switched off", async () => {
  using box = await make();
  box.write("repo/.git/hooks.toml", LINT);
  box.script("repo/.git/hooks/pre-commit", ":");
  await box.hooks(["install"], { cwd: "repo" });
  await Deno.remove(box.path("repo/.git/hooks.d/pre-commit"));
  assert.match((await one(box, "orphaned-shim")).message, /gone: \.git\/hooks\.d\/pre-commit$/);
  await Deno.chmod(box.path("repo/.git/hooks/pre-commit"), 0o644);
  const { findings } = await doctor(box);
  assert.ok(findings.some(({ id }) => id === "shim-off"), JSON.stringify(findings));
});

Deno.test("a hooks.toml that nobody accepted, and one that runs unread", async () => {
  using box = await make();
  box.write("repo/hooks.toml", LINT);
  const found = await one(box, "untrusted");
  assert.match(found.message, /was not accepted: pre-commit is stopped where installed/);
  assert.equal(found.cure, "git hooks trust");
  await config(box, ["githooks.trust", "always"]);
  const always = await one(box, "trust-always");
  assert.match(always.place ?? "", /^\.git\/config:\d+$/);
});

Deno.test("a hooks.toml that is broken", async () => {
  using box = await make();
  box.write("repo/.git/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncomand = "x"\n');
  const found = (await doctor(box)).findings.find(({ id }) => id === "broken-file");
  assert.match(found?.message ?? "", /unknown key 'comand'/);
  assert.match(found?.place ?? "", /^\.git\/hooks\.toml:3/);
  const explained = await box.hooks(["explain", "pre-commit"], { cwd: "repo" });
  assert.equal(explained.code, 128);
  assert.match(explained.stdout, /\.git\/hooks\.toml +broken: nothing of it runs/);
  assert.match(explained.stderr, /^fatal: \.git\/hooks\.toml:3:1: unknown key 'comand'/m);
});

Deno.test("events that git looks for as files only", async () => {
  using box = await make({ bare: true });
  await config(box, ["hook.a.command", "true"], ["hook.a.event", "proc-receive"]);
  const found = await one(box, "file-only");
  assert.match(found.message, /git looks for a file in the hookdir/);
  const explained = await box.hooks(["explain", "proc-receive"], { cwd: "repo" });
  assert.match(explained.stdout, /does not run: git receive-pack looks for a file only/);
});

Deno.test("a tracked package.json that would take the shims away again", async () => {
  using box = await make();
  box.write("repo/.git/hooks.toml", LINT);
  box.write("repo/package.json", '{\n  "scripts": {\n    "prepare": "husky"\n  }\n}\n');
  await box.mustGit(["add", "package.json"], { cwd: "repo" });
  await box.hooks(["install"], { cwd: "repo" });
  const found = await one(box, "undoer");
  assert.equal(found.place, "package.json:3");
});

Deno.test("on a server: files that others can write", async () => {
  using box = await make({ bare: true });
  box.script("repo/hooks/pre-receive", ":");
  await Deno.chmod(box.path("repo"), 0o755);
  await Deno.chmod(box.path("repo/hooks"), 0o755);
  assert.deepEqual((await doctor(box)).findings, []);
  await Deno.chmod(box.path("repo/hooks/pre-receive"), 0o777);
  await Deno.chmod(box.path("repo/hooks"), 0o775);
  const world = await one(box, "world-writable");
  assert.equal(world.severity, "error");
  assert.match(world.message, /^everybody can change what a push runs .*hooks\/pre-receive$/);
  const group = await one(box, "group-writable");
  assert.match(
    group.message,
    /can change what a push runs here as its receiver: hooks, hooks\/pre-receive$/,
  );
  for (const { cure } of [world, group]) await box.start("sh", ["-c", cure ?? ""], { cwd: "repo" });
  assert.deepEqual((await doctor(box)).findings, []);
});

Deno.test("a repository that git refuses", async () => {
  using box = await make({ bare: true });
  await box.mustGit(["config", "--global", "safe.bareRepository", "explicit"]);
  const found = await one(box, "refused");
  assert.match(found.message, /^git refuses: /);
});

Deno.test("doctor works outside of a repository", async () => {
  using box = new Sandbox();
  const said = await box.hooks(["doctor"]);
  assert.match(said.stdout, /^all is well: no event has a hook that runs here/);
});

Deno.test("a plan that is stale is a note, for the next run makes a new one", async () => {
  using box = await make();
  box.write("repo/.git/hooks.toml", LINT);
  await box.hooks(["install"], { cwd: "repo" });
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
  assert.deepEqual((await doctor(box)).findings, []);
  box.write("repo/.git/hooks.toml", LINT.replace("true lint", "true types"));
  const found = await one(box, "stale-plan");
  assert.equal(found.severity, "note");
  assert.match(found.message, /^pre-commit changed since the last run/);
});

Deno.test("a hookdir on a file system that is mounted noexec", async () => {
  using box = await make();
  const inside = "mount -t tmpfs -o noexec tmpfs repo/.git/hooks || exit 77\n" +
    "printf '#!/bin/sh\\n' >repo/.git/hooks/pre-commit && chmod +x repo/.git/hooks/pre-commit\n" +
    'cd repo && "$0" doctor --json';
  let said: Said;
  try {
    said = await box.start("unshare", ["-m", "sh", "-c", inside, `${projectRoot}/bin/git-hooks`]);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  // Only root may mount.
  if (said.code === 77 || said.stdout === "") return;
  const findings: readonly Found[] = JSON.parse(said.stdout).findings;
  const messages = findings.filter(({ id }) => id === "noexec").map(({ message }) => message);
  assert.match(
    messages.join("\n"),
    /^git passes over pre-commit: .* mounted noexec$/m,
    said.stdout,
  );
});

Deno.test("a tool's file where a shim belongs", async () => {
  using box = await make();
  const lefthook = '#!/bin/sh\ncall_lefthook()\n{\n  lefthook "$@"\n}\n' +
    'call_lefthook run "pre-commit" "$@"\n';
  box.write("repo/.git/hooks/pre-commit", lefthook, 0o755);
  box.write(
    "repo/.git/hooks.toml",
    '[hook.all]\nevent = "pre-commit"\ncommand = "lefthook run pre-commit"\n',
  );
  await box.hooks(["install"], { cwd: "repo" });
  const found = await one(box, "tool-in-the-way");
  assert.match(found.message, /the file of lefthook stands where its shim belongs/);
  const cured = await box.start("sh", [
    "-c",
    `git() { shift; "$LAUNCHER" "$@"; }; ${found.cure ?? ""}`,
  ], { cwd: "repo", env: { LAUNCHER: `${projectRoot}/bin/git-hooks` } });
  assert.equal(cured.code, 0, cured.stderr);
  const next = (await doctor(box)).findings;
  assert.deepEqual(next.map(({ id }) => id), ["no-program"], "there is no lefthook here");
});
