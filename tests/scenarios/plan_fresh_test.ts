/**
 * No plan ever gives a stale answer: whatever changes, a shim with its plans does what the code does without.
 *
 * @module
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { CHANGES, Changing } from "../support/change_sources.ts";
import { commit, installIn, NO_DENO, testShells } from "../support/planning.ts";
import { Sandbox } from "../support/sandbox.ts";

for (const shell of testShells()) {
  Deno.test(`a plan is never stale, ${shell}`, async () => {
    const change = fc.record({
      what: fc.constantFrom(...CHANGES),
      variant: fc.integer({ min: 0, max: 1 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 15, maxLength: 25 }), async (changes) => {
        using box = new Sandbox();
        const changing = new Changing(box);
        await changing.prepare(shell);
        const done: string[] = [];
        for (const one of changes) {
          done.push(`${one.what} ${one.variant}`);
          const firing = await changing.apply(one);
          await changing.compare(firing, done.join(", "));
        }
      }),
      { numRuns: Number(Deno.env.get("GIT_HOOKS_TEST_RUNS") ?? "1"), endOnFailure: true },
    );
  });
}

for (const shell of testShells()) {
  Deno.test(`files that have settled are told by their mtimes, and that of their folder, ${shell}`, async () => {
    using box = new Sandbox();
    const old = 1_000_000_000;
    const text = (word: string): string =>
      `# ${"x".repeat(300)}\n[hook.a]\nevent = "pre-commit"\ncommand = "echo ${word} >>$TRACE"\n`;
    await box.repository("repo");
    box.write("system/hooks.toml", text("one"));
    const settle = async (): Promise<void> => {
      await Deno.utime(box.path("system/hooks.toml"), old, old);
      await Deno.utime(box.path("system"), old, old);
      await Deno.remove(box.path("repo/.git/git-hooks"), { recursive: true }).catch(() => {});
      await commit(box, "repo");
      assert.match(box.read("repo/.git/git-hooks/pre-commit") ?? "", /git-hooks\/ref-/);
      box.trace();
    };
    const traced = async (env: Record<string, string> = {}): Promise<string> => {
      await commit(box, "repo", { env });
      return box.trace();
    };
    await installIn(box, "repo", shell);
    await settle();
    assert.equal(await traced(NO_DENO), "one\n");
    // The reference alone decides: with it, the text is not read.
    box.write("system/hooks.toml", text("two"));
    await Deno.utime(box.path("system/hooks.toml"), old, old);
    assert.equal(await traced(NO_DENO), "one\n");
    box.write("system/hooks.toml", text("two"));
    assert.equal(await traced(), "two\n");
    await settle();
    box.write("system/new", text("six"));
    await Deno.utime(box.path("system/new"), old, old);
    await Deno.rename(box.path("system/new"), box.path("system/hooks.toml"));
    assert.equal(await traced(), "six\n");
    await settle();
    box.write("system/hooks.toml", text("ten"));
    await Deno.utime(box.path("system/hooks.toml"), old - 9, old - 9);
    assert.equal(await traced(), "ten\n");
    await settle();
    // A reference that is gone tells nothing, and the text is read.
    for (const { name } of (await Array.fromAsync(Deno.readDir(box.path("repo/.git/git-hooks"))))) {
      if (name.startsWith("ref-")) await Deno.remove(box.path(`repo/.git/git-hooks/${name}`));
    }
    assert.equal(await traced(NO_DENO), "ten\n");
    box.write("system/hooks.toml", text("one"));
    assert.equal(await traced(), "one\n");
  });
}
