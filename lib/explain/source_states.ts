/**
 * The sources of hooks in the order in which they are read, and what came of each.
 *
 * @module
 */

import type { HooksToml, TomlScope } from "../config/hooks_toml.ts";
import { findEvent } from "../events.ts";
import { joinPath } from "../paths.ts";
import { type Sources, systemFile } from "../sources.ts";
import type { ExplainedSource } from "./explanation.ts";
import type { Places } from "./places.ts";

/**
 * Lists the sources.
 *
 * @param sources what `readSources` read
 * @param event the event they were read for
 * @param places spells their files
 * @returns files of git config that speak of hooks, then every place of a hooks.toml
 */
export async function explainSources(
  sources: Sources,
  event: string,
  places: Places,
): Promise<readonly ExplainedSource[]> {
  const { repository } = sources;
  const system = systemFile();
  const worktree = repository?.worktree;
  const local = repository === undefined
    ? undefined
    : joinPath(repository.commonDirAbsolute, "hooks.toml");
  return [
    ...gitFiles(sources, places),
    system === undefined
      ? {
        kind: "hooks.toml",
        scope: "system",
        file: "/etc/git-hooks/hooks.toml",
        state: "not read: GIT_CONFIG_NOSYSTEM is set",
      }
      : await tomlSource("system", system, { sources, places }),
    ...(worktree === undefined
      ? []
      : [await projectSource(joinPath(worktree, "hooks.toml"), event, { sources, places })]),
    ...(local === undefined ? [] : [await tomlSource("local", local, { sources, places })]),
  ];
}

function gitFiles(sources: Sources, places: Places): readonly ExplainedSource[] {
  const files = Map.groupBy(
    [...sources.gitConfig.hooks, ...sources.gitConfig.githooks],
    ({ scope, origin }) => JSON.stringify([scope, origin.kind, origin.path]),
  );
  return [...files.values()].flatMap((settings): readonly ExplainedSource[] => {
    const [first] = settings;
    if (first === undefined) return [];
    const { kind, path } = first.origin;
    return [{
      kind: "git config",
      scope: first.scope,
      file: kind === "file" ? places.path(path) : kind,
      state: count(settings.length),
    }];
  });
}

interface Reading {
  readonly sources: Sources;
  readonly places: Places;
}

async function tomlSource(
  scope: TomlScope,
  path: string,
  { sources, places }: Reading,
): Promise<ExplainedSource> {
  const file = places.path(path);
  return { kind: "hooks.toml", scope, file, state: await stateOf(sources.toml[scope], path) };
}

async function stateOf(toml: HooksToml | undefined, path: string): Promise<string> {
  if (toml !== undefined) return count(toml.settings.length);
  try {
    await Deno.lstat(path);
    return "broken: nothing of it runs";
  } catch {
    return "not there";
  }
}

async function projectSource(
  path: string,
  event: string,
  reading: Reading,
): Promise<ExplainedSource> {
  const source = await tomlSource("project", path, reading);
  if (source.state === "not there") return source;
  if (findEvent(event)?.project === false) {
    return { ...source, state: `not read: a project has no say in ${event}` };
  }
  const rule = reading.sources.trust?.rule.setting;
  const by = rule === undefined ? "" : ` (${reading.places.of(rule.origin)})`;
  switch (reading.sources.trust?.state) {
    case "accepted":
      return { ...source, state: `${source.state}, accepted` };
    case "always":
      return {
        ...source,
        state: `${source.state}, accepted unread: githooks.trust is 'always'${by}`,
      };
    case "never":
      return { ...source, state: `not read: githooks.trust is 'never'${by}` };
    case "untrusted":
      return { ...source, state: `${source.state}, not trusted` };
    default:
      return source;
  }
}

function count(settings: number): string {
  return settings === 1 ? "1 setting" : `${settings} settings`;
}
