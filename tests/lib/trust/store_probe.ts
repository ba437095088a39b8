/**
 * Asks the store of accepted texts one question and prints the answer as JSON, in a process of its own,
 * because the environment says where the store is.
 *
 * @module
 */

import { digestProject } from "../../../lib/trust/digest.ts";
import {
  accept,
  acceptancePath,
  acceptedTexts,
  findStoreFault,
  isAccepted,
  listAll,
  revoke,
  revokeAll,
  storeFolder,
} from "../../../lib/trust/store.ts";

const [verb = "", commonDir = "", text = ""] = Deno.args;
const scripts = [
  { path: "tools/x", content: new Uint8Array([0, 0xff, 10]) },
  { path: "tools/none", content: undefined },
];
const digest = await digestProject({ text, scripts });

async function answer(): Promise<unknown> {
  switch (verb) {
    case "accept":
      return await accept({ commonDir, project: { text, scripts, digest } });
    case "is-accepted":
      return await isAccepted({ commonDir, digest });
    case "path":
      return await acceptancePath({ commonDir, digest });
    case "texts":
      return (await acceptedTexts(commonDir)).map((one) => [one.text, one.scripts]);
    case "list-all":
      return (await listAll()).map((one) => [one.repository, one.text]);
    case "revoke":
      return await revoke(commonDir);
    case "revoke-all":
      return await revokeAll();
    case "fault":
      return (await findStoreFault())?.message;
    case "folder":
      return storeFolder();
  }
  throw new TypeError(`Cannot answer '${verb}'`);
}

try {
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(await answer() ?? null)));
} catch (error) {
  const message = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  Deno.stdout.writeSync(new TextEncoder().encode(JSON.stringify(message)));
}
