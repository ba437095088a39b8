/**
 * What a hook of ours adds to `git commit`: against the same script in `.git/hooks`, against no hook, and
 * against lefthook where npm brings it; and `check EVENT` from a fresh plan against `git hook list EVENT`.
 *
 * @module
 */

import { newGits, projectRoot, Sandbox } from "../tests/support/sandbox.ts";
import { type Candidate, type Figure, figuresText, measure, mustRun } from "./measure.ts";

const SCRIPT = "exit 0";

/**
 * Measures and prints.
 *
 * @param args `--json`; `--rounds=N` (default 60)
 */
export async function bench(args: readonly string[]): Promise<void> {
  const rounds = Number(args.find((arg) => arg.startsWith("--rounds="))?.slice(9) ?? 60);
  using box = new Sandbox();
  const lefthook = await lefthookProgram(box);
  await bare(box, "none");
  await bare(box, "again");
  await bare(box, "script");
  box.script("script/.git/hooks/pre-commit", SCRIPT);
  await ours(box, "ours");
  const names = ["none", "again", "script", "ours"];
  if (lefthook !== undefined) {
    await withLefthook(box, "lefthook", lefthook);
    names.push("lefthook");
  }
  const commits = names.map((name) => commitIn(box, name));
  const checks = await checkCandidates(box);
  const measured = await measure([...commits, ...checks], { rounds });
  const median = (name: string): number =>
    measured.find((one) => one.name === name)?.median ?? Number.NaN;
  const added = (name: string): number => median(name) - median("none");
  const figures: Figure[] = [
    {
      work: "noise: no hooks",
      against: "no hooks",
      value: median("again") / median("none"),
      unit: "x",
    },
    {
      work: "commit, trivial pre-commit of ours",
      against: "the same script in .git/hooks",
      value: median("ours") - median("script"),
      unit: "ms",
      most: 2.5,
    },
  ];
  if (lefthook !== undefined) {
    figures.push({
      work: "what ours adds to a commit without hooks",
      against: "what lefthook adds",
      value: added("ours") / added("lefthook"),
      unit: "x",
      most: 0.25,
    });
  }
  if (checks.length > 1) {
    figures.push({
      work: "git-hooks check pre-commit, fresh plan",
      against: "git hook list pre-commit",
      value: median("check") / median("hook list"),
      unit: "x",
      most: 4,
    });
  }
  await Deno.stdout.write(
    new TextEncoder().encode(figuresText("commit", figures, { json: args.includes("--json") })),
  );
}

async function bare(box: Sandbox, name: string): Promise<void> {
  await box.repository(name);
}

async function ours(box: Sandbox, name: string): Promise<void> {
  await box.repository(name);
  box.script(`${name}/.git/scripts/trivial`, SCRIPT);
  box.write(
    `${name}/.git/hooks.toml`,
    '[hook.trivial]\nevent = "pre-commit"\nscript = "scripts/trivial"\n',
  );
  const said = await box.hooks(["install", "--yes"], { cwd: name });
  if (said.code !== 0) throw new Error(said.stderr);
  // The file must be older than its racy moment before a plan of it can be kept.
  await new Promise((resolve) => setTimeout(resolve, 3500));
  await commitIn(box, name).run();
  await commitIn(box, name).run();
}

function commitIn(box: Sandbox, name: string): Candidate {
  return {
    name,
    run: () =>
      mustRun("git", ["commit", "-q", "--allow-empty", "-m", "x"], {
        cwd: box.path(name),
        env: box.env,
      }),
  };
}

async function checkCandidates(box: Sandbox): Promise<readonly Candidate[]> {
  const git = newGits()[0];
  const cwd = box.path("ours");
  const check: Candidate = {
    name: "check",
    run: () =>
      mustRun(`${projectRoot}/bin/git-hooks`, ["check", "pre-commit"], { cwd, env: box.env }),
  };
  if (git === undefined) return [check];
  await box.mustGit(["config", "--global", "hook.other.command", "true"]);
  await box.mustGit(["config", "--global", "hook.other.event", "post-applypatch"]);
  return [check, {
    name: "hook list",
    run: () => mustRun(git.path, ["hook", "list", "post-applypatch"], { cwd, env: box.env }),
  }];
}

async function withLefthook(box: Sandbox, name: string, program: string): Promise<void> {
  await box.repository(name);
  box.write(`${name}/lefthook.yml`, "pre-commit:\n  commands:\n    trivial:\n      run: exit 0\n");
  const env = { ...box.env, LEFTHOOK_BIN: program };
  await mustRun(program, ["install"], { cwd: box.path(name), env });
}

// From npm, into a folder of this run alone; the bench goes on without it where npm is out of reach.
async function lefthookProgram(box: Sandbox): Promise<string | undefined> {
  try {
    await mustRun("npm", ["install", "--silent", "--prefix", box.path("npm"), "lefthook"], {
      cwd: box.root,
      // npm has to be found as the caller's own: his proxy, his certificates.
      env: Deno.env.toObject(),
    });
  } catch {
    return undefined;
  }
  const folder = box.path("npm/node_modules");
  for await (const entry of Deno.readDir(folder)) {
    if (!entry.name.startsWith("lefthook-linux")) continue;
    const program = `${folder}/${entry.name}/bin/lefthook`;
    try {
      if ((await Deno.stat(program)).isFile) return program;
    } catch {
      continue;
    }
  }
  return undefined;
}
