/**
 * Bytes in pieces, put together: what a user's program reads is never decoded on its way.
 *
 * @module
 */

/**
 * Joins pieces of bytes.
 *
 * @param parts the pieces, in order
 * @returns one array with all of them
 * @example Usage
 * ```ts
 * import { joinBytes } from "@git-hooks/git-hooks";
 * console.assert(joinBytes([new Uint8Array([1]), new Uint8Array([2])]).length === 2);
 * ```
 */
export function joinBytes(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
