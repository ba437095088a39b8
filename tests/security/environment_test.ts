/**
 * Environments in which a careless sh program would do something else.
 *
 * @module
 */

import assert from "node:assert/strict";
import { installIn, NO_DENO, testShells } from "../support/planning.ts";
import { Sandbox } from "../support/sandbox.ts";

const NAMES: readonly string[] =
  ("mode dir plan launcher shim script state ours said code stop why in out path prefix programs push once " +
    "answer got line rest seen found key stale exe 1 2 text size pid advice refuses server fresh replaced")
    .split(" ");

function hostile(box: Sandbox): Record<string, string> {
  const trap = box.path("trap");
  box.write("trap", 'echo hostile >>"$TRACE"\n', 0o755);
  const own = Object.fromEntries(
    NAMES.map((name) => [`git_hooks_${name}`, `$(sh ${trap});\`sh ${trap}\``]),
  );
  return {
    ...own,
    IFS: "/.ehr0123456789",
    ENV: trap,
    PS4: `$(sh ${trap})`,
    PS1: `$(sh ${trap})`,
    CDPATH: `${box.root}:/`,
    PWD: "/nonexistent",
    OLDPWD: "/nonexistent",
    PPID: "1",
    GIT_HOOKS_SHIM: "1",
    GIT_HOOKS_KEPT: "PATH HOME",
    GIT_HOOKS_KEPT_PATH: "/nonexistent",
    GIT_HOOKS_LAUNCHER: trap,
    GIT_HOOKS: "",
    LINENO: "x",
    TMPDIR: box.path("nowhere"),
    "BASH_FUNC_git%%": `() { sh ${trap}; }`,
    "BASH_FUNC_git-hooks%%": `() { sh ${trap}; }`,
    "BASH_FUNC_cat%%": `() { sh ${trap}; }`,
    "BASH_FUNC_rm%%": `() { sh ${trap}; }`,
    "BASH_FUNC_readlink%%": `() { sh ${trap}; }`,
  };
}

// A function that the user exports is one of his programs, so what it does is his will; but nothing else
// of these may do anything.
function withoutFunctions(env: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("BASH_FUNC_")));
}

const TOML = `[hook.a]
event = ["pre-push", "pre-commit"]
command = "cat >/dev/null; echo a >>$TRACE; :"

[hook.b]
event = "pre-push"
command = "while read line; do echo b $line >>$TRACE; done; :"
timeout = "1m"
`;

for (const shell of testShells()) {
  Deno.test(`shims and plans do the same in a hostile environment, ${shell}`, async () => {
    using box = new Sandbox();
    await box.repository("repo");
    box.write("repo/.git/hooks.toml", TOML);
    await installIn(box, "repo", shell);
    const env = withoutFunctions(hostile(box));
    for (let count = 0; count < 3; count++) {
      const said = await box.start(box.path("repo/.git/hooks/pre-push"), ["origin", "u"], {
        cwd: "repo",
        env: { ...env, ...(count === 2 ? NO_DENO : {}) },
        stdin: "one\ntwo\n",
      });
      assert.equal(said.code, 0, said.stderr);
      assert.equal(said.stdout, "");
      assert.equal(box.trace(), "a\nb one\nb two\n");
    }
    assert.equal(box.read("nowhere"), undefined);
    const left = (await Array.fromAsync(Deno.readDir(box.path("repo/.git/git-hooks"))))
      .filter(({ name }) => name.startsWith("stdin."));
    assert.deepEqual(left, []);
  });

  Deno.test(`the launcher does the same in a hostile environment, ${shell}`, async () => {
    using box = new Sandbox();
    await box.repository("repo");
    box.write("repo/.git/hooks.toml", TOML);
    await installIn(box, "repo");
    await box.start(box.path("repo/.git/hooks/pre-push"), ["o", "u"], { cwd: "repo", stdin: "" });
    box.trace();
    const env = withoutFunctions(hostile(box));
    const [program = "", ...words] = shell.split(" ");
    const root = new URL("../../", import.meta.url).pathname;
    const start = (
      args: readonly string[],
      more: Record<string, string> = {},
    ): ReturnType<Sandbox["start"]> =>
      box.start(program, [...words, `${root}bin/git-hooks`, ...args], {
        cwd: "repo",
        env: { ...env, ...more },
      });
    assert.equal((await start(["check", "pre-push"], NO_DENO)).code, 0);
    assert.equal((await start(["check", "pre-push"])).code, 0);
    assert.equal((await start(["check", "pre-rebase"])).code, 1);
    assert.match((await start(["list", "pre-push"])).stdout, /^a\nb\n$/);
    assert.equal(box.trace(), "");
  });
}

Deno.test("functions that bash exports change no answer", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write(
    "repo/.git/hooks.toml",
    '[hook.a]\nevent = "pre-commit"\ncommand = "echo a >>$TRACE; exit 7"\n',
  );
  await installIn(box, "repo", "/bin/bash");
  const env = hostile(box);
  for (let count = 0; count < 2; count++) {
    const said = await box.start(box.path("repo/.git/hooks/pre-commit"), [], { cwd: "repo", env });
    assert.equal(said.code, 7, said.stderr);
    assert.match(box.trace(), /^a$/m);
  }
});

Deno.test("what bash takes its options from closes a gate, and opens none", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncommand = "exit 7"\n');
  await installIn(box, "repo", "/bin/bash");
  for (
    const SHELLOPTS of [
      "errexit",
      "nounset",
      "noglob",
      "errexit:nounset:pipefail",
      "xtrace",
      "posix",
      "noclobber",
    ]
  ) {
    for (let count = 0; count < 2; count++) {
      const said = await box.start(box.path("repo/.git/hooks/pre-commit"), [], {
        cwd: "repo",
        env: { SHELLOPTS },
      });
      assert.notEqual(said.code, 0, SHELLOPTS);
    }
  }
});

Deno.test("variables of git that lead elsewhere let nothing in", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  await box.repository("evil");
  box.write(
    "repo/.git/hooks.toml",
    '[hook.a]\nevent = "pre-commit"\ncommand = "echo a >>$TRACE; exit 1"\n',
  );
  box.write("evil/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncommand = "echo evil >>$TRACE"\n');
  await installIn(box, "repo");
  const environments: readonly Record<string, string>[] = [
    { GIT_CONFIG: box.path("evil/.git/config") },
    { GIT_EXEC_PATH: box.path("evil") },
    { GIT_TRACE: box.path("trace-of-git") },
    { GIT_WORK_TREE: box.path("evil") },
    { GIT_PREFIX: "../evil/" },
    { GIT_CEILING_DIRECTORIES: box.root },
    { GIT_CONFIG_COUNT: "x" },
    { GIT_CONFIG_PARAMETERS: "'broken" },
    { GIT_OPTIONAL_LOCKS: "0" },
    { GIT_NAMESPACE: "$(touch x)" },
  ];
  for (const env of environments) {
    for (let count = 0; count < 2; count++) {
      const said = await box.start(box.path("repo/.git/hooks/pre-commit"), [], {
        cwd: "repo",
        env,
      });
      assert.notEqual(said.code, 0, JSON.stringify(env));
      assert.doesNotMatch(box.trace(), /evil/, JSON.stringify(env));
    }
  }
});
