import assert from "node:assert/strict";
import { hook, resolved, runInSandbox } from "../support/run_hooks.ts";
import { newGits, Sandbox, type StartOptions, type TestGit } from "../support/sandbox.ts";

/** A place where hooks are started, and what the environment is to hold besides. */
interface Place {
  readonly name: string;
  readonly cwd: string;
  readonly env?: (box: Sandbox) => Readonly<Record<string, string>>;
  readonly bare?: boolean;
}

const PLACES: readonly Place[] = [
  { name: "the worktree's root", cwd: "r" },
  { name: "a subdirectory", cwd: "r/a b" },
  { name: "the git directory", cwd: "r/.git" },
  { name: "below the git directory", cwd: "r/.git/refs" },
  { name: "a linked worktree", cwd: "linked" },
  { name: "a subdirectory of a linked worktree", cwd: "linked/sub" },
  { name: "the git directory of a linked worktree", cwd: "r/.git/worktrees/linked" },
  { name: "a bare repository", cwd: "bare" },
  { name: "below a bare repository", cwd: "bare/refs" },
  { name: "a worktree beside its git directory", cwd: "apart" },
  { name: "a subdirectory of a submodule", cwd: "r/module/sub" },
  { name: "a folder whose .git names a bare repository", cwd: "folder" },
  { name: "GIT_DIR=.", cwd: "bare", env: () => ({ GIT_DIR: "." }) },
  { name: "a relative GIT_DIR", cwd: "r/a b", env: () => ({ GIT_DIR: "../.git" }) },
  {
    name: "GIT_DIR and GIT_WORK_TREE",
    cwd: "r/a b",
    env: () => ({ GIT_DIR: "../.git", GIT_WORK_TREE: ".." }),
  },
  {
    name: "outside of the worktree",
    cwd: ".",
    env: () => ({ GIT_DIR: "r/.git", GIT_WORK_TREE: "r" }),
  },
  {
    name: "GIT_WORK_TREE alone",
    cwd: "r/a b",
    env: (box) => ({ GIT_WORK_TREE: box.path("r") }),
  },
  { name: "GIT_EXEC_PATH and PWD of somewhere else", cwd: "r/a b", env: () => ({ PWD: "/etc" }) },
  {
    name: "variables that are no names to a shell",
    cwd: "r",
    env: () => ({ "a.b": "1 2", "BASH_FUNC_f%%": "() {  :\n}" }),
  },
  { name: "an environment with PREFIX", cwd: "r/a b", env: () => ({ GIT_PREFIX: "junk/" }) },
];

async function placesFor(git: TestGit): Promise<Sandbox> {
  const box = new Sandbox(git);
  await box.repository("r");
  await box.repository("bare", { bare: true });
  await box.repository("inner");
  for (const repository of ["inner", "r"]) {
    box.write(`${repository}/sub/file`, "x\n");
    await box.mustGit(["add", "."], { cwd: repository });
    await box.mustGit(["commit", "-q", "-m", "x"], { cwd: repository });
  }
  await Deno.mkdir(box.path("r/a b"));
  await box.mustGit(["worktree", "add", "-q", "../linked"], { cwd: "r" });
  await box.mustGit(["submodule", "--quiet", "add", "../inner", "module"], { cwd: "r" });
  await box.mustGit(["init", "-q", `--separate-git-dir=${box.path("apart.git")}`, "apart"]);
  box.write("folder/.git", "gitdir: ../bare\n");
  // A program, not a shell, sees the environment as it is.
  await Deno.symlink("/usr/bin/env", box.path("print-env"));
  return box;
}

// What this very test adds to one side only, and what a shell cannot give back.
const NOT_COMPARED = /^(DENO_|GIT_CONFIG_PARAMETERS=|_=|OLDPWD=|SHLVL=)/;

function variables(text: string): readonly string[] {
  return text.split("\n").filter((line) => !NOT_COMPARED.test(line)).sort();
}

for (const git of newGits()) {
  for (const place of PLACES) {
    Deno.test(`hooks get the environment that ${git.name} hook run gives: ${place.name}`, async () => {
      using box = await placesFor(git);
      const start: StartOptions = { cwd: place.cwd, env: place.env?.(box) ?? {} };
      const command = `pwd; "${box.path("print-env")}"`;
      // deno-fmt-ignore
      const theirs = await box.git(["-c", `hook.show.command=${command}`, "-c",
        "hook.show.event=pre-push", "hook", "run", "pre-push"], start);
      const ours = await runInSandbox(box, {
        resolution: resolved([hook(command)], { event: "pre-push" }),
        likeGit: true,
      }, start);
      assert.equal(theirs.code, 0, theirs.stderr);
      assert.deepEqual(variables(ours.stderr), variables(theirs.stderr));
    });
  }
}

Deno.test("runHooks() gives a program without a shell the environment it got itself", async () => {
  using box = new Sandbox();
  await Deno.symlink("/usr/bin/env", box.path("print-env"));
  const env = { "a.b": "1 2", PWD: "/somewhere/else", "BASH_FUNC_f%%": "() {  :\n}" };
  const plain = await box.start("/usr/bin/env", [], { env });
  const said = await runInSandbox(box, { resolution: resolved([hook("./print-env")]) }, { env });
  assert.deepEqual(variables(said.stderr), variables(plain.stdout));
});

Deno.test("runHooks() takes away the variables it is told to", async () => {
  using box = new Sandbox();
  const said = await runInSandbox(box, {
    resolution: resolved([hook('echo "${OURS-gone} ${ADDED-gone}"; :')]),
    unset: ["OURS"],
    env: { ADDED: "here" },
  }, { env: { OURS: "x" } });
  assert.equal(said.stderr, "gone here\n");
});
