import assert from "node:assert/strict";
import { hook, resolved, runArguments } from "../../support/run_hooks.ts";
import { Sandbox } from "../../support/sandbox.ts";

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const) {
  for (const jobs of [1, 2]) {
    Deno.test(`runHooks() passes ${signal} on and dies of it, with ${jobs} job(s)`, async () => {
      using box = new Sandbox();
      box.script("wait", "trap 'kill $!; exit 0' INT TERM HUP QUIT; sleep 60 & touch ready; wait");
      const child = new Deno.Command(Deno.execPath(), {
        args: [...runArguments({
          resolution: resolved(
            [hook("./wait", { parallel: true }), ...jobs === 1 ? [hook("echo second;")] : []],
            { event: "pre-push", jobs },
          ),
          options: { mode: "hook", directory: box.root, args: [] },
          readInput: false,
          likeGit: false,
        })],
        cwd: box.root,
        env: { ...box.env },
        clearEnv: true,
        stdout: "null",
        stderr: "piped",
      }).spawn();
      while (box.read("ready") === undefined) {
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      child.kill(signal);
      const [status, stderr] = await Promise.all([child.status, new Response(child.stderr).text()]);
      assert.deepEqual([status.signal, stderr], [signal, ""], `code ${status.code}`);
      assert.doesNotMatch(stderr, /second|error/);
    });
  }
}
