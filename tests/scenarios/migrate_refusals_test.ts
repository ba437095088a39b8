/**
 * Hookdirs that are not this repository's alone, or are none: refused with the reason and the way out,
 * and nothing is changed; what runs goes on running.
 *
 * @module
 */

import assert from "node:assert/strict";
import { Sandbox, testGits } from "../support/sandbox.ts";
import { snapshot } from "../support/snapshot.ts";

interface Refusal {
  readonly name: string;
  readonly build: (box: Sandbox, repo: string) => Promise<void>;
  /** What comes before `migrate`. */
  readonly env?: Readonly<Record<string, string>>;
  readonly code: number;
  readonly says: RegExp;
  /** What the hooks write at a commit, before and after. */
  readonly runs: string;
}

const HOOK = 'echo "ran" >>"$TRACE"';

const REFUSALS: readonly Refusal[] = [
  {
    name: "a global core.hooksPath",
    build: async (box) => {
      box.script("shared hooks/pre-commit", HOOK);
      await box.mustGit(["config", "--global", "core.hooksPath", box.path("shared hooks")]);
    },
    code: 1,
    says: /\(global, .*\.gitconfig\) is a folder for many repositories/,
    runs: "ran\n",
  },
  {
    name: "a core.hooksPath given for one command",
    build: (box) => Promise.resolve(box.script("elsewhere/pre-commit", HOOK)),
    env: {
      GIT_CONFIG_COUNT: "1",
      GIT_CONFIG_KEY_0: "core.hooksPath",
      GIT_CONFIG_VALUE_0: "../elsewhere",
    },
    code: 1,
    says: /for this one command only/,
    runs: "",
  },
  {
    name: "a folder outside of the repository",
    build: async (box, repo) => {
      box.script("outside/pre-commit", HOOK);
      await box.mustGit(["config", "core.hooksPath", "../outside"], { cwd: repo });
    },
    code: 1,
    says: /core\.hooksPath = \.\.\/outside .* is outside of this repository/,
    runs: "ran\n",
  },
  {
    name: "an empty core.hooksPath",
    build: async (box, repo) => {
      box.script(`${repo}/.git/hooks/pre-commit`, HOOK);
      await box.mustGit(["config", "core.hooksPath", ""], { cwd: repo });
    },
    code: 1,
    says: /core\.hooksPath is empty/,
    runs: "",
  },
  {
    name: "a hookdir that is a link to a folder many repositories share",
    build: async (box, repo) => {
      box.script("shared.git/hooks/pre-commit", HOOK);
      await Deno.remove(box.path(`${repo}/.git/hooks`));
      await Deno.symlink(box.path("shared.git/hooks"), box.path(`${repo}/.git/hooks`));
    },
    code: 1,
    says: /\.git\/hooks leads to .*shared\.git\/hooks, outside of this repository/,
    runs: "ran\n",
  },
  {
    name: "a hookdir that is a link to a tracked folder",
    build: async (box, repo) => {
      box.script(`${repo}/tools/hooks/pre-commit`, HOOK);
      await box.mustGit(["add", "."], { cwd: repo });
      await Deno.remove(box.path(`${repo}/.git/hooks`));
      await Deno.symlink("../tools/hooks", box.path(`${repo}/.git/hooks`));
    },
    code: 1,
    says: /\.git\/hooks/,
    runs: "ran\n",
  },
  {
    name: "a hookdir that is a repository of its own",
    build: async (box, repo) => {
      box.script(`${repo}/.git/hooks/pre-commit`, HOOK);
      await box.mustGit(["init", "-q", "--template="], { cwd: `${repo}/.git/hooks` });
    },
    code: 1,
    says: /is a repository of its own/,
    runs: "ran\n",
  },
  {
    name: "no hookdir at all",
    build: (box, repo) => Deno.remove(box.path(`${repo}/.git/hooks`)),
    code: 0,
    says: /nothing to migrate: git runs no script of \.git\/hooks/,
    runs: "",
  },
  {
    name: "a file where the hookdir should be",
    build: async (box, repo) => {
      await Deno.remove(box.path(`${repo}/.git/hooks`));
      box.write(`${repo}/.git/hooks`, "no folder\n");
    },
    code: 0,
    says: /nothing to migrate/,
    runs: "",
  },
  {
    name: "a core.hooksPath that names nothing",
    build: async (box, repo) => {
      box.script(`${repo}/.git/hooks/pre-commit`, HOOK);
      await box.mustGit(["config", "core.hooksPath", ".husky"], { cwd: repo });
    },
    code: 0,
    says: /\.git\/hooks\/pre-commit: core\.hooksPath is \.husky[^]*nothing to migrate/,
    runs: "",
  },
  {
    name: "a folder hooks.d that somebody else made",
    build: (box, repo) => {
      box.script(`${repo}/.git/hooks/pre-commit`, HOOK);
      return Promise.resolve(box.write(`${repo}/.git/hooks.d/mine`, "mine\n"));
    },
    code: 3,
    says: /pre-commit +stays +\.git\/hooks\.d is there already, and git-hooks did not make it/,
    runs: "ran\n",
  },
];

const LEAVE = ["objects", "logs", "trace", "home", "index", "git-hooks", "refs", "COMMIT_EDITMSG"];

for (const git of testGits()) {
  for (const one of REFUSALS) {
    Deno.test(`migrate leaves ${one.name} as it is (${git.name})`, async () => {
      using box = new Sandbox(git);
      const repo = await box.repository("repo");
      await one.build(box, repo);
      const commit = async (): Promise<string> => {
        box.trace();
        await box.git(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: repo });
        return box.trace();
      };
      assert.equal(await commit(), one.runs);
      const before = await snapshot(box.root, LEAVE);
      for (const words of [["--yes"], ["--dry-run"], ["--undo", "--yes"]]) {
        const undo = words.includes("--undo");
        const said = await box.hooks(["migrate", ...words], { cwd: repo, env: one.env ?? {} });
        if (!undo) assert.equal(said.code, one.code, said.stdout + said.stderr);
        if (!undo) assert.match(said.stdout + said.stderr, one.says);
        assert.deepEqual(await snapshot(box.root, LEAVE), before, words.join(" "));
      }
      assert.equal(await commit(), one.runs);
    });
  }
}
