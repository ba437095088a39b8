/**
 * What people read: every kind of message as it stands on the screen, held word by word, so that a change of
 * tone is seen. `$` marks what was typed, `[n]` an exit code other than 0, `err|` standard error.
 *
 * @module
 */

import assert from "node:assert/strict";
import { sayError } from "../../cli/ui/console.ts";
import { parseHooksToml, type TomlScope } from "../../lib/config/hooks_toml.ts";
import { UserError } from "../../lib/errors.ts";
import { NO_DENO } from "../support/planning.ts";
import { hooksToml, push, serverAndClient } from "../support/receiving.ts";
import { projectRoot, type Said, Sandbox, type StartOptions } from "../support/sandbox.ts";

const HEAD = '[hook.lint]\nevent = "pre-commit"\n';
const LINT = `${HEAD}command = "lint"\n`;

const FAULTS: readonly (readonly [string, TomlScope?])[] = [
  [`${HEAD}comand = "x"\n`],
  [`${LINT}priority = 1\n`],
  ['requires = "9.0"\n'],
  ["requires = 1\n"],
  ['colour = "red"\n'],
  ['[hok.lint]\nevent = "pre-commit"\n'],
  ['[hook.pre-commit]\ncommand = "npm test"\n'],
  ['[hook.lint]\nevent = "precommit"\ncommand = "x"\n'],
  ['[hook.lint]\nevent = "pre-receive-pack-of-mine"\ncommand = "x"\n'],
  ['[hook.lint]\nevent = []\ncommand = "x"\n'],
  ['[hook.lint]\nevent = ["pre-push", "pre-push"]\ncommand = "x"\n'],
  ['[hook.lint]\ncommand = "x"\n'],
  [HEAD],
  [`${LINT}script = "x"\n`],
  [`${HEAD}command = ""\n`],
  [`${HEAD}command = 7\n`],
  [`${LINT}enabled = "no"\n`],
  [`${LINT}timeout = "soon"\n`],
  [`${LINT}refs = "refs/heads/main"\n`],
  ['[hook.lint]\nevent = "update"\ncommand = "x"\nrefs = ["main"]\n'],
  ['[hook.lint]\nevent = "update"\ncommand = "x"\nrefs = ["refs/heads/a b"]\n'],
  ["[hook]\njobs = 0\n"],
  ['[hook.7]\nevent = "pre-commit"\ncommand = "x"\n'],
  ['[hook."a=b"]\nevent = "pre-commit"\ncommand = "x"\n'],
  ['[hook.jobs]\nevent = "pre-commit"\ncommand = "x"\n'],
  ['[hook.lint]\nevent = "fsmonitor-watchman"\ncommand = "x"\n'],
  ['[hook.lint]\nevent = "commit-msg"\ncommand = "npm test #"\n'],
  ['[hook.lint]\nevent = "reference-transaction"\ncommand = "x"\n', "project"],
  [`${HEAD}script = "../x"\n`, "project"],
  [`${HEAD}script = "/x"\n`, "project"],
  [`${LINT}${LINT}`],
  ["[hook.lint\n"],
  ["event = \n"],
];

Deno.test("the faults of a hooks.toml", async (t) => {
  const screens = FAULTS.map(([text, scope = "local"]) => {
    let said = "";
    const console = {
      out: (): void => {},
      err: (line: string): void => void (said += line),
      colourOut: false,
      colourErr: false,
    };
    try {
      parseHooksToml(text, { path: "/r/hooks.toml", file: "hooks.toml", scope });
    } catch (error) {
      assert.ok(error instanceof UserError);
      assert.equal(error.exitCode, 128);
      sayError(console, error);
    }
    assert.notEqual(said, "", text);
    assertTone(said);
    return `${text}---\n${said}`;
  });
  await t.assertSnapshot(screens.join("\n"));
});

// git's prefixes, lower case behind them, no full stop. git's own advice, word by word, is excepted.
function assertTone(err: string): void {
  for (const line of err.split("\n")) {
    const text = /^(?:remote: )?(?:fatal|error|warning|hint): (.*)$/.exec(line)?.[1];
    if (text === undefined || /^(?:The '|You can disable)|See 'git-hooks --help'\.$/.test(text)) {
      continue;
    }
    assert.doesNotMatch(text, /^[A-Z][a-z]/, line);
    assert.doesNotMatch(text, /[^.]\.$/, line);
  }
}

/** What was typed and what was answered, one after the other. */
class Screen {
  readonly box: Sandbox;
  #text = "";

  constructor(box: Sandbox) {
    this.box = box;
  }

  get text(): string {
    return this.#text;
  }

  async git(args: readonly string[], options: StartOptions = {}): Promise<void> {
    this.#show(["git", ...args], await this.box.git(args, { cwd: "repo", ...options }));
  }

  async hooks(args: readonly string[], options: StartOptions = {}): Promise<void> {
    this.#show(["git hooks", ...args], await this.box.hooks(args, { cwd: "repo", ...options }));
  }

  show(words: readonly string[], said: Said): void {
    this.#show(words, said);
  }

  #show(words: readonly string[], said: Said): void {
    assertTone(said.stderr);
    const err = said.stderr.replace(/ +$/gm, "").replace(/^(?=.)/gm, "err| ");
    const code = said.code === 0 ? "" : `[${said.code}]\n`;
    this.#text += `$ ${words.join(" ")}\n${said.stdout}${err}${code}`
      .replaceAll(projectRoot, "CHECKOUT").replaceAll(this.box.root, "ROOT")
      .replace(/\d{4}-\d\d-\d\d/g, "DATE").replace(/PATH was .*/g, "PATH was ...")
      .replace(/^.*nonesuch:.*not found/gm, "err| nonesuch: not found")
      .replace(/(config:)\d+/g, "$1N");
  }
}

async function repository(box: Sandbox): Promise<void> {
  await box.repository("repo");
}

const REPO = { cwd: "repo" };
const COMMIT = ["commit", "-q", "--allow-empty", "-m", "x"];

Deno.test("session: migrate, once more, back", async (t) => {
  using box = new Sandbox();
  const screen = new Screen(box);
  await repository(box);
  for (const event of ["pre-commit", "commit-msg", "pre-push"]) {
    box.script(`repo/.git/hooks/${event}`, ":");
  }
  box.write("repo/.git/hooks/post-commit", "#!/bin/sh\n");
  box.write("repo/.git/hooks/pre-commit.bak", "#!/bin/sh\n");
  await screen.hooks(["migrate"]);
  await screen.hooks(["migrate", "--yes"]);
  await screen.hooks(["migrate"]);
  await screen.hooks(["migrate", "--status"]);
  await screen.hooks(["uninstall"]);
  await screen.hooks(["migrate", "--undo"]);
  await screen.hooks(["migrate", "--undo", "--yes"]);
  await screen.hooks(["migrate", "--undo", "--yes"]);
  box.script("repo/.git/hooks/pre-push", '.git/hooks/pre-commit "$@"');
  await screen.hooks(["migrate", "--dry-run"]);
  await t.assertSnapshot(screen.text);
});

Deno.test("session: list", async (t) => {
  using box = new Sandbox();
  const screen = new Screen(box);
  await repository(box);
  const hooks = [["--global", "format", "deno fmt --check"], ["--local", "spelling", "codespell"]];
  for (const [scope = "", name = "", command = ""] of hooks) {
    await box.mustGit(["config", scope, `hook.${name}.event`, "pre-commit"], REPO);
    await box.mustGit(["config", scope, `hook.${name}.command`, command], REPO);
  }
  await box.mustGit(["config", "hook.spelling.enabled", "false"], REPO);
  box.script("repo/.git/hooks/pre-push", ":");
  box.write("repo/.git/hooks/post-merge", "#!/bin/sh\n");
  box.write("repo/.git/hooks.toml", '[hook.ticket]\nevent = "commit-msg"\nscript = "ticket"\n');
  box.write("repo/hooks.toml", `${LINT}\n[hook.test]\nevent = "pre-push"\ncommand = "deno test"\n`);
  await box.hooks(["trust", "--yes"], REPO);
  await box.hooks(["install", "--yes"], REPO);
  await screen.hooks(["list"]);
  await screen.hooks(["list", "--show-origin", "pre-commit"]);
  await t.assertSnapshot(screen.text);
});

Deno.test("session: list, before and after a clone is set up", async (t) => {
  using box = new Sandbox();
  const screen = new Screen(box);
  await repository(box);
  box.write("repo/hooks.toml", `${LINT}\n[hook.types]\nevent = "pre-commit"\ncommand = "types"\n`);
  await screen.hooks(["list"]);
  await screen.git(COMMIT);
  await screen.hooks(["install"]);
  await screen.hooks(["install", "--yes"]);
  await screen.git(COMMIT);
  await screen.hooks(["run", "pre-commit"]);
  await screen.hooks(["check", "-v", "pre-commit"]);
  await screen.hooks(["trust"]);
  await screen.hooks(["trust", "--yes"]);
  await screen.hooks(["trust", "--yes"]);
  await screen.hooks(["list"]);
  await screen.hooks(["list", "--show-scope", "pre-commit"]);
  await screen.hooks(["list", "pre-push"]);
  box.write("repo/hooks.toml", LINT);
  await screen.git(COMMIT);
  await screen.hooks(["trust", "--revoke"]);
  await box.mustGit(["config", "githooks.trust", "never"], { cwd: "repo" });
  await screen.hooks(["trust"]);
  await screen.hooks(["list"]);
  await screen.hooks(["uninstall", "--yes"]);
  await screen.hooks(["uninstall", "--yes"]);
  await t.assertSnapshot(screen.text);
});

Deno.test("session: a failing pre-commit", async (t) => {
  using box = new Sandbox();
  const screen = new Screen(box);
  await repository(box);
  const one = '[hook.types]\nevent = "pre-commit"\ncommand = "echo wrong; exit 1"\n';
  box.write("repo/.git/hooks.toml", one);
  await screen.hooks(["install"]);
  await screen.git(COMMIT);
  box.write(
    "repo/.git/hooks.toml",
    `[hook.format]\nevent = "pre-commit"\ncommand = "true"\n\n${one}` +
      '\n[hook.slow]\nevent = "pre-commit"\ncommand = "sleep 60;"\ntimeout = 1\n',
  );
  await screen.git(COMMIT);
  box.write("repo/.git/hooks.toml", one.replace("echo wrong; exit 1", "nonesuch --fix"));
  await screen.git(COMMIT);
  box.write("repo/.git/hooks.toml", one.replace('command = "echo wrong; exit 1"', 'script = "x"'));
  await screen.git(COMMIT);
  box.write("repo/.git/x", "#!/bin/sh\n");
  await screen.git(COMMIT);
  await t.assertSnapshot(screen.text);
});

Deno.test("session: a push through the wrapper", async (t) => {
  using box = new Sandbox();
  const screen = new Screen(box);
  await serverAndClient(box);
  const pushes = async (): Promise<void> => {
    const said = await push(box, ["refs/heads/main"]);
    const own = said.stderr.split("\n").filter((line) => line.startsWith("remote: "));
    screen.show(["git push"], { ...said, stderr: own.map((line) => `${line}\n`).join("") });
  };
  const signoff = '[hook.signoff]\nevent = "pre-receive"\ncommand = "echo no sign-off; exit 1"\n';
  hooksToml(box, signoff);
  await pushes();
  hooksToml(box, signoff.replace("command", "comand"));
  await pushes();
  await t.assertSnapshot(screen.text);
});

Deno.test("session: a broken hooks.toml on commit", async (t) => {
  using box = new Sandbox();
  const screen = new Screen(box);
  await repository(box);
  box.write("repo/.git/hooks.toml", LINT);
  await screen.hooks(["install"]);
  box.write("repo/.git/hooks.toml", `${HEAD}comand = "deno check ."\n`);
  await screen.git(COMMIT);
  await screen.hooks(["list"]);
  await screen.hooks(["check"]);
  await screen.git(COMMIT, { env: { GIT_HOOKS: "0" } });
  box.write("repo/.git/hooks.toml", '[hook.pre-commit]\ncommand = "npm test"\n');
  await screen.hooks(["check", "pre-commit"]);
  await t.assertSnapshot(screen.text);
});

Deno.test("the launcher, or Deno, is gone", async (t) => {
  using box = new Sandbox();
  const screen = new Screen(box);
  await repository(box);
  const event = (name: string): string =>
    `[hook.a-${name}]\nevent = "${name}"\ncommand = "true"\n\n`;
  const events = ["pre-commit", "post-commit", "pre-receive"];
  box.write("repo/.git/hooks.toml", events.map(event).join(""));
  await screen.hooks(["install"]);
  box.write("repo/.git/hooks.toml", events.map(event).join("") + "# changed\n");
  const skip = ["-c", "core.hooksPath=.git/hooks"];
  for (const name of events) await screen.git(["hook", "run", name], { env: NO_DENO });
  for (const name of events) {
    const path = `repo/.git/hooks/${name}`;
    box.write(path, (box.read(path) ?? "").replace(/^(git_hooks_launcher=).*$/m, "$1/gone"), 0o755);
    await screen.git([...skip, "hook", "run", name], { env: { PATH: "/usr/bin:/bin" } });
  }
  await t.assertSnapshot(screen.text);
});

Deno.test("refusals of commands", async (t) => {
  using box = new Sandbox();
  const screen = new Screen(box);
  await repository(box);
  const calls: readonly (readonly string[])[] = [
    ["lst"],
    ["--loud"],
    ["list", "--jsn"],
    ["list", "--show-scope"],
    ["list", "precommit"],
    ["check", "precommit"],
    ["check", "--scope", "global", "--file", "x"],
    ["check", "--file", "x"],
    ["run"],
    ["run", "pre-commit"],
    ["run", "-j", "-7", "pre-commit"],
    ["run", ".git/hooks/pre-commit"],
    ["trust", "--list", "--yes"],
    ["trust"],
    ["install"],
    ["install", "now"],
    ["uninstall", "now"],
    ["migrate", "--dry-run", "--yes"],
    ["migrate", "--to", "nowhere"],
    ["migrate", "--to", "project"],
    ["migrate"],
    ["export"],
    ["import"],
    ["explain"],
    ["completion", "tcsh"],
  ];
  for (const words of calls) await screen.hooks(words);
  const outside: readonly (readonly string[])[] = [
    ["trust"],
    ["install"],
    ["uninstall"],
    ["migrate"],
    ["export"],
  ];
  for (const words of outside) await screen.hooks(words, { cwd: "home" });
  await t.assertSnapshot(screen.text);
});
