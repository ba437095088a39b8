/** `list EVENT` beside `git hook list EVENT` of a git that knows config-defined hooks. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { newGits, projectRoot, Sandbox } from "../support/sandbox.ts";

const NAMES = ["lint", "Lint", "a.b", "with space", "pre-commit", "test-hook", 'q"uote', "é"];
const EVENTS = ["pre-commit", "commit-msg", "test-hook"];

const value = fc.constantFrom(
  "true",
  "false",
  "off",
  "",
  "fales",
  "1",
  "0",
  "-1",
  "2",
  "1k",
  "0x2",
  "07",
  "9999999999",
);
const line = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...EVENTS, "").map((event) => `event = ${event}`) },
  {
    weight: 6,
    arbitrary: fc.constantFrom("echo one", "./two", 'x \\"y\\"').map((text) => `command = ${text}`),
  },
  { weight: 2, arbitrary: value.map((text) => `enabled = ${text}`) },
  { weight: 2, arbitrary: value.map((text) => `parallel = ${text}`) },
  { weight: 1, arbitrary: value.map((text) => `jobs = ${text}`) },
  { weight: 1, arbitrary: fc.constantFrom("fail-fast", "enabled", "unknown = x", "# comment", "") },
);
const section = fc.tuple(
  fc.oneof({ weight: 8, arbitrary: fc.constantFrom("lint", "Lint", "a.b") }, {
    weight: 1,
    arbitrary: fc.constantFrom(...NAMES),
  }),
  fc.array(line, { maxLength: 4 }),
).map(([name, lines]) =>
  `[hook "${name.replaceAll('"', '\\"')}"]\n${lines.map((one) => `\t${one}\n`).join("")}`
);
const global = fc.oneof(
  { weight: 1, arbitrary: value.map((text) => `[hook]\n\tjobs = ${text}\n`) },
  { weight: 6, arbitrary: section },
);
const config = fc.array(global, { maxLength: 5 }).map((parts) => parts.join(""));

for (const git of newGits().filter((one) => one.version[1] >= 55)) {
  Deno.test(`list EVENT prints what '${git.name} hook list' prints, for any configuration`, async () => {
    using box = new Sandbox(git);
    await box.repository("repo");
    const base = box.read("repo/.git/config") ?? "";
    box.script("repo/.git/hooks/commit-msg", ":");
    box.write("repo/.git/hooks/test-hook", "#!/bin/sh\n", 0o644);
    const user = box.read("home/.gitconfig") ?? "";
    await fc.assert(
      fc.asyncProperty(
        config,
        config,
        fc.constantFrom(...EVENTS),
        fc.boolean(),
        async (one, two, event, scope) => {
          box.write("home/.gitconfig", user + one);
          box.write("repo/.git/config", base + two);
          const args = [
            "list",
            "--allow-unknown-hook-name",
            ...(scope ? ["--show-scope"] : []),
            event,
          ];
          const [theirs, ours] = await Promise.all([
            box.git(["hook", ...args], { cwd: "repo" }),
            box.hooks(args, { cwd: "repo" }),
          ]);
          // Several hooks without a command: which one git names depends on its hash table.
          const blur = (text: string): string =>
            text.replace(/'hook\.[^\n]*' must be configured or [^\n]*/, "no command")
              .split("\n").filter((row) =>
                !/^warning: (disabled hook|hook\..*friendly-name)/.test(row)
              ).join("\n");
          assert.equal(ours.stdout, theirs.stdout);
          assert.equal(ours.code, theirs.code);
          assert.equal(blur(ours.stderr), blur(theirs.stderr));
        },
      ),
      { numRuns: 120 },
    );
  });
}

Deno.test("list EVENT gives git's lines, order and scopes", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  await box.mustGit(["config", "--global", "hook.def.command", "/path/def"], { cwd: "repo" });
  await box.mustGit(["config", "--global", "hook.def.event", "pre-commit"], { cwd: "repo" });
  await box.mustGit(["config", "hook.ghi.command", "/path/ghi"], { cwd: "repo" });
  await box.mustGit(["config", "hook.ghi.event", "pre-commit"], { cwd: "repo" });
  await box.mustGit(["config", "hook.off.command", "x"], { cwd: "repo" });
  await box.mustGit(["config", "hook.off.event", "pre-commit"], { cwd: "repo" });
  await box.mustGit(["config", "hook.off.enabled", "no"], { cwd: "repo" });
  box.script("repo/.git/hooks/pre-commit", ":");
  const said = await box.hooks(["list", "--show-scope", "pre-commit"], { cwd: "repo" });
  assert.equal(said.stderr, "");
  assert.equal(said.stdout, "global\tdef\nlocal\tghi\nlocal\tdisabled\toff\nhook from hookdir\n");
  assert.equal(said.code, 0);
});

Deno.test("list EVENT names file and line of each hook with --show-origin", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write(
    "repo/.git/config",
    `${
      box.read("repo/.git/config")
    }# hook.lint.event\n[hook "lint"]\n\tcommand = "a \\\n  b"\n\tevent = pre-commit ; here\n`,
  );
  const total = (box.read("repo/.git/config") ?? "").split("\n").length - 1;
  const said = await box.hooks(["list", "--show-origin", "pre-commit"], { cwd: "repo" });
  assert.equal(said.stdout, `local\t.git/config:${total}\tlint\n`);
});

Deno.test("list EVENT passes git's refusal of a repository on", async () => {
  using box = new Sandbox();
  await box.repository("bare.git", { bare: true });
  await box.mustGit(["config", "--global", "safe.bareRepository", "explicit"]);
  const said = await box.hooks(["list", "pre-receive"], { cwd: "bare.git" });
  assert.equal(said.code, 128);
  assert.match(said.stderr, /^fatal: cannot use bare repository/);
  const named = await box.hooks(["list", "pre-receive"], {
    cwd: "bare.git",
    env: { GIT_DIR: "." },
  });
  assert.equal(named.code, 1);
  assert.equal(named.stderr, "warning: no hooks found for event 'pre-receive'\n");
});

Deno.test("list EVENT passes git's own message on when its configuration is broken", async () => {
  using box = new Sandbox();
  await box.repository("repo");
  box.write("repo/.git/config", "[core\n");
  const said = await box.hooks(["list", "pre-commit"], { cwd: "repo" });
  assert.equal(said.code, 128);
  assert.match(said.stderr, /^fatal: bad config line 1 in file /);
});

Deno.test("list EVENT outside of a repository lists what git's own configuration defines", async () => {
  using box = new Sandbox();
  await box.mustGit(["config", "--global", "hook.all.command", "true"]);
  await box.mustGit(["config", "--global", "hook.all.event", "pre-commit"]);
  const said = await box.hooks(["list", "--show-scope", "pre-commit"]);
  assert.equal(said.stdout, "global\tall\n");
});

for (const git of newGits()) {
  Deno.test(`list EVENT outside of a repository leaves out -c and the environment, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await box.mustGit(["config", "--global", "hook.all.command", "true"]);
    await box.mustGit(["config", "--global", "hook.all.event", "pre-commit"]);
    const settings = [
      ...["-c", "hook.all.enabled=false"],
      ...["-c", "hook.y.event=pre-commit", "-c", "hook.y.command=true"],
    ];
    const own = await box.git([...settings, "hook", "list", "pre-commit"]);
    const path = `${projectRoot}/bin:${box.env["PATH"]}`;
    const ours = await box.git([...settings, "hooks", "list", "pre-commit"], {
      env: { PATH: path },
    });
    assert.deepEqual(ours, own);
  });
}
