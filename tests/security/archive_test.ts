/**
 * Repositories that came as an archive, their git directory with them: what is planted there is run by
 * nothing that only asks, and writes nowhere else.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commit, installIn, NO_DENO } from "../support/planning.ts";
import { Sandbox } from "../support/sandbox.ts";

const QUESTIONS: readonly (readonly string[])[] = [
  ["check", "pre-commit"],
  ["check", "-v", "pre-commit"],
  ["check"],
  ["list"],
  ["list", "pre-commit"],
  ["explain", "pre-commit"],
  ["doctor"],
  ["trust", "--show"],
  ["migrate", "--dry-run"],
];

// A plan that says of itself that it is fresh, and an accomplice for every name that is ever sourced.
function plant(box: Sandbox, gitDir: string): void {
  for (const name of ["pre-commit", "pre-commit.git-dir", "update", "receive", "list", "check"]) {
    box.write(`${gitDir}/git-hooks/${name}`, "echo planted >>$TRACE\nexit 0\n", 0o700);
  }
}

Deno.test("nothing that asks runs a plan that came with an archive", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  plant(box, "repo/.git");
  for (const words of QUESTIONS) {
    for (const env of [{}, { GIT_DIR: ".git" }, { GIT_DIR: box.path("repo/.git") }]) {
      await box.hooks(words, { cwd: "repo", env });
      assert.equal(box.trace(), "", `${words.join(" ")} ${JSON.stringify(env)}`);
    }
  }
  const inside = await box.hooks(["check", "pre-commit"], {
    cwd: "repo/.git",
    env: { GIT_DIR: "." },
  });
  assert.equal(inside.code, 1);
  // Out of the cache and back, where nothing but the spelling says so.
  const up = "../".repeat(20);
  const env = { GIT_DIR: `${up}${box.path("repo/.git").slice(1)}` };
  await box.hooks(["check", "pre-commit"], { cwd: "repo", env });
  await box.hooks(["check", "pre-commit"], { cwd: "repo", env: { XDG_CACHE_HOME: ".git" } });
  await box.hooks(["check", "pre-commit"], {
    cwd: "repo",
    env: { XDG_CACHE_HOME: undefined, HOME: undefined },
  });
  await commit(box, "repo");
  assert.equal(box.trace(), "");
});

Deno.test("nothing that asks runs a planted plan where shims are installed", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncommand = "true"\n');
  await installIn(box, "repo");
  plant(box, "repo/.git");
  for (const words of QUESTIONS) {
    await box.hooks(words, { cwd: "repo" });
    assert.equal(box.trace(), "", words.join(" "));
  }
});

Deno.test("git-hooks check answers from the user's own copy of a plan", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncommand = "true"\n');
  await installIn(box, "repo");
  await commit(box, "repo");
  const own = `${box.home}/.cache/git-hooks/plans${box.path("repo/.git")}/pre-commit`;
  const info = await Deno.stat(own);
  assert.equal((info.mode ?? 0) & 0o777, 0o600);
  const words = ["check", "pre-commit"];
  assert.equal((await box.hooks(words, { cwd: "repo", env: NO_DENO })).code, 0);
  // A copy that others could have put there is none.
  await Deno.remove(own);
  assert.notEqual((await box.hooks(words, { cwd: "repo", env: NO_DENO })).code, 0);
  assert.equal((await box.hooks(words, { cwd: "repo" })).code, 0);
  assert.equal((await box.hooks(["uninstall", "--yes"], { cwd: "repo" })).code, 0);
  assert.equal(box.read(own), undefined);
});

Deno.test("a linked plan folder is neither written nor followed to write", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks.toml", '[hook.a]\nevent = "pre-commit"\ncommand = "true"\n');
  await installIn(box, "repo");
  box.write("elsewhere/keep", "");
  await Deno.remove(box.path("repo/.git/git-hooks"), { recursive: true }).catch(() => {});
  await Deno.symlink(box.path("elsewhere"), box.path("repo/.git/git-hooks"));
  assert.equal((await commit(box, "repo")).code, 0);
  const names = (await Array.fromAsync(Deno.readDir(box.path("elsewhere")))).map((one) => one.name);
  assert.deepEqual(names, ["keep"]);
});

function journal(records: readonly unknown[], done: boolean): string {
  return JSON.stringify({
    id: "0001",
    command: "install",
    time: "2001-02-03T04:05:06Z",
    notes: {},
    done,
    records,
  });
}

const COMMANDS = [["uninstall", "--yes"], ["install"]];

Deno.test("a journal that came with an archive changes nothing outside of its repository", async () => {
  for (const done of [true, false]) {
    for (const words of COMMANDS) {
      using box = new Sandbox();
      await box.repository("repo");
      await box.repository("other");
      box.write(`${box.home}/.profile`, "mine\n");
      box.write("other/.git/hooks/pre-commit", "mine\n");
      const before = { type: "file", copy: "old-0", mode: 0o755, links: 1 };
      const after = { type: "file", copy: "new-0", mode: 0o644, links: 1 };
      const paths = [
        "../../home/.profile",
        "../../home/.absent",
        `${box.home}/.profile`,
        "../../other/.git/hooks/pre-commit",
        "link/.profile",
      ];
      await Deno.symlink(box.home, box.path("repo/.git/link"));
      box.write("repo/.git/hooks.d/.git-hooks/0001/old-0", "echo evil\n");
      box.write("repo/.git/hooks.d/.git-hooks/0001/new-0", "mine\n");
      for (const path of paths) {
        for (const kind of ["write-file", "set-config"]) {
          const record = { kind, path, before, after, config: { key: "a.b", before: ["x"] } };
          box.write(
            "repo/.git/hooks.d/.git-hooks/0001/entry.json",
            journal([{ ...record, text: "mine\n" }], done),
          );
          const said = await box.hooks(words, { cwd: "repo" });
          assert.doesNotMatch(said.stderr, /this should not happen/, `${path} ${kind}`);
          assert.equal(box.read(`${box.home}/.profile`), "mine\n", `${path} ${kind}`);
          assert.equal(box.read(`${box.home}/.absent`), undefined, `${path} ${kind}`);
          assert.equal(box.read("other/.git/hooks/pre-commit"), "mine\n", `${path} ${kind}`);
        }
      }
    }
  }
});

Deno.test("a journal cannot name copies outside of its own folder", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write(`${box.home}/.secret`, "secret\n");
  const record = {
    kind: "write-file",
    path: "hooks/pre-commit",
    before: { type: "file", copy: "../../../../../home/.secret", mode: 0o644, links: 1 },
    after: { type: "absent" },
  };
  box.write("repo/.git/hooks.d/.git-hooks/0001/entry.json", journal([record], true));
  const said = await box.hooks(["uninstall", "--yes"], { cwd: "repo" });
  assert.notEqual(said.code, 0);
  assert.match(said.stderr, /entry\.json.* damaged/);
  assert.equal(box.read("repo/.git/hooks/pre-commit"), undefined);
});
