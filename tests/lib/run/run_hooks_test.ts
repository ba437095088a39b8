import assert from "node:assert/strict";
import { hook, resolved, runInSandbox } from "../../support/run_hooks.ts";
import { type Said, Sandbox } from "../../support/sandbox.ts";

Deno.test("runHooks() in mode hook gives each hook all of the input, read or not", async () => {
  using box = new Sandbox();
  const lines = "0 1 refs/heads/x\n".repeat(50_000);
  const said = await runInSandbox(box, {
    mode: "hook",
    readInput: true,
    resolution: resolved(
      [hook("true"), hook("wc -c"), hook("head -n1"), hook("exec <&-; sleep 0.1"), hook("wc -l")],
      { event: "pre-receive" },
    ),
  }, { stdin: lines });
  assert.deepEqual(said, {
    code: 0,
    stdout: "",
    stderr: `${lines.length}\n0 1 refs/heads/x\n50000\n`,
  });
});

Deno.test("runHooks() does not wait for what a hook left behind", async () => {
  using box = new Sandbox();
  const said = await runInSandbox(box, {
    mode: "hook",
    readInput: true,
    resolution: resolved(
      [hook("sleep 60 <&0 >/dev/null 2>&1 & echo $! >pid"), hook("echo 2;")],
      { event: "post-receive" },
    ),
  }, { stdin: "x\n".repeat(100_000) });
  Deno.kill(Number(box.read("pid")), "SIGKILL");
  assert.deepEqual(said, { code: 0, stdout: "", stderr: "2\n" });
});

Deno.test("runHooks() in mode hook keeps the output of pre-push apart, unless it is parallel", async () => {
  using box = new Sandbox();
  const speak = hook("echo out; echo err >&2", { parallel: true });
  const run = (event: string, jobs: number): Promise<Said> =>
    runInSandbox(box, { mode: "hook", resolution: resolved([speak], { event, jobs }) });
  assert.deepEqual(await run("pre-push", 1), { code: 0, stdout: "out\n", stderr: "err\n" });
  assert.deepEqual(await run("pre-push", 2), { code: 0, stdout: "", stderr: "out\nerr\n" });
  assert.deepEqual(await run("pre-commit", 2), { code: 0, stdout: "", stderr: "out\nerr\n" });
});

Deno.test("runHooks() stops an untrusted gate before any start, and warns for other events", async () => {
  using box = new Sandbox();
  const untrusted = hook("echo bad;", {
    name: "lint",
    source: "hooks.toml",
    state: "untrusted",
    origin: { kind: "file", path: "hooks.toml", line: 4 },
  });
  const run = (event: string): Promise<Said> =>
    runInSandbox(box, { resolution: resolved([hook("echo good;"), untrusted], { event }) });
  const gate = await run("pre-commit");
  assert.equal(gate.code, 1);
  assert.doesNotMatch(gate.stderr, /^(good|bad)$/m);
  assert.match(gate.stderr, /^error: pre-commit is stopped.*\nhint: .*git hooks trust\n$/);
  const news = await run("post-merge");
  assert.equal(news.code, 0);
  assert.match(news.stderr, /^warning: 'lint' not run for post-merge.*\nhint: .*\ngood\n$/);
});

Deno.test("runHooks() kills a hook whose time is up and says so", async () => {
  using box = new Sandbox();
  const slow = hook("sleep 60;", {
    name: "slow",
    source: "hooks.toml",
    timeout: "0.3s",
    origin: { kind: "file", path: "hooks.toml", line: 4 },
  });
  const said = await runInSandbox(box, { resolution: resolved([slow, hook("echo 2;")]) });
  assert.equal(said.code, 124);
  assert.equal(
    said.stderr,
    "2\nerror: pre-commit: 1 of 2 hooks failed\n" +
      "  slow         killed after 0.3s     hooks.toml:4\n" +
      "  test         ok\n" +
      "hint: skip it once: git -c hook.slow.enabled=false commit\n",
  );
});

Deno.test("runHooks() tells a hook's own exit code 124 from a timeout", async () => {
  using box = new Sandbox();
  const one = hook("exit 124;", { source: "hooks.toml", timeout: "30s" });
  const said = await runInSandbox(box, { resolution: resolved([one]) });
  assert.match(said.stderr, /failed with exit code 124 /);
});

Deno.test("runHooks() with args = false appends nothing", async () => {
  using box = new Sandbox();
  box.script("show", 'echo "$0 $#"');
  const said = await runInSandbox(box, {
    resolution: resolved([
      hook("./show", { args: false }),
      hook("./show 1", { args: false }),
      hook({ script: "./show" }),
    ]),
    args: ["x", "y"],
  });
  assert.equal(said.stderr, "./show 0\n./show 1\n./show 2\n");
});

Deno.test("runHooks() gives a hook with refs only what concerns it", async () => {
  using box = new Sandbox();
  const main = hook("sed s/^/main:/ #", { refs: ["refs/heads/main"] });
  const tags = hook("sed s/^/tag:/ #", { refs: ["refs/tags/*"] });
  const said = await runInSandbox(box, {
    mode: "hook",
    readInput: true,
    resolution: resolved([main, tags], { event: "pre-receive" }),
  }, { stdin: "0 1 refs/heads/main\n0 1 refs/heads/x\n" });
  assert.deepEqual(said, { code: 0, stdout: "", stderr: "main:0 1 refs/heads/main\n" });
});

Deno.test("a run of hooks loads no node module", async () => {
  using box = new Sandbox();
  const env = { DENO_LOG_LAZY_LOAD: "1" };
  for (const jobs of [1, 2]) {
    const said = await runInSandbox(box, {
      mode: "hook",
      readInput: true,
      resolution: resolved([
        hook("cat", { parallel: true, timeout: "30s", source: "hooks.toml" }),
        hook("exit 1;", { parallel: true, source: "hooks.toml" }),
        hook("nonesuch", { parallel: true }),
      ], { event: "pre-push", jobs }),
    }, { stdin: "x\n", env });
    assert.equal(said.code, 1);
    assert.match(said.stderr, /\[lazy\].*40_process/, "the log shows what is loaded");
    assert.doesNotMatch(
      said.stderr,
      /node/i.test(box.root) ? /ext:deno_node/ : /ext:deno_node|node:/,
    );
  }
});

Deno.test("an event without a hook loads nothing to run hooks with", async () => {
  using box = new Sandbox();
  const said = await runInSandbox(box, {
    resolution: resolved([hook("x", { state: "disabled" })]),
  }, { env: { DENO_LOG_LAZY_LOAD: "1" } });
  assert.deepEqual(said, { code: 0, stdout: "", stderr: "" });
});
