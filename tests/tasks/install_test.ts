/**
 * `deno task install`: what it puts where, and that it runs with nothing else there.
 *
 * @module
 */

import assert from "node:assert/strict";
import { projectRoot, type Said, Sandbox } from "../support/sandbox.ts";

const NOTHING_ELSE = { DENO_DIR: undefined, GIT_HOOKS_DENO: undefined };

/** Starts the task with the environment of the tests: Deno may have to fetch its bundler. */
async function install(box: Sandbox, args: readonly string[]): Promise<Said> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: [
      "run",
      "--quiet",
      "--frozen",
      "--allow-read",
      "--allow-write",
      "--allow-env",
      "--allow-run",
      `${projectRoot}/tasks/install.ts`,
      ...args,
    ],
    cwd: box.root,
    env: { HOME: box.home, DENO_DIR: box.env["DENO_DIR"] ?? "", INIT_CWD: "" },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return {
    code: output.code,
    stdout: decoder.decode(output.stdout),
    stderr: decoder.decode(output.stderr),
  };
}

async function mustInstall(box: Sandbox, prefix: string): Promise<string> {
  const said = await install(box, ["--prefix", prefix]);
  assert.equal(said.code, 0, said.stderr);
  assert.equal(said.stdout, `installed git-hooks 1.0.0 in ${box.path(prefix)}\n`);
  assert.equal(said.stderr, `hint: put ${box.path(prefix)}/bin into PATH\n`);
  return box.path(prefix);
}

async function listTree(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    names.push(path);
    if (entry.isDirectory) names.push(...await listTree(path));
  }
  return names.sort();
}

/** Starts a program where the network cannot be reached, if the system lets us. */
async function offline(box: Sandbox): Promise<readonly string[]> {
  try {
    return (await box.start("unshare", ["-n", "true"])).code === 0 ? ["unshare", "-n"] : ["env"];
  } catch {
    return ["env"];
  }
}

Deno.test("an installed copy runs without checkout, caches, Deno in PATH or network", async () => {
  using box = new Sandbox();
  const prefix = await mustInstall(box, "pre fix's");
  await box.repository("r");
  box.write("r/.git/hooks.toml", '[hook.say]\nevent = "pre-commit"\ncommand = "echo $DENO_DIR."\n');
  const [first = "env", ...rest] = await offline(box);
  const start = (args: readonly string[]): Promise<Said> =>
    box.start(first, [...rest, `${prefix}/bin/git-hooks`, ...args], {
      cwd: "r",
      env: { ...NOTHING_ELSE, PATH: "/usr/bin:/bin" },
    });
  assert.deepEqual(await start(["--version"]), {
    code: 0,
    stdout: "git-hooks version 1.0.0\n",
    stderr: "",
  });
  assert.equal((await start(["list", "pre-commit"])).stdout, "say\n");
  // Hooks do not get our cache.
  assert.deepEqual(await start(["run", "pre-commit"]), { code: 0, stdout: "", stderr: ".\n" });
  assert.match((await start(["--help"])).stdout, /^Usage: git-hooks /);
  assert.deepEqual(await listTree(box.home), [`${box.home}/.gitconfig`]);
});

Deno.test("an installed copy needs nothing that its user may write", async () => {
  using box = new Sandbox();
  const prefix = await mustInstall(box, "prefix");
  for (const path of [prefix, ...await listTree(prefix)]) {
    const info = await Deno.lstat(path);
    if (!info.isSymlink) assert.equal((info.mode ?? 0) & 0o022, 0, path);
    if (info.isFile) assert.equal((info.mode ?? 0) & 0o444, 0o444, path);
    if (info.isDirectory) assert.equal((info.mode ?? 0) & 0o555, 0o555, path);
  }
  const cache = `${prefix}/lib/git-hooks/cache`;
  const before = await Deno.lstat(`${cache}/v8_code_cache_v2`);
  assert.ok(before.isFile, "the cache is filled");
  if (Deno.uid() !== 0) return;
  // Another user, who may write neither the cache nor a HOME.
  const base = box.root.slice(0, box.root.lastIndexOf("/"));
  for (const folder of [base, box.root]) await Deno.chmod(folder, 0o755);
  const said = await box.start("setpriv", [
    "--reuid=65534",
    "--regid=65534",
    "--clear-groups",
    `${prefix}/bin/git-hooks`,
    "--version",
  ], { cwd: "/", env: { ...NOTHING_ELSE, HOME: "/nonexistent", PATH: "/usr/bin:/bin" } });
  assert.deepEqual(said, { code: 0, stdout: "git-hooks version 1.0.0\n", stderr: "" });
});

Deno.test("install replaces an older version and leaves the parts it may still load", async () => {
  using box = new Sandbox();
  const prefix = await mustInstall(box, "prefix");
  const code = `${prefix}/lib/git-hooks`;
  const list = await Deno.readTextFile(`${code}/files`);
  await Deno.writeTextFile(`${code}/files`, `${list}late-OLD.js\n`);
  await Deno.writeTextFile(`${code}/late-OLD.js`, "");
  await Deno.writeTextFile(`${code}/late-OLDER.js`, "");
  const main = (await Deno.stat(`${code}/main.js`)).ino;
  await mustInstall(box, "prefix");
  assert.notEqual((await Deno.stat(`${code}/main.js`)).ino, main);
  const late = async (): Promise<readonly string[]> =>
    (await listTree(code)).filter((path) => /\/late-|\.new-/.test(path));
  assert.deepEqual(await late(), [`${code}/late-OLD.js`]);
  await mustInstall(box, "prefix");
  assert.deepEqual(await late(), []);
});

Deno.test("install --dry-run names every file and writes none", async () => {
  using box = new Sandbox();
  const said = await install(box, ["--prefix=x", "--dry-run"]);
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /^would install git-hooks 1\.0\.0:\n/);
  assert.ok(said.stdout.includes(`  ${box.path("x")}/bin/git-hooks\n`));
  assert.equal(await Deno.stat(box.path("x")).catch(() => undefined), undefined);
});

Deno.test("install refuses what it does not understand, and says why it cannot write", async () => {
  using box = new Sandbox();
  for (const args of [["--perfix", "x"], ["--prefix"], ["--prefix="], ["x"]]) {
    const said = await install(box, args);
    assert.equal(said.code, 129, args.join(" "));
    assert.match(said.stderr, /^error: .*\nusage: deno task install/);
  }
  box.write("file", "");
  const said = await install(box, ["--prefix", "file"]);
  assert.equal(said.code, 1);
  assert.equal(said.stderr, `fatal: '${box.path("file")}' is not a directory\n`);
});
