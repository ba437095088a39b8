/**
 * What is installed beside the program: manual page, schema, completions, the hookdir with which the
 * wrapper refuses a push, each where its reader looks.
 *
 * @module
 */

import { checkoutRoot } from "../checkout.ts";
import { filesIn, type InstalledFile } from "./put.ts";

// Folder below share/ of the checkout, and of the prefix.
const FOLDERS: readonly (readonly [string, string])[] = [
  [".", "git-hooks"],
  ["man", "man/man1"],
  ["completions/bash", "bash-completion/completions"],
  ["completions/fish", "fish/vendor_completions.d"],
  ["completions/zsh", "zsh/site-functions"],
  ["git-hooks/refuse", "git-hooks/refuse"],
];

/**
 * Lists these files.
 *
 * @param prefix where to install
 * @returns the files there are, each with its place
 */
export async function extraFiles(prefix: string): Promise<readonly InstalledFile[]> {
  const found = await Promise.all(FOLDERS.map(async ([from, to]) => {
    const folder = `${checkoutRoot}/share/${from}`;
    return await Promise.all((await filesIn(folder)).map(async (name) => {
      const source = `${folder}/${name}`;
      const program = ((await Deno.stat(source)).mode ?? 0) & 0o100;
      return {
        from: source,
        to: `${prefix}/share/${to}/${name}`,
        mode: program === 0 ? 0o644 : 0o755,
      };
    }));
  }));
  return found.flat();
}
