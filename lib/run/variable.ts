/**
 * A variable of this process's environment, where one that cannot be read is as good as none.
 *
 * @module
 */

/**
 * Reads a variable.
 *
 * @param name its name
 * @returns its value; undefined when it is not set or is not UTF-8
 */
export function variable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    // Not UTF-8: hooks inherit it all the same.
    return undefined;
  }
}
