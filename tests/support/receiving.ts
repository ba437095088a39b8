/**
 * Support for tests of the receive-pack wrapper: a server with a bare repository, a client that pushes to it,
 * and what was started for a push.
 *
 * @module
 */

import { projectRoot, type Said, type Sandbox, type StartOptions } from "./sandbox.ts";

/** The wrapper of this checkout. */
export const wrapper = `${projectRoot}/bin/git-hooks-receive-pack`;

/** Makes a bare repository `server.git` and a repository `client` with one commit. */
export async function serverAndClient(box: Sandbox, server = "server.git"): Promise<void> {
  await box.repository(server, { bare: true });
  await box.repository("client");
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "first"], { cwd: "client" });
  await box.mustGit(["remote", "add", "origin", box.path(server)], { cwd: "client" });
  await box.mustGit(["config", "remote.origin.receivepack", quoted(wrapper)], { cwd: "client" });
}

function quoted(path: string): string {
  return `'${path.replaceAll("'", "'\\''")}'`;
}

/** Pushes HEAD to refs of the server. */
export function push(
  box: Sandbox,
  refs: readonly string[],
  options: StartOptions & { readonly to?: string; readonly args?: readonly string[] } = {},
): Promise<Said> {
  const { to = "origin", args = [], ...rest } = options;
  return box.git(["push", ...args, to, ...refs.map((ref) => `HEAD:${ref}`)], {
    cwd: "client",
    ...rest,
  });
}

/** Writes the server's own hooks.toml. */
export function hooksToml(box: Sandbox, text: string, server = "server.git"): void {
  box.write(`${server}/hooks.toml`, text);
}

/** A hook that writes its event, arguments and input to `$TRACE`. */
export function tracing(event: string, name = "h"): string {
  return `[hook.${name}-${event}]
event = "${event}"
command = '''sh -c 'for a; do set -- "$@"; done; { printf "%s" "${name} ${event}"; printf " %s" "$@"; echo; cat; } >>"$TRACE"' sh'''
`;
}

/** Lists the refs of the server. */
export async function refsOf(box: Sandbox, server = "server.git"): Promise<readonly string[]> {
  const text = await box.mustGit(["for-each-ref", "--format=%(refname)"], { cwd: server });
  return text.split("\n").filter((line) => line !== "");
}

/** Makes hooks.toml files old enough to be told by their mtime alone. */
export function age(box: Sandbox, path: string): void {
  const past = new Date(Date.now() - 100_000);
  Deno.utimeSync(box.path(path), past, past);
}
