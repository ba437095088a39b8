/** One order for names that each event has in its own. @module */

import assert from "node:assert/strict";
import fc from "fast-check";
import { oneOrder } from "../../../lib/convert/order.ts";

Deno.test("oneOrder() keeps the order of every event", () => {
  const events = new Map([["pre-commit", ["b", "c"]], ["pre-push", ["a", "b"]]]);
  assert.deepEqual(oneOrder(events), { names: ["a", "b", "c"] });
});

Deno.test("oneOrder() names two that no order suits", () => {
  const events = new Map([["pre-commit", ["x", "a", "b"]], ["pre-push", ["b", "a"]]]);
  assert.deepEqual(oneOrder(events), {
    conflict: [{ name: "b", event: "pre-commit" }, { name: "a", event: "pre-push" }],
  });
});

Deno.test("oneOrder() finds an order whenever there is one", () => {
  const names = ["a", "b", "c", "d", "e", "f"];
  const shuffled = fc.shuffledSubarray(names, { minLength: names.length });
  const parts = fc.array(fc.subarray(names), { maxLength: 5 });
  fc.assert(fc.property(shuffled, parts, (order, subsets) => {
    const events = new Map(
      subsets.map((subset, at) => [`e${at}`, order.filter((name) => subset.includes(name))]),
    );
    const found = oneOrder(events).names ?? [];
    for (const wanted of events.values()) {
      assert.deepEqual(found.filter((name) => wanted.includes(name)), wanted);
    }
  }));
});

Deno.test("oneOrder() names a circle that is one", () => {
  const name = fc.constantFrom("a", "b", "c", "d");
  const event = fc.uniqueArray(name, { minLength: 1, maxLength: 4 });
  fc.assert(fc.property(fc.array(event, { maxLength: 5 }), (lists) => {
    const events = new Map(lists.map((list, at) => [`e${at}`, list]));
    const { conflict = [] } = oneOrder(events);
    for (const [at, step] of conflict.entries()) {
      const on: readonly string[] = events.get(step.event) ?? [];
      const before = on.indexOf(conflict.at(at - 1)?.name ?? "");
      assert.ok(before >= 0 && before < on.indexOf(step.name));
    }
  }));
});
