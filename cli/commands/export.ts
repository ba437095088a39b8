/**
 * `git-hooks export`: hooks.toml hooks as git config, on standard output.
 *
 * @module
 */

import type { TomlScope } from "../../lib/config/hooks_toml.ts";
import { exportToGitConfig } from "../../lib/convert/export.ts";
import { UserError } from "../../lib/errors.ts";
import { knowsConfigHooks } from "../../lib/git/capability.ts";
import { readSources } from "../../lib/sources.ts";
import { EXPORT, GIT_CONFIG } from "../convert_words.ts";
import { parseOptions, UsageError } from "../options.ts";
import { type Console, say } from "../ui/console.ts";

/**
 * Exports.
 *
 * @param args what follows `export`
 * @param console where it prints
 * @returns 0
 * @throws {UserError} with exit code 1 and nothing printed when something cannot be said in git config
 */
export async function exportCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, EXPORT);
  if (rest[0] !== undefined) throw new UsageError(`unexpected argument '${rest[0]}'`, EXPORT);
  const format = options.get("to") ?? GIT_CONFIG;
  if (format !== GIT_CONFIG) throw new UsageError(`cannot export to '${format}'`, EXPORT);
  const scope = scopeOf(options.get("scope"));
  const cwd = Deno.cwd();
  const sources = await readSources({ cwd });
  if (sources.repository === undefined && scope !== "system") {
    throw new UserError({
      message: "not a git repository (or any of the parent directories): .git",
      hints: ["the system's hooks.toml: git hooks export --scope system"],
    });
  }
  const { text, warnings } = await exportToGitConfig(sources, { scope });
  for (const warning of warnings) say(console, "warning", warning);
  if (text === "") {
    const where = scope === undefined ? "" : ` of scope ${scope}`;
    say(console, "hint", `there is no hooks.toml hook${where} to export`);
    return 0;
  }
  if (!await knowsConfigHooks(cwd)) {
    say(
      console,
      "warning",
      "the git in PATH does not run these itself: that takes git 2.54 or later",
    );
  }
  console.out(text);
  return 0;
}

function scopeOf(value: string | number | boolean | undefined): TomlScope | undefined {
  switch (value) {
    case undefined:
    case "system":
    case "project":
    case "local":
      return value;
    default:
      throw new UsageError(`'${value}' is no scope of a hooks.toml`, EXPORT);
  }
}
