/**
 * A program that runs hooks as its first argument, a JSON text, says; so that tests see real streams,
 * signals and exit codes.
 *
 * @module
 */

import { readAnswer } from "./run_hooks.ts";
import { discoverRepository } from "../../lib/git/repository.ts";
import { hookEnvironment } from "../../lib/run/environment.ts";
import { runHooks } from "../../lib/run/run_hooks.ts";

const request = readAnswer(Deno.args[0] ?? "");
const { resolution, readInput } = request;
const options = request.likeGit ? await likeGit() : request.options;
const stdin = readInput
  ? new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer())
  : null;
const code = await runHooks(resolution, {
  ...options,
  ...(stdin === null ? {} : { stdin }),
  sink: { err: (text) => void Deno.stderr.writeSync(new TextEncoder().encode(text)) },
});
Deno.exit(code);

// As `git-hooks run` does it: from where we are, with git's variables.
async function likeGit(): Promise<typeof request.options> {
  const cwd = Deno.cwd();
  const repository = await discoverRepository(cwd);
  return {
    ...request.options,
    directory: repository?.directory ?? cwd,
    env: await hookEnvironment({ repository, cwd }),
  };
}
