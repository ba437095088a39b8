/**
 * What `git-hooks trust` knows as JSON, for programs. Names and commands are as they are; the lines of a
 * difference are as they are shown to people.
 *
 * @module
 */

import type { Sources } from "../../lib/sources.ts";
import { projectDifference } from "../../lib/trust/difference.ts";
import type { ProjectScript } from "../../lib/trust/project_text.ts";
import type { TrustState } from "../../lib/trust/project_trust.ts";
import type { OpenQuestion } from "../trust_question.ts";
import { declaredHooks } from "./trust_view.ts";

/**
 * Turns a project file and its state into plain data.
 *
 * @param sources what was read
 * @param now `state` after this command, and the `question` that was open before it
 * @returns data for JSON.stringify
 */
export function trustJson(
  sources: Sources,
  now: { readonly state: TrustState; readonly question: OpenQuestion | undefined },
): Readonly<Record<string, unknown>> {
  const project = sources.trust?.project;
  const last = now.question?.last;
  return {
    repository: sources.repository?.commonDirAbsolute ?? null,
    state: now.state,
    policy: sources.trust?.rule.policy ?? "ask",
    digest: project?.digest ?? null,
    hooks: project === undefined ? [] : declaredHooks(project).map((hook) => ({
      event: hook.event,
      name: hook.name,
      command: hook.command ?? null,
      script: hook.script ?? null,
      args: hook.args,
      enabled: hook.enabled,
      line: hook.line ?? null,
    })),
    scripts: project?.scripts.map(scriptJson) ?? [],
    difference: project === undefined || last === undefined ? null : projectDifference(
      { text: last.text, settings: last.toml.settings, scripts: last.scripts },
      { text: project.text, settings: project.toml.settings, scripts: project.scripts },
    ),
    lastAcceptedAt: last?.acceptedAt ?? null,
  };
}

/**
 * Turns a script into plain data.
 *
 * @param script the script
 * @returns data for JSON.stringify; `bytes` is null when there is no such file
 */
export function scriptJson(script: ProjectScript): Readonly<Record<string, unknown>> {
  return { path: script.path, bytes: script.content?.length ?? null };
}
