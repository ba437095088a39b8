/**
 * Compares what a hooks.toml requires with this version.
 *
 * @module
 */

/**
 * Tells whether a file was written for a newer git-hooks.
 *
 * @param requires the version it requires, two or three numbers with dots
 * @param version the version of this program
 * @returns true when `requires` is newer
 */
export function isNewer(requires: string, version: string): boolean {
  const wanted = requires.split(".").map(Number);
  const have = version.split(".").map(Number);
  for (let index = 0; index < 3; index++) {
    const difference = (wanted[index] ?? 0) - (have[index] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}
