/**
 * The version of git-hooks, which `requires` in a hooks.toml is compared with.
 *
 * @module
 */

/**
 * The version of this program.
 *
 * @example Usage
 * ```ts
 * import { VERSION } from "@git-hooks/git-hooks";
 * console.assert(/^\d+\.\d+\.\d+$/.test(VERSION));
 * ```
 */
export const VERSION = "1.0.0";
