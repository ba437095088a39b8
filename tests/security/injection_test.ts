/**
 * Texts that a shell, an option parser or git would read as something else: in names, commands, paths,
 * refs, events and arguments. A canary file tells when one was.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commit, installIn, NO_DENO, testShells } from "../support/planning.ts";
import { Sandbox, testGits } from "../support/sandbox.ts";

// Every way into a shell, each leaving a file in whatever directory it runs.
const META = "x'`touch c1`'$(touch c2)\"$(touch c3)\";touch c4;&touch c5|*?[a]{b,c}~!#%\\";
const META_LINE = `${META}\ntouch c6\n`;

async function canaries(box: Sandbox): Promise<readonly string[]> {
  const found: string[] = [];
  const visit = async (folder: string): Promise<void> => {
    for await (const { name, isDirectory } of Deno.readDir(folder)) {
      if (/^c[1-6]$/.test(name)) found.push(`${folder}/${name}`);
      if (isDirectory) await visit(`${folder}/${name}`);
    }
  };
  await visit(box.root);
  return found;
}

for (const shell of testShells()) {
  Deno.test(`nothing of a path, a name or an argument is read by a shell, ${shell}`, async () => {
    using box = new Sandbox();
    // The repository's own path, HOME and the cache are data in every plan.
    const home = `${box.root}/h${META_LINE}`;
    await Deno.mkdir(home);
    await Deno.rename(box.home, `${home}/home`);
    const env = {
      HOME: `${home}/home`,
      XDG_CACHE_HOME: `${home}/cache ${META}`,
      XDG_STATE_HOME: `${home}/state ${META}`,
      GIT_CONFIG_GLOBAL: `${home}/home/.gitconfig`,
      GIT_HOOKS_SYSTEM: `${home}/system ${META}.toml`,
    };
    const cwd = `r${META}`;
    await box.mustGit(["init", "-q", "--template=", box.path(cwd)], { env });
    box.write(
      `${cwd}/.git/hooks.toml`,
      `[hook.'name $(touch c1) \`touch c2\`']
event = ["pre-commit", "commit-msg", "reference-transaction"]
command = "echo ran >>\\"$TRACE\\"; exit 3;:"
timeout = "30s"

[hook.script]
event = ["pre-commit", "commit-msg"]
script = '''my $(touch c1) "quoted" \`touch c2\`;touch c4 s'''

[hook.refs]
event = "reference-transaction"
command = "while read line; do echo refs >>\\"$TRACE\\"; done; :"
refs = ["refs/heads/$(touch\${IFS}c1)*", "refs/heads/\`touch\${IFS}c2\`", "refs/heads/';touch\${IFS}c4;'", "refs/heads/main"]
`,
    );
    const script = 'my $(touch c1) "quoted" `touch c2`;touch c4 s';
    box.script(`${cwd}/.git/${script}`, 'echo "script $#" >>"$TRACE"\nexit 1');
    const installed = await box.hooks(["install"], { cwd, env });
    assert.equal(installed.code, 0, installed.stderr);
    for await (const { name } of Deno.readDir(box.path(`${cwd}/.git/hooks`))) {
      const text = box.read(`${cwd}/.git/hooks/${name}`) ?? "";
      box.write(`${cwd}/.git/hooks/${name}`, text.replace("#!/bin/sh\n", `#!${shell}\n`), 0o755);
    }
    const fire = async (event: string, args: readonly string[]): Promise<string> => {
      for (let count = 0; count < 3; count++) {
        // The third one from the plan alone.
        const options = {
          cwd,
          env: { ...env, ...(count === 2 ? NO_DENO : {}) },
          stdin: `0 1 refs/heads/${META}\n0 1 refs/heads/main\n`,
        };
        const said = await box.start(box.path(`${cwd}/.git/hooks/${event}`), args, options);
        assert.notEqual(said.code, 0, said.stderr);
        assert.doesNotMatch(said.stderr, /not found|[Ss]yntax|[Uu]nterminated|unexpected/);
        if (count < 2) box.trace();
      }
      return box.trace();
    };
    assert.equal(await fire("pre-commit", []), "ran\nscript 0\n");
    assert.equal(await fire("commit-msg", [META_LINE, "-x", "--", ""]), "ran\nscript 4\n");
    assert.equal(await fire("reference-transaction", [META]), "ran\nrefs\n");
    for (
      const words of [["list"], ["list", "pre-commit"], ["check", "pre-commit"], ["doctor"], [
        "explain",
        "pre-commit",
      ]]
    ) {
      await box.hooks(words, { cwd, env });
    }
    assert.deepEqual(await canaries(box), []);
  });
}

for (const git of testGits()) {
  Deno.test(`refs, options and events that look like options reach hooks as they are, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("bare.git", { bare: true });
    await box.repository("repo");
    await box.mustGit(["config", "receive.advertisePushOptions", "true"], { cwd: "bare.git" });
    box.write(
      "bare.git/hooks.toml",
      `[hook.one]\nevent = "update"\nscript = "show"\n[hook.pre]\nevent = "pre-receive"\nscript = "show"\n` +
        `[hook.both]\nevent = ["update", "post-update"]\ncommand = "./show both"\nrefs = "refs/heads/*"\n`,
    );
    box.script(
      "bare.git/show",
      'printf "%s," "$@" >>"$TRACE"; printf "%s\\n" "${GIT_PUSH_OPTION_0-}" >>"$TRACE"',
    );
    await installIn(box, "bare.git");
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
    const ref = "refs/heads/-x$(touch${IFS}c1)`touch${IFS}c2`;touch${IFS}c4";
    for (let count = 0; count < 2; count++) {
      box.trace();
      await box.mustGit([
        "push",
        "-q",
        "-f",
        "-o",
        "--$(touch c1)",
        box.path("bare.git"),
        `HEAD:${ref}${count}`,
      ], { cwd: "repo" });
      const said = box.trace();
      assert.ok(said.includes(`${ref}${count},`), said);
      assert.ok(said.includes("--$(touch c1)"), said);
    }
    assert.deepEqual(await canaries(box), []);
  });
}

Deno.test("an event's name is no option, no path and no sh", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  const before = box.read("repo/.git/config") ?? "";
  const events = [
    "-x",
    "--help",
    "../config",
    "/etc/x",
    "a/../../b",
    ".",
    "..",
    META,
    "a b",
    "$(touch c1)",
  ];
  for (const event of events) {
    for (
      const words of [["list"], ["check"], ["run"], ["explain"], ["hook"], ["install", "--yes"]]
    ) {
      const said = await box.hooks([...words, "--", event], { cwd: "repo" });
      assert.doesNotMatch(said.stderr, /this should not happen/, `${words.join(" ")} ${event}`);
    }
  }
  for (const [index, event] of events.entries()) {
    await box.mustGit(["config", `hook.n${index}.command`, "true"], { cwd: "repo" });
    await box.mustGit(["config", `hook.n${index}.event`, `${event}`], { cwd: "repo" });
  }
  box.write("repo/.git/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncommand = "true"\n');
  const config = box.read("repo/.git/config") ?? "";
  assert.ok(config.startsWith(before));
  await installIn(box, "repo");
  for (let count = 0; count < 2; count++) assert.equal((await commit(box, "repo")).code, 0);
  assert.equal(box.read("repo/.git/config"), config);
  assert.equal(box.read("repo/b"), undefined);
  // What has a name that is one word became a file of the hookdir, and is plain sh.
  for await (const { name } of Deno.readDir(box.path("repo/.git/hooks"))) {
    const path = box.path(`repo/.git/hooks/${name}`);
    for (let count = 0; count < 2; count++) {
      const said = await box.start(path, [], { cwd: "repo" });
      assert.doesNotMatch(said.stderr, /not found|[Ss]yntax|this should not happen/, name);
    }
  }
  assert.deepEqual(await canaries(box), []);
});

Deno.test("completion runs nothing of a name that came with a clone", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write(
    "repo/hooks.toml",
    `[hook.'a$(touch c1)\`touch c2\`;touch c4']\nevent = "pre-commit"\ncommand = "true"\n`,
  );
  const script = (await box.hooks(["completion", "bash"])).stdout;
  box.write("complete.bash", script);
  const said = await box.start("bash", [
    "-c",
    `git-hooks() { "$LAUNCHER" "$@"; }
. "$1"; COMP_WORDS=(git-hooks explain pre-commit "a"); COMP_CWORD=3
__git_hooks_main; printf '%s\\n' "\${COMPREPLY[@]}"; eval "set -- \${COMPREPLY[*]}"; printf '<%s>' "$@"`,
    "bash",
    box.path("complete.bash"),
  ], {
    cwd: "repo",
    env: { LAUNCHER: `${new URL("../../bin/git-hooks", import.meta.url).pathname}` },
  });
  assert.match(said.stdout, /<a\$\(touch c1\)`touch c2`;touch c4>/, said.stderr);
  assert.deepEqual(await canaries(box), []);
});
