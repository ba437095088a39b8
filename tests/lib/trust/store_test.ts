import assert from "node:assert/strict";
import { Sandbox, type StartOptions } from "../../support/sandbox.ts";

const PROBE = decodeURIComponent(new URL("./store_probe.ts", import.meta.url).pathname);

async function ask(
  box: Sandbox,
  args: readonly string[],
  options: StartOptions = {},
): Promise<unknown> {
  const words = ["run", "-A", "--quiet", "--no-check", PROBE, ...args];
  const said = await box.start(Deno.execPath(), words, options);
  assert.equal(said.stderr, "");
  return JSON.parse(said.stdout);
}

function place(): Sandbox {
  const box = new Sandbox();
  for (const name of ["one", "two"]) Deno.mkdirSync(box.path(`${name}/.git`), { recursive: true });
  return box;
}

async function mode(path: string): Promise<number> {
  return ((await Deno.lstat(path)).mode ?? 0) & 0o7777;
}

Deno.test("accept() makes a text accepted, in its repository alone, and no other text", async () => {
  using box = place();
  const [one, two] = [box.path("one/.git"), box.path("two/.git")];
  assert.equal(await ask(box, ["is-accepted", one, "a"]), false);
  const path = await ask(box, ["accept", one, "a"]);
  assert.equal(path, await ask(box, ["path", one, "a"]));
  assert.equal(await ask(box, ["is-accepted", one, "a"]), true);
  assert.equal(await ask(box, ["is-accepted", one, "b"]), false);
  assert.equal(await ask(box, ["is-accepted", two, "a"]), false);
});

Deno.test("accept() writes files and folders for their owner alone, and leaves nothing beside", async () => {
  using box = place();
  const path = String(await ask(box, ["accept", box.path("one/.git"), "a"]));
  assert.equal(await mode(path), 0o600);
  let folder = path;
  while (folder !== box.path("home/.local")) {
    folder = folder.slice(0, folder.lastIndexOf("/"));
    assert.equal(await mode(folder), 0o700, folder);
  }
  const beside = await Array.fromAsync(Deno.readDir(path.slice(0, path.lastIndexOf("/"))));
  assert.equal(beside.length, 1);
});

Deno.test("accept() knows a repository by its real path", async () => {
  using box = place();
  await Deno.symlink(box.path("one"), box.path("link"));
  await ask(box, ["accept", box.path("link/.git"), "a"]);
  assert.equal(await ask(box, ["is-accepted", box.path("one/.git"), "a"]), true);
  await Deno.rename(box.path("one"), box.path("moved"));
  assert.equal(await ask(box, ["is-accepted", box.path("moved/.git"), "a"]), false);
});

Deno.test("acceptedTexts() gives back every text and script byte for byte, the newest first", async () => {
  using box = place();
  const one = box.path("one/.git");
  for (const text of ["a", "b\n\u202e", "a"]) await ask(box, ["accept", one, text]);
  const content = { 0: 0, 1: 255, 2: 10 };
  const scripts = [{ path: "tools/x", content }, { path: "tools/none" }];
  assert.deepEqual(await ask(box, ["texts", one]), [["a", scripts], ["b\n\u202e", scripts]]);
});

Deno.test("acceptedTexts() leaves out a file that was changed, renamed, or is of another version", async () => {
  using box = place();
  const one = box.path("one/.git");
  const path = String(await ask(box, ["accept", one, "good"]));
  const json = await Deno.readTextFile(path);
  const wrong = [
    json.replace('"good"', '"evil"'),
    json.replace('"version": 1', '"version": 2'),
    json.slice(0, 40),
    "[]",
    "",
  ];
  for (const text of wrong) {
    await Deno.writeTextFile(path, text);
    assert.deepEqual(await ask(box, ["texts", one]), []);
  }
  await Deno.writeTextFile(path, json);
  await Deno.rename(path, path.replace(/[0-9a-f]\.json$/, "x.json"));
  assert.deepEqual(await ask(box, ["texts", one]), []);
});

Deno.test("listAll() lists repositories that are gone, and revokeAll() takes them back too", async () => {
  using box = place();
  for (const name of ["two", "one"]) await ask(box, ["accept", box.path(`${name}/.git`), "a"]);
  await Deno.remove(box.path("two"), { recursive: true });
  assert.deepEqual(await ask(box, ["list-all"]), [
    [box.path("one/.git"), "a"],
    [box.path("two/.git"), "a"],
  ]);
  assert.equal(await ask(box, ["revoke-all"]), 2);
  assert.deepEqual(await ask(box, ["list-all"]), []);
});

Deno.test("revoke() takes back every text of one repository", async () => {
  using box = place();
  const [one, two] = [box.path("one/.git"), box.path("two/.git")];
  for (const args of [[one, "a"], [one, "b"], [two, "a"]]) await ask(box, ["accept", ...args]);
  assert.equal(await ask(box, ["revoke", one]), 2);
  assert.equal(await ask(box, ["revoke", one]), 0);
  assert.equal(await ask(box, ["is-accepted", one, "a"]), false);
  assert.equal(await ask(box, ["is-accepted", two, "a"]), true);
});

Deno.test("isAccepted() believes nothing that others can write", async () => {
  using box = place();
  const one = box.path("one/.git");
  const file = String(await ask(box, ["accept", one, "a"]));
  const folder = file.slice(0, file.lastIndexOf("/"));
  const all = folder.slice(0, folder.lastIndexOf("/"));
  const store = all.slice(0, all.lastIndexOf("/"));
  for (const path of [file, folder, all, store]) {
    const before = await mode(path);
    for (const bit of [0o020, 0o002]) {
      await Deno.chmod(path, before | bit);
      assert.equal(await ask(box, ["is-accepted", one, "a"]), false, path);
      assert.deepEqual(await ask(box, ["texts", one]), [], path);
    }
    await Deno.chmod(path, before);
  }
  assert.equal(await ask(box, ["is-accepted", one, "a"]), true);
});

Deno.test("accept() refuses a store that others can write", async () => {
  using box = place();
  const store = box.path("home/.local/state/git-hooks");
  await Deno.mkdir(store, { recursive: true });
  await Deno.chmod(store, 0o777);
  const answer = await ask(box, ["accept", box.path("one/.git"), "a"]);
  assert.match(String(answer), /^UserError: '.*' can be written by others/);
  assert.match(String(await ask(box, ["fault"])), /can be written by others/);
});

Deno.test("isAccepted() believes nothing behind a symbolic link", async () => {
  using box = place();
  const one = box.path("one/.git");
  const file = String(await ask(box, ["accept", one, "a"]));
  const folder = file.slice(0, file.lastIndexOf("/"));
  const all = folder.slice(0, folder.lastIndexOf("/"));
  for (const path of [file, folder, all, all.slice(0, all.lastIndexOf("/"))]) {
    await Deno.rename(path, box.path("elsewhere"));
    await Deno.symlink(box.path("elsewhere"), path);
    assert.equal(await ask(box, ["is-accepted", one, "a"]), false, path);
    await Deno.remove(path);
    await Deno.rename(box.path("elsewhere"), path);
  }
  assert.equal(await ask(box, ["is-accepted", one, "a"]), true);
});

Deno.test({
  name: "isAccepted() believes nothing that belongs to another user",
  // Only root can give a file away.
  ignore: Deno.uid() !== 0,
  fn: async () => {
    using box = place();
    const one = box.path("one/.git");
    const file = String(await ask(box, ["accept", one, "a"]));
    for (const path of [file, box.path("home/.local/state/git-hooks")]) {
      await Deno.chown(path, 1, null);
      assert.equal(await ask(box, ["is-accepted", one, "a"]), false, path);
      await Deno.chown(path, 0, null);
    }
    assert.equal(await ask(box, ["is-accepted", one, "a"]), true);
  },
});

Deno.test("storeFolder() follows XDG_STATE_HOME when it is absolute, else HOME, else there is none", async () => {
  using box = place();
  const folder = (env: StartOptions["env"]): Promise<unknown> =>
    ask(box, ["folder"], { env: { XDG_STATE_HOME: undefined, ...env } });
  const home = `${box.home}/.local/state/git-hooks`;
  assert.equal(await folder({ XDG_STATE_HOME: "/x/y" }), "/x/y/git-hooks");
  assert.equal(await folder({ XDG_STATE_HOME: "x/y" }), home);
  assert.equal(await folder({ XDG_STATE_HOME: "" }), home);
  assert.equal(await folder({ HOME: undefined }), null);
  assert.equal(await folder({ HOME: "" }), null);
});

Deno.test("accept() and isAccepted() answer no without a HOME, or with one that cannot be written", async () => {
  using box = place();
  const one = box.path("one/.git");
  const without = { env: { XDG_STATE_HOME: undefined, HOME: undefined } };
  assert.match(String(await ask(box, ["accept", one, "a"], without)), /HOME is not set/);
  assert.equal(await ask(box, ["is-accepted", one, "a"], without), false);
  // /proc and a file in a folder's place cannot be written by root either.
  const unwritable = { env: { XDG_STATE_HOME: undefined, HOME: "/proc" } };
  assert.match(
    String(await ask(box, ["accept", one, "a"], unwritable)),
    /^UserError: cannot create /,
  );
  assert.equal(await ask(box, ["is-accepted", one, "a"], unwritable), false);
  box.write("home/.local", "");
  assert.match(
    String(await ask(box, ["accept", one, "a"])),
    /^UserError: cannot .*: Not a directory/,
  );
  assert.equal(await ask(box, ["is-accepted", one, "a"]), false);
});
