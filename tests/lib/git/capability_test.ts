import assert from "node:assert/strict";
import { projectRoot, Sandbox, testGits } from "../../support/sandbox.ts";

const PROGRAM = `import { knowsConfigHooks } from "${projectRoot}/lib/git/capability.ts";
console.log(await knowsConfigHooks(Deno.cwd()));`;

for (const git of testGits()) {
  Deno.test(`knowsConfigHooks() has the same answer everywhere, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("hook");
    await box.repository("broken");
    box.write("broken/.git/config", '[hook "x"]\n\tevent\n');
    const knows = `${git.version[0] > 2 || git.version[1] >= 54}\n`;
    box.write("program.ts", PROGRAM);
    for (const cwd of ["hook", "broken", "."]) {
      const said = await box.start(
        Deno.execPath(),
        ["run", "--quiet", "--no-config", "-A", box.path("program.ts")],
        { cwd },
      );
      assert.deepEqual(said, { code: 0, stdout: knows, stderr: "" }, cwd);
    }
  });
}
