/**
 * `bin/git-hooks` under every shell there is here: finds its code through links and awkward paths,
 * finds Deno where it should and nowhere else, and changes nothing that hooks see.
 *
 * @module
 */

import assert from "node:assert/strict";
import { projectRoot, type Said, Sandbox } from "../support/sandbox.ts";

const VERSION = "git-hooks version 1.0.0\n";
const SHELLS: readonly (readonly string[])[] = [["dash"], ["bash"], ["bash", "--posix"], [
  "busybox",
  "sh",
], ["sh"]].filter(([program]) => onPath(program ?? ""));
const FAKE_DENO = `printf '<%s>\\n' "$@"\nenv | grep -E '^(GIT_HOOKS_|DENO_|NODE_|OTEL_)' | sort`;

function onPath(program: string): boolean {
  return (Deno.env.get("PATH") ?? "").split(":").some((folder) => {
    try {
      return Deno.statSync(`${folder}/${program}`).isFile;
    } catch {
      return false;
    }
  });
}

function assertVersion(said: Said, message: string): void {
  assert.deepEqual(said, { code: 0, stdout: VERSION, stderr: "" }, message);
}

/** A checkout's outside, without its code: the launcher and a main module that is never loaded. */
function emptyCheckout(box: Sandbox, name: string): string {
  box.write(`${name}/bin/git-hooks`, Deno.readFileSync(`${projectRoot}/bin/git-hooks`), 0o755);
  box.write(`${name}/cli/main.ts`, "");
  return box.path(`${name}/bin/git-hooks`);
}

for (const shell of SHELLS) {
  const [program = "sh", ...options] = shell;

  Deno.test(`bin/git-hooks finds its code from anywhere (${shell.join(" ")})`, async () => {
    using box = new Sandbox();
    const odd = "a \"dir'\n";
    await Deno.mkdir(box.path(`${odd}/deep/bin`), { recursive: true });
    await Deno.symlink(projectRoot, box.path(`${odd}/checkout`));
    await Deno.symlink("../../checkout/bin/git-hooks", box.path(`${odd}/deep/bin/link\n`));
    await Deno.symlink("deep/bin/link\n", box.path(`${odd}/-link`));
    await Deno.symlink(`${projectRoot}/bin`, box.path(`${odd}/bin`));
    const env = { CDPATH: "/:/tmp", IFS: "/o- \n", ENV: "/nonexistent", BASH_ENV: undefined };
    const calls: readonly (readonly [string, string])[] = [
      [".", `${projectRoot}/bin/git-hooks`],
      [odd, "checkout/bin/git-hooks"],
      [odd, "./checkout/bin/git-hooks"],
      [odd, "./-link"],
      [`${odd}/deep`, "../-link"],
      [`${odd}/deep/bin`, "link\n"],
      [odd, "bin/git-hooks"],
      [odd, "bin/../bin/./git-hooks"],
      [`${odd}/bin`, "git-hooks"],
      ["/", box.path(`${odd}//deep/bin/link\n`)],
    ];
    for (const [cwd, path] of calls) {
      assertVersion(
        await box.start(program, [...options, path, "--version"], { cwd, env }),
        `${JSON.stringify(path)} in ${JSON.stringify(cwd)}`,
      );
    }
  });
}

Deno.test("bin/git-hooks works when it is found through PATH, also a relative one", async () => {
  using box = new Sandbox();
  await Deno.symlink(projectRoot, box.path("checkout"));
  const path = Deno.env.get("PATH") ?? "";
  for (const first of [`${projectRoot}/bin`, "checkout/bin", ":checkout/bin"]) {
    const said = await box.start("sh", ["-c", "git-hooks --version"], {
      env: { PATH: `${first}:${path}` },
    });
    assertVersion(said, first);
  }
  const asGit = await box.git(["hooks", "--version"], {
    env: { PATH: `${projectRoot}/bin:${path}` },
  });
  assertVersion(asGit, "git hooks");
});

Deno.test("bin/git-hooks takes GIT_HOOKS_DENO first, and only an absolute program", async () => {
  using box = new Sandbox();
  box.script("named", "echo named");
  const env = { GIT_HOOKS_DENO: box.path("named") };
  assert.equal((await box.hooks(["list"], { env })).stdout, "named\n");
  for (const wrong of ["named", "./named", box.path("missing"), box.root]) {
    const said = await box.hooks(["list"], { env: { GIT_HOOKS_DENO: wrong } });
    assert.equal(said.code, 127);
    assert.match(
      said.stderr,
      /^fatal: GIT_HOOKS_DENO='.*' is not the absolute path of a program\n/,
    );
  }
});

Deno.test("bin/git-hooks takes no Deno from the directory it is called in", async () => {
  using box = new Sandbox();
  const launcher = emptyCheckout(box, "co");
  box.script("here/deno", "echo from here");
  box.script("here/node_modules/@deno/any/deno", "echo from here");
  box.script("there/deno", "echo from there");
  const start = (path: string): Promise<Said> =>
    box.start("/bin/sh", [launcher], {
      cwd: "here",
      env: { PATH: path, GIT_HOOKS_DENO: undefined },
    });
  for (const path of ["", ":", ".", ".:", "::.", "./", "../here"]) {
    const said = await start(path);
    assert.equal(said.code, 127, path);
    assert.equal(said.stdout, "");
    assert.match(said.stderr, /^fatal: git-hooks needs Deno, and there is none\nhint: get it with/);
  }
  for (
    const path of [box.path("there"), `.:${box.path("there")}`, `::/none:${box.path("there")}:`]
  ) {
    assert.equal((await start(path)).stdout, "from there\n", path);
  }
});

Deno.test("bin/git-hooks finds the Deno that npm put beside it, and prefers one in PATH", async () => {
  using box = new Sandbox();
  const env = { PATH: "/nonexistent", GIT_HOOKS_DENO: undefined };
  for (
    const [root, where] of [
      ["own", "own/node_modules/@deno/some-platform/deno"],
      ["p/node_modules/git-hooks", "p/node_modules/@deno/some-platform/deno"],
      ["q/node_modules/@git-hooks/git-hooks", "q/node_modules/@deno/some-platform/deno"],
    ] as const
  ) {
    const launcher = emptyCheckout(box, root);
    box.script(where, "echo beside");
    const said = await box.start("/bin/sh", [launcher], { env });
    assert.equal(said.stdout, "beside\n", `${root}: ${said.stderr}`);
    box.script("path/deno", "echo path");
    const preferred = await box.start("/bin/sh", [launcher], {
      env: { ...env, PATH: box.path("path") },
    });
    assert.equal(preferred.stdout, "path\n");
  }
});

Deno.test("bin/git-hooks says what is missing when its code is not there", async () => {
  using box = new Sandbox();
  const launcher = emptyCheckout(box, "co");
  await Deno.remove(box.path("co/cli/main.ts"));
  const said = await box.start(launcher, []);
  assert.equal(said.code, 127);
  assert.match(said.stderr, /^fatal: git-hooks is not complete: neither '/);
});

Deno.test("bin/git-hooks hands every word on as it is, and asks for no network", async () => {
  using box = new Sandbox();
  box.script("deno", FAKE_DENO);
  const words = ["run", "", " a  b ", "*", "it's", "-n", "--", "a\nb", "\\n"];
  const said = await box.hooks(words, { env: { GIT_HOOKS_DENO: box.path("deno") } });
  const [, after = ""] = said.stdout.split(`<${projectRoot}/cli/main.ts>\n`);
  assert.equal(
    after.slice(0, after.indexOf("DENO_DIR=")),
    words.map((word) => `<${word}>\n`).join(""),
  );
  assert.doesNotMatch(said.stdout, /<--allow-net|<-A>|<--allow-all>|<--allow-ffi/);
});

Deno.test("bin/git-hooks tells by which path it was called, links unresolved", async () => {
  using box = new Sandbox();
  box.script("deno", 'printf %s "$GIT_HOOKS_LAUNCHER"');
  await Deno.mkdir(box.path("bin"));
  await Deno.symlink(`${projectRoot}/bin/git-hooks`, box.path("bin/git-hooks"));
  const env = { GIT_HOOKS_DENO: box.path("deno"), GIT_HOOKS_LAUNCHER: "/wrong" };
  const link = box.path("bin/git-hooks");
  for (const path of [link, "./bin/git-hooks", "bin/git-hooks"]) {
    assert.equal((await box.start("sh", [path], { env })).stdout, link, path);
  }
  assert.equal(
    (await box.start("sh", ["bin/../bin/git-hooks"], { env })).stdout,
    `${projectRoot}/bin/git-hooks`,
  );
});

Deno.test("bin/git-hooks starts in a folder whose Deno and npm files are broken", async () => {
  using box = new Sandbox();
  for (const name of ["deno.json", "package.json", "deno.lock", ".npmrc"]) {
    box.write(`project/${name}`, "{ broken = [");
  }
  assertVersion(await box.hooks(["--version"], { cwd: "project" }), "broken files");
});

Deno.test("a hook sees the environment that git gave it, whatever Deno needs", async () => {
  using box = new Sandbox();
  await box.repository("r");
  box.script("r/.git/hooks/pre-commit", "env | grep -E '^(GIT_HOOKS_|DENO_|NODE_|OTEL_)' | sort");
  const env = {
    DENO_NO_UPDATE_CHECK: undefined,
    DENO_V8_FLAGS: "--no-such-flag",
    GIT_HOOKS_KEPT: "HOME",
    GIT_HOOKS_KEPT_HOME: "/nonexistent",
    GIT_HOOKS_KEPT_DENO_NO_UPDATE_CHECK: "1",
    NODE_CHANNEL_FD: "9",
    NODE_OPTIONS: "--require /no such/'file'.js\n",
    OTEL_DENO: "",
    OTEL_DENO_CONSOLE: "replace",
  };
  const direct = await box.start("sh", [".git/hooks/pre-commit"], { cwd: "r", env });
  const said = await box.hooks(["run", "pre-commit"], { cwd: "r", env });
  assert.equal(said.code, 0, said.stderr);
  // Only what the launcher itself uses is gone.
  const expected = direct.stdout.split("\n").filter((line) => !line.startsWith("GIT_HOOKS_KEPT"));
  const seen = said.stderr.split("\n").filter((line) =>
    line !== "GIT_HOOKS_KEPT_HOME=/nonexistent"
  );
  assert.deepEqual(seen, expected);
});

Deno.test("a hook sees the caller's own variables, whatever names the launcher uses", async () => {
  using box = new Sandbox();
  await box.repository("r");
  const text = box.read(`${projectRoot}/bin/git-hooks`) ?? "";
  const names = new Set([...text.matchAll(/\$\{?([a-z_]+)/g)].map(([, name = ""]) => name));
  assert.ok(names.size > 8);
  for (const name of names) assert.match(name, /^git_hooks_/);
  const env = { root: "mine", event: "party", bin: "", code: "7", script: "a b" };
  box.script("r/.git/hooks/pre-commit", 'echo "$root|$event|$bin|$code|$script"');
  const said = await box.hooks(["run", "pre-commit"], { cwd: "r", env });
  assert.deepEqual(said, { code: 0, stdout: "", stderr: "mine|party||7|a b\n" });
});
