/**
 * What is installed beside the program: manual page, schema, completions, each where its reader looks.
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
    return (await filesIn(folder)).map((name) => ({
      from: `${folder}/${name}`,
      to: `${prefix}/share/${to}/${name}`,
      mode: 0o644,
    }));
  }));
  return found.flat();
}
