/**
 * Pushes through the wrapper: which hooks run, in which order, with what, on each git.
 *
 * @module
 */

import assert from "node:assert/strict";
import { NO_DENO } from "../support/planning.ts";
import { hooksToml, push, refsOf, serverAndClient, tracing } from "../support/receiving.ts";
import { newGits, Sandbox, testGits } from "../support/sandbox.ts";

const ZERO = "0".repeat(40);

for (const git of testGits()) {
  const isNew = newGits().some(({ path }) => path === git.path);

  Deno.test(`every event of a push runs its hooks once, the plan needs no Deno, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    const head = (await box.mustGit(["rev-parse", "HEAD"], { cwd: "client" })).trim();
    hooksToml(
      box,
      ["pre-receive", "update", "post-receive", "post-update"].map((event) => tracing(event)).join(
        "",
      ),
    );
    for (const [round, env] of [{}, {}, NO_DENO].entries()) {
      box.trace();
      const ref = `refs/heads/r${round}`;
      const said = await push(box, [ref], { env });
      assert.equal(said.code, 0, said.stderr);
      const line = `${ZERO} ${head} ${ref}`;
      assert.equal(
        box.trace(),
        [
          `h pre-receive \n${line}\n`,
          `h update ${ref} ${ZERO} ${head}\n`,
          `h post-receive \n${line}\n`,
          `h post-update ${ref}\n`,
        ].join(""),
      );
    }
  });

  Deno.test(`git config, hooks.toml and the script run in this order, each once, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    for (const event of ["pre-receive", "update"]) {
      box.script(`server.git/hooks/${event}`, `echo "script ${event} $0" >>"$TRACE"`);
      await box.mustGit([
        "config",
        `hook.conf-${event}.command`,
        `echo conf ${event} >>"$TRACE"; :`,
      ], {
        cwd: "server.git",
      });
      await box.mustGit(["config", `hook.conf-${event}.event`, event], { cwd: "server.git" });
    }
    hooksToml(
      box,
      ["pre-receive", "update"].map((event) =>
        `[hook.toml-${event}]\nevent = "${event}"\ncommand = "echo toml ${event} >>\\"$TRACE\\"; :"\n`
      ).join(""),
    );
    for (let round = 0; round < 2; round++) {
      box.trace();
      const said = await push(box, [`refs/heads/r${round}`]);
      assert.equal(said.code, 0, said.stderr);
      assert.equal(said.stderr.includes("error"), false, said.stderr);
      assert.equal(
        box.trace(),
        ["pre-receive", "update"].map((event) =>
          `conf ${event}\ntoml ${event}\nscript ${event} hooks/${event}\n`
        ).join(""),
      );
    }
  });

  Deno.test(`git config's hooks alone run once, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    await box.mustGit(["config", "hook.conf.command", 'echo conf >>"$TRACE"; :'], {
      cwd: "server.git",
    });
    await box.mustGit(["config", "hook.conf.event", "update"], { cwd: "server.git" });
    for (const [round, env] of [{}, {}].entries()) {
      box.trace();
      const said = await push(box, [`refs/heads/r${round}`], { env });
      assert.equal(said.code, 0, said.stderr);
      assert.equal(box.trace(), "conf\n");
    }
    assert.equal(
      box.read("server.git/git-hooks/receive") === undefined,
      isNew,
      "nothing for nothing",
    );
  });

  Deno.test(`a hook that is switched off, shadowed or of the project does not run, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    hooksToml(box, ["off", "shadow", "on"].map((name) => tracing("update", name)).join(""));
    const config = (key: string, value: string): Promise<string> =>
      box.mustGit(["config", key, value], { cwd: "server.git" });
    await config("hook.off-update.enabled", "false");
    await config("hook.shadow-update.event", "update");
    await config("hook.shadow-update.command", 'echo git config >>"$TRACE"; :');
    box.write("client/hooks.toml", tracing("update", "pushed"));
    await box.mustGit(["add", "hooks.toml"], { cwd: "client" });
    await box.mustGit(["commit", "-q", "-m", "hooks"], { cwd: "client" });
    const said = await push(box, ["refs/heads/main"]);
    assert.equal(said.code, 0, said.stderr);
    assert.match(box.trace(), /^git config\non update refs\/heads\/main \S+ \S+\n$/);
  });

  Deno.test(`a refusal names the hook, and scripts keep their input and environment, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    box.script(
      "server.git/signoff",
      "cat >/dev/null\necho '4f1c2aa: no Signed-off-by line' >&2\nexit 1",
    );
    box.script("server.git/hooks/post-receive", 'cat >>"$TRACE"; env | grep ^GIT_DIR >>"$TRACE"');
    hooksToml(box, '[hook.signoff]\nevent = "pre-receive"\nscript = "signoff"\n');
    const said = await push(box, ["refs/heads/main"]);
    assert.equal(said.code, 1);
    assert.match(said.stderr, /^remote: 4f1c2aa: no Signed-off-by line *$/m);
    assert.match(
      said.stderr,
      /^remote: error: pre-receive hook 'signoff' refused this push \(exit code 1\) *$/m,
    );
    assert.match(said.stderr, /main -> main|HEAD -> main \(pre-receive hook declined\)/);
    assert.deepEqual(await refsOf(box), []);
    hooksToml(box, '[hook.other]\nevent = "pre-receive"\ncommand = "true"\n');
    const passed = await push(box, ["refs/heads/main"]);
    assert.equal(passed.code, 0, passed.stderr);
    assert.match(box.trace(), /^0+ [0-9a-f]+ refs\/heads\/main\nGIT_DIR=\.\n$/);
  });

  Deno.test(`refs choose lines, arguments and whole hooks, ! takes away, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    const refs = 'refs = ["refs/heads/*", "!refs/heads/tmp/*"]\n';
    hooksToml(
      box,
      ["pre-receive", "update", "post-update"].map((event) => tracing(event) + refs).join("") +
        tracing("post-receive") + 'refs = ["refs/tags/*"]\n',
    );
    const said = await push(box, ["refs/heads/a", "refs/heads/tmp/b", "refs/notes/c"]);
    assert.equal(said.code, 0, said.stderr);
    const lines = box.trace().replace(/[0-9a-f]{40} /g, "").replace(/ [0-9a-f]{40}/g, "");
    assert.equal(
      lines,
      "h pre-receive \nrefs/heads/a\nh update refs/heads/a\nh post-update refs/heads/a\n",
    );
    const other = await push(box, ["refs/heads/tmp/d"]);
    assert.equal(other.code, 0, other.stderr);
    assert.equal(box.trace(), "");
  });

  Deno.test(`timeout ends a hook and what it started, on update too, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    box.script("server.git/slow", 'sleep 60 & echo $! >>"$TRACE"\nwait');
    for (const event of ["update", "pre-receive"]) {
      box.trace();
      hooksToml(box, `[hook.slow]\nevent = "${event}"\nscript = "slow"\ntimeout = "1s"\n`);
      const said = await push(box, ["refs/heads/main"]);
      assert.equal(said.code, 1, said.stderr);
      if (event === "pre-receive") {
        assert.match(said.stderr, /'slow' refused this push \(killed after 1s\)/);
      }
      const stat = await Deno.readTextFile(`/proc/${box.trace().trim()}/stat`).catch(() => ") Z");
      assert.match(stat, /\) [ZX]/, "the whole process group is ended");
    }
    assert.deepEqual(await refsOf(box), []);
  });

  Deno.test(`reference-transaction and push-to-checkout, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("worktree");
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "old"], { cwd: "worktree" });
    await box.mustGit(["config", "receive.denyCurrentBranch", "updateInstead"], {
      cwd: "worktree",
    });
    await serverAndClient(box);
    await box.mustGit(["pull", "-q", "--rebase", box.path("worktree"), "main"], { cwd: "client" });
    box.write(
      "worktree/.git/hooks.toml",
      '[hook.deploy]\nevent = "push-to-checkout"\ncommand = "echo deploy >>\\"$TRACE\\"; pwd >>\\"$TRACE\\"; :"\n' +
        '[hook.watch]\nevent = "reference-transaction"\ncommand = "echo refs >>\\"$TRACE\\"; cat >>\\"$TRACE\\"; :"\n',
    );
    await box.mustGit(["remote", "set-url", "origin", box.path("worktree")], { cwd: "client" });
    const pushed = await push(box, ["refs/heads/main"]);
    assert.equal(pushed.code, 0, pushed.stderr);
    const trace = box.trace();
    assert.match(trace, /^deploy$/m);
    assert.ok(trace.includes(`${box.path("worktree/.git")}\n`), trace);
    assert.match(trace, /^refs\n[0-9a-f]+ [0-9a-f]+ refs\/heads\/main$/m);
  });

  Deno.test(`proc-receive is one program of a hooks.toml, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    box.script("server.git/hooks/post-receive", 'echo "script $0" >>"$TRACE"');
    box.script("server.git/review", PROC_RECEIVE);
    const review =
      '[hook.review]\nevent = "proc-receive"\nscript = "review"\nrefs = ["refs/for/*"]\n';
    hooksToml(box, review);
    const said = await push(box, ["refs/for/main", "refs/heads/a"]);
    assert.equal(said.code, 0, said.stderr);
    assert.match(said.stderr, /refs\/for\/main/);
    assert.equal(box.trace(), "review\nscript hooks/post-receive\n");
    assert.deepEqual(await refsOf(box), ["refs/heads/a"]);
    box.script("server.git/hooks/proc-receive", "exit 1");
    const two = await push(box, ["refs/heads/b"]);
    assert.equal(two.code, 1);
    assert.match(
      two.stderr,
      /remote: fatal: hooks\.toml:1: 'review' and the script proc-receive both claim proc-receive/,
    );
    assert.deepEqual(await refsOf(box), ["refs/heads/a"]);
  });
}

// Speaks pkt-lines (gitprotocol-common(5)) in printf and dd.
const PROC_RECEIVE = `echo review >>"$TRACE"
packet() { printf '%04x%s' $((\${#1} + 5)) "$1"; echo; }
line() {
	length=$(dd bs=1 count=4 2>/dev/null)
	[ "$length" != 0000 ] || return 1
	text=$(dd bs=1 count=$((0x$length - 4)) 2>/dev/null | tr '\\0' ' ')
}
while line; do :; done
packet version=1
printf 0000
while line; do packet "ok \${text##* }"; done
printf 0000`;
