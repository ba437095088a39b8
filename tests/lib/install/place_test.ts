import assert from "node:assert/strict";
import { discoverRepository } from "../../../lib/git/repository.ts";
import { type Placing, planShims } from "../../../lib/install/place.ts";
import { Journal } from "../../../lib/journal/journal.ts";
import { readShimHead } from "../../../lib/plan/shim.ts";
import { Sandbox } from "../../support/sandbox.ts";

async function place(
  box: Sandbox,
  options: {
    readonly state: "kept" | "migrated";
    readonly launcher?: string;
    readonly events?: readonly string[];
  },
): Promise<Placing> {
  const repository = await discoverRepository(box.path("repo"));
  assert.ok(repository !== undefined);
  await using journal = await Journal.open(repository.commonDirAbsolute);
  const placing = await planShims({
    repository,
    hookdir: box.path("repo/.git/hooks"),
    events: options.events ?? ["pre-commit"],
    launcher: options.launcher ?? "/bin/git-hooks",
    state: options.state,
    journal,
  });
  await journal.run({ command: options.state, steps: [...placing.links, ...placing.shims] });
  return placing;
}

function head(box: Sandbox, event: string): ReturnType<typeof readShimHead> {
  return readShimHead(new TextEncoder().encode(box.read(`repo/.git/hooks/${event}`) ?? ""));
}

Deno.test("planShims() turns a kept script into a migrated one, and never back", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.script("repo/.git/hooks/pre-commit", "exit 0");
  await place(box, { state: "kept" });
  assert.deepEqual(head(box, "pre-commit")?.script, { path: "hooks.d/pre-commit", state: "kept" });
  const migrated = await place(box, { state: "migrated" });
  assert.deepEqual(migrated.links, []);
  assert.equal(migrated.placed[0]?.change, "renewed");
  assert.equal(head(box, "pre-commit")?.script?.state, "migrated");
  const again = await place(box, { state: "kept" });
  assert.equal(again.placed[0]?.change, "none");
});

Deno.test("planShims() renews a shim for another launcher, and keeps its x bit as it is", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  await place(box, { state: "kept" });
  await Deno.chmod(box.path("repo/.git/hooks/pre-commit"), 0o640);
  await place(box, { state: "kept", launcher: "/usr/local/bin/git-hooks" });
  assert.match(box.read("repo/.git/hooks/pre-commit") ?? "", /'\/usr\/local\/bin\/git-hooks'/);
  const { mode } = await Deno.stat(box.path("repo/.git/hooks/pre-commit"));
  assert.equal((mode ?? 0) & 0o777, 0o640);
});

Deno.test("planShims() keeps a script asleep that git would not start, also when it is migrated", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks/pre-commit", "#!/bin/sh\n", 0o600);
  await Deno.symlink("gone", box.path("repo/.git/hooks/update"));
  await place(box, { state: "migrated", events: ["pre-commit", "update"] });
  assert.equal(head(box, "pre-commit")?.script?.state, "kept");
  assert.equal(head(box, "update")?.script?.state, "kept");
  const info = await Deno.stat(box.path("repo/.git/hooks/pre-commit"));
  assert.equal((info.mode ?? 0) & 0o777, 0o700, "for the same people, and executable");
  assert.equal(await Deno.readLink(box.path("repo/.git/hooks.d/update")), "gone");
});

Deno.test("planShims() leaves a folder, and a second script after the one it keeps, by name", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/hooks/update/x", "");
  box.script("repo/.git/hooks/pre-commit", "exit 0");
  const first = await place(box, { state: "kept", events: ["pre-commit", "update"] });
  assert.deepEqual(first.left.map(({ event, reason }) => `${event} ${reason}`), [
    "update is not a file",
  ]);
  await Deno.remove(box.path("repo/.git/hooks/pre-commit"));
  box.script("repo/.git/hooks/pre-commit", "exit 1");
  const second = await place(box, { state: "kept" });
  assert.match(second.left[0]?.reason ?? "", /was put there after .*hooks\.d\/pre-commit/);
  assert.equal(box.read("repo/.git/hooks/pre-commit"), "#!/bin/sh\nexit 1\n");
});

Deno.test("planShims() links a neighbour that came later, and turns a link into the script itself", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.script("repo/.git/hooks/pre-commit", "exit 0");
  box.script("repo/.git/hooks/commit-msg", "exit 0");
  await place(box, { state: "kept" });
  assert.equal(
    await Deno.readLink(box.path("repo/.git/hooks.d/commit-msg")),
    "../hooks/commit-msg",
  );
  box.write("repo/.git/hooks/later", "");
  await place(box, { state: "kept", events: ["pre-commit", "commit-msg"] });
  assert.equal(await Deno.readLink(box.path("repo/.git/hooks.d/later")), "../hooks/later");
  assert.equal((await Deno.lstat(box.path("repo/.git/hooks.d/commit-msg"))).isFile, true);
});
