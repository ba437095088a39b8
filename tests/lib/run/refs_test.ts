import assert from "node:assert/strict";
import { matchesRef, shareOf } from "../../../lib/run/refs.ts";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

function text(data: Uint8Array | undefined): string | undefined {
  return data === undefined ? undefined : new TextDecoder().decode(data);
}

Deno.test("matchesRef() reads patterns as sh's case does", () => {
  assert.ok(matchesRef(["refs/heads/main"], "refs/heads/main"));
  assert.ok(!matchesRef(["refs/heads/main"], "refs/heads/main2"));
  assert.ok(!matchesRef(["refs/heads/main"], "xrefs/heads/main"));
  assert.ok(matchesRef(["refs/heads/release/*"], "refs/heads/release/1/x"));
  assert.ok(matchesRef(["a", "refs/tags/v?"], "refs/tags/v1"));
  assert.ok(matchesRef(["refs/tags/v[0-9].[!0-9]"], "refs/tags/v1.x"));
  assert.ok(!matchesRef(["refs/tags/v[0-9].[!0-9]"], "refs/tags/v1.0"));
  assert.ok(!matchesRef(["refs/heads/a.b"], "refs/heads/axb"));
  assert.ok(matchesRef(["refs/heads/(a|b)"], "refs/heads/(a|b)"));
  assert.ok(matchesRef(["[z-a]"], "refs/heads/main"), "a set without meaning leaves no gate open");
});

Deno.test("shareOf() gives a hook the lines of its refs, unchanged", () => {
  const stdin = bytes("0 1 refs/heads/main\n0 1 refs/heads/caf\u00e9\n0 1 refs/heads/main");
  const share = shareOf("pre-receive", ["refs/heads/main"], { args: [], stdin });
  assert.equal(text(share?.stdin), "0 1 refs/heads/main\n0 1 refs/heads/main");
  assert.equal(shareOf("post-receive", ["refs/tags/*"], { args: [], stdin }), undefined);
});

Deno.test("shareOf() looks at the remote ref of a push", () => {
  const stdin = bytes("refs/heads/a 1 refs/heads/main 0\nrefs/heads/main 1 refs/heads/b 0\n");
  const share = shareOf("pre-push", ["refs/heads/main"], { args: ["origin", "url"], stdin });
  assert.equal(text(share?.stdin), "refs/heads/a 1 refs/heads/main 0\n");
  assert.deepEqual(share?.args, ["origin", "url"]);
});

Deno.test("shareOf() looks at the arguments of update and post-update", () => {
  const update = { args: ["refs/heads/main", "0", "1"], stdin: undefined };
  assert.equal(shareOf("update", ["refs/heads/main"], update), update);
  assert.equal(shareOf("update", ["refs/tags/*"], update), undefined);
  const refs = { args: ["refs/heads/a", "refs/tags/b"], stdin: undefined };
  assert.deepEqual(shareOf("post-update", ["refs/tags/*"], refs)?.args, ["refs/tags/b"]);
});

Deno.test("shareOf() gives the whole of an event that says nothing of refs", () => {
  const whole = { args: ["x"], stdin: undefined };
  assert.equal(shareOf("pre-commit", ["refs/heads/main"], whole), whole);
});

Deno.test("matchesRef() takes away what a pattern with ! names, wherever it stands", () => {
  const patterns = ["!refs/heads/tmp/*", "refs/heads/*"];
  assert.ok(matchesRef(patterns, "refs/heads/main"));
  assert.ok(!matchesRef(patterns, "refs/heads/tmp/x"));
  assert.ok(!matchesRef(patterns, "refs/tags/v1"));
  assert.ok(matchesRef(["!refs/heads/tmp/*"], "refs/tags/v1"));
  // What means nothing neither opens a gate nor closes one that was left open.
  assert.ok(matchesRef(["refs/[z-a]"], "refs/x"));
  assert.ok(matchesRef(["!refs/[z-a]"], "refs/x"));
});
