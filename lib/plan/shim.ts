/**
 * The small sh program that stands in the hookdir in our name, and how to know it again.
 *
 * @module
 */

import { quoteForSh } from "../quote.ts";

/** The mark by which a shim is known, in whatever version and however edited; never to be changed. */
export const SHIM_ID = "git-hooks-shim-4f0d6a52c9b84e17";

/** The version of the shim's text; raised when the text changes, so that old ones can be renewed. */
export const SHIM_VERSION = 1;

/** How many bytes of a file are read to know a shim. */
export const SHIM_HEAD_BYTES = 512;

/** What a shim stands for. */
export interface ShimParts {
  /** The event, which is the file's name in the hookdir. */
  readonly event: string;
  /** The launcher that was installed, an absolute path; it is looked for in PATH when it is gone. */
  readonly launcher: string;
  /** Where the script that stood here before went, relative to the common git directory, if one did. */
  readonly script?: { readonly path: string; readonly state: "migrated" | "kept" } | undefined;
}

/**
 * Writes a shim.
 *
 * @param parts the event, the launcher and the script it took the place of
 * @returns the text of an sh program
 * @example Usage
 * ```ts
 * import { shimText } from "@git-hooks/git-hooks";
 * console.assert(shimText({ event: "pre-commit", launcher: "/usr/bin/git-hooks" }).startsWith("#!/bin/sh\n"));
 * ```
 */
export function shimText(parts: ShimParts): string {
  const script = parts.script === undefined
    ? "none stood here before"
    : `${parts.script.path} (${parts.script.state})`;
  return `#!/bin/sh
# script: ${script}
# ${SHIM_ID} version ${SHIM_VERSION}; runs what 'git hooks list ${parts.event}' shows; 'git hooks uninstall' takes it away
launcher=${quoteForSh(parts.launcher)}
[ -x "$launcher" ] || launcher=git-hooks
exec "$launcher" hook ${quoteForSh(parts.event)} -- "$@"
`;
}

/** What a shim says of itself. */
export interface ShimHead {
  /** The version of its text, or undefined when that line was edited. */
  readonly version: number | undefined;
  /** The script it took the place of, relative to the common git directory. */
  readonly script: { readonly path: string; readonly state: "migrated" | "kept" } | undefined;
}

/**
 * Tells whether a file is a shim of ours, also when it was edited or comes from another version.
 *
 * @param head the first bytes of the file, at most {@linkcode SHIM_HEAD_BYTES} are looked at
 * @returns what it says of itself, or undefined when it is not ours
 * @example Usage
 * ```ts
 * import { readShimHead, shimText } from "@git-hooks/git-hooks";
 * const text = shimText({ event: "pre-commit", launcher: "/usr/bin/git-hooks" });
 * console.assert(readShimHead(new TextEncoder().encode(text))?.version === 1);
 * ```
 */
export function readShimHead(head: Uint8Array): ShimHead | undefined {
  const text = new TextDecoder().decode(head.subarray(0, SHIM_HEAD_BYTES));
  if (!text.includes(SHIM_ID)) return undefined;
  const version = new RegExp(`${SHIM_ID} version (\\d+)`).exec(text)?.[1];
  const script = /^# script: (.*) \((migrated|kept)\)$/m.exec(text);
  const path = script?.[1];
  const state = script?.[2];
  return {
    version: version === undefined ? undefined : Number(version),
    script: path !== undefined && (state === "migrated" || state === "kept")
      ? { path, state }
      : undefined,
  };
}
