/**
 * The folder of plans: who writes there, and what is taken away.
 *
 * @module
 */

import assert from "node:assert/strict";
import {
  newNonce,
  openPlanFolder,
  prunePlanFolder,
  writePlanFile,
} from "../../../lib/plan/plan_folder.ts";
import { Sandbox } from "../../support/sandbox.ts";

Deno.test("openPlanFolder() makes a folder for the owner alone", async () => {
  using box = new Sandbox();
  const folder = await openPlanFolder(box.root);
  assert.equal(folder, box.path("git-hooks"));
  assert.equal(((await Deno.stat(box.path("git-hooks"))).mode ?? 0) & 0o777, 0o700);
  assert.equal(await openPlanFolder(box.root), folder);
});

Deno.test("openPlanFolder() refuses a link, a file, and a folder that is not there", async () => {
  using box = new Sandbox();
  await Deno.mkdir(box.path("real"));
  await Deno.symlink("real", box.path("git-hooks"));
  assert.equal(await openPlanFolder(box.root), undefined);
  await Deno.remove(box.path("git-hooks"));
  box.write("git-hooks", "");
  assert.equal(await openPlanFolder(box.root), undefined);
  assert.equal(await openPlanFolder(box.path("missing")), undefined);
});

Deno.test("openPlanFolder() writes nothing where another user owns the git directory", {
  ignore: Deno.uid() !== 0,
}, async () => {
  using box = new Sandbox();
  await Deno.mkdir(box.path("theirs"));
  await Deno.chown(box.path("theirs"), 65534, 65534);
  assert.equal(await openPlanFolder(box.path("theirs")), undefined);
  assert.deepEqual(await Array.fromAsync(Deno.readDir(box.path("theirs"))), []);
});

Deno.test("prunePlanFolder() takes away what is old and not used", async () => {
  using box = new Sandbox();
  const folder = await openPlanFolder(box.root) ?? "";
  const old = (Date.now() - 48 * 3600 * 1000).toString(36);
  const names = [
    `ref-${old}-aa-0`,
    `ref-${old}-bb-0`,
    `ref-${newNonce()}-0`,
    "stdin.1",
    "stdin.2",
    "x.new",
  ];
  for (const name of names) box.write(`git-hooks/${name}`, "");
  await Deno.utime(`${folder}/stdin.1`, 1, 1);
  await Deno.utime(`${folder}/x.new`, 1, 1);
  await writePlanFile(folder, "pre-commit", `"$git_hooks_dir"/git-hooks/ref-${old}-bb-0\n`);
  await prunePlanFolder(folder);
  const left = (await Array.fromAsync(Deno.readDir(folder))).map(({ name }) => name).sort();
  assert.deepEqual(left, [names[1], names[2], "pre-commit", "stdin.2"].sort());
});
