/**
 * Where nothing can be written: a full disk, a file system that is mounted read-only.
 *
 * @module
 */

import assert from "node:assert/strict";
import { canMount, fillDisk } from "../support/full_disk.ts";
import { installIn, launcher } from "../support/planning.ts";
import { Sandbox } from "../support/sandbox.ts";

Deno.test({
  name: "a full disk stops install, a push and uninstall with the reason, and leaves nothing half",
  ignore: !canMount,
  fn: async () => {
    using box = new Sandbox();
    assert.ok(await fillDisk(box, [0, 2, 6]) > 0);
  },
});

Deno.test({
  name: "hooks run where the git directory is read-only, with a plan and without",
  ignore: !canMount,
  fn: async () => {
    using box = new Sandbox();
    await box.repository("repo");
    await box.repository("server", { bare: true });
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "repo" });
    box.script("repo/.git/hooks/pre-push", 'echo kept >>"$TRACE"');
    box.write(
      "repo/.git/hooks.toml",
      '[hook.gate]\nevent = "pre-push"\ncommand = "echo gate >>$TRACE; :"\n',
    );
    await installIn(box, "repo");
    box.trace();
    const push = (ref: string, readOnly: boolean): ReturnType<Sandbox["start"]> =>
      box.start("unshare", [
        "-m",
        "sh",
        "-c",
        `${
          readOnly ? "mount --bind repo repo && mount -o remount,ro,bind repo && " : ""
        }cd repo && git push -q ../server HEAD:refs/heads/${ref}`,
      ]);
    for (const [ref, readOnly] of [["a", true], ["b", false], ["c", true]] as const) {
      const said = await push(ref, readOnly);
      assert.equal(said.code, 0, said.stderr);
      assert.equal(said.stderr, "");
      assert.equal(box.trace(), "gate\nkept\n", ref);
    }
    for (const command of ["install", "uninstall"]) {
      const said = await box.start("unshare", [
        "-m",
        "sh",
        "-c",
        `mount --bind repo repo && mount -o remount,ro,bind repo && cd repo && exec "$0" ${command}`,
        launcher,
      ]);
      assert.notEqual(said.code, 0);
      assert.match(said.stderr, /Read-only file system/);
      assert.doesNotMatch(said.stderr, /should not happen/);
    }
  },
});
