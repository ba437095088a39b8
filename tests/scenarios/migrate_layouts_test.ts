/**
 * Whole hookdirs are migrated, probed with real git before and after, migrated again, and restored byte
 * for byte; each layout is a folder of tests/fixtures/migrate.
 *
 * @module
 */

import assert from "node:assert/strict";
import { projectRoot, Sandbox, testGits } from "../support/sandbox.ts";

const FIXTURES = `${projectRoot}/tests/fixtures/migrate`;

const layouts = [...Deno.readDirSync(FIXTURES)].filter(({ isDirectory }) => isDirectory)
  .map(({ name }) => name).sort();

for (const git of testGits()) {
  for (const layout of layouts) {
    Deno.test(`migrate keeps what layout ${layout} does, and undoes itself (${git.name})`, async () => {
      using box = new Sandbox(git);
      const said = await box.start("sh", [
        `${FIXTURES}/run.sh`,
        `${FIXTURES}/${layout}`,
        "git-hooks migrate --yes",
        "git-hooks migrate --undo --yes",
      ], {
        env: {
          PATH: `${git.bin}:${projectRoot}/bin:${Deno.env.get("PATH") ?? ""}`,
          FX_BASE: box.root,
          FX_GIT: git.path,
          FX_HOOKS: `${projectRoot}/bin/git-hooks`,
          TMPDIR: box.root,
        },
      });
      assert.equal(said.code, 0, said.stdout + said.stderr);
      assert.match(said.stdout, /^PROBE SAME$/m);
      assert.match(said.stdout, /^UNDO SAME$/m);
    });
  }
}
