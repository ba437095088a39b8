/**
 * Bundles the code into a folder of JavaScript that needs neither this checkout nor a package:
 * `main.js`, and beside it one file for each part that is loaded only when it is needed.
 *
 * @module
 */

import { processConsole, say } from "../cli/ui/console.ts";
import { checkoutRoot } from "./checkout.ts";

/**
 * Bundles `cli/main.ts`.
 *
 * @param outdir the folder to fill, absolute; it is made when it is not there
 * @returns the names of the files in it, sorted
 * @throws {Error} when Deno's bundler fails; its words are the message
 */
export async function bundle(outdir: string): Promise<readonly string[]> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--frozen",
      "--platform=deno",
      "--code-splitting",
      `--outdir=${outdir}`,
      "cli/main.ts",
    ],
    cwd: checkoutRoot,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(output.stderr).trim();
  if (!output.success) throw new Error(`cannot bundle cli/main.ts: ${text}`);
  const files: string[] = [];
  for await (const entry of Deno.readDir(outdir)) files.push(entry.name);
  if (!files.includes("main.js")) throw new Error(`the bundler wrote no main.js: ${text}`);
  return files.sort();
}

if (import.meta.main) {
  const console = processConsole();
  const outdir = `${checkoutRoot}/dist`;
  try {
    await Deno.remove(outdir, { recursive: true }).catch((error) => {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    });
    const files = await bundle(outdir);
    console.out(`bundled cli/main.ts into dist/ (${files.length} files)\n`);
  } catch (error) {
    say(console, "fatal", error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
