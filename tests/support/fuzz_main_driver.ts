/**
 * Runs `main` for each line of a JSON file, and ends with 1 at the first one that is answered by anything
 * but an exit code and words of ours.
 *
 * @module
 */

import { main } from "../../cli/main.ts";

let done = 0;
const lines: readonly (readonly string[])[] = JSON.parse(
  await Deno.readTextFile(Deno.args[0] ?? ""),
);
for (const words of lines) {
  let said = "";
  const add = (text: string): void => {
    said += text;
  };
  const code = await main(words, { out: add, err: add, colourOut: false, colourErr: false });
  const crashed = said.includes("this should not happen") || /\n\s+at .*\.ts:\d+/.test(said);
  if (crashed || !Number.isInteger(code) || code < 0 || code > 255) {
    await Deno.stdout.write(
      new TextEncoder().encode(`${JSON.stringify(words)}: ${code}\n${said}\n`),
    );
    Deno.exit(1);
  }
  done++;
}
await Deno.stdout.write(new TextEncoder().encode(`${done} done\n`));
