/**
 * Every script of a repository is replaced by a recorder; real git fires what it can, before a migration
 * and after it, and each run is compared: how often, in which order, `$0`, arguments, input, directory,
 * environment, umask.
 *
 * @module
 */

import assert from "node:assert/strict";
import { allEvents } from "../../lib/events.ts";
import { Sandbox, testGits } from "../support/sandbox.ts";

/** Writes one record to `$TRACE`. `cksum` stands for the bytes of the input. */
const RECORDER = `#!/bin/sh
{
  printf 'run %s' "$0"; for one in "$@"; do printf ' <%s>' "$one"; done; echo
  echo "  input $(cksum)"
  echo "  cwd $PWD $(umask) terminal $([ -t 1 ] && echo yes) $([ -t 2 ] && echo yes)"
  env | sort | sed 's/^/  /'
} 2>/dev/null >"$TRACE.$$" </dev/stdin; cat "$TRACE.$$" >>"$TRACE"; rm "$TRACE.$$"
case \${0##*/} in push-to-checkout) git read-tree -u -m HEAD "$1" ;; esac
exit 0
`;

const PATCH = `From 0000000000000000000000000000000000000000 Mon Sep 17 00:00:00 2001
From: A U Thor <author@example.com>
Date: Sat, 3 Feb 2001 04:05:06 +0000
Subject: [PATCH] mailed

---
diff --git a/mailed b/mailed
new file mode 100644
index 0000000..5626abf
--- /dev/null
+++ b/mailed
@@ -0,0 +1 @@
+one
`;

const CLIENT: readonly (readonly string[])[] = [
  ["commit", "-q", "--allow-empty", "-m", "one two"],
  ["commit", "-q", "--allow-empty", "--amend", "-m", "three"],
  ["checkout", "-q", "-b", "side"],
  ["commit", "-q", "--allow-empty", "-m", "on side"],
  ["checkout", "-q", "main"],
  ["commit", "-q", "--allow-empty", "-m", "on main"],
  ["merge", "-q", "--no-ff", "-m", "merged", "side"],
  ["push", "-q", "up", "main", "side", "main:refs/heads/a-b"],
  ["push", "-q", "-o", "one", "-o", "two", "up", ":side"],
  ["rebase", "-q", "-f", "HEAD^"],
  ["tag", "v1"],
  ["gc", "--auto", "-q"],
  ["hook", "run", "pre-commit", "--", "x y", ""],
];

async function build(box: Sandbox): Promise<void> {
  await box.repository("repo");
  await box.repository("up.git", { bare: true });
  for (const { name, fileOnly } of allEvents()) {
    if (fileOnly === true) continue;
    for (const folder of ["repo/.git/hooks", "up.git/hooks"]) {
      box.write(`${folder}/${name}`, RECORDER, 0o755);
    }
  }
  await box.mustGit(["remote", "add", "up", "../up.git"], { cwd: "repo" });
  await box.mustGit(["config", "receive.advertisePushOptions", "true"], { cwd: "up.git" });
  await box.mustGit(["config", "receive.denyCurrentBranch", "updateInstead"], { cwd: "repo" });
  await box.mustGit(["config", "gc.auto", "1"], { cwd: "repo" });
  box.write("repo/deep/er/file", "text\n");
}

async function fire(box: Sandbox): Promise<readonly string[]> {
  const runs: string[] = [];
  const step = async (words: readonly string[], cwd: string): Promise<void> => {
    box.trace();
    const { code } = await box.git(words, { cwd });
    runs.push(`[${words.join(" ")}] in ${cwd}: ${code}`);
    runs.push(...box.trace().split(/^(?=run )/m).map((run) => normal(box, run)));
  };
  for (const words of CLIENT) await step(words, "repo");
  await step(["commit", "-q", "--allow-empty", "-m", "deep"], "repo/deep/er");
  await step(["worktree", "add", "-q", "-b", "linked", "../linked"], "repo");
  await step(["commit", "-q", "--allow-empty", "-m", "linked"], "linked");
  await step(["push", "-q", "up", "linked"], "linked");
  await step(["update-ref", "refs/heads/on-server", "refs/heads/main"], "up.git");
  await step(["clone", "-q", "--template=", "repo", "clone"], ".");
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "more"], { cwd: "clone" });
  await step(["push", "-q", "origin", "HEAD:main", "HEAD:refs/heads/x", ":side"], "clone");
  box.write("patch", PATCH);
  await step(["am", "-q", "../patch"], "repo");
  return runs;
}

function normal(box: Sandbox, run: string): string {
  return run.replaceAll(box.root, "@").replace(/incoming-\w+/g, "incoming-X")
    .replace(/^ {2}(GIT_HOOKS_SHIM|_)=.*\n/gm, "")
    .replace(/^run (\S*?)hooks\.d\//, "run $1hooks/")
    // git exports an absolute GIT_DIR to this one and spells the hookdir by another, relative one.
    .replace(/^run \S*\/push-to-checkout/, "run hooks/push-to-checkout");
}

for (const git of testGits()) {
  Deno.test(`migrate changes nothing that a script can see but $0 and GIT_HOOKS_SHIM (${git.name})`, async () => {
    using before = new Sandbox(git);
    await build(before);
    const expected = await fire(before);
    using after = new Sandbox(git);
    await build(after);
    for (const repo of ["repo", "up.git"]) {
      const { code, stdout, stderr } = await after.hooks(["migrate", "--yes"], { cwd: repo });
      assert.equal(code, 0, stdout + stderr);
    }
    const runs = await fire(after);
    assert.deepEqual(runs, expected);
    assert.ok(runs.filter((run) => run.startsWith("run ")).length > 60);
  });
}
