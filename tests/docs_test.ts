/**
 * What the documents for users say is there: each command is named in each of them, and no other.
 *
 * @module
 */

import assert from "node:assert/strict";
import { allCommands } from "../cli/commands_table.ts";
import { projectRoot, Sandbox } from "./support/sandbox.ts";

const DOCUMENTS = ["README.md", "docs/guide.md", "CHANGELOG.md"];
const SHOWN = allCommands().filter(({ group }) => group !== undefined).map(({ spec }) => spec.name);

for (const path of DOCUMENTS) {
  Deno.test(`${path} names every command, and none that does not exist`, async () => {
    const text = await Deno.readTextFile(`${projectRoot}/${path}`);
    for (const name of SHOWN) {
      assert.match(text, new RegExp(`\`${name}\`|git[- ]hooks ${name}\\b`), name);
    }
    const used = text.matchAll(/(?:^ {4}|`)git(?: -C \S+)?[- ]hooks ([a-z]+)/gm);
    for (const [, name = ""] of used) assert.ok(SHOWN.includes(name), name);
  });
}

for (const path of ["README.md", "docs/guide.md"]) {
  Deno.test(`the commands of ${path} run as they are written`, async () => {
    using box = new Sandbox();
    await box.repository("repo");
    await box.repository("srv/project.git", { bare: true });
    box.script("repo/.git/hooks/pre-commit", ":");
    box.script("srv/project.git/hooks/pre-receive", ":");
    const text = await Deno.readTextFile(`${projectRoot}/${path}`);
    const lines = [...text.matchAll(/^ {4}((?:GIT_HOOKS=0 )?git .*)$/gm)].map(([, line = ""]) =>
      line
    );
    assert.ok(lines.length > 8);
    const env = { PATH: `${projectRoot}/bin:${box.env["PATH"]}` };
    for (const whole of lines) {
      // What stands behind several spaces explains.
      const line = (whole.split(/ {3,}/)[0] ?? "").replace("/srv/git", "../srv")
        .replace("-C project.git", "-C ../srv/project.git");
      const commit = / commit\b/.test(line) ? " --allow-empty -qm x" : "";
      const said = await box.start("sh", ["-c", line + commit], { cwd: "repo", env });
      // 1 is an answer: no terminal to ask on, no hook of the event. Anything above was not understood.
      assert.ok(said.code <= 1 || said.code === 3, `${line}: ${said.code} ${said.stderr}`);
      assert.doesNotMatch(said.stderr, /usage:|unknown option|should not happen/, line);
    }
  });
}
