/**
 * One accepted text as it is kept: a JSON file, so that it can be read without us. Its digest is its
 * proof: what does not come to it again was not accepted.
 *
 * @module
 */

import { digestProject } from "./digest.ts";
import type { ProjectScript } from "./project_text.ts";

/** A text that the user accepted. */
export interface AcceptedText {
  /** The real path of the common git directory of the repository it was accepted for. */
  readonly repository: string;
  /** When, in ISO 8601, UTC. */
  readonly acceptedAt: string;
  /** The digest of text and scripts. */
  readonly digest: string;
  /** The text of hooks.toml. */
  readonly text: string;
  /** The scripts it named, as they were. */
  readonly scripts: readonly ProjectScript[];
}

const VERSION = 1;

/**
 * Writes an acceptance as JSON.
 *
 * @param accepted what was accepted
 * @returns the text of the file
 */
export function acceptanceToJson(accepted: AcceptedText): string {
  const scripts = accepted.scripts.map(({ path, content }) =>
    content === undefined ? { path, absent: true } : { path, content: content.toBase64() }
  );
  return `${JSON.stringify({ version: VERSION, ...accepted, scripts }, undefined, 2)}\n`;
}

/**
 * Reads an acceptance.
 *
 * @param json the text of the file
 * @returns what was accepted, or undefined when it is of another version, damaged, or not what its digest
 *   says
 */
export async function acceptanceFromJson(json: string): Promise<AcceptedText | undefined> {
  const value = parseJson(json);
  if (!isRecord(value) || value["version"] !== VERSION) return undefined;
  const { repository, acceptedAt, digest, text, scripts } = value;
  if (
    typeof repository !== "string" || typeof acceptedAt !== "string" ||
    typeof digest !== "string" || typeof text !== "string" || !Array.isArray(scripts)
  ) {
    return undefined;
  }
  const read: ProjectScript[] = [];
  for (const one of scripts) {
    const script = readScript(one);
    if (script === undefined) return undefined;
    read.push(script);
  }
  const accepted = { repository, acceptedAt, digest, text, scripts: read };
  return await digestProject(accepted) === digest ? accepted : undefined;
}

function readScript(value: unknown): ProjectScript | undefined {
  if (!isRecord(value)) return undefined;
  const { path, content, absent } = value;
  if (typeof path !== "string") return undefined;
  if (absent === true) return { path, content: undefined };
  if (typeof content !== "string") return undefined;
  try {
    return { path, content: Uint8Array.fromBase64(content) };
  } catch {
    return undefined;
  }
}

function parseJson(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
