/**
 * Shows the whole job in a temporary folder, with real git: two repositories with scripts in their
 * hookdirs, what git runs there, their migration, commits and pushes afterwards, and the way back.
 *
 * Each step is checked by its effects (exit codes, files, references, what the scripts traced), never
 * by what was printed; the first one that does not do what it says ends the demo with exit code 1.
 *
 * @module
 */

import { processConsole } from "../cli/ui/console.ts";
import { Sandbox } from "../tests/support/sandbox.ts";
import { fill } from "./demo/repositories.ts";
import { readTree } from "./demo/read_tree.ts";
import { Stage, StepFailed } from "./demo/stage.ts";

const SHIM_MARK = "git-hooks-shim-";

async function demo(stage: Stage): Promise<void> {
  await fill(stage);
  const hooksBefore = await readTree(stage.box.path("app/.git"));
  const serverBefore = await readTree(stage.box.path("server.git"));

  stage.title("two repositories with scripts in their hookdirs, as they have always been");
  await stage.run("app", ["ls", ".git/hooks"]);
  await stage.run("server.git", ["ls", "hooks"]);
  stage.done("app has 3 scripts, the bare server.git has 3");

  stage.title("what git runs today");
  await stage.commit("app", "first", "a good line");
  stage.traced(["pre-commit", "commit-msg"]);
  await stage.run("app", ["git", "push", "--quiet", "origin", "main"]);
  stage.traced(["pre-push", "pre-receive", "update refs/heads/main", "post-receive"]);
  stage.done("git ran each script once: 2 at the commit, 4 at the push");

  stage.title("migrate both");
  await stage.run("app", ["git", "hooks", "migrate", "--yes"]);
  await stage.run("server.git", ["git", "hooks", "migrate", "--yes"]);
  for (
    const [gitDir, before] of [["app/.git", hooksBefore], ["server.git", serverBefore]] as const
  ) {
    for (const [path, entry] of before) {
      if (!path.startsWith("hooks/")) continue;
      const event = path.slice("hooks/".length);
      const shim = stage.box.read(`${gitDir}/hooks/${event}`) ?? "";
      stage.check(shim.includes(SHIM_MARK), `${gitDir}/hooks/${event} is a shim`);
      const moved = (await readTree(stage.box.path(gitDir))).get(`hooks.d/${event}`);
      stage.check(moved === entry, `${gitDir}/hooks.d/${event} is the script, byte for byte`);
    }
    stage.check(
      stage.box.read(`${gitDir}/hooks.toml`) !== undefined,
      `${gitDir}/hooks.toml is there`,
    );
  }
  stage.done("6 scripts are config-defined hooks now, moved unchanged into hooks.d");

  stage.title("what is configured now");
  await stage.run("app", ["git", "hooks", "list"]);
  await stage.run("server.git", ["git", "hooks", "list"]);
  await stage.answers("app", ["pre-commit", "commit-msg", "pre-push"]);
  await stage.answers("server.git", ["pre-receive", "update", "post-receive"]);
  stage.done("each of the 6 events has one hook, with the file and line where it is configured");

  stage.title("a commit that passes");
  await stage.commit("app", "second", "another good line");
  stage.traced(["pre-commit", "commit-msg"]);
  stage.done("committed; both hooks ran once");

  stage.title("a commit that a hook refuses");
  await stage.refused("app", "third", "a line with FIXME");
  stage.traced(["pre-commit"]);
  stage.done("refused by pre-commit; the branch has not moved");

  stage.title("pushes to the bare repository");
  await stage.run("app", ["git", "push", "--quiet", "origin", "main"]);
  stage.traced(["pre-push", "pre-receive", "update refs/heads/main", "post-receive"]);
  await stage.same("refs/heads/main");
  await stage.run("app", ["git", "push", "--quiet", "origin", "main:refs/heads/wip"], {
    fails: true,
  });
  stage.traced(["pre-push", "pre-receive", "update refs/heads/wip"]);
  await stage.absent("refs/heads/wip");
  stage.done("main arrived; wip was refused by the server's update hook");

  stage.title("undo");
  await stage.run("app", ["git", "hooks", "migrate", "--undo", "--yes"]);
  await stage.run("server.git", ["git", "hooks", "migrate", "--undo", "--yes"]);
  for (
    const [gitDir, before] of [["app/.git", hooksBefore], ["server.git", serverBefore]] as const
  ) {
    const after = await readTree(stage.box.path(gitDir));
    for (const [path, entry] of before) {
      stage.check(after.get(path) === entry, `${gitDir}/${path} is what it was`);
    }
    for (const path of after.keys()) stage.check(before.has(path), `${gitDir}/${path} was there`);
  }
  await stage.commit("app", "fourth", "a last good line");
  stage.traced(["pre-commit", "commit-msg"]);
  stage.done("every script is back byte for byte, and git runs them itself");
}

if (import.meta.main) {
  const console = processConsole();
  using box = new Sandbox();
  const stage = new Stage(box, console);
  try {
    await demo(stage);
    console.out(`\nall ${stage.steps} steps did what they say\n`);
  } catch (error) {
    if (!(error instanceof StepFailed)) throw error;
    console.err(`\nfatal: ${error.message}\n`);
    Deno.exitCode = 1;
  }
}
