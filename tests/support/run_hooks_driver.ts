/**
 * A program that runs hooks as its first argument, a JSON text, says; so that tests see real streams,
 * signals and exit codes.
 *
 * @module
 */

import { readAnswer } from "./run_hooks.ts";
import { runHooks } from "../../lib/run/run_hooks.ts";

const { resolution, options, readInput } = readAnswer(Deno.args[0] ?? "");
const stdin = readInput
  ? new Uint8Array(await new Response(Deno.stdin.readable).arrayBuffer())
  : null;
const code = await runHooks(resolution, {
  ...options,
  ...(stdin === null ? {} : { stdin }),
  sink: { err: (text) => void Deno.stderr.writeSync(new TextEncoder().encode(text)) },
});
Deno.exit(code);
