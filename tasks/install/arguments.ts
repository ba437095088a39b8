/**
 * What was asked of `deno task install`.
 *
 * @module
 */

import { joinPath } from "../../lib/paths.ts";

/** How to call it. */
export const USAGE = `usage: deno task install [--prefix <dir>] [--dry-run]

    --prefix <dir>    install below <dir> instead of ~/.local
    --dry-run         show what would be installed, and do nothing
`;

/** What was asked. */
export type InstallRequest =
  | { readonly kind: "install"; readonly prefix: string; readonly dryRun: boolean }
  | { readonly kind: "help" }
  | { readonly kind: "wrong"; readonly message: string };

/**
 * Reads the words after `deno task install`.
 *
 * @param args the words
 * @returns what was asked; the prefix is absolute
 */
export function parseInstallArgs(args: readonly string[]): InstallRequest {
  let given: string | undefined;
  let dryRun = false;
  const rest = [...args];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    if (word === "--dry-run" || word === "-n") dryRun = true;
    else if (word === "--help" || word === "-h") return { kind: "help" };
    else if (word === "--prefix") given = rest.shift() ?? "";
    else if (word.startsWith("--prefix=")) given = word.slice("--prefix=".length);
    else return { kind: "wrong", message: `unknown argument '${word}'` };
  }
  if (given === "") return { kind: "wrong", message: "--prefix needs a directory" };
  const home = Deno.env.get("HOME") ?? "";
  if (given === undefined && home === "") {
    return { kind: "wrong", message: "HOME is not set: say where with --prefix" };
  }
  // `deno task` moves to the checkout; the user's own directory is in INIT_CWD.
  const started = Deno.env.get("INIT_CWD") ?? "";
  const from = started.startsWith("/") ? started : Deno.cwd();
  const prefix = joinPath(from, given ?? `${home}/.local`).replace(/\/+$/, "");
  if (prefix.includes("\n")) {
    return { kind: "wrong", message: "the directory's name has a newline" };
  }
  return { kind: "install", prefix, dryRun };
}
