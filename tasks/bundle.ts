/**
 * Bundles the code into a folder of JavaScript that needs neither this checkout nor a package:
 * `main.js`, and beside it one file for each part that is loaded only when it is needed.
 *
 * @module
 */

import { processConsole, say } from "../cli/ui/console.ts";
import { hideLateParts, MAIN, type Parts, shareFirstParts } from "./bundle/late_parts.ts";
import { checkoutRoot } from "./checkout.ts";

/**
 * Bundles `cli/main.ts`: what is on the way to a hook into two files, the rest so that it is opened only
 * when it is needed.
 *
 * @param outdir the folder to fill, absolute; it is made when it is not there
 * @returns the names of the files in it, sorted
 * @throws {Error} when Deno's bundler fails; its words are the message
 */
export async function bundle(outdir: string): Promise<readonly string[]> {
  const folder = await Deno.makeTempDir({ prefix: "git-hooks-bundle-" });
  try {
    await runBundler("cli/main.ts", `${folder}/apart`);
    await writeParts(`${folder}/shared`, shareFirstParts(await readParts(`${folder}/apart`)));
    await runBundler(`${folder}/shared/${MAIN}`, `${folder}/joined`);
    const parts = hideLateParts(await readParts(`${folder}/joined`));
    await writeParts(outdir, parts);
    return [...parts.keys()].sort();
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function runBundler(entry: string, outdir: string): Promise<void> {
  const output = await new Deno.Command(Deno.execPath(), {
    args: [
      "bundle",
      "--quiet",
      "--frozen",
      "--platform=deno",
      "--code-splitting",
      `--outdir=${outdir}`,
      entry,
    ],
    cwd: checkoutRoot,
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(output.stderr).trim();
  if (!output.success) throw new Error(`cannot bundle ${entry}: ${text}`);
}

async function readParts(folder: string): Promise<Parts> {
  const parts = new Map<string, string>();
  for await (const { name } of Deno.readDir(folder)) {
    parts.set(name, await Deno.readTextFile(`${folder}/${name}`));
  }
  if (!parts.has(MAIN)) throw new Error(`the bundler wrote no ${MAIN}`);
  return parts;
}

async function writeParts(folder: string, parts: Parts): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const [name, text] of parts) await Deno.writeTextFile(`${folder}/${name}`, text);
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
