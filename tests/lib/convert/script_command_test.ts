/** Scripts and `args = false` as commands. @module */

import assert from "node:assert/strict";
import fc from "fast-check";
import {
  commandWithoutArgs,
  scriptCommand,
  scriptOfCommand,
  withoutArgs,
} from "../../../lib/convert/script_command.ts";
import { Sandbox } from "../../support/sandbox.ts";

Deno.test("scriptCommand() is the plain path where no shell is needed", () => {
  assert.equal(scriptCommand("tools/ticket", "here"), "tools/ticket");
  assert.equal(scriptCommand("ticket", "here"), "./ticket");
  assert.equal(scriptCommand("/opt/a b/it's", "here"), "exec '/opt/a b/it'\\''s'");
});

Deno.test("scriptOfCommand() takes only what scriptCommand() writes", () => {
  const path = fc.string({ unit: fc.constantFrom(..."a/ .'$-"), minLength: 1, maxLength: 8 });
  fc.assert(fc.property(path, (text) => {
    assert.equal(scriptOfCommand(scriptCommand(text, "common-dir")), text);
    assert.equal(scriptOfCommand(scriptCommand(text, "here")), undefined);
  }));
  assert.equal(scriptOfCommand(`${scriptCommand("hooks.d/x", "common-dir")} more`), undefined);
});

Deno.test("commandWithoutArgs() reads back what withoutArgs() was given", () => {
  const unit = fc.constantFrom(..."ab /-'\"\\#;$\n{".split(""), "exec ", " #", "/bin/sh -c ");
  const command = fc.array(unit, { minLength: 1, maxLength: 8 }).map((units) => units.join(""));
  fc.assert(fc.property(command, (text) => {
    assert.equal(commandWithoutArgs(withoutArgs(text)), text);
  }));
  const script = scriptCommand("hooks.d/a b", "common-dir");
  assert.equal(withoutArgs(script), `${script} #`);
  assert.equal(commandWithoutArgs(`${script} #`), script);
  assert.equal(commandWithoutArgs("npm test #"), undefined);
  assert.equal(commandWithoutArgs("npm test"), undefined);
});

// deno-fmt-ignore
const COMMANDS: readonly string[] = ["./show", "./show 'x y'", "./show $1; ./show \"$@\"",
  "./show # note", "for i do ./show \"$i\"; done", "./show a;", "if :; then ./show; fi",
  "cat <<X\n$#\nX", "kill -TERM $$", "exit 7", "exec './sh ow'"];

Deno.test("a command of withoutArgs() does with arguments what it does without", async () => {
  using box = new Sandbox();
  box.script("show", 'printf "[%s]" "$#" "$@"; echo');
  box.script("sh ow", 'printf "[%s]" "$#" "$@"; echo');
  for (const command of COMMANDS) {
    // As run-command.c, prepare_shell_cmd().
    const plain = await box.start("/bin/sh", ["-c", command, command]);
    const wrapped = withoutArgs(command);
    const with2 = await box.start("/bin/sh", ["-c", `${wrapped} "$@"`, wrapped, "a b", "c"]);
    assert.deepEqual(with2, plain, command);
  }
});
