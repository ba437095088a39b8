/**
 * The Deno that an installed copy runs with: the one that installs it.
 *
 * @module
 */

import { replace } from "./put.ts";

/** Where Deno comes from. */
export interface DenoSource {
  /** The program, absolute. */
  readonly path: string;
  /** True when it has to be copied, because its place is a cache or a project's folder. */
  readonly copy: boolean;
}

/**
 * Tells which Deno is recorded. One below a `node_modules` folder (npx keeps its own there) may be
 * gone tomorrow; any other stays where it is, so that upgrading it upgrades us.
 *
 * @returns this process's own program
 */
export async function denoSource(): Promise<DenoSource> {
  const path = await Deno.realPath(Deno.execPath());
  return { path, copy: path.includes("/node_modules/") };
}

/**
 * Records Deno.
 *
 * @param source where it comes from
 * @param target the path at which the launcher looks for it
 */
export async function putDeno(source: DenoSource, target: string): Promise<void> {
  await replace(target, async (beside) => {
    if (source.copy) {
      await Deno.copyFile(source.path, beside);
      await Deno.chmod(beside, 0o755);
    } else {
      await Deno.symlink(source.path, beside);
    }
  });
}
