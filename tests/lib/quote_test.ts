import assert from "node:assert/strict";
import fc from "fast-check";
import { printable, quoteForSh } from "../../lib/quote.ts";

Deno.test("quoteForSh() gives sh back any text as one word", async () => {
  const word = fc.string({ unit: "binary", maxLength: 20 }).map((text) => text.replaceAll("\0", ""))
    // A lone surrogate has no UTF-8 form, so no program could be handed one.
    .filter((text) => text.isWellFormed());
  await fc.assert(
    fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 8 }), async (words) => {
      const script = words.map((one) => `printf '%s\\0' ${quoteForSh(one)}\n`).join("");
      const { stdout } = await new Deno.Command("sh", { args: ["-c", script] }).output();
      assert.equal(
        new TextDecoder("utf-8", { ignoreBOM: true }).decode(stdout),
        words.map((one) => `${one}\0`).join(""),
      );
    }),
    { numRuns: 60 },
  );
});

Deno.test("printable() leaves nothing that a terminal would obey, in any text", () => {
  fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => {
    for (const character of printable(text)) {
      const code = character.codePointAt(0) ?? 0;
      assert.ok(code >= 0x20 && !(code >= 0x7f && code < 0xa0));
      assert.ok(!/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/.test(character));
    }
  }));
});

Deno.test("printable() shows escapes in words that can be read", () => {
  assert.equal(printable("\x1b]0;x\x07\r\n\u202e"), "\\e]0;x\\x07\\r\\n\\u202e");
});
