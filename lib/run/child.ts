/**
 * Starts one hook. Deno can neither send one stream into another nor keep a relative `$0`, so hooks are
 * started through an sh that redirects and then becomes the hook: same process, same group, same
 * terminal.
 *
 * @module
 */

import { quoteForSh } from "../quote.ts";
import { SHELL } from "./argv.ts";
import { variable } from "./variable.ts";

/** What a hook reads. */
export type HookInput =
  | { readonly kind: "none" }
  /** A file, opened for this hook alone; relative to the directory in which it runs. */
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "bytes"; readonly data: Uint8Array };

/** How a hook is started. */
export interface Start {
  /** What is executed; the first word holds a `/`, or was found in an empty entry of PATH. */
  readonly argv: readonly string[];
  /** The directory, absolute. */
  readonly directory: string;
  /** What it reads. */
  readonly input: HookInput;
  /** True when its standard output goes where its standard error goes. */
  readonly stdoutToStderr: boolean;
  /** True when it starts with SIGPIPE ignored. */
  readonly ignoresPipe: boolean;
  /** True when its standard error is read by us instead of being inherited. */
  readonly buffered: boolean;
  /** Variables added to its environment. */
  readonly env: Readonly<Record<string, string>>;
  /** Variables it does not get. */
  readonly unset: readonly string[];
}

/**
 * Starts a hook and begins to feed it.
 *
 * @param start what, where and how
 * @returns the running child; its process is the hook itself
 * @throws {Error} when no process can be made, for example for an argument list that is too long
 */
export function startChild(start: Start): Deno.ChildProcess {
  const { input } = start;
  const command = new Deno.Command(SHELL, {
    args: ["-c", startText(start), ...withInvisibleVariables(start.argv)],
    cwd: start.directory,
    env: { ...start.env },
    // A file is opened by sh, and may be `/dev/stdin`.
    stdin: input.kind === "bytes" ? "piped" : input.kind === "file" ? "inherit" : "null",
    stdout: "inherit",
    stderr: start.buffered ? "piped" : "inherit",
  });
  const child = command.spawn();
  if (input.kind === "bytes") feed(child.stdin, input.data);
  return child;
}

/**
 * Writes the sh program that becomes the hook.
 *
 * @param start how the hook is started
 * @returns one line of sh; the hook's words are its `$0` and `$@`
 */
export function startText(
  start: Pick<Start, "input" | "stdoutToStderr" | "ignoresPipe" | "unset">,
): string {
  const { input, stdoutToStderr } = start;
  return [
    ...start.unset.map((name) => `unset ${name};`),
    ...(start.ignoresPipe ? ["trap '' PIPE;"] : []),
    // sh corrects and exports PWD; git hands it on as it got it.
    pwdText(variable("PWD")),
    `exec "$0" "$@"`,
    ...(input.kind === "file" ? [`<${quoteForSh(input.path)}`] : []),
    ...(stdoutToStderr ? [">&2"] : []),
  ].join(" ");
}

function pwdText(value: string | undefined): string {
  return value === undefined ? "unset PWD;" : `PWD=${quoteForSh(value)};`;
}

// dash drops what is no name to a shell, for example functions that bash exports; env(1) puts it back.
// It takes a word with `=` for a variable, so a program with one in its path does without.
function withInvisibleVariables(argv: readonly string[]): readonly string[] {
  const program = argv[0] ?? "";
  if (program === SHELL || program.includes("=")) return argv;
  const lost = Object.entries(Deno.env.toObject())
    .filter(([name]) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name))
    .map(([name, value]) => `${name}=${value}`);
  return lost.length === 0 ? argv : ["/usr/bin/env", ...lost, ...argv];
}

// Not awaited: a hook need not read, and what it started may hold the pipe when it is gone itself.
async function feed(stdin: WritableStream<Uint8Array>, data: Uint8Array): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(data);
    await writer.close();
  } catch {
    // It did not read to the end, which is no error (githooks(5) asks it of nobody).
  }
}
