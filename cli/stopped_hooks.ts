/**
 * What is said when shims have gone: hooks that a user wrote into a hooks.toml are still there, and git no
 * longer finds them.
 *
 * @module
 */

import { missingShims } from "../lib/install/missing_shims.ts";
import { readSources } from "../lib/sources.ts";
import { INSTALL } from "./install_words.ts";
import { type Console, say } from "./ui/console.ts";

/** In which repository shims have gone, and what may be done about it. */
export interface StoppedOptions {
  /** A directory of the repository, absolute. */
  readonly cwd: string;
  /** The repository's name, where there are several. */
  readonly name?: string;
  /** True to put missing shims back where others of ours still stand. */
  readonly mend: boolean;
}

/**
 * Says which hooks no longer run.
 *
 * @param options in which repository
 * @param console where it prints
 */
export async function sayWhatStopped(options: StoppedOptions, console: Console): Promise<void> {
  const events = await stoppedEvents(options, console).catch(() => []);
  if (events.length === 0) return;
  const where = options.name === undefined ? "" : `${options.name}: `;
  say(console, "warning", `${where}hooks of hooks.toml for ${events.join(", ")} no longer run`);
  say(console, "hint", `let git find them again: git hooks ${INSTALL.name}`);
}

async function stoppedEvents(
  { cwd, mend }: StoppedOptions,
  console: Console,
): Promise<readonly string[]> {
  if (!mend) return await missingShims(await readSources({ cwd }));
  const { placeMissingShims } = await import("./trust_shims.ts");
  // Standard output belongs to the command.
  return await placeMissingShims(cwd, { ...console, out: console.err });
}
