/**
 * Whatever way git fires events, a hook of hooks.toml and a kept script each get what git gives a script in
 * the hookdir.
 *
 * @module
 */

import assert from "node:assert/strict";
import { installIn, testShells } from "../support/planning.ts";
import { projectRoot, Sandbox, testGits } from "../support/sandbox.ts";
import { compareWays, WAYS } from "../support/ways.ts";

// Every git and every shell; all pairs are a stress run.
for (const [index, git] of testGits().entries()) {
  const shells = testShells();
  const shell = shells[index % shells.length] ?? "/bin/sh";
  Deno.test(`hooks get what git gives in ${WAYS.length} ways, ${git.name}, ${shell}`, async () => {
    await compareWays(git, shell);
  });
}

Deno.test("a hook that runs git hooks run, or another event's file, starts what it names once", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.script("repo/.git/hooks/pre-commit", 'echo kept >>"$TRACE"');
  box.script(
    "repo/.git/hooks/post-commit",
    'echo post >>"$TRACE"\n[ -n "${WAY-}" ] || exit 0\neval "$WAY"',
  );
  box.write(
    "repo/.git/hooks.toml",
    '[hook.gate]\nevent = ["pre-commit", "post-commit"]\ncommand = "echo gate >>$TRACE"\n',
  );
  await installIn(box, "repo");
  const path = `${projectRoot}/bin:${box.env["PATH"]}`;
  const way = async (text: string): Promise<string> => {
    box.trace();
    const said = await box.git(["commit", "-q", "--allow-empty", "-m", "x"], {
      cwd: "repo",
      env: { PATH: path, WAY: text },
    });
    assert.equal(said.code, 0, said.stderr);
    return box.trace();
  };
  const one = "gate\nkept\ngate\npost\n";
  for (let time = 0; time < 2; time++) {
    assert.equal(await way(""), one);
    assert.equal(await way("git hooks run pre-commit"), `${one}gate\nkept\n`);
    assert.equal(await way(".git/hooks/pre-commit"), `${one}kept\n`);
  }
});
