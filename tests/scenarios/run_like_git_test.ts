import assert from "node:assert/strict";
import type { Hook } from "../../lib/hook.ts";
import { hook, resolved, runInSandbox } from "../support/run_hooks.ts";
import { newGits, type Said, Sandbox, type TestGit } from "../support/sandbox.ts";

/** One configuration, and what `git hook run` makes of it. */
interface Case {
  readonly name: string;
  readonly event?: string;
  /** Commands of git-config hooks `h0`, `h1` ..., or hooks with more settings. */
  readonly hooks?: readonly (string | ConfiguredHook)[];
  /** The hookdir's script, executable, as it stands in its file. */
  readonly script?: string;
  readonly args?: readonly string[];
  readonly jobs?: number;
  readonly configuredJobs?: number;
  readonly toStdin?: string;
  /** Where it is started, below the repository. */
  readonly from?: string;
  readonly code: number;
  readonly stderr: string;
}

interface ConfiguredHook {
  readonly command: string;
  readonly parallel?: boolean;
  readonly enabled?: boolean;
}

// deno-fmt-ignore
const CASES: readonly Case[] = [
  { name: "a plain command is started itself, its arguments stay words", hooks: ["./show"],
    args: ["a b", "", "*"], code: 0, stderr: "./show [a b] [] [*]\n" },
  { name: "a command with special characters gets its arguments through sh", hooks: ["./show 'x y' "],
    args: ["a b"], code: 0, stderr: "./show [x y] [a b]\n" },
  { name: "$0 in a one-liner is its text", hooks: ['echo "$0"'], code: 0, stderr: 'echo "$0"\n' },
  { name: "a command that ends in a comment loses its arguments", hooks: ["./show # note"],
    args: ["a"], code: 0, stderr: "./show\n" },
  { name: "the hookdir's script keeps its relative $0", script: '#!/bin/sh\necho "$0" "$#"\n',
    args: ["a b"], code: 0, stderr: ".git/hooks/EVENT 1\n" },
  { name: "a script without an interpreter is run by sh", script: 'echo "$0" "$1"\nexit 4\n',
    args: ["x"], code: 4, stderr: ".git/hooks/EVENT x\n" },
  { name: "an empty script succeeds", script: "", code: 0, stderr: "" },
  { name: "all hooks run and their exit codes are OR-ed",
    hooks: ["echo 1; exit 1", "echo 2; exit 2", "echo 3; exit 4"], script: "echo last\n",
    code: 7, stderr: "1\n2\n3\nlast\n" },
  { name: "standard output goes to standard error, in order", hooks: ["echo 1; echo 2 >&2; echo 3"],
    code: 0, stderr: "1\n2\n3\n" },
  { name: "there is nothing to read", hooks: ["cat"], code: 0, stderr: "" },
  { name: "a disabled hook does not run", hooks: [{ command: "echo 1;", enabled: false }, "echo 2;"],
    code: 0, stderr: "2\n" },
  { name: "a command not in PATH", hooks: ["echo 1;", "nonesuch", "echo 3;"], code: 1,
    stderr: "1\nerror: cannot run nonesuch: No such file or directory\n" },
  { name: "an empty command", hooks: [""], code: 1,
    stderr: "error: cannot run : No such file or directory\n" },
  { name: "a name is not looked for in the directory itself", hooks: ["show"], code: 1,
    stderr: "error: cannot run show: No such file or directory\n" },
  { name: "a path that is missing", hooks: ["./nonesuch", "echo 2;"], args: ["x"], code: 1,
    stderr: "fatal: cannot exec './nonesuch': No such file or directory\n" },
  { name: "a file that is not executable", hooks: ["./plain", "echo 2;"], code: 1,
    stderr: "fatal: cannot exec './plain': Permission denied\n" },
  { name: "a directory", hooks: ["./folder"], code: 1,
    stderr: "fatal: cannot exec './folder': Permission denied\n" },
  { name: "a path through a file", hooks: ["./plain/x"], code: 1,
    stderr: "fatal: cannot exec './plain/x': Not a directory\n" },
  { name: "a link to itself", hooks: ["./loop"], code: 1,
    stderr: "fatal: cannot exec './loop': Too many levels of symbolic links\n" },
  { name: "an interpreter with a carriage return", script: "#!/bin/sh\r\nexit 0\r\n", code: 1,
    stderr: "fatal: cannot exec '.git/hooks/EVENT': No such file or directory\n" },
  { name: "an interpreter that is missing", script: "#!/no/such/program\n", code: 1,
    stderr: "fatal: cannot exec '.git/hooks/EVENT': No such file or directory\n" },
  { name: "an interpreter that is a directory", script: "#!/tmp\n", code: 1,
    stderr: "fatal: cannot exec '.git/hooks/EVENT': Permission denied\n" },
  { name: "a missing program in sh is the hook's own failure",
    hooks: ["./nonesuch 2>/dev/null --x", "echo 2;"], code: 127, stderr: "2\n" },
  { name: "death by signal names the script", script: "#!/bin/sh\nkill -TERM $$\n", code: 143,
    stderr: "error: .git/hooks/EVENT died of signal 15\n" },
  { name: "death by signal names the whole command", hooks: ["kill -KILL $$", "echo 2;"], code: 137,
    stderr: "error: kill -KILL $$ died of signal 9\n2\n" },
  { name: "death by SIGINT is not told", hooks: ["kill -INT $$"], code: 130, stderr: "" },
  { name: "SIGPIPE is ignored", hooks: ["kill -PIPE $$; echo 1"], code: 0, stderr: "1\n" },
  { name: "control characters in a message", hooks: ["./no\x01such"], code: 1,
    stderr: "fatal: cannot exec './no?such': No such file or directory\n" },
  { name: "a file as input is opened anew for each hook", hooks: ["head -n1 #", "cat #"],
    args: ["lost"], toStdin: "plain", code: 0, stderr: "one\none\ntwo\n" },
  { name: "a file as input is relative to the worktree's root", hooks: ["cat"], toStdin: "plain",
    from: "folder", code: 0, stderr: "one\ntwo\n" },
  { name: "a file as input that is missing", hooks: ["cat"], toStdin: "none", code: 128,
    stderr: "fatal: could not open 'none' for reading: No such file or directory\n" },
  { name: "hooks run at the worktree's root", hooks: ["cat plain; : "], from: "folder",
    code: 0, stderr: "one\ntwo\n" },
];

// deno-fmt-ignore
const PARALLEL_CASES: readonly Case[] = [
  { name: "the first is shown live, the second when its turn comes", configuredJobs: 2, code: 3,
    hooks: [
      { command: "echo 1a; while ! test -e go; do sleep 0.05; done; echo 1b; exit 1", parallel: true },
      { command: "echo 2a; echo 2b; touch go; exit 2", parallel: true },
    ], stderr: "1a\n1b\n2a\n2b\n" },
  { name: "what has ended is shown in the order in which it ended", jobs: 3, code: 0,
    hooks: [
      { command: "echo 1; while ! test -e third; do sleep 0.05; done; sleep 0.2", parallel: true },
      { command: "while ! test -e second; do sleep 0.05; done; sleep 0.2; echo 2; touch third",
        parallel: true },
      { command: "echo 3; touch second", parallel: true },
    ], stderr: "1\n3\n2\n" },
  { name: "one hook that is not parallel makes all serial", configuredJobs: 3, code: 0,
    hooks: [
      { command: "sleep 0.1; echo 1; touch one;", parallel: true },
      "test -e one && echo 2",
    ], stderr: "1\n2\n" },
  { name: "-j runs them in parallel all the same, with a warning", jobs: 2, code: 0,
    hooks: [
      "while ! test -e go; do sleep 0.05; done; echo 1",
      { command: "touch go;", parallel: true },
      { command: "echo no;", enabled: false },
    ],
    stderr: "warning: hook 'h0' is not marked as parallel=true, " +
      "running in parallel anyway due to -j2\n" +
      "warning: hook 'h2' is not marked as parallel=true, " +
      "running in parallel anyway due to -j2\n1\n" },
  { name: "-j1 is serial", jobs: 1, configuredJobs: 4, code: 0,
    hooks: [{ command: "sleep 0.1; echo 1", parallel: true }, { command: "echo 2;", parallel: true }],
    stderr: "1\n2\n" },
  { name: "after one that cannot be started no further one is", configuredJobs: 2, code: 5,
    hooks: [
      { command: "sleep 0.2; exit 4", parallel: true },
      { command: "./nonesuch", parallel: true },
      { command: "echo 3;", parallel: true },
    ], stderr: "fatal: cannot exec './nonesuch': No such file or directory\n" },
  { name: "a lone script is read through a pipe when jobs are configured", configuredJobs: 2,
    script: "#!/bin/sh\ntest -p /dev/stderr && echo pipe\necho out\nexit 3\n", code: 3,
    stderr: "pipe\nout\n" },
];

const EVENT = "commit-msg";

async function prepared(one: Case, git?: TestGit): Promise<Sandbox> {
  const box = new Sandbox(git);
  await box.repository("r");
  box.script("r/show", 'printf "%s" "$0"; for a; do printf " [%s]" "$a"; done; echo');
  box.write("r/plain", "one\ntwo\n");
  await Deno.mkdir(box.path("r/folder"));
  await Deno.symlink("loop", box.path("r/loop"));
  if (one.script !== undefined) box.write(`r/.git/hooks/${EVENT}`, one.script, 0o755);
  return box;
}

function configured(one: Case): readonly Required<ConfiguredHook>[] {
  return (one.hooks ?? []).map((each) => ({
    parallel: false,
    enabled: true,
    ...(typeof each === "string" ? { command: each } : each),
  }));
}

async function runOurs(one: Case): Promise<Said> {
  using box = await prepared(one);
  const hooks: Hook[] = configured(one).map((each, index) =>
    hook(each.command, {
      name: `h${index}`,
      event: EVENT,
      parallel: each.parallel,
      state: each.enabled ? "runs" : "disabled",
    })
  );
  if (one.script !== undefined) hooks.push(hook({ script: `.git/hooks/${EVENT}` }));
  return await runInSandbox(box, {
    resolution: resolved(hooks, { event: EVENT, jobs: one.configuredJobs ?? 1 }),
    args: one.args ?? [],
    likeGit: true,
    ...(one.jobs === undefined ? {} : { jobs: one.jobs }),
    ...(one.toStdin === undefined ? {} : { toStdin: one.toStdin }),
  }, { cwd: `r/${one.from ?? ""}` });
}

async function runGits(one: Case, git: TestGit): Promise<Said> {
  using box = await prepared(one, git);
  const options = { cwd: `r/${one.from ?? ""}` };
  const set = (key: string, value: string): Promise<string> =>
    box.mustGit(["config", key, value], options);
  for (const [index, each] of configured(one).entries()) {
    await set(`hook.h${index}.command`, each.command);
    await set(`hook.h${index}.event`, EVENT);
    if (each.parallel) await set(`hook.h${index}.parallel`, "true");
    if (!each.enabled) await set(`hook.h${index}.enabled`, "false");
  }
  if (one.configuredJobs !== undefined) await set("hook.jobs", String(one.configuredJobs));
  // deno-fmt-ignore
  return await box.git(["hook", "run", ...(one.jobs === undefined ? [] : [`-j${one.jobs}`]),
    ...(one.toStdin === undefined ? [] : [`--to-stdin=${one.toStdin}`]),
    EVENT, "--", ...(one.args ?? [])], options);
}

for (const one of [...CASES, ...PARALLEL_CASES]) {
  const expected = {
    code: one.code,
    stdout: "",
    stderr: one.stderr.replaceAll("EVENT", EVENT),
  };
  Deno.test(`runHooks() in mode run: ${one.name}`, async () => {
    assert.deepEqual(await runOurs(one), expected);
  });
  for (const git of newGits()) {
    // hook.jobs and -j came with 2.55.
    if (git.version[1] < 55 && PARALLEL_CASES.includes(one)) continue;
    Deno.test(`${git.name} hook run: ${one.name}`, async () => {
      assert.deepEqual(await runGits(one, git), expected);
    });
  }
}
