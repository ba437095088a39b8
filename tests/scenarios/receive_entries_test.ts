/**
 * The places where the wrapper can stand, each with a real push: ssh's forced command, PATH, git-shell's
 * folder, git-http-backend, git daemon; and how it finds the repository.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  hooksToml,
  push,
  refsOf,
  serverAndClient,
  tracing,
  wrapper,
} from "../support/receiving.ts";
import { projectRoot, Sandbox, testGits } from "../support/sandbox.ts";

const RAN = /^h update refs\/heads\/\S+ \S+ \S+\n$/;

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

// What sshd does with a forced command: the user's shell runs it, and gets the client's words in a variable.
function forcedCommand(box: Sandbox, command: string): string {
  box.script(
    "ssh",
    `while :; do case $1 in -*) shift ;; *) break ;; esac done
shift
SSH_ORIGINAL_COMMAND=$*
export SSH_ORIGINAL_COMMAND
unset GIT_CONFIG_COUNT GIT_CONFIG_PARAMETERS
cd "$HOME" && exec /bin/sh -c ${quoted(command)}`,
  );
  return box.path("ssh");
}

async function standIn(box: Sandbox): Promise<string> {
  await Deno.mkdir(box.path("stand-in"));
  await Deno.symlink(wrapper, box.path("stand-in/git"));
  return box.path("stand-in");
}

for (const git of testGits()) {
  Deno.test(`a forced command of ssh runs what git-shell allows, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    hooksToml(box, tracing("update"));
    const env = {
      GIT_SSH: forcedCommand(box, `${quoted(wrapper)} --ssh`),
      GIT_SSH_VARIANT: "simple",
    };
    await box.mustGit(["config", "--unset", "remote.origin.receivepack"], { cwd: "client" });
    const url = `host:${box.path("server.git")}`;
    const said = await push(box, ["refs/heads/main"], { to: url, env });
    assert.equal(said.code, 0, said.stderr);
    assert.match(box.trace(), RAN);
    const read = await box.git(["ls-remote", url], { cwd: "client", env });
    assert.match(read.stdout, /refs\/heads\/main/);
    const refused: readonly string[] = [
      "id",
      "git-receive-pack",
      `git-receive-pack ${quoted(box.path("server.git"))}; echo pwned`,
      "git-receive-pack '$(echo pwned)'x",
      "git-receive-pack $(echo pwned)",
      "git-receive-pack '--advertise-refs'",
      "git-receive-pack 'a' 'b'",
      `git-receive-pack "${box.path("server.git")}"`,
    ];
    for (const command of refused) {
      const other = await box.start(wrapper, ["--ssh"], { env: { SSH_ORIGINAL_COMMAND: command } });
      assert.equal(other.code, 128, command);
      assert.equal(`${other.stdout}${other.stderr}`.includes("\npwned"), false, command);
      assert.equal(other.stdout, "", command);
    }
    const shell = await box.start(wrapper, ["--ssh-or-shell"], {
      env: { SSH_ORIGINAL_COMMAND: "echo any command", SHELL: "/bin/sh" },
    });
    assert.equal(shell.stdout, "any command\n");
  });

  Deno.test(`git-receive-pack first in PATH, and git-shell's folder, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    hooksToml(box, tracing("update"));
    await box.mustGit(["config", "--unset", "remote.origin.receivepack"], { cwd: "client" });
    await Deno.mkdir(box.path("bin"));
    await Deno.symlink(wrapper, box.path("bin/git-receive-pack"));
    const path = `${box.path("bin")}:${box.env["PATH"] ?? ""}`;
    const url = `host:${box.path("server.git")}`;
    const first = forcedCommand(
      box,
      `PATH=${quoted(path)}; export PATH; eval "$SSH_ORIGINAL_COMMAND"`,
    );
    const said = await push(box, ["refs/heads/a"], {
      to: url,
      env: { GIT_SSH: first, GIT_SSH_VARIANT: "simple" },
    });
    assert.equal(said.code, 0, said.stderr);
    assert.match(box.trace(), RAN);
    await Deno.mkdir(`${box.home}/git-shell-commands`);
    await Deno.symlink(wrapper, `${box.home}/git-shell-commands/git-hooks-receive-pack`);
    const shell = forcedCommand(box, 'exec git shell -c "$SSH_ORIGINAL_COMMAND"');
    const folder = await push(box, ["refs/heads/b"], {
      to: url,
      args: ["--receive-pack=git-hooks-receive-pack"],
      env: { GIT_SSH: shell, GIT_SSH_VARIANT: "simple" },
    });
    assert.equal(folder.code, 0, folder.stderr);
    assert.match(box.trace(), RAN);
  });

  Deno.test(`under the name of git: git-shell and git-http-backend by GIT_EXEC_PATH, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    hooksToml(box, tracing("update"));
    await box.mustGit(["config", "http.receivepack", "true"], { cwd: "server.git" });
    await box.mustGit(["config", "--unset", "remote.origin.receivepack"], { cwd: "client" });
    const env = { GIT_EXEC_PATH: await standIn(box) };
    const shell = forcedCommand(
      box,
      `GIT_EXEC_PATH=${quoted(env.GIT_EXEC_PATH)}; export GIT_EXEC_PATH; exec ${
        quoted(`${await execPath(box)}/git-shell`)
      } -c "$SSH_ORIGINAL_COMMAND"`,
    );
    const said = await push(box, ["refs/heads/a"], {
      to: `host:${box.path("server.git")}`,
      env: { GIT_SSH: shell, GIT_SSH_VARIANT: "simple" },
    });
    assert.equal(said.code, 0, said.stderr);
    assert.match(box.trace(), RAN);
    const cgi = {
      ...env,
      GIT_PROJECT_ROOT: box.root,
      GIT_HTTP_EXPORT_ALL: "1",
      REMOTE_USER: "somebody",
    };
    const backend = `${await execPath(box)}/git-http-backend`;
    const listed = await box.start(backend, [], {
      env: {
        ...cgi,
        REQUEST_METHOD: "GET",
        PATH_INFO: "/server.git/info/refs",
        QUERY_STRING: "service=git-receive-pack",
      },
    });
    assert.match(listed.stdout, /refs\/heads\/a/);
    const head = (await box.mustGit(["rev-parse", "HEAD"], { cwd: "client" })).trim();
    const line = `${
      "0".repeat(40)
    } ${head} refs/heads/http\0 report-status side-band-64k object-format=sha1`;
    const request = `${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`;
    const pack = await box.start("sh", ["-c", "printf '' | git pack-objects --stdout | base64"], {
      cwd: "client",
    });
    const body = new Uint8Array([
      ...new TextEncoder().encode(request),
      ...Uint8Array.from(
        atob(pack.stdout.replaceAll("\n", "")),
        (character) => character.charCodeAt(0),
      ),
    ]);
    const pushed = await box.start(backend, [], {
      env: {
        ...cgi,
        REQUEST_METHOD: "POST",
        PATH_INFO: "/server.git/git-receive-pack",
        CONTENT_TYPE: "application/x-git-receive-pack-request",
        CONTENT_LENGTH: String(body.length),
      },
      stdin: body,
    });
    assert.match(pushed.stdout, /ok refs\/heads\/http/);
    assert.match(box.trace(), RAN);
  });

  Deno.test(`under the name of git in PATH: git daemon, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    hooksToml(box, tracing("update"));
    const path = `${await standIn(box)}:${box.env["PATH"] ?? ""}`;
    box.script(
      "proxy",
      `PATH=${quoted(path)}; export PATH; unset GIT_EXEC_PATH
exec ${
        quoted(`${await execPath(box)}/git-daemon`)
      } --inetd --export-all --enable=receive-pack --base-path=${quoted(box.root)}`,
    );
    const said = await push(box, ["refs/heads/main"], {
      to: "git://localhost/server.git",
      env: { GIT_PROXY_COMMAND: box.path("proxy") },
    });
    assert.equal(said.code, 0, said.stderr);
    assert.match(box.trace(), RAN);
    const version = await box.start("git", ["--version"], { env: { PATH: path } });
    assert.match(version.stdout, /^git version /);
  });

  Deno.test(`finds the repository as git does, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    const odd = await box.repository("odd [a]*?\\ =\tname.git", { bare: true });
    hooksToml(box, tracing("update"), odd);
    await box.repository("worktree");
    hooksToml(box, tracing("update"), "worktree/.git");
    await box.mustGit(["config", "receive.denyCurrentBranch", "ignore"], { cwd: "worktree" });
    await box.repository("home/mine.git", { bare: true });
    hooksToml(box, tracing("update"), "home/mine.git");
    box.write("gitfile/.git", "gitdir: ../server.git\n");
    box.write("file", `gitdir: ${box.path("server.git")}\r\n`);
    await Deno.symlink(box.path("server.git"), box.path("link"));
    hooksToml(box, tracing("update"));
    const places: readonly string[] = [
      box.path("server"),
      `${box.path("server.git")}//`,
      box.path("link"),
      box.path("gitfile"),
      box.path("file"),
      box.path(odd),
      box.path("worktree"),
      box.path("worktree/.git"),
      "../server.git",
      "../server",
    ];
    for (const [index, to] of places.entries()) {
      box.trace();
      const said = await push(box, [`refs/heads/p${index}`], {
        to,
        args: [`--receive-pack=${quoted(wrapper)}`],
      });
      assert.equal(said.code, 0, `${to}: ${said.stderr}`);
      assert.match(box.trace(), RAN, to);
    }
    const ssh = forcedCommand(box, `${quoted(wrapper)} --ssh`);
    for (const [index, to] of ["host:~/mine", "host:mine.git"].entries()) {
      box.trace();
      const said = await push(box, [`refs/heads/h${index}`], {
        to,
        env: { GIT_SSH: ssh, GIT_SSH_VARIANT: "simple" },
      });
      assert.equal(said.code, 0, `${to}: ${said.stderr}`);
      assert.match(box.trace(), RAN, to);
    }
    const none = await box.start(wrapper, [box.path("nowhere")]);
    assert.equal(none.code, 128);
    assert.match(none.stderr, /^fatal: '.*nowhere' does not appear to be a git repository$/m);
    assert.ok((await refsOf(box)).length > 5);
  });

  Deno.test(`has git receive-pack's words, and its answers to wrong ones, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    hooksToml(box, tracing("update"));
    for (
      const args of [[], ["a", "b"], ["-x", "server.git"], ["--no-such", "server.git"], ["-h"]]
    ) {
      const ours = await box.start(wrapper, args);
      const theirs = await box.git(["receive-pack", ...args]);
      assert.deepEqual(ours, theirs);
    }
    const listed = await box.start(wrapper, ["--http-backend-info-refs", "server.git"], {
      env: { GIT_HOOKS_DENO: "/nonexistent" },
    });
    assert.equal(listed.code, 0, listed.stderr);
    assert.match(listed.stdout, /report-status/);
    const hooks = await box.start(`${projectRoot}/bin/git-hooks`, [
      "receive-pack",
      "--advertise-refs",
      "server.git",
    ]);
    assert.equal(hooks.stdout, listed.stdout);
  });
}

async function execPath(box: Sandbox): Promise<string> {
  return (await box.mustGit(["--exec-path"])).trim();
}
