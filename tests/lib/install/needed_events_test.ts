import assert from "node:assert/strict";
import { missingShims } from "../../../lib/install/missing_shims.ts";
import { neededEvents } from "../../../lib/install/needed_events.ts";
import { readSources } from "../../../lib/sources.ts";
import { shimText } from "../../../lib/plan/shim.ts";
import { Sandbox } from "../../support/sandbox.ts";

async function needed(box: Sandbox, config: readonly string[]): Promise<readonly string[]> {
  await box.repository("repo");
  for (const [index, event] of config.entries()) {
    await box.mustGit(["config", `hook.c${index}.command`, "true"], { cwd: "repo" });
    await box.mustGit(["config", `hook.c${index}.event`, event], { cwd: "repo" });
  }
  const events = await neededEvents(await readSources({ cwd: box.path("repo") }));
  return events.map(({ event, reason }) => `${event} ${reason}`);
}

Deno.test("neededEvents() names events of git config, but for those that git never asks it for", async () => {
  using box = new Sandbox();
  const events = ["pre-push", "proc-receive", "fsmonitor-watchman", "sendemail-validate", "mine"];
  assert.deepEqual(await needed(box, events), [
    "pre-push git config",
    "sendemail-validate git config",
    "mine git config",
  ]);
});

Deno.test("neededEvents() counts hooks that are switched off, but never an idle push-to-checkout", async () => {
  using box = new Sandbox();
  box.write(
    "repo/.git/hooks.toml",
    '[hook.x]\nevent = ["update", "push-to-checkout"]\ncommand = "true"\nenabled = false\n',
  );
  assert.deepEqual(await needed(box, []), ["update hooks.toml"]);
});

Deno.test("neededEvents() adds what brings another project file; missingShims() asks only for hooks", async () => {
  using box = new Sandbox();
  box.write("repo/hooks.toml", '[hook.x]\nevent = ["pre-commit", "pre-push"]\ncommand = "true"\n');
  assert.deepEqual(await needed(box, []), [
    "pre-commit hooks.toml",
    "post-checkout news",
    "post-merge news",
    "post-rewrite news",
    "pre-push hooks.toml",
  ]);
  box.write(
    "repo/.git/hooks/pre-push",
    shimText({ event: "pre-push", launcher: "/bin/git-hooks" }),
    0o755,
  );
  const sources = await readSources({ cwd: box.path("repo") });
  assert.deepEqual(await missingShims(sources), ["pre-commit"]);
});
