/**
 * Writes the completion scripts of `git-hooks completion` to share/completions/, each under the name by
 * which its shell looks for it; with `--check` only says whether they are up to date.
 *
 * @module
 */

import { completionScript, type Shell } from "../cli/completion/scripts.ts";
import { processConsole, say } from "../cli/ui/console.ts";
import { checkoutRoot } from "./checkout.ts";

/** Where each shell looks for its script, below share/completions/. */
export const COMPLETION_FILES: readonly (readonly [Shell, string])[] = [
  ["bash", "bash/git-hooks"],
  ["zsh", "zsh/_git-hooks"],
  ["fish", "fish/git-hooks.fish"],
];

/**
 * Lists the files that are not what the code says.
 *
 * @returns their paths below share/completions/
 */
export async function outdatedCompletions(): Promise<readonly string[]> {
  const outdated: string[] = [];
  for (const [shell, name] of COMPLETION_FILES) {
    const text = await Deno.readTextFile(`${checkoutRoot}/share/completions/${name}`)
      .catch(() => "");
    if (text !== completionScript(shell)) outdated.push(name);
  }
  return outdated;
}

if (import.meta.main) {
  if (Deno.args.includes("--check")) {
    const outdated = await outdatedCompletions();
    for (const name of outdated) {
      say(processConsole(), "error", `share/completions/${name} is not up to date`);
    }
    Deno.exit(outdated.length === 0 ? 0 : 1);
  }
  for (const [shell, name] of COMPLETION_FILES) {
    const path = `${checkoutRoot}/share/completions/${name}`;
    await Deno.mkdir(path.slice(0, path.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(path, completionScript(shell));
  }
}
