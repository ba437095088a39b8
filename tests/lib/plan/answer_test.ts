/**
 * When git's answer may stand for the configuration.
 *
 * @module
 */

import assert from "node:assert/strict";
import { readGitConfig } from "../../../lib/config/git_config.ts";
import { agreesWith, isCacheable } from "../../../lib/plan/answer.ts";
import { QUESTION_ARGS } from "../../../lib/plan/sh_fragments.ts";
import { Sandbox } from "../../support/sandbox.ts";

async function read(
  box: Sandbox,
): Promise<{ readonly text: string; readonly config: Awaited<ReturnType<typeof readGitConfig>> }> {
  const text = (await box.git(QUESTION_ARGS, { cwd: "repo" })).stdout.trimEnd();
  return { text, config: await readGitConfig(box.path("repo")) };
}

Deno.test("agreesWith() compares what was asked with what was read", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  const empty = await read(box);
  assert.ok(agreesWith("", empty.config));
  box.write(
    "repo/.git/config",
    `${
      box.read("repo/.git/config")
    }[hook "a b.c=d"]\n\tcommand = \"x\\ty\"\n\tevent = pre-commit\n\tenabled\n[hook]\n\tjobs = 2\n[githooks]\n\ttrust = ask\n`,
  );
  const { text, config } = await read(box);
  assert.ok(agreesWith(text, config));
  assert.ok(isCacheable(text, config));
  assert.ok(!agreesWith(text.replace("x\ty", "x\tz"), config));
  assert.ok(!agreesWith(text, empty.config));
  assert.ok(!agreesWith("", config));
});

Deno.test("isCacheable() refuses what the next command would not see or could not tell", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  await box.mustGit(["config", "hook.a.command", "x\ny"], { cwd: "repo" });
  const { text, config } = await read(box);
  assert.ok(!isCacheable(text, config));
  await box.mustGit(["config", "hook.a.command", "x"], { cwd: "repo" });
  const plain = await read(box);
  assert.ok(isCacheable(plain.text, plain.config));
  assert.ok(
    !isCacheable(`${plain.text}\ncommand\tcommand line:\thook.a.enabled false`, plain.config),
  );
});
