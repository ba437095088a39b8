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

/**
 * Writes data as JSON that is safe to send to a terminal: what it would obey stands as an escape.
 *
 * @param data plain data
 * @returns the text, ending in a newline
 */
export function jsonText(data: unknown): string {
  const text = JSON.stringify(data, undefined, 2);
  // JSON.stringify escapes the C0 controls alone.
  return `${text.replace(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, escaped)}\n`;
}

function escaped(character: string): string {
  return character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
