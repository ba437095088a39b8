/**
 * An installed copy to measure: what users start is not the checkout.
 *
 * @module
 */

import { projectRoot, type Sandbox } from "../tests/support/sandbox.ts";
import { mustRun } from "./measure.ts";

/**
 * Installs this checkout into a sandbox.
 *
 * @param box the sandbox
 * @returns the prefix, absolute
 */
export async function installedCopy(box: Sandbox): Promise<string> {
  const prefix = box.path("installed");
  const install = ["run", "-A", `${projectRoot}/tasks/install.ts`, "--prefix", prefix];
  await mustRun(Deno.execPath(), install, { cwd: projectRoot, env: Deno.env.toObject() });
  return prefix;
}
