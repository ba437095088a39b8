/** When answers have colours: NO_COLOR, FORCE_COLOR, and git's color.ui. */
import assert from "node:assert/strict";
import { Sandbox } from "../support/sandbox.ts";

async function isColoured(
  box: Sandbox,
  env: Readonly<Record<string, string>>,
): Promise<boolean> {
  const said = await box.hooks(["explain", "pre-commit"], { cwd: "app", env });
  assert.equal(said.code, 0, said.stderr);
  return said.stdout.includes("\x1b[1m");
}

Deno.test("answers have colours where somebody wants them, and nowhere else", async () => {
  using box = new Sandbox();
  await box.repository("app");
  box.script("app/.git/hooks/pre-commit", ":");
  assert.equal(await isColoured(box, {}), false, "no terminal");
  assert.equal(await isColoured(box, { FORCE_COLOR: "1" }), true);
  await box.mustGit(["config", "color.ui", "always"], { cwd: "app" });
  assert.equal(await isColoured(box, {}), true, "color.ui = always");
  assert.equal(await isColoured(box, { NO_COLOR: "1" }), false);
  await box.mustGit(["config", "color.ui", "never"], { cwd: "app" });
  assert.equal(await isColoured(box, {}), false);
  assert.equal(await isColoured(box, { FORCE_COLOR: "1" }), true);
});

Deno.test("on a terminal color.ui = never is obeyed", async () => {
  using box = new Sandbox();
  await box.repository("app");
  const inTerminal = async (): Promise<string> => {
    const said = await box.start("script", [
      "-qec",
      `'${box.path("run").replaceAll("'", "'\\''")}'`,
      "/dev/null",
    ], { cwd: "app", env: { TERM: "xterm", SHELL: "/bin/sh" } });
    return said.stdout;
  };
  box.script(
    "run",
    `exec "${new URL("../../bin/git-hooks", import.meta.url).pathname}" explain pre-commit`,
  );
  let shown: string;
  try {
    shown = await inTerminal();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return;
    throw error;
  }
  assert.ok(shown.includes("\x1b[1m"), shown);
  await box.mustGit(["config", "color.ui", "never"], { cwd: "app" });
  assert.ok(!(await inTerminal()).includes("\x1b[1m"));
});
