/**
 * Where this checkout is.
 *
 * @module
 */

/** The checkout's root, absolute, without a slash at the end. */
export const checkoutRoot: string = decodeURIComponent(new URL("..", import.meta.url).pathname)
  .replace(/\/$/, "");
