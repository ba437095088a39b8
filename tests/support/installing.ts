/**
 * What tests of journal, install and uninstall share: a picture of all that must come back byte for
 * byte, a launcher that stands in for the program, and the program's own functions in a process that
 * may be killed.
 *
 * @module
 */

import { projectRoot, type Said, type Sandbox, type StartOptions } from "./sandbox.ts";

/** Names in a git directory that change with every commit, and the cache, which may stay. */
const PASSING =
  /^(objects|logs|refs|index|COMMIT_EDITMSG|ORIG_HEAD|HEAD|git-hooks|worktrees|branches|info|gc\.log)$/;

/**
 * Pictures everything in folders: names, types, modes, times to the nanosecond, hard links, link texts,
 * bytes. Times and sizes of folders are left out.
 */
export async function picture(box: Sandbox, folders: readonly string[]): Promise<string> {
  const said = await box.start("sh", [
    "-c",
    'for f do [ ! -d "$f" ] || find "$f" -mindepth 1 -maxdepth 1; done | LC_ALL=C sort',
    "sh",
    ...folders.map((folder) => box.path(folder)),
  ]);
  const paths = said.stdout.split("\n").filter((path) =>
    path !== "" && !PASSING.test(path.slice(path.lastIndexOf("/") + 1))
  );
  const listed = await box.start("find", [
    ...paths,
    ...["(", "-type", "d", "-printf", "%p d %m\\n", ")", "-o"],
    ...["(", "-type", "l", "-printf", "%p l %l %n %T@ %i\\n", ")", "-o"],
    ...["-printf", "%p %y %m %n %T@ %i\\n"],
  ]);
  const sums = await box.start("sh", [
    "-c",
    'find "$@" -type f -exec cksum {} + | LC_ALL=C sort -k3',
    "sh",
    ...paths,
  ]);
  return listed.stdout.split("\n").sort().join("\n") + sums.stdout;
}

/**
 * Writes a launcher that does what the program does for a shim: one line `configured` into the trace,
 * then the kept script, or whatever stands in the hookdir by now.
 */
export function standInLauncher(box: Sandbox): string {
  if (box.read("stand-in") !== undefined) return box.path("stand-in");
  box.write(
    "stand-in",
    `#!/bin/sh
[ "$1" = hook ] || exit 3
event=$2; shift 3
echo "configured $event" >>"$TRACE"
hook=$(git rev-parse --git-path hooks)/$event
script=$(sed -n '2s/^# script: \\(.*\\) (kept)$/\\1/p' "$hook")
if [ -z "$script" ]; then
  grep -q git-hooks-shim "$hook" && exit 0
  exec "$hook" "$@"
fi
kept=$(git rev-parse --git-common-dir)/$script
[ -e "$kept" ] || exec "$hook" "$@"
[ -x "$kept" ] || exit 0
exec "$kept" "$@"
`,
    0o755,
  );
  return box.path("stand-in");
}

/** Runs install or uninstall with the stand-in launcher, in a process of its own. */
export function drive(
  box: Sandbox,
  command: "install" | "uninstall",
  options: StartOptions & { readonly killAt?: number },
): Promise<Said> {
  return box.start(Deno.execPath(), [
    "run",
    "--quiet",
    "--no-config",
    "-A",
    `--import-map=${projectRoot}/deno.json`,
    `${projectRoot}/tests/support/install_driver.ts`,
    command,
  ], {
    ...options,
    env: {
      ...options.env,
      GIT_HOOKS_LAUNCHER: standInLauncher(box),
      ...(options.killAt === undefined ? {} : { GIT_HOOKS_TEST_KILL_AT: String(options.killAt) }),
    },
  });
}
