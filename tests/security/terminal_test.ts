/**
 * Names, commands, paths and messages with characters that a terminal would obey: whatever we print, shows
 * them and does not send them.
 *
 * @module
 */

import assert from "node:assert/strict";
import { printable } from "../../lib/quote.ts";
import { installIn } from "../support/planning.ts";
import { type Said, Sandbox } from "../support/sandbox.ts";

const EVIL = "a\x1b[2J\u009b2J\u202eb\u061c\u{e0041}\x07";

function assertShown(said: Said, what: string): void {
  for (const text of [said.stdout, said.stderr]) {
    for (const line of text.split("\n")) {
      const plain = line.replaceAll("\t", " ");
      assert.equal(plain, printable(plain), what);
    }
    assert.doesNotMatch(text, /this should not happen/, what);
  }
}

const CONFIG = `[hook "${EVIL}"]
	command = "exit 3 # ${EVIL}"
	event = pre-commit
	event = "${EVIL}"
[hook "off${EVIL}"]
	command = /nonexistent/${EVIL}
	event = pre-push
	enabled = false
	jobs = "${EVIL}"
[githooks]
	${"x"} = "${EVIL}"
`;

const LOCAL = `[hook."l\u202eocal"]
event = "pre-commit"
command = "exit 4; \\u009b2J"
[hook.bare]
event = "pre-push"
command = "\\u009b2J\u202e"
[hook.script]
event = "commit-msg"
script = "scripts/\u202es"
`;

const COMMANDS: readonly (readonly string[])[] = [
  ["list"],
  ["list", "--json"],
  ["list", "pre-commit"],
  ["list", "--show-origin", "pre-commit"],
  ["list", "--show-scope", "pre-push"],
  ["list", "--json", "pre-commit"],
  ["list", "--allow-unknown-hook-name", EVIL],
  ["list", EVIL],
  ["check", EVIL],
  ["check"],
  ["check", "-v", "pre-commit"],
  ["check", "--file", `../${EVIL}.toml`],
  ["explain", "pre-commit"],
  ["explain", "--json", "pre-commit"],
  ["explain", EVIL],
  ["explain", "pre-commit", EVIL],
  ["doctor"],
  ["doctor", "--json"],
  ["trust"],
  ["trust", "--json"],
  ["trust", "--list"],
  ["migrate", "--dry-run"],
  ["migrate", "--dry-run", "--json"],
  ["migrate", "--undo"],
  ["run", "pre-commit"],
  ["run", "pre-push"],
  ["run", "commit-msg", "--", EVIL],
  ["run", EVIL],
  ["run", "--to-stdin", EVIL, "pre-push"],
  ["run", `--${EVIL}`],
  ["install", "--yes", EVIL],
  ["install", "--yes"],
  ["uninstall", "--dry-run"],
  ["install"],
  ["uninstall"],
  ["install", "--yes", "--dry-run"],
  [EVIL],
  ["help", EVIL],
  ["completion", EVIL],
  ["complete", "--", "explain", "pre-commit", ""],
];

async function nasty(box: Sandbox): Promise<string> {
  const repository = await box.repository(`re\x1b[2J\u202epo`);
  const config = box.read(`${repository}/.git/config`) ?? "";
  box.write(`${repository}/.git/config`, config + CONFIG);
  box.write(`${repository}/.git/hooks.toml`, LOCAL);
  box.write(`${repository}/.git/scripts/\u202es`, "#!/nonexistent/\x1b[2J\n", 0o755);
  box.write(
    `${repository}/hooks.toml`,
    `[hook."p\u202e"]\nevent = "pre-commit"\nscript = "t/\u202e"\n`,
  );
  box.script(`${repository}/t/\u202e`, `exit 1 # ${EVIL}`);
  box.script(`${repository}/.git/hooks/${EVIL}`, "exit 1");
  box.write(`${repository}/.git/hooks/commit-msg`, `#!/bin/sh\n: '${EVIL}'\n`, 0o644);
  box.write(
    `${EVIL}.toml`,
    `[hook."${EVIL.replace(/[\x00-\x1f]/g, "")}"]\nevent = "${"\u202e"}"\n`,
  );
  return repository;
}

Deno.test("no command sends to the terminal what it would obey", async () => {
  using box = new Sandbox();
  const cwd = await nasty(box);
  for (const words of COMMANDS) {
    assertShown(await box.hooks(words, { cwd }), printable(words.join(" ")));
  }
});

Deno.test("no command sends it when the sources are broken, either", async () => {
  const broken = [
    `[hook."x\u202e"]\nevent = "${"\u202e"}"\n`,
    `[hook."x\\u009b"]\nevent = "pre-commit"\ncommand = "x"\n`,
    `\x1b[2J = 1\n`,
    `[hook.a]\ncommand = "\u202e\\u001b"\nevent = "pre-commit"\n"k\u202e" = 1\n`,
    `[hook.a]\nevent = ["pre-commit", "\\u009b"]\nscript = "../\u202e"\ntimeout = "\u202e"\n`,
  ];
  using box = new Sandbox();
  await box.repository("repo");
  for (const text of broken) {
    for (const path of ["repo/.git/hooks.toml", "repo/hooks.toml"]) {
      box.write(path, text);
      for (
        const words of [
          ["list"],
          ["list", "pre-commit"],
          ["check"],
          ["run", "pre-commit"],
          ["trust"],
          ["doctor"],
          ["hook", "pre-commit", "--"],
        ]
      ) {
        assertShown(
          await box.hooks(words, { cwd: "repo" }),
          `${printable(text)} ${words.join(" ")}`,
        );
      }
      await Deno.remove(box.path(path));
    }
  }
});

Deno.test("shims and plans send nothing of the kind, with Deno and without", async () => {
  using box = new Sandbox();
  const cwd = await nasty(box);
  await Deno.remove(box.path(`${cwd}/.git/hooks/commit-msg`));
  box.write(
    `${cwd}/.git/hooks.toml`,
    `${LOCAL}[hook.gone]\nevent = "pre-merge-commit"\nscript = "scripts/gone\u202e\u009b"\n` +
      `[hook.one]\nevent = "pre-rebase"\ncommand = "exit 5; \\u009b"\n`,
  );
  await installIn(box, cwd);
  await box.hooks(["trust", "--yes"], { cwd });
  for (const event of ["pre-commit", "pre-push", "commit-msg", "pre-merge-commit", "pre-rebase"]) {
    for (let count = 0; count < 2; count++) {
      const shim = box.path(`${cwd}/.git/hooks/${event}`);
      const said = await box.start(shim, [EVIL], { cwd, stdin: "" });
      assert.notEqual(said.code, 0, event);
      assertShown(said, `${event} ${count}`);
    }
    const gone = await box.start(box.path(`${cwd}/.git/hooks/${event}`), [EVIL], {
      cwd,
      env: { GIT_HOOKS_DENO: `/nonexistent/${EVIL}` },
      stdin: "",
    });
    assertShown(gone, `${event} without Deno`);
  }
});
