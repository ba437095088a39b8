/**
 * One number for a project's hooks.toml and its scripts. Every part is written with its length in front,
 * so that no two different projects come to the same bytes.
 *
 * @module
 */

import { joinBytes } from "../bytes.ts";

/** What is digested. */
export interface DigestParts {
  /** The text of hooks.toml. */
  readonly text: string;
  /** The scripts it names, in the order in which it names them. */
  readonly scripts: readonly {
    /** The path below the worktree's root. */
    readonly path: string;
    /** The bytes, or undefined when there is no such file. */
    readonly content: Uint8Array<ArrayBuffer> | undefined;
  }[];
}

// Part of every acceptance: change it only together with what is digested, for it revokes them all.
const FORMAT = "git-hooks project text 1";

/**
 * Digests a project's hooks.toml and its scripts.
 *
 * @param parts the text and the scripts
 * @returns SHA-256 in hexadecimal
 */
export async function digestProject(parts: DigestParts): Promise<string> {
  const fields = [FORMAT, parts.text];
  for (const { path, content } of parts.scripts) {
    fields.push(path, content === undefined ? "absent" : `file ${await sha256(content)}`);
  }
  return await digestFields(fields);
}

/**
 * Digests a list of texts.
 *
 * @param fields the texts; where one ends and the next begins is part of the digest
 * @returns SHA-256 in hexadecimal
 */
export async function digestFields(fields: readonly string[]): Promise<string> {
  const encoder = new TextEncoder();
  const chunks = fields.map((field) => encoder.encode(field)).flatMap((bytes) => [
    encoder.encode(`${bytes.length}:`),
    bytes,
  ]);
  return await sha256(joinBytes(chunks));
}

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}
