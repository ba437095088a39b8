import assert from "node:assert/strict";
import { allEvents, findEvent } from "../../lib/events.ts";

// githooks(5) of git 2.55.
const NAMES =
  `applypatch-msg commit-msg fsmonitor-watchman p4-changelist p4-post-changelist p4-pre-submit
p4-prepare-changelist post-applypatch post-checkout post-commit post-index-change post-merge post-receive
post-rewrite post-update pre-applypatch pre-auto-gc pre-commit pre-merge-commit pre-push pre-rebase
pre-receive prepare-commit-msg proc-receive push-to-checkout reference-transaction sendemail-validate update`
    .split(/\s+/);

Deno.test("allEvents() are the events of githooks(5)", () => {
  assert.deepEqual(allEvents().map((event) => event.name).sort(), NAMES);
});

Deno.test("findEvent() knows which events close and which only warn", () => {
  assert.equal(findEvent("pre-commit")?.closes, true);
  assert.equal(findEvent("post-merge")?.closes, false);
  assert.equal(findEvent("reference-transaction")?.closes, false);
  assert.equal(findEvent("reference-transaction")?.gates, true);
});

Deno.test("findEvent() keeps the project's file from the events it may not touch", () => {
  for (const name of ["reference-transaction", "post-index-change", "update", "pre-receive"]) {
    assert.equal(findEvent(name)?.project, false);
  }
  assert.equal(findEvent("pre-commit")?.project, true);
});
