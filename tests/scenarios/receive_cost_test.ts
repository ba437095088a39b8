/**
 * What the wrapper starts, counted: nothing for nothing, one question for a push; and that a client that has
 * gone leaves nobody hanging.
 *
 * @module
 */

import assert from "node:assert/strict";
import { NO_DENO } from "../support/planning.ts";
import { hooksToml, push, serverAndClient, wrapper } from "../support/receiving.ts";
import { newGits, Sandbox, testGits } from "../support/sandbox.ts";

const traces = new Deno.Command("sh", { args: ["-c", "strace -o /dev/null true"] })
  .outputSync().success;

interface Started {
  readonly processes: number;
  readonly programs: readonly string[];
}

// Every process that `program` and its children are, and every program they become.
async function startedBy(box: Sandbox, program: string, args: readonly string[]): Promise<Started> {
  const said = await box.start(
    "strace",
    [
      "-f",
      "-qq",
      "-e",
      "trace=execve",
      "-e",
      "signal=none",
      "-o",
      box.path("strace"),
      program,
      ...args,
    ],
    { env: NO_DENO, stdin: "0000" },
  );
  assert.equal(said.code, 0, said.stderr);
  const lines = (box.read("strace") ?? "").split("\n").filter((line) => line !== "");
  const programs = lines.flatMap((line) => /execve\("([^"]*)".*\) = 0$/.exec(line)?.[1] ?? []);
  const all = await box.start("strace", [
    ...["-f", "-qq", "-e", "trace=exit_group", "-e", "signal=none", "-o", box.path("strace")],
    ...[program, ...args],
  ], { env: NO_DENO, stdin: "0000" });
  assert.equal(all.code, 0, all.stderr);
  const pids = (box.read("strace") ?? "").split("\n").flatMap((line) =>
    /^(\d+) /.exec(line)?.[1] ?? []
  );
  return { processes: new Set(pids).size, programs };
}

for (const git of testGits()) {
  const isNew = newGits().some(({ path }) => path === git.path);

  Deno.test({
    name: `without a hook only git is started, and one question on an old one, ${git.name}`,
    ignore: !traces,
    fn: async () => {
      using box = new Sandbox(git);
      await serverAndClient(box);
      await box.start(wrapper, ["server.git"], { stdin: "0000" });
      const plain = await startedBy(box, git.path, ["receive-pack", "server.git"]);
      const ours = await startedBy(box, wrapper, ["server.git"]);
      assert.equal(ours.processes - plain.processes, isNew ? 0 : 1, ours.programs.join(" "));
      assert.equal(ours.programs.length - plain.programs.length, isNew ? 1 : 2);
      const listed = await startedBy(box, wrapper, ["--advertise-refs", "server.git"]);
      assert.equal(listed.programs.length, 2);
    },
  });

  Deno.test(`a push of many refs asks for the configuration once, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    box.script("server.git/protect", ":");
    hooksToml(box, '[hook.protect]\nevent = "update"\nscript = "protect"\n');
    assert.equal((await push(box, ["refs/heads/first"])).code, 0);
    const refs = Array.from({ length: 500 }, (_, index) => `refs/heads/r${index}`);
    const trace = box.path("trace2");
    const said = await push(box, refs, { env: { ...NO_DENO, GIT_TRACE2_EVENT: trace } });
    assert.equal(said.code, 0, said.stderr);
    const starts = (box.read("trace2") ?? "").split("\n").filter((line) =>
      line.includes('"event":"start"')
    );
    assert.equal(starts.filter((line) => line.includes('"config"')).length, 1);
    const hooks = (box.read("trace2") ?? "").split("\n").filter((line) =>
      line.includes('"event":"child_start"') && line.includes('"hook_name":"update"')
    );
    assert.equal(hooks.length, refs.length);
  });

  Deno.test(`a hook that prints after the client has gone comes to its end, ${git.name}`, async () => {
    using box = new Sandbox(git);
    await serverAndClient(box);
    box.script(
      "server.git/talk",
      `cat >/dev/null
sleep 1
line=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
i=0
while [ $i -lt 3000 ]; do echo $line >&2; i=$((i + 1)); done
echo done >>"$TRACE"`,
    );
    hooksToml(box, '[hook.talk]\nevent = "pre-receive"\nscript = "talk"\n');
    const head = (await box.mustGit(["rev-parse", "HEAD"], { cwd: "client" })).trim();
    const pack = await box.start("sh", [
      "-c",
      "git rev-list --objects HEAD | git pack-objects -q --stdout | base64",
    ], {
      cwd: "client",
    });
    const line = `${
      "0".repeat(40)
    } ${head} refs/heads/gone\0 report-status side-band-64k object-format=sha1`;
    const child = new Deno.Command(wrapper, {
      args: ["server.git"],
      cwd: box.root,
      env: box.env,
      clearEnv: true,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
    }).spawn();
    const writer = child.stdin.getWriter();
    await writer.write(
      new TextEncoder().encode(`${(line.length + 4).toString(16).padStart(4, "0")}${line}0000`),
    );
    await writer.write(
      Uint8Array.from(
        atob(pack.stdout.replaceAll("\n", "")),
        (character) => character.charCodeAt(0),
      ),
    );
    await writer.close();
    const reader = child.stdout.getReader();
    for (let listed = ""; !listed.endsWith("0000");) {
      listed += new TextDecoder().decode((await reader.read()).value);
    }
    await reader.cancel();
    await child.status;
    assert.equal(box.trace(), "done\n");
  });
}
