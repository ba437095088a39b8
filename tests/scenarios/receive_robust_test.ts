/**
 * Pushes through the wrapper when something is wrong or changes: the configuration, the folder of plans, the
 * client, other repositories, many at once.
 *
 * @module
 */

import assert from "node:assert/strict";
import { installIn, NO_DENO } from "../support/planning.ts";
import {
  hooksToml,
  push,
  refsOf,
  serverAndClient,
  tracing,
  wrapper,
} from "../support/receiving.ts";
import { newGits, otherUserMayRun, Sandbox, testGits } from "../support/sandbox.ts";

const BROKEN = '\n[hook.signoff]\nevent = "pre-receive"\ncomand = "true"\n';
const REFUSED =
  /^remote: error: this server cannot check the push, so it is refused; no ref was changed *$/m;

async function namesIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const { name } of Deno.readDir(folder)) names.push(name);
  return names;
}

const mayMount = isRoot() && new Deno.Command("unshare", {
  args: ["-m", "sh", "-c", "mount -t tmpfs tmpfs /mnt"],
  stderr: "null",
}).outputSync().success;

const DISKS: readonly (readonly [state: string, prepare: string, error: RegExp])[] = [
  [
    "full disk",
    "{ cat /dev/zero >disk/fill 2>/dev/null || :; }",
    /fatal: .*No space left on device/,
  ],
  ["read-only repository", "mount -o remount,ro disk", /Read-only file system|unable to create/],
];

function isRoot(): boolean {
  return Deno.uid() === 0;
}

async function inParallel<T>(
  count: number,
  start: (index: number) => Promise<T>,
): Promise<readonly T[]> {
  return await Promise.all(Array.from({ length: count }, (_, index) => start(index)));
}

for (const git of testGits()) {
  Deno.test(`a broken hooks.toml refuses the push with file and line, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    box.script("server.git/hooks/pre-receive", 'echo ran >>"$TRACE"');
    hooksToml(box, BROKEN);
    const said = await push(box, ["refs/heads/main"]);
    assert.equal(said.code, 1);
    assert.match(
      said.stderr,
      /^remote: fatal: hooks\.toml:4:1: unknown key 'comand' in \[hook\.signoff\]/m,
    );
    assert.match(said.stderr, REFUSED);
    assert.match(said.stderr, /\(pre-receive hook declined\)/);
    assert.equal(said.stderr.includes("server.git/hooks.toml"), false, "no folder of the server");
    hooksToml(box, '[hook.signoff]\nevent = "pre-receive"\ncommand = "true"\n');
    const noDeno = await push(box, ["refs/heads/main"], { env: NO_DENO });
    assert.equal(noDeno.code, 1);
    assert.match(noDeno.stderr, REFUSED);
    assert.deepEqual(await refsOf(box), []);
  });

  Deno.test(`nothing is written where nothing has a hook, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    box.script("server.git/hooks/update", 'echo ran >>"$TRACE"');
    const said = await push(box, ["refs/heads/main"], { env: NO_DENO });
    assert.equal(said.code, 0, said.stderr);
    assert.equal(box.trace(), "ran\n");
    assert.equal(box.read("server.git/git-hooks/receive"), undefined);
    await assert.rejects(Deno.stat(box.path("server.git/git-hooks")));
  });

  Deno.test(`a change of any source is seen by the next push, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    const says = async (expected: string): Promise<void> => {
      box.trace();
      const said = await push(box, [`refs/heads/r${crypto.randomUUID()}`]);
      assert.equal(said.code, 0, said.stderr);
      assert.equal(box.trace().replace(/ refs\/.*$/gm, ""), expected);
    };
    hooksToml(box, tracing("update", "one"));
    await says("one update\n");
    hooksToml(box, tracing("update", "two"));
    await says("two update\n");
    box.write("system/hooks.toml", tracing("update", "sys"));
    await says("sys update\ntwo update\n");
    await box.mustGit(["config", "hook.two-update.enabled", "false"], { cwd: "server.git" });
    await says("sys update\n");
    await box.mustGit(["config", "--unset", "hook.two-update.enabled"], { cwd: "server.git" });
    box.script("server.git/hooks/update", 'echo script >>"$TRACE"');
    await says("sys update\ntwo update\nscript\n");
    await Deno.chmod(box.path("server.git/hooks/update"), 0o644);
    await says("sys update\ntwo update\n");
    await Deno.remove(box.path("system/hooks.toml"));
    await Deno.remove(box.path("server.git/git-hooks/receive.d"), { recursive: true });
    await says("two update\n");
    await Deno.rename(box.path("server.git"), box.path("moved.git"));
    await box.mustGit(["remote", "set-url", "origin", box.path("moved.git")], { cwd: "client" });
    await says("two update\n");
    await Deno.remove(box.path("moved.git/hooks.toml"));
    await says("");
  });

  Deno.test(`shims and the wrapper together run each hook once, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    box.script("server.git/hooks/update", 'echo kept >>"$TRACE"');
    hooksToml(box, tracing("update"));
    const expect = async (expected: string): Promise<void> => {
      for (let round = 0; round < 2; round++) {
        box.trace();
        const said = await push(box, [`refs/heads/r${crypto.randomUUID()}`]);
        assert.equal(said.code, 0, said.stderr);
        assert.equal(box.trace().replace(/ (refs\/|\n0+ ).*$/gm, ""), expected);
      }
    };
    await expect("h update\nkept\n");
    await installIn(box, "server.git");
    await expect("h update\nkept\n");
    hooksToml(box, tracing("update") + tracing("post-update"));
    await expect("h update\nkept\nh post-update\n");
    await installIn(box, "server.git");
    await expect("h update\nkept\nh post-update\n");
  });

  Deno.test(`no other repository gets the hooks, its own linked worktree does, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    await box.repository("server.git/other.git", { bare: true });
    box.script("server.git/other.git/hooks/reference-transaction", 'echo other "$1" >>"$TRACE"');
    await box.mustGit(["push", "-q", box.path("server.git"), "HEAD:refs/heads/start"], {
      cwd: "client",
    });
    await box.mustGit(["worktree", "add", "-q", box.path("linked"), "start"], {
      cwd: "server.git",
    });
    box.script(
      "server.git/act",
      `cat >/dev/null
git --git-dir=other.git update-ref refs/heads/x "$(git --git-dir=other.git hash-object -t tree -w /dev/null)" 2>/dev/null ||
git --git-dir=other.git symbolic-ref refs/heads/y refs/heads/z
echo worktree >>"$TRACE"
cd '${
        box.path("linked").replaceAll("'", "'\\''")
      }' && unset GIT_DIR && git update-ref refs/heads/w HEAD`,
    );
    hooksToml(
      box,
      '[hook.act]\nevent = "post-receive"\nscript = "act"\n[hook.refs]\nevent = "reference-transaction"\n' +
        'command = "echo ours $1 >>\\"$TRACE\\"; cat >/dev/null; :"\n',
    );
    box.trace();
    const said = await push(box, ["refs/heads/main"]);
    assert.equal(said.code, 0, said.stderr);
    const [before = "", after = ""] = box.trace().split("worktree\n");
    assert.ok(before.includes("ours committed\n"), before);
    assert.ok(after.includes("ours committed\n"), after);
    const third = before.slice(before.lastIndexOf("ours committed\n") + "ours committed\n".length);
    assert.equal(third.includes("ours"), false, "another repository's refs are none of ours");
  });

  Deno.test(`many at once see one plan, one repository or many, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    hooksToml(box, tracing("update"));
    const pushes = await inParallel(50, (index) => push(box, [`refs/heads/p${index}`]));
    assert.deepEqual(pushes.map(({ code }) => code), pushes.map(() => 0), pushes[0]?.stderr);
    assert.equal(box.trace().trim().split("\n").length, 50);
    const names = await namesIn(box.path("server.git/git-hooks"));
    const compiled = new Set(names.flatMap((name) => /^ref-(.*)-\d+$/.exec(name)?.[1] ?? []));
    assert.equal(compiled.size, 1, "the plan is compiled once");
    assert.equal((await namesIn(box.path("server.git/git-hooks/receive.d"))).length, 1);
    await Deno.remove(box.path("server.git/hooks.toml"));
    box.write("system/hooks.toml", tracing("update", "sys"));
    const many = await inParallel(20, async (index) => {
      const name = await box.repository(`many${index}.git`, { bare: true });
      return await push(box, ["refs/heads/main"], {
        to: box.path(name),
        args: [`--receive-pack='${wrapper.replaceAll("'", "'\\''")}'`],
      });
    });
    assert.deepEqual(many.map(({ code }) => code), many.map(() => 0), many[0]?.stderr);
    assert.equal(box.trace().trim().split("\n").length, 20);
  });

  Deno.test(`folders that no plan names go after a day, not before, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    const folders = (): Promise<readonly string[]> =>
      namesIn(box.path("server.git/git-hooks/receive.d"));
    hooksToml(box, tracing("update", "one"));
    await push(box, ["refs/heads/a"]);
    const [first = ""] = await folders();
    const old = new Date(Date.now() - 10 * 24 * 3600 * 1000);
    await Deno.utime(box.path(`server.git/git-hooks/receive.d/${first}`), old, old);
    hooksToml(box, tracing("update", "two"));
    await push(box, ["refs/heads/b"]);
    assert.equal((await folders()).length, 2, "a push may be at work with the one before");
    await Deno.utime(box.path(`server.git/git-hooks/receive.d/${first}`), old, old);
    hooksToml(box, tracing("update", "three"));
    await push(box, ["refs/heads/c"]);
    assert.equal((await folders()).includes(first), false);
    assert.equal((await folders()).length, 2);
  });

  Deno.test(`no folder for the plan: refused, no ref changed, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    hooksToml(box, tracing("update"));
    box.write("server.git/git-hooks", "in the way");
    const said = await push(box, ["refs/heads/main"]);
    assert.equal(said.code, 1);
    assert.match(
      said.stderr,
      /^remote: fatal: this server cannot keep what it made of its hooks: \w+/m,
    );
    assert.match(said.stderr, REFUSED);
    assert.deepEqual(await refsOf(box), []);
  });

  Deno.test({
    name: `another user pushes with a plan of his own, ${git.name}`,
    ignore: !otherUserMayRun(),
    fn: async () => {
      using box = new Sandbox(git);
      await serverAndClient(box);
      hooksToml(box, tracing("update"));
      box.trace();
      assert.equal((await push(box, ["refs/heads/a"])).code, 0);
      await box.start("sh", [
        "-c",
        "chmod -R a+rwX . && chmod a+x .. && chmod -R go-rwx server.git/git-hooks",
      ]);
      const home = `${box.root}/other home`;
      await Deno.mkdir(home);
      await Deno.chmod(home, 0o777);
      // The checkout's packages are where this user may look.
      await box.start("sh", [
        "-c",
        'mkdir deno && cp -R "$DENO_DIR/npm" deno/ && chmod -R a+rwX deno',
      ]);
      box.write("other home/.gitconfig", "[safe]\n\tdirectory = *\n");
      for (let round = 0; round < 2; round++) {
        const said = await box.start(
          "setpriv",
          [
            "--reuid=65534",
            "--regid=65534",
            "--clear-groups",
            git.path,
            "push",
            "-q",
            "origin",
            `HEAD:refs/heads/b${round}`,
          ],
          {
            cwd: "client",
            env: {
              HOME: home,
              DENO_DIR: box.path("deno"),
              XDG_CACHE_HOME: undefined,
              GIT_CONFIG_GLOBAL: `${home}/.gitconfig`,
            },
          },
        );
        assert.equal(said.code, 0, said.stderr);
      }
      assert.equal(box.trace().trim().split("\n").length, 3);
      const plan = `other home/.cache/git-hooks/receive${box.path("server.git")}/git-hooks/receive`;
      assert.notEqual(box.read(plan), undefined);
    },
  });

  for (const [state, prepare, error] of DISKS) {
    Deno.test({
      name: `a ${state}: a clear error, no ref changed, ${git.name}`,
      ignore: !mayMount,
      fn: async () => {
        using box = new Sandbox(git);
        await serverAndClient(box);
        hooksToml(box, tracing("update"));
        await Deno.mkdir(box.path("disk"));
        const said = await box.start("unshare", [
          "-m",
          "sh",
          "-c",
          `mount -t tmpfs -o size=300k tmpfs disk && cp -R server.git disk/ && ${prepare} &&
cd client && { ${git.path} push --receive-pack="'$1'" ../disk/server.git HEAD:refs/heads/main; echo "code $?"; } &&
${git.path} --git-dir=../disk/server.git for-each-ref`,
          "sh",
          wrapper.replaceAll("'", "'\\''"),
        ]);
        assert.equal(said.stdout, "code 1\n", said.stderr);
        assert.match(said.stderr, error);
        assert.equal(box.trace(), "");
      },
    });
  }

  Deno.test(`jobs that a hook leaves behind keep nobody waiting, SIGPIPE is as usual, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    box.script(
      "server.git/leave",
      'cat >/dev/null\nls -l /proc/self/fd | grep -c pipe >"$TRACE"\ngrep SigIgn /proc/self/status >>"$TRACE"\nls /proc/$$/fd >>"$TRACE"',
    );
    hooksToml(box, '[hook.leave]\nevent = "post-receive"\nscript = "leave"\n');
    const said = await push(box, ["refs/heads/main"]);
    assert.equal(said.code, 0, said.stderr);
    const trace = box.trace();
    const ignored = parseInt(/SigIgn:\s+([0-9a-f]+)/.exec(trace)?.[1] ?? "ffff", 16);
    assert.equal(ignored & 0x1000, 0, trace);
    const open = trace.split("\n").slice(2).filter((fd) => /^[3-9]$/.test(fd));
    assert.deepEqual(open, [], "nothing that git leaked is open");
  });
}

for (const git of newGits()) {
  Deno.test(`an injected name is never one of the repository's, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    hooksToml(box, '[hook.x]\nevent = "update"\ncommand = "echo toml >>\\"$TRACE\\"; :"\n');
    const name = "git-hooks update x";
    await box.mustGit(["config", `hook.${name}.event`, "update"], { cwd: "server.git" });
    await box.mustGit(["config", `hook.${name}.command`, 'echo own >>"$TRACE"; :'], {
      cwd: "server.git",
    });
    const said = await push(box, ["refs/heads/main"]);
    assert.equal(said.code, 0, said.stderr);
    assert.equal(box.trace(), "own\ntoml\n");
  });
}
