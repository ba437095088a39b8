import assert from "node:assert/strict";
import { isEdited, readHookdir } from "../../../lib/install/hookdir_state.ts";
import { shimText } from "../../../lib/plan/shim.ts";
import { Sandbox } from "../../support/sandbox.ts";

Deno.test("readHookdir() tells scripts, shims, samples, links and folders apart", async () => {
  using box = new Sandbox();
  box.script("hooks/pre-commit", "exit 0");
  box.write("hooks/pre-push", shimText({ event: "pre-push", launcher: "/x y/it's" }), 0o755);
  box.write("hooks/update.sample", "#!/bin/sh\n", 0o755);
  box.write("hooks/update", "#!/bin/sh\n", 0o644);
  box.write("hooks/pre-commit.d/10", "");
  await Deno.symlink("pre-commit", box.path("hooks/commit-msg"));
  await Deno.symlink("gone", box.path("hooks/post-merge"));
  const entries = await readHookdir(box.path("hooks"));
  const seen = entries.map(({ name, kind, executable, event }) =>
    [name, kind, executable, event].join(" ")
  );
  assert.deepEqual(seen, [
    "commit-msg script true true",
    "post-merge broken-link false true",
    "pre-commit script true true",
    "pre-commit.d folder false false",
    "pre-push shim true true",
    "update script false true",
    "update.sample sample true false",
  ]);
  assert.equal(entries[0]?.link, "pre-commit");
});

Deno.test("isEdited() knows a shim by the journal, else by its own text", async () => {
  using box = new Sandbox();
  const text = shimText({
    event: "update",
    launcher: "/it's/a launcher",
    script: { path: "hooks.d/update", state: "kept" },
  });
  const old = text.replace(/ version \d+;/, " version 0;");
  const edited = `${text}# edited\n`;
  const answers: boolean[] = [];
  for (const [now, written] of [[text], [edited], [old], [old, old], [edited, text]]) {
    box.write("hooks/update", now ?? "");
    const [entry] = await readHookdir(box.path("hooks"));
    assert.ok(entry !== undefined);
    const bytes = written === undefined ? undefined : new TextEncoder().encode(written);
    answers.push(isEdited(entry, bytes));
  }
  assert.deepEqual(answers, [false, true, true, false, true]);
});
