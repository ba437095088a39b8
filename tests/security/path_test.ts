/**
 * Entries of PATH that are relative or empty, in a worktree with files named like the programs that we
 * start on our own account: none of those files is started.
 *
 * @module
 */

import assert from "node:assert/strict";
import { installIn, launcher, testShells } from "../support/planning.ts";
import { projectRoot, Sandbox } from "../support/sandbox.ts";

const PROGRAMS: readonly string[] =
  ("git git-hooks sh deno cat rm grep touch timeout readlink true sleep env chown mkdir mktemp mv flock " +
    "printf kill uname").split(" ");

function plant(box: Sandbox, folder: string): void {
  for (const name of PROGRAMS) {
    box.write(`${folder}/${name}`, `#!/bin/sh\necho "hostile ${name}" >>"$TRACE"\nexit 0\n`, 0o755);
  }
}

const TOML = `[hook.a]
event = ["pre-push", "pre-commit", "reference-transaction"]
command = "echo a >>$TRACE; :"
timeout = "30s"

[hook.b]
event = "reference-transaction"
command = "while read line; do echo b >>$TRACE; done; :"
refs = "refs/heads/*"
`;

async function prepared(box: Sandbox): Promise<string> {
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", TOML);
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
  await box.mustGit(["config", "hook.c.command", "true"], { cwd: "repo" });
  await box.mustGit(["config", "hook.c.event", "pre-commit"], { cwd: "repo" });
  plant(box, "repo");
  plant(box, "repo/node_modules/.bin");
  return box.env["PATH"] ?? "";
}

for (const first of [".", "", "node_modules/.bin", "./node_modules/.bin:."]) {
  Deno.test(`no command starts a program from the worktree when PATH begins with '${first}'`, async () => {
    using box = new Sandbox();
    const path = `${first}:${await prepared(box)}`;
    const link = `${box.root}/bin/git-hooks`;
    box.write("bin/keep", "");
    await Deno.symlink(launcher, link);
    const commands = [
      ["install", "--yes"],
      ["list"],
      ["list", "--show-origin", "pre-commit"],
      ["check", "pre-push"],
      ["check"],
      ["explain", "pre-commit"],
      ["doctor"],
      ["trust"],
      ["export"],
      ["run", "pre-push", "--", "origin", "url"],
      ["uninstall", "--yes"],
    ];
    for (const words of commands) {
      for (const deno of [Deno.execPath(), undefined]) {
        await box.start(link, words, { cwd: "repo", env: { PATH: path, GIT_HOOKS_DENO: deno } });
        assert.doesNotMatch(box.trace(), /hostile/, words.join(" "));
      }
    }
  });
}

for (const shell of testShells()) {
  Deno.test(`shims and plans start none when they are started by hand, ${shell}`, async () => {
    using box = new Sandbox();
    const path = `.:node_modules/.bin::${await prepared(box)}`;
    await installIn(box, "repo", shell);
    const fire = async (env: Record<string, string>): Promise<string> => {
      const options = { cwd: "repo", env, stdin: "0 1 refs/heads/a\n" };
      const shim = box.path("repo/.git/hooks/reference-transaction");
      const said = await box.start(shim, ["committed"], options);
      assert.equal(said.code, 0, said.stderr);
      return box.trace();
    };
    // Without a plan, which makes one; with it; and with one that was made with another PATH.
    for (let count = 0; count < 3; count++) assert.equal(await fire({ PATH: path }), "a\nb\n");
    for (let count = 0; count < 2; count++) assert.equal(await fire({}), "a\nb\n");
    assert.equal(await fire({ PATH: path }), "a\nb\n");
  });
}

Deno.test("a shim takes no git-hooks from a relative entry of PATH, and closes its gate", async () => {
  using box = new Sandbox();
  const path = `.:${await prepared(box)}`;
  await installIn(box, "repo");
  const shim = box.read("repo/.git/hooks/pre-push") ?? "";
  box.write("repo/.git/hooks/pre-push", shim.replaceAll(projectRoot, "/nonexistent"), 0o755);
  const said = await box.start(box.path("repo/.git/hooks/pre-push"), ["origin", "u"], {
    cwd: "repo",
    env: { PATH: path },
    stdin: "",
  });
  assert.equal(said.code, 1);
  assert.match(said.stderr, /^error: pre-push is stopped: its hooks have changed/);
  assert.equal(box.trace(), "");
});

Deno.test("every program that we start on our own account is looked for in absolute entries", async () => {
  // Hooks themselves; what is absolute; what is a word of sh and no program.
  const others = [
    "lib/run/child.ts",
    "lib/git/path_gits.ts",
    "lib/run/start_check.ts",
    "lib/doctor/programs.ts",
  ];
  const unguarded: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(`${projectRoot}/${folder}`)) {
      const path = `${folder}/${name}`;
      if (isDirectory) await visit(path);
      else if (!others.includes(path)) {
        const text = await Deno.readTextFile(`${projectRoot}/${path}`);
        for (const [start] of text.matchAll(/new Deno\.Command\([\s\S]*?\n *\}\)/g)) {
          if (!start.includes("ownPath()")) unguarded.push(path);
        }
      }
    }
  };
  await visit("lib");
  await visit("cli");
  assert.deepEqual(unguarded, []);
});

Deno.test("hooks see PATH as it was, and are looked for in all of it as git does", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncommand = "here"\n');
  box.script("repo/tools/here", 'echo "$PATH" >>"$TRACE"');
  const path = `tools:${box.env["PATH"]}`;
  await installIn(box, "repo");
  for (let count = 0; count < 2; count++) {
    const said = await box.git(["commit", "-q", "--allow-empty", "-m", "x"], {
      cwd: "repo",
      env: { PATH: path },
    });
    assert.equal(said.code, 0, said.stderr);
    assert.ok(box.trace().endsWith(`${path}\n`));
  }
});

Deno.test("the wrapper finds git in absolute entries of PATH alone", async () => {
  using box = new Sandbox();
  await box.repository("bare.git", { bare: true });
  plant(box, ".");
  const said = await box.start(`${projectRoot}/bin/git-hooks-receive-pack`, ["bare.git"], {
    env: { PATH: `.:${box.env["PATH"]}` },
    stdin: "0000",
  });
  assert.equal(said.code, 0, said.stderr);
  assert.doesNotMatch(box.trace(), /hostile git/);
});
