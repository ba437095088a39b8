/**
 * Every way in which git fires events, with every git in every shell.
 *
 * @module
 */

import { testShells } from "../support/planning.ts";
import { testGits } from "../support/sandbox.ts";
import { compareWays, WAYS } from "../support/ways.ts";

for (const git of testGits()) {
  for (const shell of testShells()) {
    Deno.test(`hooks get what git gives in ${WAYS.length} ways, ${git.name}, ${shell}`, async () => {
      await compareWays(git, shell);
    });
  }
}
