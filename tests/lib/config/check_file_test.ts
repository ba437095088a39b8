import assert from "node:assert/strict";
import { checkFile } from "../../../lib/config/check_file.ts";
import { Sandbox } from "../../support/sandbox.ts";

const TEXT = (script: string): string =>
  `[hook.a]\nevent = "pre-commit"\ncommand = "x"\n[hook.b]\nevent = "pre-commit"\nscript = "${script}"\n`;

async function notesOf(
  box: Sandbox,
  options: {
    readonly script: string;
    readonly name?: string;
    readonly scope?: "local" | "project";
  },
): Promise<readonly string[]> {
  const path = `${box.root}/${options.name ?? "hooks.toml"}`;
  await Deno.writeTextFile(path, TEXT(options.script));
  const { faults, notes } = await checkFile({ path, scope: options.scope ?? "project" });
  assert.deepEqual(faults, []);
  for (const note of notes) assert.deepEqual(note.place, { file: path, line: 4 });
  return notes.map((note) => note.message);
}

Deno.test("checkFile() gives the faults of a file", async () => {
  using box = new Sandbox();
  const path = `${box.root}/new.toml`;
  await Deno.writeTextFile(path, '[hook.lint]\nevent = "precommit"\ncommand = "x"\nfoo = 1\n');
  const { faults, notes } = await checkFile({ path, scope: "project" });
  assert.deepEqual(faults.map((fault) => fault.place?.line), [2, 4]);
  assert.equal(faults[0]?.place?.file, path);
  assert.deepEqual(notes, []);
});

Deno.test("checkFile() says that there is no file", async () => {
  const path = "/nowhere/hooks.toml";
  const { faults } = await checkFile({ path, scope: "local" });
  assert.deepEqual(faults, [{ message: "no such file", place: { file: path } }]);
});

Deno.test("checkFile() is content with an executable script beside the file", async () => {
  using box = new Sandbox();
  await Deno.writeTextFile(`${box.root}/tool`, "#!/bin/sh\n", { mode: 0o755 });
  assert.deepEqual(await notesOf(box, { script: "tool" }), []);
});

Deno.test("checkFile() notes a script that is not there or cannot be executed", async () => {
  using box = new Sandbox();
  const gone = "the script 'tool' of hook 'b' is not there";
  assert.deepEqual(await notesOf(box, { script: "tool" }), [gone]);
  await Deno.writeTextFile(`${box.root}/tool`, "", { mode: 0o644 });
  assert.deepEqual(await notesOf(box, { script: "tool" }), [
    "the script 'tool' of hook 'b' is not executable",
  ]);
  assert.deepEqual(await notesOf(box, { script: "tool/x" }), [
    "the script 'tool/x' of hook 'b' is not there",
  ]);
  await Deno.mkdir(`${box.root}/folder`);
  assert.deepEqual(await notesOf(box, { script: "folder" }), [
    "the script 'folder' of hook 'b' is not a file",
  ]);
});

Deno.test("checkFile() notes a project's script that leads out of the project", async () => {
  using box = new Sandbox();
  await Deno.symlink("/bin/sh", `${box.root}/tool`);
  assert.deepEqual(await notesOf(box, { script: "tool" }), [
    "the script 'tool' of hook 'b' leads out of the project",
  ]);
  assert.deepEqual(await notesOf(box, { script: "tool", scope: "local" }), []);
});

Deno.test("checkFile() does not look for relative scripts of a file that is not in its place", async () => {
  using box = new Sandbox();
  assert.deepEqual(await notesOf(box, { script: "tool", name: "new.toml" }), []);
  const script = `${box.root}/none`;
  assert.deepEqual(await notesOf(box, { script, name: "new.toml", scope: "local" }), [
    `the script '${script}' of hook 'b' is not there`,
  ]);
});
