/**
 * Where install and uninstall must not write, and what they say instead.
 *
 * @module
 */

import assert from "node:assert/strict";
import { drive, picture } from "../support/installing.ts";
import { projectRoot, type Said, Sandbox } from "../support/sandbox.ts";

const TOML = (events: string): string => `[hook.one]\nevent = ${events}\ncommand = "echo one"\n`;

async function repository(box: Sandbox, events = '"pre-commit"'): Promise<void> {
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", TOML(events));
}

function install(box: Sandbox): Promise<Said> {
  return drive(box, "install", { cwd: "repo" });
}

async function refuses(box: Sandbox, said: RegExp): Promise<void> {
  const before = await picture(box, ["repo/.git", "home"]);
  const answer = await install(box);
  assert.equal(answer.code, 1, answer.stdout + answer.stderr);
  assert.match(answer.stderr, said);
  assert.match(answer.stderr, /^hint: /m);
  assert.equal(await picture(box, ["repo/.git", "home"]), before);
}

Deno.test("install refuses a global core.hooksPath, and names the way out", async () => {
  using box = new Sandbox();
  await repository(box);
  await box.mustGit(["config", "--global", "core.hooksPath", "~/hooks"]);
  await refuses(box, /core\.hooksPath = ~\/hooks \(global, ~\/\.gitconfig\) is a folder for many/);
  const said = await install(box);
  const line = /^hint: {3}(git config .*)$/m.exec(said.stderr)?.[1] ?? "false";
  assert.equal((await box.start("sh", ["-c", line], { cwd: "repo" })).code, 0);
  assert.equal((await install(box)).code, 0, "the way out works");
});

Deno.test("install refuses core.hooksPath outside of the repository, and for one command", async () => {
  using box = new Sandbox();
  await repository(box);
  await Deno.mkdir(box.path("shared"));
  await box.mustGit(["config", "core.hooksPath", box.path("shared")], { cwd: "repo" });
  await refuses(box, /is outside of this repository/);
  const env = {
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: "core.hooksPath",
    GIT_CONFIG_VALUE_0: "/dev/null",
  };
  const said = await drive(box, "install", { cwd: "repo", env });
  assert.match(said.stderr, /holds for this one command only/);
  assert.equal(said.code, 1);
});

Deno.test("install sends the user of a tracked core.hooksPath to migrate", async () => {
  using box = new Sandbox();
  await repository(box);
  box.script("repo/.githooks/pre-commit", "exit 0");
  await box.mustGit(["add", ".githooks"], { cwd: "repo" });
  await box.mustGit(["config", "core.hooksPath", ".githooks"], { cwd: "repo" });
  await refuses(box, /tracked folder[^]*git hooks migrate/);
});

Deno.test("install refuses .git/hooks that leads out of the repository or to a tracked folder", async () => {
  using box = new Sandbox();
  await repository(box);
  await Deno.mkdir(box.path("shared hooks"));
  await Deno.remove(box.path("repo/.git/hooks"));
  await Deno.symlink(box.path("shared hooks"), box.path("repo/.git/hooks"));
  await refuses(box, /outside of this repository; nothing is installed there/);
  await Deno.remove(box.path("repo/.git/hooks"));
  box.script("repo/dev/hooks/pre-commit", "exit 0");
  await box.mustGit(["add", "dev"], { cwd: "repo" });
  await Deno.symlink("../dev/hooks", box.path("repo/.git/hooks"));
  await refuses(box, /leads to a tracked folder/);
});

Deno.test("install refuses a hooks.d that somebody else made", async () => {
  using box = new Sandbox();
  await repository(box);
  box.write("repo/.git/hooks.d/mine", "x");
  await refuses(box, /hooks\.d is there already/);
});

Deno.test("install uses core.hooksPath when it names the repository's own hooks", async () => {
  using box = new Sandbox();
  await repository(box);
  await box.mustGit(["config", "--global", "core.hooksPath", box.path("repo/.git/hooks")]);
  assert.equal((await install(box)).code, 0);
});

Deno.test("install and uninstall never touch an edited shim, and show the difference", async () => {
  using box = new Sandbox();
  await repository(box, '["pre-commit", "post-commit"]');
  box.script("repo/.git/hooks/pre-commit", "exit 0");
  assert.equal((await install(box)).code, 0);
  const shim = box.read("repo/.git/hooks/pre-commit") ?? "";
  box.write("repo/.git/hooks/pre-commit", shim.replace("\n", "\nexport EDITED=1\n"), 0o755);
  const before = await picture(box, ["repo/.git"]);
  for (const command of ["install", "uninstall"] as const) {
    const said = await drive(box, command, { cwd: "repo" });
    assert.equal(said.code, 1, said.stdout);
    assert.match(said.stderr, /\.git\/hooks\/pre-commit is a shim of git-hooks that was edited/);
    assert.match(said.stderr, /^ {2}\+export EDITED=1$/m);
    assert.equal(await picture(box, ["repo/.git"]), before, command);
  }
  box.write("repo/.git/hooks/pre-commit", shim, 0o755);
  assert.equal((await drive(box, "uninstall", { cwd: "repo" })).code, 0);
});

Deno.test("uninstall stops when a script took the place of a shim that stands for another", async () => {
  using box = new Sandbox();
  await repository(box);
  box.script("repo/.git/hooks/pre-commit", "exit 0");
  assert.equal((await install(box)).code, 0);
  box.script("repo/.git/hooks/pre-commit", "echo mine");
  const said = await drive(box, "uninstall", { cwd: "repo" });
  assert.equal(said.code, 1);
  assert.match(said.stderr, /pre-commit was changed since/);
  const line = /^hint: .*: (mv .*)$/m.exec(said.stderr)?.[1] ?? "false";
  assert.equal((await box.start("sh", ["-c", line], { cwd: "repo" })).code, 0);
  assert.equal((await drive(box, "uninstall", { cwd: "repo" })).code, 0, "the cure works");
  assert.equal(box.read("repo/.git/hooks/pre-commit"), "#!/bin/sh\nexit 0\n");
  assert.equal(box.read("repo/.git/hooks/pre-commit.mine"), "#!/bin/sh\necho mine\n");
});

Deno.test("uninstall does not wake a script whose shim was switched off", async () => {
  using box = new Sandbox();
  await repository(box, '["pre-commit", "post-commit"]');
  box.script("repo/.git/hooks/pre-commit", "exit 0");
  assert.equal((await install(box)).code, 0);
  await Deno.chmod(box.path("repo/.git/hooks/pre-commit"), 0o644);
  await Deno.chmod(box.path("repo/.git/hooks/post-commit"), 0o644);
  assert.match((await install(box)).stderr, /pre-commit is not executable/);
  const said = await drive(box, "uninstall", { cwd: "repo" });
  assert.equal(said.code, 1);
  assert.match(said.stderr, /pre-commit was switched off since/);
  await Deno.chmod(box.path("repo/.git/hooks/pre-commit"), 0o755);
  assert.equal((await drive(box, "uninstall", { cwd: "repo" })).code, 0);
  assert.equal(box.read("repo/.git/hooks/post-commit"), undefined);
});

Deno.test("install leaves the file of a tool alone, by name, and installs the rest", async () => {
  using box = new Sandbox();
  await repository(box, '["pre-commit", "pre-push"]');
  const lfs =
    '#!/bin/sh\ncommand -v git-lfs >/dev/null 2>&1 || { echo >&2 "\\nThis repository is ' +
    "configured for Git LFS but 'git-lfs' was not found on your path. If you no longer wish to use " +
    "Git LFS, remove this hook by deleting the 'pre-push' file in the hooks directory (set by " +
    "'core.hookspath'; usually '.git/hooks').\\n\"; exit 2; }\ngit lfs pre-push \"$@\"\n";
  box.write("repo/.git/hooks/pre-push", lfs, 0o755);
  const said = await install(box);
  assert.equal(said.code, 1);
  assert.match(said.stderr, /pre-push belongs to [Gg]it[- ][Ll][Ff][Ss]/);
  assert.match(said.stdout, /installed pre-commit in/);
  assert.equal(box.read("repo/.git/hooks/pre-push"), lfs);
});

Deno.test("install --dry-run, and install where nothing is configured, write nothing", async () => {
  using box = new Sandbox();
  await repository(box);
  const before = await picture(box, ["repo/.git"]);
  const plan = await box.hooks(["install", "--dry-run"], { cwd: "repo" });
  assert.equal(plan.code, 0);
  assert.match(plan.stdout, /^pre-commit +would get a shim$/m);
  await Deno.remove(box.path("repo/.git/hooks.toml"));
  const first = await box.hooks(["install"], { cwd: "repo" });
  assert.equal(first.code, 0);
  assert.match(first.stdout, /^\[hook\.test\]\nevent = /);
  box.write("repo/.git/hooks.toml", TOML('"pre-commit"'), 0o644);
  assert.equal(
    (await box.start("ls", ["repo/.git/hooks", "repo/.git"])).stdout.includes(".d"),
    false,
  );
  assert.equal(before.split("\n").length, (await picture(box, ["repo/.git"])).split("\n").length);
});

Deno.test("install --if-git succeeds with a note without a repository, and without git", async () => {
  using box = new Sandbox();
  box.write("plain/file", "");
  const outside = await box.hooks(["install", "--if-git"], { cwd: "plain" });
  assert.equal(outside.code, 0, outside.stderr);
  assert.match(outside.stderr, /not a git repository/);
  assert.equal((await box.hooks(["install"], { cwd: "plain" })).code, 128);
  await Deno.mkdir(box.path("bin"));
  for (const tool of ["sh", "readlink"]) {
    const path = (await box.start("sh", ["-c", `command -v ${tool}`])).stdout.trim();
    await Deno.symlink(path, box.path(`bin/${tool}`));
  }
  const gitless = await box.hooks(["install", "--if-git"], {
    cwd: "plain",
    env: { PATH: box.path("bin") },
  });
  assert.equal(gitless.code, 0, gitless.stderr);
  assert.match(gitless.stderr, /no git in PATH/);
});

Deno.test("install --recursive goes through a tree, continues after a failure and exits with 1", async () => {
  using box = new Sandbox();
  for (const name of ["a.git", "b.git", "deep/c.git"]) {
    await box.repository(`srv/${name}`, { bare: true });
    box.write(`srv/${name}/hooks.toml`, TOML('"update"'));
  }
  box.write("srv/b.git/hooks.toml", "[hook.one\n");
  const said = await box.hooks(["install", "--recursive", "srv"]);
  assert.equal(said.code, 1);
  assert.match(said.stdout, /srv\/a\.git: installed update$/m);
  assert.match(said.stdout, /srv\/deep\/c\.git: installed update$/m);
  assert.match(said.stderr, /srv\/b\.git: /);
  assert.equal(box.read("srv/b.git/hooks/update"), undefined);
});

Deno.test("install places post-checkout, post-merge and post-rewrite with a project file", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/hooks.toml", TOML('"pre-push"'));
  const said = await drive(box, "install", { cwd: "repo" });
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /installed post-checkout, post-merge, post-rewrite, pre-push in/);
  assert.match(said.stderr, /not trusted yet/);
});

Deno.test("install keeps shims of events that another branch has, and takes an idle push-to-checkout away", async () => {
  using box = new Sandbox();
  await repository(box, '["pre-commit", "push-to-checkout"]');
  assert.equal((await install(box)).code, 0);
  box.write("repo/.git/hooks.toml", TOML('"post-commit"'));
  const said = await install(box);
  assert.match(said.stdout, /removed push-to-checkout/);
  assert.ok(box.read("repo/.git/hooks/pre-commit") !== undefined);
  assert.equal(box.read("repo/.git/hooks/push-to-checkout"), undefined);
  assert.equal((await drive(box, "uninstall", { cwd: "repo" })).code, 0);
  assert.equal((await box.start("ls", ["-A", "repo/.git/hooks"])).stdout, "");
});

Deno.test("install makes everything group-writable under core.sharedRepository=group", async () => {
  using box = new Sandbox();
  await repository(box);
  await box.mustGit(["config", "core.sharedRepository", "group"], { cwd: "repo" });
  assert.equal((await install(box)).code, 0);
  const found = await box.start("find", [
    ...["repo/.git/hooks", "repo/.git/hooks.d"],
    // Copies are never written again, and have what the file they were made from has.
    ...["-mindepth", "1", "!", "-type", "l", "!", "-name", "new-*", "!", "-perm", "-g=w"],
  ]);
  assert.equal(found.stdout, "");
});

const root = Deno.uid() === 0;
// deno-lint-ignore no-console -- a test that is left out is to be seen
if (!root) console.log("skipped: installing as root in another user's repository needs root");
Deno.test({
  name: "install as root refuses another user's repository; --recursive gives all to him",
  ignore: !root,
  fn: async () => {
    using box = new Sandbox();
    await repository(box);
    await box.mustGit(["config", "--global", "--add", "safe.directory", "*"]);
    await box.start("chown", ["-R", "12345:12346", "repo"]);
    await refuses(box, /belongs to another user \(uid 12345\), and you are root/);
    const said = await box.hooks(["install", "--recursive", "."]);
    assert.equal(said.code, 0, said.stderr);
    const foreign = await box.start("find", ["repo/.git", "!", "-uid", "12345"]);
    assert.equal(foreign.stdout, "");
  },
});

const canMount = root &&
  (await new Deno.Command("unshare", {
      args: ["-m", "sh", "-c", "mount -t tmpfs none /mnt"],
      stderr: "null",
    }).output().catch(() => undefined))?.code === 0;
// deno-lint-ignore no-console -- a test that is left out is to be seen
if (!canMount) console.log("skipped: a hookdir on another file system needs unshare and mount");
Deno.test({
  name: "install leaves a script that cannot get a second name, by name, and installs the rest",
  ignore: !canMount,
  fn: async () => {
    using box = new Sandbox();
    await repository(box, '["pre-commit", "post-commit"]');
    const said = await box.start("unshare", [
      "-m",
      "sh",
      "-c",
      `mount -t tmpfs none repo/.git/hooks && cd repo &&
      printf '#!/bin/sh\\n' >.git/hooks/pre-commit && chmod +x .git/hooks/pre-commit &&
      { "$@" install; echo "code $?"; } && cat .git/hooks/pre-commit &&
      "$@" uninstall && ls -A .git/hooks`,
      "sh",
      `${projectRoot}/bin/git-hooks`,
    ]);
    assert.match(said.stderr, /\.git\/hooks\/pre-commit cannot get a second name/);
    assert.match(said.stdout, /^installed post-commit in .*\ncode 1\n#!\/bin\/sh\nremoved /);
    assert.match(said.stdout, /\npre-commit\n$/);
  },
});
