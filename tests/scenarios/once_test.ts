/**
 * A gate in git config and one in hooks.toml, fired in every way there is: each runs exactly once, whichever
 * git fires the event, because the one runs config-defined hooks itself and the other does not.
 *
 * @module
 */

import assert from "node:assert/strict";
import { commit, installIn, NO_DENO } from "../support/planning.ts";
import { newGits, Sandbox, type TestGit, testGits } from "../support/sandbox.ts";

const BOTH = "conf pre-commit\ntoml pre-commit\n";

async function ready(box: Sandbox, name = "repo"): Promise<string> {
  const repository = await box.repository(name);
  box.write(
    `${name}/.git/hooks.toml`,
    '[hook.toml]\nevent = "pre-commit"\ncommand = "echo toml pre-commit >>\\"$TRACE\\""\n',
  );
  await box.mustGit(["config", "hook.conf.command", 'echo conf pre-commit >>"$TRACE"'], {
    cwd: repository,
  });
  await box.mustGit(["config", "hook.conf.event", "pre-commit"], { cwd: repository });
  await installIn(box, repository);
  return repository;
}

function asGit(git: TestGit): { readonly PATH: string } {
  return { PATH: `${git.bin}:${Deno.env.get("PATH") ?? "/usr/bin:/bin"}` };
}

// Twice: the first time the code answers, then a plan does.
async function twice(box: Sandbox, what: () => Promise<{ readonly code: number }>): Promise<void> {
  for (const round of ["answered by the code", "answered by a plan"]) {
    box.trace();
    const said = await what();
    assert.equal(said.code, 0, `${round}: ${JSON.stringify(said)}`);
    assert.equal(box.trace(), BOTH, round);
  }
}

for (const git of testGits()) {
  Deno.test(`each runs once at a commit, and the plan needs no Deno, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    await twice(box, () => commit(box, "repo"));
    const said = await commit(box, "repo", { env: NO_DENO });
    assert.equal(said.stderr, "");
    assert.equal(box.trace(), BOTH);
  });

  Deno.test(`each runs once behind aliases, scripts and dashed commands, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    const cwd = "repo";
    await box.mustGit(["config", "--global", "alias.own", "commit -q --allow-empty"], { cwd });
    await box.mustGit(["config", "--global", "alias.sh", "!git commit -q --allow-empty"], { cwd });
    await twice(box, () => box.git(["own", "-m", "x"], { cwd }));
    await twice(box, () => box.git(["sh", "-m", "x"], { cwd }));
    await box.script("bin/git-thing", "exec git commit -q --allow-empty -m x");
    const env = { PATH: `${git.bin}:${box.path("bin")}:${Deno.env.get("PATH") ?? ""}` };
    await twice(box, () => box.git(["thing"], { cwd, env }));
    const core = (await box.mustGit(["--exec-path"])).trim();
    const words = ["-q", "--allow-empty", "-m", "x"];
    await twice(box, () => box.start(`${core}/git`, ["commit", ...words], { cwd }));
    await twice(box, () => box.start(`${core}/git-commit`, words, { cwd }));
  });

  Deno.test(`each runs once in rebase --exec and bisect run, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    const cwd = "repo";
    for (const text of ["1", "2", "3", "4"]) {
      box.write("repo/file", text);
      await box.mustGit(["add", "file"], { cwd });
      await box.mustGit(["commit", "-q", "-m", text, "--no-verify"], { cwd });
    }
    const exec = "git commit -q --allow-empty -m x";
    await twice(box, () => box.git(["rebase", "-q", "--exec", exec, "HEAD^"], { cwd }));
    await box.mustGit(["bisect", "start", "HEAD", "HEAD~3"], { cwd });
    box.trace();
    const run =
      `test -e "$TRACE.done" || { >"$TRACE.done"; git commit -q --allow-empty -m x; git reset -q --soft HEAD^; }`;
    const said = await box.git(["bisect", "run", "sh", "-c", run], { cwd });
    assert.equal(said.code, 0, said.stderr);
    assert.equal(box.trace(), BOTH);
  });

  Deno.test(`each runs once when no git fired the shim, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await ready(box);
    const cwd = "repo";
    const path = ".git/hooks/pre-commit";
    await twice(box, () => box.start("sh", ["-c", `${path}; exit $?`], { cwd }));
    await twice(box, () => box.start(path, [], { cwd }));
    const program = `new Deno.Command("${path}").outputSync()`;
    await twice(box, () => box.start(Deno.execPath(), ["eval", program], { cwd }));
  });
}

for (const old of testGits()) {
  for (const other of testGits()) {
    if (old.path === other.path) continue;
    Deno.test(`each runs once when ${old.name} and ${other.name} work in turns`, async () => {
      using box = new Sandbox(old);
      await ready(box);
      const words = ["commit", "-q", "--allow-empty", "-m", "x"];
      for (const round of [1, 2, 3]) {
        for (const git of [old, other]) {
          box.trace();
          const said = await box.start(git.path, words, {
            cwd: "repo",
            env: { ...asGit(git), ...(round < 3 ? {} : NO_DENO) },
          });
          assert.equal(said.code, 0, `${round} ${git.name}: ${said.stderr}`);
          assert.equal(box.trace(), BOTH, `${round} ${git.name}`);
        }
      }
    });

    Deno.test(`each runs once when a hook of ${old.name} runs ${other.name}`, async () => {
      using box = new Sandbox(old);
      await ready(box);
      await ready(box, "inner");
      const inner = `cd "${box.path("inner")}" && unset GIT_DIR GIT_INDEX_FILE && ` +
        `"${other.path}" commit -q --allow-empty -m y`;
      box.script("repo/.git/hooks/post-commit", inner);
      for (const round of [1, 2]) {
        box.trace();
        const said = await commit(box, "repo");
        assert.equal(said.code, 0);
        assert.equal(box.trace(), BOTH + BOTH, String(round));
      }
      // The same from a hook of ours, whose shim stands above the other git.
      box.write(
        "repo/.git/hooks.toml",
        `${
          box.read("repo/.git/hooks.toml")
        }[hook.inner]\nevent = "post-commit"\nscript = "inner"\n`,
      );
      box.script("repo/.git/inner", inner);
      await Deno.remove(box.path("repo/.git/hooks/post-commit"));
      await installIn(box, "repo");
      for (const round of [1, 2]) {
        box.trace();
        assert.equal((await commit(box, "repo")).code, 0);
        assert.equal(box.trace(), BOTH + BOTH, `ours ${round}`);
      }
    });
  }
}

Deno.test("each runs once when a git is replaced or moved", async () => {
  const [old] = testGits();
  for (const git of newGits().slice(0, 1)) {
    if (old === undefined) continue;
    using box = new Sandbox(old);
    await ready(box);
    const words = ["commit", "-q", "--allow-empty", "-m", "x"];
    await Deno.mkdir(box.path("place"));
    const run = async (what: string, at: string, from: TestGit): Promise<void> => {
      const core = (await box.start(from.path, ["--exec-path"])).stdout.trim();
      for (const round of [1, 2]) {
        box.trace();
        const said = await box.start(box.path(`${at}/git`), words, {
          cwd: "repo",
          env: { ...asGit(from), GIT_EXEC_PATH: core },
        });
        assert.equal(said.code, 0, `${what}: ${said.stderr}`);
        assert.equal(box.trace(), BOTH, `${what} ${round}`);
      }
    };
    // Old enough for its mtime to be trusted.
    const put = async (from: TestGit, age: number): Promise<void> => {
      await Deno.copyFile(from.path, box.path("place/git.new"));
      await Deno.chmod(box.path("place/git.new"), 0o755);
      await Deno.utime(box.path("place/git.new"), age, age);
      await Deno.rename(box.path("place/git.new"), box.path("place/git"));
    };
    await put(old, 1_000_000_000);
    await run("before", "place", old);
    await put(git, 1_000_000_001);
    await run("upgraded", "place", git);
    await put(old, 999_999_999);
    await run("downgraded", "place", old);
    await Deno.rename(box.path("place"), box.path("moved"));
    await run("moved", "moved", old);
    await Deno.mkdir(box.path("place"));
    await put(git, 999_999_999);
    await run("another in its place", "place", git);
    await run("the moved one again", "moved", old);
  }
});
