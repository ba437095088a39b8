/**
 * Installs git-hooks: launchers, the bundled code, the Deno it runs with, manual pages, completions.
 * What is installed needs neither this checkout nor anybody's package cache.
 *
 * An older version is replaced while it may be running: every file is renamed into its place, and
 * `main.js`, which names all others, comes after them. The parts that the replaced version loads late
 * stay until the next installation.
 *
 * @module
 */

import { processConsole, say } from "../cli/ui/console.ts";
import { VERSION } from "../lib/version.ts";
import { bundle } from "./bundle.ts";
import { checkoutRoot } from "./checkout.ts";
import { parseInstallArgs, USAGE } from "./install/arguments.ts";
import { denoSource, putDeno } from "./install/deno_program.ts";
import { extraFiles } from "./install/extra_files.ts";
import { filesIn, type InstalledFile, makeFolder, putFile } from "./install/put.ts";
import { startInstalled, warm } from "./install/warm.ts";

const MANIFEST = "files";

async function install(prefix: string): Promise<void> {
  const code = `${prefix}/lib/git-hooks`;
  const built = await Deno.makeTempDir({ prefix: "git-hooks-bundle-" });
  try {
    const parts = await bundle(built);
    await makeFolder(code);
    await makeFolder(`${code}/cache`);
    await removeOutdated(code, parts);
    for (const name of parts.filter((part) => part !== "main.js")) {
      await putFile({ from: `${built}/${name}`, to: `${code}/${name}`, mode: 0o644 });
    }
    await putDeno(await denoSource(prefix), `${code}/deno`);
    await putFile({ from: `${built}/main.js`, to: `${code}/main.js`, mode: 0o644 });
    const list = `${built}/${MANIFEST}`;
    await Deno.writeTextFile(list, `${parts.join("\n")}\n`);
    await putFile({ from: list, to: `${code}/${MANIFEST}`, mode: 0o644 });
    for (const file of await filesOutside(prefix)) {
      await makeFolder(file.to.slice(0, file.to.lastIndexOf("/")));
      await putFile(file);
    }
  } finally {
    await Deno.remove(built, { recursive: true });
  }
  const said = await startInstalled(prefix, ["--version"]);
  if (said !== `git-hooks version ${VERSION}\n`) {
    throw new Error(`the installed ${prefix}/bin/git-hooks does not start: ${said.trim()}`);
  }
  await warm(prefix);
}

// A path with `..` would be recorded in shims as it is; any other stays as it was given.
async function withoutDots(prefix: string): Promise<string> {
  return /\/\.\.?(\/|$)/.test(prefix) ? await Deno.realPath(prefix) : prefix;
}

// What belongs neither to the new version nor to the one it replaces.
async function removeOutdated(code: string, parts: readonly string[]): Promise<void> {
  const listed = await Deno.readTextFile(`${code}/${MANIFEST}`).catch(() => "");
  const stay = new Set([...listed.split("\n"), ...parts]);
  for (const name of await filesIn(code)) {
    if (name.endsWith(".js") && !stay.has(name)) await Deno.remove(`${code}/${name}`);
  }
}

async function filesOutside(prefix: string): Promise<readonly InstalledFile[]> {
  const launchers = (await filesIn(`${checkoutRoot}/bin`)).map((name) => ({
    from: `${checkoutRoot}/bin/${name}`,
    to: `${prefix}/bin/${name}`,
    mode: 0o755,
  }));
  return [...launchers, ...await extraFiles(prefix)];
}

async function plan(prefix: string): Promise<string> {
  const deno = await denoSource(prefix);
  return [
    `would install git-hooks ${VERSION}:`,
    `  ${prefix}/lib/git-hooks/    bundled code, and a cache that is filled now`,
    `  ${prefix}/lib/git-hooks/deno    ${deno.copy ? "a copy of" : "a link to"} ${deno.path}`,
    ...(await filesOutside(prefix)).map((file) => `  ${file.to}`),
    "",
  ].join("\n");
}

if (import.meta.main) {
  const console = processConsole();
  try {
    const asked = parseInstallArgs(Deno.args);
    if (asked.kind === "help") {
      console.out(USAGE);
    } else if (asked.kind === "wrong") {
      say(console, "error", asked.message);
      console.err(USAGE);
      Deno.exit(129);
    } else if (asked.dryRun) {
      console.out(await plan(asked.prefix));
    } else {
      await makeFolder(asked.prefix);
      const prefix = await withoutDots(asked.prefix);
      await install(prefix);
      console.out(`installed git-hooks ${VERSION} in ${prefix}\n`);
      const inPath = (Deno.env.get("PATH") ?? "").split(":").includes(`${prefix}/bin`);
      if (!inPath) say(console, "hint", `put ${prefix}/bin into PATH`);
    }
  } catch (error) {
    say(console, "fatal", error instanceof Error ? error.message : String(error));
    Deno.exit(1);
  }
}
