import assert from "node:assert/strict";
import { checkStart, interpreterOf } from "../../../lib/run/start_check.ts";
import { Sandbox } from "../../support/sandbox.ts";

function bytes(text: string): Uint8Array {
  return new TextEncoder().encode(text);
}

Deno.test("interpreterOf() reads the first line as the kernel does", () => {
  assert.equal(interpreterOf(bytes("#!/bin/sh\n")), "/bin/sh");
  assert.equal(interpreterOf(bytes("#! \t/usr/bin/env  deno\nx")), "/usr/bin/env");
  assert.equal(interpreterOf(bytes("#!/bin/sh\r\n")), "/bin/sh\r");
  assert.equal(interpreterOf(bytes("#!/bin/sh")), "/bin/sh");
  assert.equal(interpreterOf(bytes("#!\n/bin/sh")), undefined);
  assert.equal(interpreterOf(bytes("\uFEFF#!/bin/sh\n")), undefined);
  assert.equal(interpreterOf(bytes("")), undefined);
});

Deno.test("checkStart() says why a program cannot be executed", async () => {
  using box = new Sandbox();
  const place = { directory: box.root, path: box.path("bin") };
  box.script("ok", "exit 0");
  box.write("plain", "#!/bin/sh\n", 0o644);
  box.write("windows", "#!/bin/sh\r\nexit 0\r\n", 0o755);
  box.write("gone", "#!/no/such/interpreter -x\n", 0o755);
  box.write("to-plain", `#!${box.path("plain").replaceAll(" ", "_")}\n`, 0o755);
  box.write("none", "echo no interpreter\n", 0o755);
  box.write("empty", "", 0o755);
  box.write("private", "#!/bin/sh\n", 0o700);
  await Deno.mkdir(box.path("folder"));
  await Deno.symlink("nowhere", box.path("dangling"));
  await Deno.symlink("loop", box.path("loop"));
  const reasons: Record<string, string | undefined> = {
    "./ok": undefined,
    "./none": undefined,
    "./empty": undefined,
    "./private": undefined,
    "./plain": "Permission denied",
    "./folder": "Permission denied",
    "./windows": "No such file or directory",
    "./gone": "No such file or directory",
    "./missing": "No such file or directory",
    "./dangling": "No such file or directory",
    "./to-plain": "No such file or directory",
    "./ok/x": "Not a directory",
    "./loop": "Too many levels of symbolic links",
  };
  for (const [program, reason] of Object.entries(reasons)) {
    assert.deepEqual(
      await checkStart(program, place),
      reason === undefined ? { ok: true, path: program } : { ok: false, reason, search: false },
      program,
    );
  }
});

Deno.test("checkStart() looks for a name in PATH as git's locate_in_PATH() does", async () => {
  using box = new Sandbox();
  box.script("b/tool", "exit 0");
  box.script("here", "exit 0");
  box.write("a/tool", "not executable", 0o644);
  await Deno.mkdir(box.path("c/dir"), { recursive: true });
  const place = { directory: box.root, path: `/nowhere:a:${box.path("b")}::c` };
  assert.deepEqual(await checkStart("tool", place), { ok: true, path: `${box.path("b")}/tool` });
  assert.deepEqual(await checkStart("here", place), { ok: true, path: "here" });
  const missing = { ok: false, reason: "No such file or directory", search: true };
  assert.deepEqual(await checkStart("dir", place), missing);
  assert.deepEqual(await checkStart("", place), missing);
  assert.deepEqual(await checkStart("tool", { ...place, path: undefined }), missing);
});

Deno.test("checkStart() refuses interpreters that call each other for ever", async () => {
  using box = new Sandbox();
  const folder = await Deno.makeTempDir();
  try {
    await Deno.writeTextFile(`${folder}/a`, `#!${folder}/a\n`);
    await Deno.chmod(`${folder}/a`, 0o755);
    const checked = await checkStart(`${folder}/a`, { directory: box.root, path: "" });
    assert.equal(checked.ok, false);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});
