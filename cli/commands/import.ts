/**
 * `git-hooks import`: git config hooks as hooks.toml, on standard output.
 *
 * @module
 */

import { importFromGitConfig, type ImportScope } from "../../lib/convert/import.ts";
import { UserError } from "../../lib/errors.ts";
import { readSources } from "../../lib/sources.ts";
import { GIT_CONFIG, IMPORT } from "../convert_words.ts";
import { parseOptions, UsageError } from "../options.ts";
import { type Console, say } from "../ui/console.ts";

/**
 * Imports.
 *
 * @param args what follows `import`
 * @param console where it prints
 * @returns 0
 * @throws {UserError} with exit code 1 and nothing printed when something cannot be said in a hooks.toml
 */
export async function importCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, IMPORT);
  if (rest[0] !== undefined) throw new UsageError(`unexpected argument '${rest[0]}'`, IMPORT);
  const format = options.get("from") ?? GIT_CONFIG;
  if (format !== GIT_CONFIG) throw new UsageError(`cannot import from '${format}'`, IMPORT);
  const scope = scopeOf(options.get("scope"));
  const sources = await readSources({ cwd: Deno.cwd() });
  if (sources.repository === undefined && scope !== "system") {
    throw new UserError({
      message: "not a git repository (or any of the parent directories): .git",
      hints: ["the system's configuration: git hooks import --scope system"],
    });
  }
  const { text, warnings, removal, target } = await importFromGitConfig(sources, { scope });
  for (const warning of warnings) say(console, "warning", warning);
  if (text === "") {
    say(console, "hint", `git config has no hook of scope ${scope}`);
    return 0;
  }
  console.out(text);
  const hints = [
    `git config's hooks shadow those of a hooks.toml; once these are in ${target}:`,
    "  git hooks install",
    ...removal.map((line) => `  ${line}`),
  ];
  say(console, "hint", hints.join("\n"));
  return 0;
}

function scopeOf(value: string | number | boolean | undefined): ImportScope {
  switch (value) {
    case undefined:
      return "local";
    case "system":
    case "global":
    case "local":
    case "worktree":
      return value;
    default:
      throw new UsageError(`'${value}' is no scope of a file of git config`, IMPORT);
  }
}
