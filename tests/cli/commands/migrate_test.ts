/** What `git-hooks migrate` says and answers. @module */

import assert from "node:assert/strict";
import { Sandbox } from "../../support/sandbox.ts";
import { snapshot } from "../../support/snapshot.ts";

const TODAY = /\d{4}-\d\d-\d\d/;

async function withHooks(box: Sandbox, ...events: readonly string[]): Promise<string> {
  const repo = await box.repository("repo");
  for (const event of events) box.script(`${repo}/.git/hooks/${event}`, `echo ${event} >>"$TRACE"`);
  return repo;
}

Deno.test("migrate tells the plan, what it did, and how to undo it", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-push", "pre-commit", "commit-msg");
  box.write(`${repo}/.git/hooks/post-commit`, "#!/bin/sh\n", 0o644);
  box.script(`${repo}/.git/hooks/pre-commit.bak`, "exit 1");
  box.script(`${repo}/.git/hooks/update.sample`, "exit 1");
  const said = await box.hooks(["migrate", "--yes"], { cwd: repo });
  assert.equal(said.code, 0, said.stderr);
  assert.equal(
    said.stdout,
    `.git/hooks has 3 scripts that git runs today:

  pre-commit   becomes  pre-commit-script
  commit-msg   becomes  commit-msg-script
  pre-push     becomes  pre-push-script

Left alone: post-commit (not executable), pre-commit.bak (no event), 1 sample
Scripts move unchanged to .git/hooks.d; a shim takes each one's place.

  new file .git/hooks.toml
  +[hook.pre-commit-script]
  +event = "pre-commit"
  +script = "hooks.d/pre-commit"
  +
  +[hook.commit-msg-script]
  +event = "commit-msg"
  +script = "hooks.d/commit-msg"
  +
  +[hook.pre-push-script]
  +event = "pre-push"
  +script = "hooks.d/pre-push"

migrated pre-commit, commit-msg, pre-push
`,
  );
  assert.equal(said.stderr, "hint: undo with 'git hooks migrate --undo'\n");

  const again = await box.hooks(["migrate"], { cwd: repo });
  assert.equal(again.code, 0);
  assert.equal(
    again.stdout.replace(TODAY, "D"),
    "nothing to migrate: 3 scripts were migrated on D\n",
  );

  const undone = await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
  assert.equal(undone.code, 0, undone.stderr);
  assert.equal(
    undone.stdout,
    "restored pre-commit, commit-msg, pre-push in .git/hooks; removed .git/hooks.toml\n",
  );
  const nothing = await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
  assert.deepEqual([nothing.code, nothing.stdout], [0, "nothing to undo\n"]);
});

Deno.test("migrate stops where nobody can be asked, and a dry run writes nothing", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit", "sendemail-validate");
  const before = await snapshot(box.root, ["home"]);
  const stopped = await box.hooks(["migrate"], { cwd: repo });
  assert.equal(stopped.code, 1);
  assert.match(stopped.stdout, /pre-commit +becomes/);
  assert.match(stopped.stderr, /^error: .*\nhint: .*--yes\n$/);
  const dry = await box.hooks(["migrate", "--dry-run"], { cwd: repo });
  assert.equal(dry.code, 3);
  await Deno.remove(box.path(`${repo}/.git/hooks/sendemail-validate`));
  assert.equal((await box.hooks(["migrate", "-n"], { cwd: repo })).code, 0);
  box.script(`${repo}/.git/hooks/sendemail-validate`, 'echo sendemail-validate >>"$TRACE"');
  assert.deepEqual(await snapshot(box.root, ["home"]), before);
});

Deno.test("migrate answers 129 to words it does not know", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box);
  for (
    const words of [["x"], ["--to", "nowhere"], ["--yes", "--dry-run"], ["--undo", "--status"]]
  ) {
    assert.equal(
      (await box.hooks(["migrate", ...words], { cwd: repo })).code,
      129,
      words.join(" "),
    );
  }
  assert.equal((await box.hooks(["migrate"], { cwd: box.home })).code, 128);
});

Deno.test("migrate says what there is when nothing runs", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box);
  const said = await box.hooks(["migrate", "--yes"], { cwd: repo });
  assert.deepEqual(
    [said.code, said.stdout],
    [0, "nothing to migrate: git runs no script of .git/hooks\n"],
  );
});

Deno.test("migrate --json gives the plan as data", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit", "proc-receive");
  const said = await box.hooks(["migrate", "--yes", "--json"], { cwd: repo });
  assert.equal(said.code, 3);
  const plan: unknown = JSON.parse(said.stdout);
  assert.partialDeepStrictEqual(plan, {
    applied: true,
    migrate: 1,
    stay: 1,
    files: [
      { name: "pre-commit", fate: "becomes", hook: "pre-commit-script" },
      { name: "proc-receive", fate: "stays" },
    ],
  });
});

Deno.test("migrate --undo shows what was changed since, and stops", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit");
  await box.hooks(["migrate", "--yes"], { cwd: repo });
  const shim = `${repo}/.git/hooks/pre-commit`;
  const text = box.read(shim) ?? "";
  box.write(shim, `${text}echo mine\n`, 0o755);
  const said = await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
  assert.equal(said.code, 1);
  assert.match(said.stderr, /error: \.git\/hooks\/pre-commit was changed since\n/);
  assert.match(said.stderr, /^ {2}\+echo mine$/m);
  assert.match(box.read(shim) ?? "", /echo mine/);
  box.write(shim, text, 0o755);
  assert.equal((await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo })).code, 0);
});

Deno.test("migrate --undo leaves what a user added to the hooks.toml", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit");
  await box.hooks(["migrate", "--yes"], { cwd: repo });
  const toml = `${repo}/.git/hooks.toml`;
  const mine = '\n[hook.mine]\nevent = "post-merge"\ncommand = "true"\n';
  box.write(toml, `${box.read(toml) ?? ""}${mine}`);
  const said = await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
  assert.equal(said.code, 0, said.stderr);
  assert.equal(box.read(toml), mine);
  assert.equal(
    box.read(`${repo}/.git/hooks/pre-commit`),
    '#!/bin/sh\necho pre-commit >>"$TRACE"\n',
  );
  assert.match(said.stderr, /warning: hooks of hooks\.toml for post-merge no longer run/);
  assert.match(said.stderr, /hint: let git find them again: git hooks install/);
});

Deno.test("migrate --undo puts a shim back for a hook that was added since, where we are installed", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit");
  const toml = `${repo}/.git/hooks.toml`;
  const event = (name: string, on: string): string =>
    `\n[hook.${name}]\nevent = "${on}"\ncommand = "echo ${name} >>$TRACE"\n`;
  box.write(toml, event("first", "post-commit"));
  await box.hooks(["install"], { cwd: repo });
  await box.hooks(["migrate", "--yes"], { cwd: repo });
  box.write(toml, `${box.read(toml) ?? ""}${event("second", "pre-commit")}`);
  const committed = async (): Promise<string> => {
    box.trace();
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: repo });
    return box.trace();
  };
  assert.equal(await committed(), "pre-commit\nsecond\nfirst\n");
  const said = await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
  assert.equal(said.code, 0, said.stderr);
  assert.equal(said.stderr, "installed pre-commit in .git/hooks\n");
  assert.equal(await committed(), "second\npre-commit\nfirst\n");
  assert.equal((await box.hooks(["uninstall"], { cwd: repo })).code, 0);
  assert.equal(await committed(), "pre-commit\n");
});

Deno.test("migrate names the tool that put a twin back, and does not migrate it", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "commit-msg", "pre-push");
  await box.hooks(["migrate", "--yes"], { cwd: repo });
  assert.equal((await box.hooks(["migrate", "--status"], { cwd: repo })).code, 0);
  box.script(
    `${repo}/.git/hooks/commit-msg`,
    'call_lefthook() { lefthook "$@"; }\ncall_lefthook run "commit-msg" "$@"',
  );
  const said = await box.hooks(["migrate", "--yes"], { cwd: repo });
  assert.equal(said.code, 3);
  assert.match(
    said.stdout,
    /commit-msg +stays +lefthook put it there after commit-msg-script was migrated on/,
  );
  const status = await box.hooks(["migrate", "--status"], { cwd: repo });
  assert.equal(status.code, 3);
  assert.match(
    status.stdout,
    /^commit-msg +commit-msg-script +[-\d]+ +lefthook put a file in its shim's place/m,
  );
  assert.match(status.stdout, /^pre-push +pre-push-script +[-\d]+ +runs$/m);
});

Deno.test("migrate turns a script that install kept into a hook", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit");
  box.write(
    `${repo}/.git/hooks.toml`,
    '[hook.first]\nevent = "pre-commit"\ncommand = "echo first >>$TRACE"\n',
  );
  assert.equal((await box.hooks(["install"], { cwd: repo })).code, 0);
  const before = await snapshot(box.path(repo), ["objects", "logs", "index"]);
  const said = await box.hooks(["migrate", "--yes"], { cwd: repo });
  assert.equal(said.code, 0, said.stdout + said.stderr);
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: repo });
  assert.equal(box.trace(), "first\npre-commit\n");
  const undone = await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
  assert.equal(undone.code, 0, undone.stderr);
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: repo });
  assert.equal(box.trace(), "first\npre-commit\n");
  const after = await snapshot(box.path(repo), ["objects", "logs", "index", "COMMIT_EDITMSG"]);
  assert.deepEqual(
    after.filter((line) => line.includes(".git/hooks/") || line.includes("hooks.toml")),
    before.filter((line) => line.includes(".git/hooks/") || line.includes("hooks.toml")),
  );
});

Deno.test("migrate refuses hookdirs of others, with the way out", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit");
  box.script("shared/pre-commit", "true");
  const refused = async (hint: RegExp): Promise<void> => {
    const before = await snapshot(box.root, ["home"]);
    const said = await box.hooks(["migrate", "--yes"], { cwd: repo });
    assert.equal(said.code, 1, said.stdout);
    assert.match(said.stderr, hint);
    assert.deepEqual(await snapshot(box.root, ["home"]), before);
  };
  await box.mustGit(["config", "--global", "core.hooksPath", box.path("shared")]);
  await refused(/folder for many repositories[\s\S]*hint: .*\nhint: .*core\.hooksPath/);
  await box.mustGit(["config", "--global", "--unset", "core.hooksPath"]);
  await box.mustGit(["config", "core.hooksPath", box.path("shared")], { cwd: repo });
  await refused(/outside of this repository[\s\S]*hint: .*--unset core\.hooksPath/);
  await box.mustGit(["config", "--unset", "core.hooksPath"], { cwd: repo });
  await Deno.rename(box.path(`${repo}/.git/hooks`), box.path(`${repo}/tools`));
  await Deno.symlink("../tools", box.path(`${repo}/.git/hooks`));
  await box.mustGit(["add", "tools"], { cwd: repo });
  await refused(/leads to a tracked folder[\s\S]*hint: /);
});

Deno.test("migrate leaves all as it is where hooks.d is somebody else's", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit");
  box.script(`${repo}/.git/hooks.d/part`, "true");
  const before = await snapshot(box.root, ["home"]);
  const said = await box.hooks(["migrate", "--yes"], { cwd: repo });
  assert.equal(said.code, 3);
  assert.match(said.stdout, /pre-commit +stays +\.git\/hooks\.d is there already/);
  assert.deepEqual(await snapshot(box.root, ["home"]), before);
});

Deno.test("migrate names the lines that would set core.hooksPath again", async () => {
  using box = new Sandbox();
  const repo = await box.repository("repo");
  box.script(`${repo}/.githooks/pre-commit`, 'echo "tracked" >>"$TRACE"');
  box.write(`${repo}/Makefile`, "setup:\n\tgit config core.hooksPath .githooks\n");
  box.write(`${repo}/package.json`, '{\n  "scripts": {\n    "prepare": "husky"\n  }\n}\n');
  await box.mustGit(["add", "."], { cwd: repo });
  await box.mustGit(["config", "core.hooksPath", ".githooks"], { cwd: repo });
  const said = await box.hooks(["migrate", "--yes"], { cwd: repo });
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /^ {2}Makefile:2: git config core\.hooksPath \.githooks$/m);
  assert.match(said.stdout, /^ {2}package\.json:3: "prepare": "husky"$/m);
  assert.match(said.stdout, /^ {2}taken out of \.git\/config\n {2}-core\.hooksPath = \.githooks$/m);
  const undone = await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo });
  assert.equal(undone.code, 0, undone.stderr);
  const path = await box.mustGit(["config", "core.hooksPath"], { cwd: repo });
  assert.equal(path, ".githooks\n");
});

Deno.test("migrate works from a subdirectory and inside a bare repository's folders", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit");
  box.write(`${repo}/deep/er/file`, "");
  const said = await box.hooks(["migrate", "--yes"], { cwd: `${repo}/deep/er` });
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /new file \.git\/hooks\.toml/);
  const bare = await box.repository("bare.git", { bare: true });
  box.script(`${bare}/hooks/update`, "true");
  const inside = await box.hooks(["migrate", "--yes"], { cwd: `${bare}/hooks` });
  assert.equal(inside.code, 0, inside.stderr);
  assert.match(box.read(`${bare}/hooks.toml`) ?? "", /script = "hooks\.d\/update"/);
});

Deno.test("migrate writes through a hooks.toml that is a link", async () => {
  using box = new Sandbox();
  const repo = await withHooks(box, "pre-commit");
  box.write("elsewhere.toml", '[hook.mine]\nevent = "post-merge"\ncommand = "true"\n');
  await Deno.symlink(box.path("elsewhere.toml"), box.path(`${repo}/.git/hooks.toml`));
  const before = await snapshot(box.root, ["home", "git-hooks"]);
  const said = await box.hooks(["migrate", "--yes"], { cwd: repo });
  assert.equal(said.code, 0, said.stderr);
  assert.match(
    box.read("elsewhere.toml") ?? "",
    /^\[hook\.mine\][\s\S]*\n\n\[hook\.pre-commit-script\]/,
  );
  assert.equal((await Deno.lstat(box.path(`${repo}/.git/hooks.toml`))).isSymlink, true);
  assert.equal((await box.hooks(["migrate", "--undo", "--yes"], { cwd: repo })).code, 0);
  assert.deepEqual(await snapshot(box.root, ["home", "git-hooks"]), before);
});
