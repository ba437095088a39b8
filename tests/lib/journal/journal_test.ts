import assert from "node:assert/strict";
import { UserError } from "../../../lib/errors.ts";
import { Journal } from "../../../lib/journal/journal.ts";
import type { Step } from "../../../lib/journal/step.ts";
import { picture } from "../../support/installing.ts";
import { projectRoot, type Said, Sandbox } from "../../support/sandbox.ts";

const CONFIG = `; a comment
[core]
\tbare = true
\thooksPath = hooks # spacing   and all
\trepositoryformatversion = 0
[user]
\tname = x`;

function layout(box: Sandbox): string {
  box.write("git/config", CONFIG, 0o600);
  box.write("git/hooks.toml", "# mine", 0o640);
  box.script("git/hooks/update", "exit 0");
  box.write("git/hooks/lib", new Uint8Array([0xff, 0, 0x0d, 0x0a]));
  box.write("elsewhere", "hard");
  Deno.linkSync(box.path("elsewhere"), box.path("git/hooks/way"));
  return box.path("git");
}

function driver(box: Sandbox, command: string, killAt?: number): Promise<Said> {
  const env = killAt === undefined ? {} : { GIT_HOOKS_TEST_KILL_AT: String(killAt) };
  const program = `${projectRoot}/tests/support/journal_driver.ts`;
  const config = `--config=${projectRoot}/deno.json`;
  const args = ["run", "--quiet", "--no-lock", config, "-A", program, command, box.path("git")];
  return box.start(Deno.execPath(), args, { env });
}

function file(path: string, text: string): Step {
  return { kind: "write-file", path, bytes: new TextEncoder().encode(text) };
}

async function undoAll(common: string): Promise<void> {
  await using journal = await Journal.open(common);
  await journal.undo(journal.entries.map(({ id }) => id));
}

Deno.test("Journal.undo() gives back the very files, byte for byte, for every kind of step", async () => {
  using box = new Sandbox();
  layout(box);
  const before = await picture(box, ["git", "."]);
  assert.equal((await driver(box, "do")).stderr, "");
  assert.equal(box.read("git/hooks.toml"), "# mine# appended\n");
  assert.ok(!box.read("git/config")?.includes("hooksPath"));
  assert.equal(box.read("git/hooks/lib"), undefined);
  const modes = await box.start("find", ["git/hooks.d/.git-hooks", "-type", "f", "-perm", "/111"]);
  assert.equal(modes.stdout, "", "no copy may be executable");
  assert.equal((await driver(box, "undo")).stderr, "");
  assert.equal(await picture(box, ["git", "."]), before);
});

Deno.test("Journal killed at any write is taken back, or its undo finished, by the next open()", async () => {
  using box = new Sandbox();
  const common = layout(box);
  const before = await picture(box, ["git", "."]);
  let points = 0;
  for (const command of ["do", "undo"]) {
    for (let killAt = 1;; killAt++) {
      if (command === "undo") assert.equal((await driver(box, "do")).code, 0);
      const said = await driver(box, command, killAt);
      const entries = await entriesAfterRecovery(common);
      const what = `${command} killed at ${killAt}`;
      // The old state or the new one, and nothing between.
      const shim = box.read("git/hooks/update") === "shim";
      const toml = box.read("git/hooks.toml") === "# mine# appended\n";
      assert.deepEqual({ shim, toml }, { shim: entries > 0, toml: entries > 0 }, what);
      if (entries > 0) await undoAll(common);
      assert.equal(await picture(box, ["git", "."]), before, what);
      if (said.code === 0) break;
      assert.equal(said.code, 137, said.stderr);
      points++;
    }
  }
  assert.ok(points >= 60, `${points} points`);
});

async function entriesAfterRecovery(common: string): Promise<number> {
  await using journal = await Journal.open(common);
  return journal.entries.length;
}

Deno.test("Journal.run() leaves nothing behind when a step fails", async () => {
  using box = new Sandbox();
  const common = layout(box);
  const before = await picture(box, ["git"]);
  const journal = await Journal.open(common);
  const steps: Step[] = [
    file(`${common}/hooks.toml`, "other"),
    file(`${common}/missing/x`, "never"),
  ];
  await assert.rejects(journal.run({ command: "test", steps }));
  await journal[Symbol.asyncDispose]();
  assert.equal(await picture(box, ["git"]), before);
});

Deno.test("Journal.apply() refuses a path that was changed since the intent was written", async () => {
  using box = new Sandbox();
  const common = layout(box);
  {
    await using journal = await Journal.open(common);
    const step = file(`${common}/hooks.toml`, "other");
    await journal.begin({ command: "test", steps: [step] });
    box.write("git/hooks.toml", "edited meanwhile");
    await assert.rejects(journal.apply(step), UserError);
    await journal.rollback();
  }
  assert.equal(box.read("git/hooks.toml"), "edited meanwhile");
});

Deno.test("Journal.undo() takes only its own text out of a file that was edited since", async () => {
  using box = new Sandbox();
  const common = layout(box);
  const path = `${common}/hooks.toml`;
  {
    await using journal = await Journal.open(common);
    await journal.run({
      command: "one",
      steps: [{ kind: "append-file", path, text: "\n[hook.a]\n" }],
    });
    await journal.run({
      command: "two",
      steps: [{ kind: "append-file", path, text: "\n[hook.b]\n" }],
    });
  }
  box.write("git/hooks.toml", `# top\n${box.read("git/hooks.toml")}# mine too\n`, 0o640);
  {
    await using journal = await Journal.open(common);
    await journal.undo(["0001"]);
  }
  assert.equal(box.read("git/hooks.toml"), "# top\n# mine\n[hook.b]\n# mine too\n");
  await undoAll(common);
  assert.equal(box.read("git/hooks.toml"), "# top\n# mine# mine too\n");
  assert.equal(box.read("git/hooks.d"), undefined);
});

Deno.test("Journal.undo() stops before anything is changed when a file was edited, and names it", async () => {
  using box = new Sandbox();
  const common = layout(box);
  await using journal = await Journal.open(common);
  const steps = [file(`${common}/hooks.toml`, "ours"), file(`${common}/other`, "ours")];
  await journal.run({ command: "test", steps });
  box.write("git/hooks.toml", "edited");
  await assert.rejects(journal.undo(["0001"]), /hooks\.toml was changed since/);
  assert.equal(box.read("git/other"), "ours");
  assert.equal(box.read("git/hooks.toml"), "edited");
  const { obstacles } = await journal.planUndo(["0001"]);
  assert.deepEqual(obstacles.map(({ needed }) => needed), [true]);
});

Deno.test("Journal.undo() keeps a file that somebody put where nothing stood, when told to leave it", async () => {
  using box = new Sandbox();
  const common = layout(box);
  await using journal = await Journal.open(common);
  await journal.run({ command: "test", steps: [file(`${common}/other`, "ours")] });
  box.write("git/other", "theirs");
  await journal.undo(["0001"], { leave: [`${common}/other`] });
  assert.equal(box.read("git/other"), "theirs");
  assert.deepEqual(journal.entries, []);
});

Deno.test("Journal.undo() stops at a file in hooks.d that nobody knows", async () => {
  using box = new Sandbox();
  const common = layout(box);
  await using journal = await Journal.open(common);
  const steps: Step[] = [
    { kind: "link", path: `${common}/hooks.d/update`, from: `${common}/hooks/update` },
    file(`${common}/hooks/update`, "shim"),
  ];
  await journal.run({ command: "test", steps });
  box.write("git/hooks.d/notes", "mine");
  await assert.rejects(journal.undo(["0001"]), /hooks\.d\/notes is not known/);
  assert.equal(box.read("git/hooks/update"), "shim");
});

Deno.test("Journal.undo() gives back the script as it was edited in hooks.d since", async () => {
  using box = new Sandbox();
  const common = layout(box);
  await using journal = await Journal.open(common);
  const steps: Step[] = [
    { kind: "link", path: `${common}/hooks.d/update`, from: `${common}/hooks/update` },
    file(`${common}/hooks/update`, "shim"),
  ];
  await journal.run({ command: "test", steps });
  // As editors do it: a new file under the old name.
  await Deno.remove(box.path("git/hooks.d/update"));
  box.script("git/hooks.d/update", "exit 7");
  await journal.undo(["0001"]);
  assert.equal(box.read("git/hooks/update"), "#!/bin/sh\nexit 7\n");
});

Deno.test("Journal.undo() restores a script from its copy, mode and time included, when hooks.d lost it", async () => {
  using box = new Sandbox();
  const common = layout(box);
  await Deno.chmod(box.path("git/hooks/update"), 0o710);
  const time = async (): Promise<string> =>
    (await box.start("find", ["git/hooks/update", "-printf", "%m %T@"])).stdout;
  const before = await time();
  await using journal = await Journal.open(common);
  const steps: Step[] = [
    { kind: "link", path: `${common}/hooks.d/update`, from: `${common}/hooks/update` },
    file(`${common}/hooks/update`, "shim"),
  ];
  await journal.run({ command: "test", steps });
  await Deno.remove(box.path("git/hooks.d/update"));
  await journal.undo(["0001"]);
  assert.equal(box.read("git/hooks/update"), "#!/bin/sh\nexit 0\n");
  assert.equal(await time(), before);
});

Deno.test("Journal.undo() of an older entry leaves the newer one, whose undo then takes nothing back twice", async () => {
  using box = new Sandbox();
  const common = layout(box);
  await using journal = await Journal.open(common);
  const path = `${common}/hooks/update`;
  await journal.run({ command: "one", steps: [file(path, "one")] });
  await journal.run({ command: "two", steps: [file(path, "two"), file(`${common}/x`, "x")] });
  await journal.undo(["0001"]);
  assert.equal(box.read("git/hooks/update"), "#!/bin/sh\nexit 0\n");
  assert.equal(box.read("git/x"), "x");
  await journal.undo(["0002"]);
  assert.equal(box.read("git/hooks/update"), "#!/bin/sh\nexit 0\n");
  assert.equal(box.read("git/x"), undefined);
});

Deno.test("Journal.undo() sets only its own key back when a config file was changed since", async () => {
  using box = new Sandbox();
  const common = layout(box);
  await using journal = await Journal.open(common);
  const path = `${common}/config`;
  const steps: Step[] = [{ kind: "set-config", path, key: "core.hooksPath", value: "x y" }];
  await journal.run({ command: "test", steps });
  await box.mustGit(["config", "--file", path, "user.email", "a@b"]);
  await journal.undo(["0001"]);
  assert.equal((await box.git(["config", "--file", path, "core.hooksPath"])).stdout, "hooks\n");
  assert.equal((await box.git(["config", "--file", path, "user.email"])).stdout, "a@b\n");
});

Deno.test("Journal.run() waits for git's own lock on a config file, and says who holds it", async () => {
  using box = new Sandbox();
  const common = layout(box);
  await using journal = await Journal.open(common);
  box.write("git/config.lock", "");
  const steps: Step[] = [
    { kind: "set-config", path: `${common}/config`, key: "core.hooksPath", value: undefined },
  ];
  await assert.rejects(journal.run({ command: "test", steps }), /could not lock/);
  assert.equal(box.read("git/config.lock"), "");
  assert.equal(box.read("git/config"), CONFIG);
});

Deno.test("Journal.begin() refuses a hooks.d that is somebody else's, by name", async () => {
  using box = new Sandbox();
  const common = layout(box);
  box.write("git/hooks.d/README", "mine");
  await using journal = await Journal.open(common);
  const intent = { command: "test", steps: [file(`${common}/x`, "x")] };
  await assert.rejects(journal.run(intent), /hooks\.d is there already/);
  assert.equal(box.read("git/hooks.d/README"), "mine");
  assert.equal(box.read("git/x"), undefined);
});

Deno.test("Journal.open() refuses an entry of a newer version, and changes nothing", async () => {
  using box = new Sandbox();
  const common = layout(box);
  box.write("git/hooks.d/.git-hooks/0001/entry.json", '{"id":"0001","version":"strange"}');
  await assert.rejects(Journal.open(common), /cannot read .*entry\.json/);
  assert.ok(box.read("git/hooks.d/.git-hooks/0001/entry.json") !== undefined);
  assert.equal(box.read("git/hooks.d.lock"), undefined);
});

Deno.test("Journal.open() takes over the lock of a process that is gone", async () => {
  using box = new Sandbox();
  const common = layout(box);
  const gone = await box.start("sh", ["-c", "echo $$"]);
  box.write("git/hooks.d.lock", `${gone.stdout.trim()} 12345\n`);
  await using journal = await Journal.open(common);
  assert.deepEqual(journal.entries, []);
  assert.ok(box.read("git/hooks.d.lock")?.startsWith(`${Deno.pid} `));
});

Deno.test("Journal.open() lets only one of many at a time in", async () => {
  using box = new Sandbox();
  const common = layout(box);
  const append = async (text: string): Promise<void> => {
    await using journal = await Journal.open(common);
    const path = `${common}/hooks.toml`;
    await journal.run({ command: text, steps: [{ kind: "append-file", path, text }] });
  };
  await Promise.all(["a", "b", "c", "d"].map(append));
  assert.equal(box.read("git/hooks.toml")?.length, "# mineabcd".length);
  await undoAll(common);
  assert.equal(box.read("git/hooks.toml"), "# mine");
});

Deno.test("Journal works after the repository was moved", async () => {
  using box = new Sandbox();
  layout(box);
  assert.equal((await driver(box, "do")).code, 0);
  await Deno.rename(box.path("git"), box.path("moved"));
  await undoAll(box.path("moved"));
  assert.equal(box.read("moved/config"), CONFIG);
  assert.equal(box.read("moved/hooks/update"), "#!/bin/sh\nexit 0\n");
  assert.equal(box.read("moved/hooks.d/update"), undefined);
});

Deno.test("Journal.undo() of an older entry leaves what scripts of a newer one need in hooks.d", async () => {
  using box = new Sandbox();
  const common = layout(box);
  box.script("git/hooks/pre-receive", "exit 0");
  const before = await picture(box, ["git"]);
  const path = (name: string): string => `${common}/hooks.d/${name}`;
  {
    await using journal = await Journal.open(common);
    await journal.run({
      command: "one",
      steps: [
        { kind: "link", path: path("update"), from: `${common}/hooks/update` },
        { kind: "symlink", path: path("lib"), target: "../hooks/lib" },
        { kind: "symlink", path: path("pre-receive"), target: "../hooks/pre-receive" },
        file(`${common}/hooks/update`, "shim"),
      ],
    });
    await journal.run({
      command: "two",
      steps: [
        { kind: "link", path: path("pre-receive"), from: `${common}/hooks/pre-receive` },
        file(`${common}/hooks/pre-receive`, "shim"),
      ],
    });
    await journal.undo(["0001"]);
    assert.equal(box.read("git/hooks/update"), "#!/bin/sh\nexit 0\n");
    assert.equal(box.read("git/hooks.d/pre-receive"), "#!/bin/sh\nexit 0\n");
    assert.equal(await Deno.readLink(path("lib")), "../hooks/lib");
    assert.equal(box.read("git/hooks.d/update"), undefined);
    assert.deepEqual(journal.entries.map(({ command }) => command), ["neighbours", "two"]);
    await journal.undo(["0002"]);
    assert.deepEqual(journal.entries, []);
  }
  assert.equal(await picture(box, ["git"]), before);
});

Deno.test("Journal.undo() takes along what nobody had asked for, once nothing else is left", async () => {
  using box = new Sandbox();
  const common = layout(box);
  const before = await picture(box, ["git"]);
  const run = async (command: string, companion: boolean): Promise<void> => {
    await using journal = await Journal.open(common);
    const notes: Record<string, string> = companion ? { companion: "yes" } : {};
    await journal.run({ command, notes, steps: [file(`${common}/hooks/${command}`, "shim")] });
  };
  await run("migrate", false);
  await run("install", true);
  {
    await using journal = await Journal.open(common);
    await journal.undo(["0001"]);
  }
  assert.equal(await picture(box, ["git"]), before);
  await run("migrate", false);
  await run("install", true);
  await using journal = await Journal.open(common);
  await journal.adopt();
  await journal.undo(["0001"]);
  assert.equal(box.read("git/hooks/install"), "shim");
});

const protects = Deno.uid() === 0 &&
  (await Deno.readTextFile("/proc/sys/fs/protected_hardlinks").catch(() => "")) === "1\n";
// deno-lint-ignore no-console -- a test that is left out is to be seen
if (!protects) console.log("skipped: protected_hardlinks needs to be on, and root to try it");
Deno.test({
  name: "Journal.canLink() sees what protected_hardlinks forbids to a user",
  ignore: !protects,
  fn: async () => {
    using box = new Sandbox();
    layout(box);
    const base = box.root.slice(0, box.root.lastIndexOf("/"));
    await Deno.chmod(base, 0o755);
    await box.start("chown", ["-R", "12345:12346", "."]);
    await Deno.chown(box.path("git/hooks/update"), 0, 0);
    const program = `${projectRoot}/tests/support/can_link_driver.ts`;
    const ask = async (path: string): Promise<string> => {
      const said = await box.start("setpriv", [
        ...["--reuid=12345", "--regid=12346", "--clear-groups"],
        ...[Deno.execPath(), "run", "--quiet", "--no-config", "--no-lock", "-A", program],
        ...[box.path("git"), box.path(path)],
      ], { env: { DENO_DIR: box.path("home/deno") } });
      return said.stdout + said.stderr;
    };
    assert.equal(await ask("git/hooks/update"), "false\n");
    assert.equal(await ask("git/hooks/lib"), "true\n");
  },
});
