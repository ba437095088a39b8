import assert from "node:assert/strict";
import { didYouMean } from "../../lib/did_you_mean.ts";

Deno.test("didYouMean() finds the event when its dash is missing", () => {
  assert.equal(didYouMean("precommit", ["pre-push", "pre-commit", "post-commit"]), "pre-commit");
});

Deno.test("didYouMean() counts two swapped letters as one", () => {
  assert.equal(didYouMean("lsit", ["run", "list"]), "list");
});

Deno.test("didYouMean() suggests nothing when nothing is near", () => {
  assert.equal(didYouMean("banana", ["pre-commit", "update"]), undefined);
});
