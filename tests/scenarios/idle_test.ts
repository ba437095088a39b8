/**
 * Where hooks are installed for other events only, git starts what it starts without us, and no process more.
 *
 * @module
 */

import assert from "node:assert/strict";
import { installIn } from "../support/planning.ts";
import { Sandbox, testGits } from "../support/sandbox.ts";

const hasStrace = await new Deno.Command("strace", {
  args: ["-f", "-c", "-o", "/dev/null", "true"],
  stderr: "null",
}).output().then(({ success }) => success, () => false);
if (!hasStrace) await Deno.stderr.write(new TextEncoder().encode("no strace: not counted\n"));

/** Counts what a commit starts: children as git tells, and system calls of all processes. */
async function countCommit(box: Sandbox, cwd: string): Promise<string> {
  const args = ["commit", "-q", "--allow-empty", "-m", "x"];
  await box.mustGit(args, { cwd, env: { GIT_TRACE2_EVENT: box.path("events") } });
  const events = box.read("events") ?? "";
  await Deno.remove(box.path("events"));
  const told = ["child_start", "exec", "start"].map((event) =>
    `${event} ${events.split(`"event":"${event}"`).length - 1}`
  );
  if (!hasStrace) return told.join(", ");
  const said = await box.start(
    "strace",
    ["-f", "-c", "-e", "trace=process", "-o", box.path("calls"), "git", ...args],
    { cwd },
  );
  assert.equal(said.code, 0, said.stderr);
  // % time, seconds, usecs/call, calls, (errors), name
  const calls = (box.read("calls") ?? "").split("\n").flatMap((line) => {
    const [, count, name] = /^ *[\d.]+ +[\d.]+ +\d+ +(\d+)(?: +\d+)? +(\w+)$/.exec(line) ?? [];
    return /^(execve|execveat|clone3?|v?fork)$/.test(name ?? "") ? [`${name} ${count}`] : [];
  });
  assert.ok(calls.length > 0);
  return [...told, ...calls.toSorted()].join(", ");
}

for (const git of testGits()) {
  Deno.test(`a commit starts no process more when other events have hooks, ${git.name}`, async () => {
    using box = new Sandbox(git);
    for (const cwd of ["plain", "repo"]) {
      await box.repository(cwd);
      await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd });
    }
    box.write(
      "repo/.git/hooks.toml",
      '[hook.a]\nevent = ["pre-push", "pre-rebase", "commit-msg"]\ncommand = "true"\n' +
        '[hook.b]\nevent = "pre-merge-commit"\ncommand = "true"\n',
    );
    const expected = await countCommit(box, "plain");
    // Before an event has its shim, and for as long as others have theirs.
    assert.equal(await countCommit(box, "repo"), expected);
    box.write(
      "repo/.git/hooks.toml",
      '[hook.a]\nevent = ["pre-push", "pre-rebase", "post-merge"]\ncommand = "true"\n',
    );
    await installIn(box, "repo");
    assert.equal(await countCommit(box, "repo"), expected);
    // And again once it is uninstalled.
    assert.equal((await box.hooks(["uninstall"], { cwd: "repo" })).code, 0);
    assert.equal(await countCommit(box, "repo"), expected);
  });
}
