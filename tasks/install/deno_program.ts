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
  /** True when it has to be copied, because its place may be gone tomorrow or is closed to others. */
  readonly copy: boolean;
}

/**
 * Tells which Deno is recorded: this process's own program. One below a `node_modules` folder (npx
 * keeps its own there) may be gone tomorrow, and one in the installing user's home may be closed to
 * others; any other stays where it is, so that upgrading it upgrades us.
 *
 * @param prefix where is installed
 * @returns the program, and whether to copy it
 */
export async function denoSource(prefix: string): Promise<DenoSource> {
  const path = await Deno.realPath(Deno.execPath());
  const home = Deno.env.get("HOME") ?? "";
  const closed = home !== "" && below(home, path) && !below(home, prefix);
  return { path, copy: path.includes("/node_modules/") || closed };
}

function below(folder: string, path: string): boolean {
  return path.startsWith(`${folder.replace(/\/+$/, "")}/`);
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
