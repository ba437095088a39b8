/**
 * `git-hooks install --recursive`: every repository below a folder, one line each; a failure is told and
 * the next one follows.
 *
 * @module
 */

import { UserError } from "../lib/errors.ts";
import { findRepositories } from "../lib/install/find_repositories.ts";
import { install, type InstallResult } from "../lib/install/install.ts";
import { findLauncher } from "../lib/install/launcher.ts";
import { recogniseTool } from "../lib/migrate/recognise.ts";
import { joinPath } from "../lib/paths.ts";
import { printable } from "../lib/quote.ts";
import { readSources } from "../lib/sources.ts";
import { answer, type Console, say } from "./ui/console.ts";

/**
 * Installs in a tree.
 *
 * @param options the folder, absolute or relative, and whether nothing is to be done
 * @param console where it prints
 * @returns 0, or 1 when any repository failed or kept an event without its shim
 * @throws {UserError} when the folder is not there
 */
export async function installTree(
  options: { readonly root: string; readonly dryRun: boolean },
  console: Console,
): Promise<number> {
  const root = await Deno.realPath(joinPath(Deno.cwd(), options.root)).catch(() => undefined);
  if (root === undefined) throw new UserError(`cannot find the folder ${options.root}`);
  const launcher = await findLauncher();
  const seen = new Set<string>();
  let failed = false;
  for await (const directory of findRepositories(root)) {
    try {
      const sources = await readSources({ cwd: directory });
      const common = sources.repository?.commonDirAbsolute;
      // A linked worktree of a repository that had its line already.
      if (common === undefined || seen.has(common)) continue;
      seen.add(common);
      const result = await install({
        sources,
        launcher,
        recognise: recogniseTool,
        dryRun: options.dryRun,
        asRoot: true,
      });
      answer(console, `${printable(directory)}: ${summary(result, options.dryRun)}`);
      for (const { path, reason } of result.left) {
        failed = true;
        say(console, "error", `${path} ${reason}`);
      }
    } catch (error) {
      failed = true;
      const message = error instanceof UserError
        ? error.faults.map((fault) => fault.message).join("; ")
        : error instanceof Error
        ? error.message
        : String(error);
      say(console, "error", `${directory}: ${message}`);
    }
  }
  if (seen.size === 0 && !failed) say(console, "hint", `there is no repository below ${root}`);
  return failed ? 1 : 0;
}

function summary(result: InstallResult, dryRun: boolean): string {
  if (result.hookdir === undefined) return "no hook is configured";
  const events = result.placed.filter(({ change }) => change !== "none").map(({ event }) => event);
  if (events.length > 0) return `${dryRun ? "would install" : "installed"} ${events.join(", ")}`;
  return result.left.length > 0 ? "not installed" : "nothing to install";
}
