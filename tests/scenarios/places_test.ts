/**
 * Wherever a repository goes, its hooks go along: none is lost in silence, none runs twice.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commit, NO_DENO } from "../support/planning.ts";
import { type Said, Sandbox, testGits } from "../support/sandbox.ts";

const ALL = "conf\ngate\nkept\nmigrated\n";

/** A repository with a hook of git config, a gate of hooks.toml, a kept script and a migrated one. */
async function furnish(box: Sandbox, repository: string, gitDir: string): Promise<void> {
  const done = async (words: readonly string[]): Promise<void> => {
    const said = await box.hooks(words, { cwd: repository });
    assert.equal(said.code, 0, said.stdout + said.stderr);
  };
  const neighbour = (word: string): string => `. "$(dirname "$0")/lib"\necho ${word} >>"$TRACE"`;
  box.write(`${gitDir}/hooks/lib`, ":\n");
  box.script(`${gitDir}/hooks/commit-msg`, neighbour("migrated"));
  await done(["migrate", "--yes"]);
  box.script(`${gitDir}/hooks/pre-commit`, neighbour("kept"));
  const toml = `${gitDir}/hooks.toml`;
  const gate = '[hook.gate]\nevent = "pre-commit"\ncommand = "echo gate >>$TRACE"\n';
  box.write(toml, `${gate}${box.read(toml) ?? ""}`);
  await box.mustGit(["config", "hook.conf.command", "echo conf >>$TRACE"], { cwd: repository });
  await box.mustGit(["config", "hook.conf.event", "pre-commit"], { cwd: repository });
  await done(["install"]);
  box.trace();
}

/** Commits three times: with whatever plan came along, with a fresh one, and with that one alone. */
async function runsOnce(box: Sandbox, cwd: string, what: string): Promise<void> {
  for (const env of [{}, {}, NO_DENO]) {
    const said = await commit(box, cwd, { env });
    assert.equal(said.code, 0, `${what}: ${said.stderr}`);
    assert.equal(box.trace(), ALL, `${what}: ${said.stderr}`);
  }
}

async function ready(box: Sandbox): Promise<void> {
  await box.repository("repo");
  await furnish(box, "repo", "repo/.git");
  await runsOnce(box, "repo", "before");
}

async function must(box: Sandbox, program: string, args: readonly string[]): Promise<Said> {
  const said = await box.start(program, args);
  assert.equal(said.code, 0, said.stderr);
  return said;
}

for (const git of testGits()) {
  Deno.test(`hooks run once after a move, behind a link, and under strange names, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    let at = "repo";
    for (const name of ["moved", "a 'b' \"c\" $(d) `e` \\", "new\nline", "-dash", "ä\u00df%s"]) {
      await Deno.rename(box.path(at), box.path(name));
      at = name;
      await runsOnce(box, at, `moved to ${name}`);
    }
    await Deno.mkdir(box.path("deep"));
    await Deno.rename(box.path(at), box.path("deep/er"));
    await Deno.symlink("deep", box.path("link"));
    await runsOnce(box, "link/er", "behind a link");
    await runsOnce(box, "deep/er", "not behind the link");
  });

  Deno.test(`hooks run once in a copy and in what was copied, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    for (const options of ["-a", "-rL"]) {
      await must(box, "cp", [options, "repo", `copy${options}`]);
      await runsOnce(box, `copy${options}`, `cp ${options}`);
      await runsOnce(box, "repo", "the original");
    }
    // The original goes, and the copy takes its place.
    await Deno.remove(box.path("repo"), { recursive: true });
    await Deno.rename(box.path("copy-a"), box.path("repo"));
    await runsOnce(box, "repo", "in the place of the original");
  });

  Deno.test(`hooks run once in linked worktrees, wherever they go, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    await box.mustGit(["worktree", "add", "-q", box.path("tree")], { cwd: "repo" });
    await runsOnce(box, "tree", "a linked worktree");
    await runsOnce(box, "repo", "the main worktree");
    await box.mustGit(["worktree", "move", box.path("tree"), box.path("a tree")], { cwd: "repo" });
    await runsOnce(box, "a tree", "a worktree that was moved");
    await Deno.rename(box.path("repo"), box.path("main"));
    await box.mustGit(["worktree", "repair", box.path("a tree")], { cwd: "main" });
    await runsOnce(box, "a tree", "a worktree of a repository that was moved");
    await box.mustGit(["init", "-q", "--separate-git-dir", box.path("apart")], { cwd: "main" });
    await box.mustGit(["worktree", "repair"], { cwd: "main" });
    await runsOnce(box, "main", "a separate git directory");
    await runsOnce(box, "a tree", "a worktree of a separate git directory");
  });

  Deno.test(`hooks run once in a submodule, and after a move of the whole, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("part");
    await commit(box, "part");
    await box.repository("whole");
    await box.mustGit(["submodule", "--quiet", "add", box.path("part"), "a sub"], { cwd: "whole" });
    await furnish(box, "whole/a sub", "whole/.git/modules/a sub");
    await runsOnce(box, "whole/a sub", "a submodule");
    await Deno.rename(box.path("whole"), box.path("other"));
    await runsOnce(box, "other/a sub", "a submodule of a moved repository");
    await box.mustGit(["mv", "a sub", "b"], { cwd: "other" });
    await runsOnce(box, "other/b", "a submodule that was moved");
    assert.equal((await commit(box, "other")).code, 0);
    assert.equal(box.trace(), "");
  });

  Deno.test(`hooks run once in a bare repository, moved and copied, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.repository("server", { bare: true });
    box.script("server/hooks/pre-receive", 'echo migrated >>"$TRACE"');
    assert.equal((await box.hooks(["migrate", "--yes"], { cwd: "server" })).code, 0);
    box.script("server/hooks/update", 'echo "kept $1" >>"$TRACE"');
    const toml = box.read("server/hooks.toml") ?? "";
    box.write(
      "server/hooks.toml",
      `[hook.gate]\nevent = "update"\ncommand = "echo gate >>$TRACE; :"\n${toml}`,
    );
    assert.equal((await box.hooks(["install"], { cwd: "server" })).code, 0);
    await box.repository("client");
    await commit(box, "client");
    let count = 0;
    const pushed = async (server: string): Promise<void> => {
      for (const env of [{}, {}, NO_DENO]) {
        const ref = `refs/heads/b${++count}`;
        box.trace();
        const said = await box.git(["push", "-q", box.path(server), `HEAD:${ref}`], {
          cwd: "client",
          env,
        });
        assert.equal(said.code, 0, said.stderr);
        assert.equal(box.trace(), `migrated\ngate\nkept ${ref}\n`, server);
      }
    };
    await pushed("server");
    await must(box, "cp", ["-a", "server", "copy.git"]);
    await pushed("copy.git");
    await Deno.rename(box.path("server"), box.path("it is new"));
    await pushed("it is new");
    await pushed("copy.git");
  });

  Deno.test(`a template with all of our files gives hooks that run once, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    await box.mustGit(["config", "--global", "hook.conf.command", "echo conf >>$TRACE"]);
    await box.mustGit(["config", "--global", "hook.conf.event", "pre-commit"]);
    await Deno.mkdir(box.path("template"));
    for (const name of ["hooks", "hooks.d", "hooks.toml"]) {
      await must(box, "cp", ["-a", `repo/.git/${name}`, `template/${name}`]);
    }
    await box.mustGit(["clone", "-q", "--template", box.path("template"), "repo", "clone"]);
    await runsOnce(box, "clone", "a clone with a template");
    await box.mustGit(["init", "-q", "--template", box.path("template"), "new"]);
    await runsOnce(box, "new", "a new repository with a template");
  });

  Deno.test(`a template with nothing but shims says what is missing, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    await must(box, "cp", ["-a", "repo/.git/hooks", "hooks"]);
    await Deno.mkdir(box.path("template"));
    await Deno.rename(box.path("hooks"), box.path("template/hooks"));
    await box.mustGit(["clone", "-q", "--template", box.path("template"), "repo", "clone"]);
    for (let time = 0; time < 3; time++) {
      const said = await commit(box, "clone");
      assert.equal(said.code, 1, said.stderr);
      assert.match(said.stderr, /pre-commit[^]*hooks\.d\/pre-commit/, said.stderr);
      assert.equal(box.trace(), "");
    }
    assert.match((await box.hooks(["list"], { cwd: "clone" })).stdout, /hooks\.d\/pre-commit/);
    // The way out that the message names.
    await Deno.remove(box.path("clone/.git/hooks/pre-commit"));
    await Deno.remove(box.path("clone/.git/hooks/commit-msg"));
    assert.equal((await box.hooks(["install"], { cwd: "clone" })).code, 0);
    assert.equal((await commit(box, "clone")).code, 0);
  });
}

const isRoot = Deno.uid() === 0;
const canMount = isRoot &&
  await new Deno.Command("unshare", { args: ["-m", "true"], stderr: "null" }).output()
    .then(({ success }) => success, () => false);
if (!canMount) await Deno.stderr.write(new TextEncoder().encode("mounts need root: skipped\n"));

for (const git of testGits()) {
  Deno.test({
    name: `hooks run once where the repository is mounted elsewhere, ${git.name}`,
    ignore: !canMount,
    fn: async () => {
      using box = new Sandbox(git);
      await ready(box);
      await Deno.mkdir(box.path("mounted"));
      const text = `mount --bind "$1" "$2" && cd "$2" &&
        git commit -q --allow-empty -m x && git commit -q --allow-empty -m x && cd "$1" &&
        git commit -q --allow-empty -m x`;
      const paths = [box.path("repo"), box.path("mounted")];
      const said = await box.start("unshare", ["-m", "sh", "-c", text, "sh", ...paths]);
      assert.equal(said.code, 0, said.stderr);
      assert.equal(box.trace(), ALL.repeat(3));
      await runsOnce(box, "repo", "not mounted any more");
    },
  });
}
