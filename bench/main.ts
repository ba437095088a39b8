/**
 * `deno task bench [NAME] [--json]`: measures what the project promises to cost, one bench by name or all.
 *
 * @module
 */

const BENCHES: ReadonlyMap<
  string,
  () => Promise<{ bench: (args: readonly string[]) => Promise<void> }>
> = new Map([
  ["commit", () => import("./commit.ts")],
  ["list", () => import("./list.ts")],
  ["receive", () => import("./receive.ts")],
  ["start", () => import("./start.ts")],
]);

const [name, ...rest] = Deno.args;
const chosen = name === undefined || name.startsWith("-") ? [...BENCHES.keys()] : [name];
const args = name === undefined || name.startsWith("-") ? Deno.args : rest;
for (const one of chosen) {
  const load = BENCHES.get(one);
  if (load === undefined) {
    await Deno.stderr.write(
      new TextEncoder().encode(
        `error: no bench '${one}'; there are ${[...BENCHES.keys()].join(", ")}\n`,
      ),
    );
    Deno.exit(129);
  }
  await (await load()).bench(args);
}
