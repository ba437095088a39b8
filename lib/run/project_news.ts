/**
 * What is said of a project's hooks.toml when a checkout, a merge or a rebase has brought a text to which
 * the user has not agreed: at once, and not when the next commit is stopped.
 *
 * @module
 */

import { allEvents, findEvent } from "../events.ts";
import type { Fault } from "../errors.ts";
import { printable } from "../quote.ts";
import { listAllHooks } from "../resolver.ts";
import type { Sources } from "../sources.ts";
import { acceptedTexts } from "../trust/store.ts";

/**
 * Says what an untrusted text keeps from running.
 *
 * @param sources what `readSources` read
 * @param event the event that has just been fired; what it has to say itself is not said twice
 * @returns the text of a warning and its hint; undefined when there is no such hook
 * @example Usage
 * ```ts
 * import { projectNews, readSources } from "@git-hooks/git-hooks";
 * console.assert(await projectNews(await readSources({ cwd: "/" }), "post-merge") === undefined);
 * ```
 */
export async function projectNews(sources: Sources, event: string): Promise<Fault | undefined> {
  const { repository, trust } = sources;
  if (repository === undefined || trust?.state !== "untrusted") return undefined;
  const untrusted = (await listAllHooks(sources, [])).filter(({ hooks }) =>
    hooks.some(({ state }) => state === "untrusted")
  ).map((resolution) => resolution.event);
  if (untrusted.length === 0 || untrusted.includes(event)) return undefined;
  const order = allEvents().map(({ name }) => name);
  const gates = untrusted.filter((name) => findEvent(name)?.closes ?? true)
    .toSorted((one, other) => order.indexOf(one) - order.indexOf(other));
  // What cannot be read of the store is told by `git hooks trust`.
  const accepted = await acceptedTexts(repository.commonDirAbsolute).catch(() => []);
  const [what, cure] = accepted.length === 0
    ? ["is not trusted yet", "read and accept it"]
    : ["is not what you accepted", "see the difference and accept it"];
  const names = gates.map((name) => printable(name)).join(", ");
  const result = gates.length === 0
    ? "its hooks do not run until it is"
    : `${names} ${gates.length === 1 ? "is" : "are"} stopped until it is`;
  return { message: `hooks.toml ${what}; ${result}`, hints: [`${cure}: git hooks trust`] };
}
