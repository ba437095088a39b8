/**
 * Real git fires shims with compiled plans: what runs, with what, what is said, and that Deno is not needed.
 *
 * @module
 */

import assert from "node:assert/strict";
import { shimText } from "../../lib/plan/shim.ts";
import {
  commit,
  gitsStarted,
  installIn,
  launcher,
  NO_DENO,
  testShells,
} from "../support/planning.ts";
import { newGits, Sandbox, testGits } from "../support/sandbox.ts";

const LOCAL = `[hook.one]
event = ["pre-commit", "post-commit"]
command = "echo one \\"$0\\" >>\\"$TRACE\\""
[hook.two]
event = "pre-commit"
script = "own/two"
`;

async function ready(
  box: Sandbox,
  options: { readonly toml?: string; readonly shell?: string; readonly kept?: string } = {},
): Promise<string> {
  const repository = await box.repository("repo");
  box.write("repo/.git/hooks.toml", options.toml ?? LOCAL);
  box.script("repo/.git/own/two", 'echo "two $0 $#" >>"$TRACE"');
  if (options.kept !== undefined) box.script("repo/.git/hooks/pre-commit", options.kept);
  await installIn(box, repository, options.shell);
  return repository;
}

for (const git of testGits()) {
  for (const shell of testShells()) {
    Deno.test(`a fresh plan runs every hook as git would, ${git.name}, ${shell}`, async () => {
      using box = new Sandbox(git);
      await ready(box, { shell, kept: 'echo "kept $0" >>"$TRACE"' });
      assert.equal((await commit(box, "repo")).code, 0);
      const first = box.trace();
      const said = await commit(box, "repo", { env: NO_DENO });
      assert.equal(said.stderr, "");
      assert.equal(said.code, 0);
      assert.equal(box.trace(), first);
      const one = 'echo one "$0" >>"$TRACE"';
      assert.equal(
        first,
        `one ${one}\ntwo .git/own/two 0\nkept .git/hooks.d/pre-commit\none ${one}\n`,
      );
    });
  }

  Deno.test(`a fresh plan asks git once and starts nothing else, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box, { toml: '[hook.one]\nevent = "pre-commit"\ncommand = "true"\n' });
    await commit(box, "repo");
    const count = async (env: Record<string, string>): Promise<readonly string[]> => {
      const trace = box.path("trace2");
      await commit(box, "repo", { env: { ...env, ...NO_DENO, GIT_TRACE2_EVENT: trace } });
      const text = box.read("trace2") ?? "";
      await Deno.remove(trace);
      return gitsStarted(text);
    };
    const with_ = await count({});
    await Deno.remove(box.path("repo/.git/hooks/pre-commit"));
    const without = await count({});
    assert.deepEqual(with_.filter((verb) => verb !== "config"), without);
    assert.equal(with_.filter((verb) => verb === "config").length, 1);
  });

  Deno.test(`git-hooks check answers from a fresh plan, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    await commit(box, "repo");
    const check = (event: string, env = {}): Promise<{ readonly code: number }> =>
      box.hooks(["check", event], { cwd: "repo", env });
    assert.equal((await check("pre-commit", NO_DENO)).code, 0);
    box.write("repo/.git/hooks.toml", "");
    assert.equal((await check("pre-commit", NO_DENO)).code, 127);
    assert.equal((await check("pre-commit")).code, 1);
  });

  Deno.test(`a plan keeps $0 of the kept script in a linked worktree, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box, { kept: 'echo "kept $0" >>"$TRACE"' });
    await commit(box, "repo");
    await box.mustGit(["worktree", "add", "-q", "../linked"], { cwd: "repo" });
    box.trace();
    await commit(box, "linked");
    const first = box.trace();
    const said = await commit(box, "linked", { env: NO_DENO });
    assert.equal(said.stderr, "");
    assert.equal(box.trace(), first);
    assert.match(first, new RegExp(`kept ${box.root}/repo/.git/hooks.d/pre-commit\n`));
    assert.match(first, new RegExp(`two ${box.root}/repo/.git/own/two 0\n`));
  });
}

for (const shell of testShells()) {
  Deno.test(`a failing hook is named with its place and a way out, ${shell}`, async () => {
    using box = new Sandbox();
    await ready(box, {
      shell,
      toml: '[hook.types]\nevent = "pre-commit"\ncommand = "exit 3"\n',
    });
    const slow = await commit(box, "repo");
    const fast = await commit(box, "repo", { env: NO_DENO });
    assert.equal(
      fast.stderr,
      "error: pre-commit hook 'types' failed with exit code 3 (.git/hooks.toml:1)\n" +
        "hint: skip it once: git -c hook.types.enabled=false commit\n",
    );
    assert.equal(fast.stderr, slow.stderr);
    assert.equal(fast.code, 1);
  });

  Deno.test(`several hooks all run, and failures are told once at the end, ${shell}`, async () => {
    using box = new Sandbox();
    await ready(box, {
      shell,
      toml: `[hook.format]
event = "pre-commit"
command = "true"
[hook.lint]
event = "pre-commit"
command = "exit 1"
[hook.types]
event = "pre-commit"
command = "sleep 10"
timeout = "1s"
`,
    });
    const slow = await commit(box, "repo");
    const fast = await commit(box, "repo", { env: NO_DENO });
    assert.equal(
      fast.stderr,
      `error: pre-commit: 2 of 3 hooks failed
  format       ok
  lint         exit code 1           .git/hooks.toml:4
  types        killed after 1s       .git/hooks.toml:7
`,
    );
    assert.equal(fast.stderr, slow.stderr);
  });

  Deno.test(`a program that was not found is told with the PATH, ${shell}`, async () => {
    using box = new Sandbox();
    await ready(box, {
      shell,
      toml: '[hook.types]\nevent = "pre-commit"\ncommand = "no-such-program x"\n',
    });
    const slow = await commit(box, "repo");
    const fast = await commit(box, "repo", { env: NO_DENO });
    assert.match(
      fast.stderr,
      /failed with exit code 127 .*\nhint: a program was not found; PATH was /,
    );
    assert.equal(fast.stderr, slow.stderr);
  });

  Deno.test(`what cannot be started stops the rest in git's words, ${shell}`, async () => {
    using box = new Sandbox();
    const toml = `[hook.bad]
event = "pre-commit"
script = "own/bad"
[hook.late]
event = "pre-commit"
command = "echo late >>$TRACE"
`;
    await ready(box, { shell, toml });
    const cases: readonly (readonly [string, () => void])[] = [
      ["No such file or directory", (): void => {}],
      ["Permission denied", (): void => box.write("repo/.git/own/bad", "#!/bin/sh\n")],
      [
        "No such file or directory",
        (): void => box.write("repo/.git/own/bad", "#!/bin/sh\r\nexit 0\r\n", 0o755),
      ],
      ["Permission denied", (): void => box.write("repo/.git/own/bad", "#! /etc/passwd\n", 0o755)],
    ];
    for (const [reason, prepare] of cases) {
      prepare();
      const slow = await commit(box, "repo");
      const fast = await commit(box, "repo", { env: NO_DENO });
      assert.equal(fast.stderr, slow.stderr);
      assert.equal(fast.stderr.split("\n")[0], `fatal: cannot exec '.git/own/bad': ${reason}`);
      assert.equal(fast.code, 1);
      assert.equal(box.trace(), "");
    }
  });

  Deno.test(`a name that is not in PATH cannot be run, a builtin's name is no builtin, ${shell}`, async () => {
    using box = new Sandbox();
    await ready(box, { shell, toml: '[hook.bad]\nevent = "pre-commit"\ncommand = "exit"\n' });
    const slow = await commit(box, "repo");
    const fast = await commit(box, "repo", { env: NO_DENO });
    assert.equal(
      fast.stderr.split("\n")[0],
      "error: cannot run exit: No such file or directory",
    );
    assert.equal(fast.stderr, slow.stderr);
  });

  Deno.test(`each hook gets all of the input, reading it or not, ${shell}`, async () => {
    using box = new Sandbox();
    const repository = await box.repository("repo");
    await box.repository("remote", { bare: true });
    box.write(
      "remote/hooks.toml",
      `[hook.first]
event = "pre-receive"
command = "cat >>$TRACE"
[hook.blind]
event = "pre-receive"
command = "true"
[hook.second]
event = "pre-receive"
command = "wc -l >>$TRACE"
[hook.main]
event = "pre-receive"
refs = ["refs/heads/*", "!refs/heads/s*"]
command = "sed 's/^/main /' >>$TRACE"
[hook.none]
event = "pre-receive"
refs = ["refs/tags/*"]
command = "echo tag >>$TRACE"
[hook.all]
event = "post-receive"
refs = ["!refs/tags/*"]
command = "cut -d' ' -f3 >>$TRACE"
[hook.some]
event = "post-update"
refs = ["refs/heads/s*"]
command = "echo updated >>$TRACE"
`,
    );
    await installIn(box, "remote", shell);
    await commit(box, repository);
    await box.mustGit(["branch", "side"], { cwd: repository });
    const push = async (env: Record<string, string>): Promise<string> => {
      box.trace();
      const said = await box.git(["push", "-q", "../remote", "main", "side"], {
        cwd: repository,
        env,
      });
      assert.equal(said.stderr, "");
      const trace = box.trace();
      await box.mustGit(["update-ref", "-d", "refs/heads/main"], { cwd: "remote" });
      await box.mustGit(["update-ref", "-d", "refs/heads/side"], { cwd: "remote" });
      return trace;
    };
    const slow = await push({});
    const fast = await push(NO_DENO);
    assert.equal(fast, slow);
    assert.match(
      fast,
      /^0+ \w+ refs\/heads\/main\n0+ \w+ refs\/heads\/side\n2\nmain 0+ \w+ refs\/heads\/main\nrefs\/heads\/main\nrefs\/heads\/side\nupdated refs\/heads\/side\n$/,
    );
    const left = (await Array.fromAsync(Deno.readDir(box.path("remote/git-hooks")))).map((
      { name },
    ) => name);
    assert.deepEqual(left.filter((name) => name.startsWith("stdin")), []);
  });

  Deno.test(`update asks git once per push, ${shell}`, async () => {
    using box = new Sandbox();
    const repository = await box.repository("repo");
    await box.repository("remote", { bare: true });
    box.write(
      "remote/hooks.toml",
      '[hook.see]\nevent = "update"\nrefs = ["refs/heads/b?"]\ncommand = "echo >>$TRACE"\n',
    );
    await installIn(box, "remote", shell);
    await commit(box, repository);
    for (const name of ["b1", "b2", "b3", "other"]) {
      await box.mustGit(["branch", name], { cwd: repository });
    }
    const push = async (ref: string, env: Record<string, string>): Promise<readonly string[]> => {
      const said = await box.git(["push", "-q", "../remote", ref], {
        cwd: repository,
        env: { ...env, GIT_TRACE2_EVENT: box.path("trace2") },
      });
      assert.equal(said.stderr, "");
      const text = box.read("trace2") ?? "";
      await Deno.remove(box.path("trace2"));
      return gitsStarted(text).filter((verb) => verb === "config");
    };
    await push("main", {});
    box.trace();
    assert.equal((await push("refs/heads/*", NO_DENO)).length, 1);
    assert.match(box.trace(), /^( ?refs\/heads\/b\d 0+ \w+\n){3}$/);
    box.write(
      "remote/hooks.toml",
      '[hook.see]\nevent = "update"\ncommand = "exit 1"\n',
    );
    await box.mustGit(["branch", "b4"], { cwd: repository });
    const said = await box.git(["push", "-q", "../remote", "b4"], { cwd: repository });
    assert.equal(said.code, 1);
    assert.match(said.stderr, /hook declined/);
  });
}

Deno.test("GIT_HOOKS=0 skips all of ours, says so, and runs the kept script", async () => {
  using box = new Sandbox();
  await ready(box, { kept: "echo kept >>$TRACE" });
  for (const env of [{ GIT_HOOKS: "0" }, { GIT_HOOKS: "0", ...NO_DENO }]) {
    const said = await commit(box, "repo", { env });
    assert.equal(said.code, 0);
    assert.equal(
      said.stderr,
      "warning: GIT_HOOKS=0: no hook of hooks.toml was run for pre-commit\n" +
        "warning: GIT_HOOKS=0: no hook of hooks.toml was run for post-commit\n",
    );
    assert.equal(box.trace(), "kept\n");
  }
});

Deno.test("GIT_HOOKS=0 is ignored where a push arrives", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  await box.repository("remote", { bare: true });
  box.write("remote/hooks.toml", '[hook.no]\nevent = "pre-receive"\ncommand = "exit 1"\n');
  await installIn(box, "remote");
  await commit(box, "repo");
  for (const env of [{ GIT_HOOKS: "0" }, { GIT_HOOKS: "0", ...NO_DENO }]) {
    const said = await box.git(["push", "-q", "../remote", "main"], { cwd: "repo", env });
    assert.equal(said.code, 1);
    assert.match(
      said.stderr,
      /remote: error: pre-receive hook 'no' refused this push \(exit code 1\)/,
    );
  }
});

Deno.test("without its launcher a shim runs a fresh plan, and a stale one closes the gate", async () => {
  using box = new Sandbox();
  await ready(box, { toml: LOCAL.replace("own/two", "own/two") });
  await commit(box, "repo");
  for (const event of ["pre-commit", "post-commit"]) {
    box.write(
      `repo/.git/hooks/${event}`,
      (box.read(`repo/.git/hooks/${event}`) ?? "").replaceAll(launcher, "/gone/git-hooks"),
      0o755,
    );
  }
  box.trace();
  assert.equal((await commit(box, "repo")).code, 0);
  assert.equal(box.trace().split("\n").length, 4);
  box.write("repo/.git/hooks.toml", LOCAL.replace("[hook.two]", "[hook.three]"));
  const said = await commit(box, "repo");
  assert.equal(said.code, 1);
  assert.equal(
    said.stderr,
    "error: pre-commit is stopped: its hooks have changed, and /gone/git-hooks is gone\n" +
      "hint: install git-hooks again, or go on without these hooks: GIT_HOOKS=0 git ...\n",
  );
  const free = await commit(box, "repo", { env: { GIT_HOOKS: "0" } });
  assert.equal(free.code, 0);
});

Deno.test("a shim that an undo has just replaced becomes what stands there now", async () => {
  using box = new Sandbox();
  await ready(box, { kept: "echo kept >>$TRACE" });
  await commit(box, "repo");
  box.trace();
  // What sh had opened already; the restored script stands in its place.
  const shim = box.read("repo/.git/hooks/pre-commit") ?? "";
  box.script("repo/.git/hooks/pre-commit", "echo restored >>$TRACE");
  const run = (): Promise<{ readonly code: number }> =>
    box.start("sh", ["-c", `${shim}`, ".git/hooks/pre-commit"], { cwd: "repo", env: NO_DENO });
  await Deno.remove(box.path("repo/.git/hooks.d"), { recursive: true });
  assert.equal((await run()).code, 0);
  assert.match(box.trace(), /restored\n$/);
  await Deno.remove(box.path("repo/.git/git-hooks"), { recursive: true });
  assert.equal((await run()).code, 0);
  assert.equal(box.trace(), "restored\n");
});

Deno.test("a script that calls another event's file gets the script that stood there alone", async () => {
  for (
    const how of [
      "exec .git/hooks/pre-commit",
      ".git/hooks/pre-commit",
      "exec sh -c .git/hooks/pre-commit",
    ]
  ) {
    using box = new Sandbox();
    await box.repository("repo");
    box.script("repo/.git/hooks/pre-commit", 'echo "script $0" >>"$TRACE"');
    box.script("repo/.git/hooks/pre-merge-commit", how);
    box.write(
      "repo/.git/hooks.toml",
      '[hook.one]\nevent = ["pre-commit", "pre-merge-commit"]\ncommand = "echo one >>$TRACE"\n',
    );
    await installIn(box, "repo");
    await commit(box, "repo");
    await box.mustGit(["checkout", "-q", "-b", "side"], { cwd: "repo" });
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "side"], { cwd: "repo" });
    await box.mustGit(["checkout", "-q", "main"], { cwd: "repo" });
    await commit(box, "repo");
    for (const env of [{}, NO_DENO]) {
      box.trace();
      const said = await box.git(["merge", "-q", "--no-ff", "-m", "m", "side"], {
        cwd: "repo",
        env,
      });
      assert.equal(said.stderr, "", how);
      assert.equal(box.trace(), "one\nscript .git/hooks.d/pre-commit\n", how);
      await box.mustGit(["reset", "-q", "--hard", "HEAD^"], { cwd: "repo" });
    }
  }
});

Deno.test("an event without a hook any more costs no Deno", async () => {
  using box = new Sandbox();
  await ready(box);
  box.write("repo/.git/hooks.toml", '[hook.x]\nevent = "pre-push"\ncommand = "true"\n');
  assert.equal((await commit(box, "repo")).code, 0);
  const said = await commit(box, "repo", { env: NO_DENO });
  assert.equal(said.stderr, "");
  assert.equal(said.code, 0);
  assert.equal(box.trace(), "");
});

Deno.test("a kept script without its x bit is passed over with git's hint", async () => {
  using box = new Sandbox();
  await ready(box, { toml: '[hook.x]\nevent = "pre-commit"\ncommand = "true"\n', kept: "exit 1" });
  await Deno.chmod(box.path("repo/.git/hooks.d/pre-commit"), 0o644);
  const slow = await commit(box, "repo");
  const fast = await commit(box, "repo", { env: NO_DENO });
  assert.equal(fast.code, 0);
  assert.match(fast.stderr, /^hint: The '.git\/hooks.d\/pre-commit' hook was ignored/);
  assert.equal(fast.stderr, slow.stderr);
});

Deno.test("a broken hooks.toml stops a gate and lets the rest go on with a warning", async () => {
  using box = new Sandbox();
  await ready(box, { kept: "echo kept >>$TRACE" });
  await commit(box, "repo");
  box.trace();
  box.write("repo/.git/hooks.toml", LOCAL.replace("script", "scirpt"));
  const said = await commit(box, "repo");
  assert.equal(said.code, 1);
  assert.match(said.stderr, /^fatal: .git\/hooks.toml:6:1: unknown key 'scirpt'/);
  assert.match(
    said.stderr,
    /hint: no hook of hooks.toml was run, nothing was committed\nhint: commit without these hooks: GIT_HOOKS=0 git commit\n$/,
  );
  const free = await commit(box, "repo", { env: { GIT_HOOKS: "0" } });
  assert.equal(free.code, 0);
  const after = await box.git(["commit", "-q", "--allow-empty", "-m", "x", "--no-verify"], {
    cwd: "repo",
  });
  assert.equal(after.code, 0);
  assert.match(after.stderr, /^warning: .git\/hooks.toml:6:1: unknown key 'scirpt'/);
});

Deno.test("hooks of a parallel event go through the code, with a plan that is not made again", async () => {
  using box = new Sandbox();
  await ready(box, {
    toml: `[hook]
jobs = 2
[hook.a]
event = "pre-push"
command = "echo a >>$TRACE"
args = false
parallel = true
[hook.b]
event = "pre-push"
command = "echo b >>$TRACE"
args = false
parallel = true
`,
  });
  await box.repository("remote", { bare: true });
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
  await box.mustGit(["push", "-q", "../remote", "main"], { cwd: "repo" });
  const plan = (await Deno.stat(box.path("repo/.git/git-hooks/pre-push"))).ino;
  box.trace();
  await box.mustGit(["push", "-q", "../remote", "main"], { cwd: "repo" });
  assert.equal(box.trace().length, 4);
  assert.equal((await Deno.stat(box.path("repo/.git/git-hooks/pre-push"))).ino, plan);
});

Deno.test("a descriptor that git leaks on a server reaches no hook", async () => {
  for (const git of newGits().slice(0, 1)) {
    using box = new Sandbox(git);
    await box.repository("repo");
    await box.repository("remote", { bare: true });
    box.write(
      "remote/hooks.toml",
      '[hook.fd]\nevent = "post-receive"\ncommand = "ls /proc/self/fd >>$TRACE; yes | head -n 1 >/dev/null"\n',
    );
    await installIn(box, "remote");
    await commit(box, "repo");
    await box.mustGit(["push", "-q", "../remote", "main"], { cwd: "repo" });
    await commit(box, "repo");
    box.trace();
    const said = await box.git(["push", "-q", "../remote", "main"], { cwd: "repo", env: NO_DENO });
    assert.equal(said.stderr, "");
    // 3 is the directory that ls has opened; what is above 9 no sh can close, and git leaks none of it.
    assert.deepEqual(box.trace().match(/^\d$/gm), ["0", "1", "2", "3"]);
  }
});

Deno.test("shimText() stays in step with the plan's name for hooks in the git directory", () => {
  const text = shimText({ event: "pre-receive", launcher });
  assert.match(text, /\.\) git_hooks_plan=\.\/git-hooks\/'pre-receive'\.git-dir ;;/);
});

for (const git of testGits()) {
  Deno.test(`plans tell the worktree's events from those of a push into it, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("repo");
    await commit(box, "repo");
    box.write(
      "repo/.git/hooks.toml",
      `[hook.ref]
event = "reference-transaction"
script = "own/ref"
[hook.push]
event = ["pre-receive", "push-to-checkout"]
script = "own/push"
`,
    );
    const told = 'echo "$0 $(pwd -P | sed "s/.*\\///")" >>"$TRACE"';
    box.script("repo/.git/own/ref", told);
    box.script("repo/.git/own/push", `${told}\n[ $# -eq 0 ] || git read-tree -u -m HEAD "$1"`);
    await box.mustGit(["config", "receive.denyCurrentBranch", "updateInstead"], { cwd: "repo" });
    await installIn(box, "repo");
    await box.mustGit(["clone", "-q", "repo", "clone"]);
    const round = async (name: string, env: Record<string, string>): Promise<string> => {
      box.write(`clone/${name}`, name);
      await box.mustGit(["add", name], { cwd: "clone" });
      await box.mustGit(["commit", "-q", "-m", name], { cwd: "clone" });
      box.trace();
      const said = await box.git(["push", "-q", "origin", "main"], { cwd: "clone", env });
      assert.equal(said.stderr, "");
      const inside = await commit(box, "repo", { env });
      assert.equal(inside.stderr, "");
      await box.mustGit(["fetch", "-q"], { cwd: "clone" });
      await box.mustGit(["reset", "-q", "--hard", "origin/main"], { cwd: "clone" });
      assert.equal(box.read(`repo/${name}`), name);
      return box.trace();
    };
    const slow = await round("a", {});
    assert.equal(await round("b", NO_DENO), slow);
    assert.match(slow, /^own\/push .git\n/);
    assert.match(slow, /\/repo\/\.git\/own\/push .git\n/);
    assert.match(slow, /\nown\/ref .git\n/);
    assert.match(slow, /\n\.git\/own\/ref repo\n/);
  });
}

Deno.test("a user who does not own the repository runs its hooks and writes nothing", {
  ignore: Deno.uid() !== 0,
}, async () => {
  using box = new Sandbox();
  await ready(box);
  await box.mustGit(["config", "--global", "safe.directory", "*"], { cwd: "repo" });
  await commit(box, "repo");
  const folder = box.path("repo/.git/git-hooks");
  const before = box.trace();
  await box.start("chown", ["-R", "65534:65534", box.path("repo")]);
  const plan = box.read("repo/.git/git-hooks/pre-commit") ?? "";
  // A plan that another user wrote is not run.
  await Deno.writeTextFile(`${folder}/pre-commit`, 'echo theirs >>"$TRACE"\n');
  const said = await commit(box, "repo");
  assert.equal(said.code, 0);
  assert.equal(box.trace(), before);
  assert.equal(box.read("repo/.git/git-hooks/pre-commit"), 'echo theirs >>"$TRACE"\n');
  await Deno.remove(folder, { recursive: true });
  await commit(box, "repo");
  assert.equal(box.read("repo/.git/git-hooks/pre-commit"), undefined);
  assert.notEqual(plan, "");
});

Deno.test("shims that compile at the same time leave one whole plan", async () => {
  using box = new Sandbox();
  await ready(box);
  const start = (env: Record<string, string>): Promise<{ readonly code: number }> =>
    box.start(".git/hooks/pre-commit", [], { cwd: "repo", env });
  const codes = await Promise.all([1, 2, 3, 4].map(() => start({})));
  assert.deepEqual(codes.map(({ code }) => code), [0, 0, 0, 0]);
  assert.equal(box.trace().split("\n").length, 9);
  assert.equal((await start(NO_DENO)).code, 0);
  const left = await Array.fromAsync(Deno.readDir(box.path("repo/.git/git-hooks")));
  assert.deepEqual(left.filter(({ name }) => name.endsWith(".new")), []);
});

Deno.test("a running shim adds the shim that a new text calls for", async () => {
  using box = new Sandbox();
  await ready(box);
  box.write(
    "repo/.git/hooks.toml",
    `${LOCAL}[hook.new]\nevent = "commit-msg"\ncommand = "echo new >>$TRACE; :"\n`,
  );
  await commit(box, "repo");
  assert.match(box.read("repo/.git/hooks/commit-msg") ?? "", /git-hooks-shim-/);
  box.trace();
  await commit(box, "repo");
  assert.match(box.trace(), /^new$/m);
});
