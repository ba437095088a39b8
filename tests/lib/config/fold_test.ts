import assert from "node:assert/strict";
import fc from "fast-check";
import { foldSettings, isEventDisabled } from "../../../lib/config/fold.ts";
import type { Setting } from "../../../lib/config/setting.ts";

function setting(name: string | undefined, key: string, value?: string): Setting {
  return { name, key, value, scope: "local", origin: { kind: "file", path: ".git/config" } };
}

const any = fc.array(
  fc.record({
    name: fc.constantFrom("a", "b", "c", "e", undefined),
    key: fc.constantFrom("event", "command", "enabled", "parallel", "jobs"),
    value: fc.constantFrom("e", "f", "", "true", "false", "2", "-1", "x"),
  }).map(({ name, key, value }) => setting(name, key, value)),
  { maxLength: 12 },
);

Deno.test("foldSettings() puts a repeated event at the end", () => {
  const fold = foldSettings([
    setting("a", "command", "x"),
    setting("a", "event", "e"),
    setting("b", "command", "y"),
    setting("b", "event", "e"),
    setting("a", "event", "e"),
  ], "git");
  assert.deepEqual([...fold.events.get("e")?.keys() ?? []], ["b", "a"]);
});

Deno.test("foldSettings() lets an empty event take the earlier ones back, for any settings before", () => {
  fc.assert(fc.property(any, (before) => {
    const fold = foldSettings([...before, setting("a", "event", "")], "git");
    if (fold.fatal?.kind === "no-value") return;
    assert.ok([...fold.events.values()].every((hooks) => !hooks.has("a")));
  }));
});

Deno.test("foldSettings() gives the last command, for any settings before", () => {
  fc.assert(fc.property(any, (before) => {
    const fold = foldSettings([...before, setting("a", "command", "last")], "git");
    assert.equal(fold.hooks.get("a")?.program?.value, "last");
  }));
});

Deno.test("foldSettings() answers the same for a stream read twice", () => {
  fc.assert(fc.property(any, (stream) => {
    const once = foldSettings(stream, "git");
    const twice = foldSettings([...stream, ...stream], "git");
    const names = (fold: typeof once): unknown =>
      [...fold.events].map(([event, hooks]) => [event, [...hooks.keys()].sort()]);
    // An empty event in the middle takes back what a second reading gives again.
    if (stream.some((one) => one.key === "event" && one.value === "")) return;
    assert.deepEqual(names(twice), names(once));
  }));
});

Deno.test("foldSettings() takes keys that git does not know from hooks.toml only", () => {
  const stream = [setting("a", "script", "x"), setting("a", "event", "e")];
  assert.equal(foldSettings(stream, "git").fatal?.kind, "no-command");
  assert.equal(foldSettings(stream, "hooks.toml").fatal, undefined);
});

Deno.test("isEventDisabled() is false where a hook has the event's name", () => {
  const off = setting("e", "enabled", "false");
  assert.equal(isEventDisabled(foldSettings([off], "git"), "e"), true);
  assert.equal(
    isEventDisabled(foldSettings([off, setting("e", "command", "x")], "git"), "e"),
    false,
  );
  assert.equal(
    isEventDisabled(foldSettings([off, setting("e", "parallel", "no")], "git"), "e"),
    true,
  );
});
