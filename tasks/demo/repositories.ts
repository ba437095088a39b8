/**
 * The two repositories of the demo, with scripts of the kind that stand in hookdirs everywhere.
 *
 * @module
 */

import type { Stage } from "./stage.ts";

const TRACE = 'echo "$(basename "$0")${1:+ $1}" >> "$TRACE"';
const PLAIN_TRACE = 'echo "$(basename "$0")" >> "$TRACE"';

// What each script is for stands in it; each first traces that it ran.
const CLIENT: Readonly<Record<string, string>> = {
  "pre-commit": `${PLAIN_TRACE}
if git diff --cached | grep -q '^+.*FIXME'; then
	echo "there is a FIXME in what you commit" >&2
	exit 1
fi`,
  "commit-msg": `${PLAIN_TRACE}
test -s "$1"`,
  "pre-push": `${PLAIN_TRACE}
while read -r local_ref local_oid remote_ref remote_oid; do
	git cat-file -e "$local_oid" || exit 1
done`,
};

const SERVER: Readonly<Record<string, string>> = {
  "pre-receive": `${PLAIN_TRACE}
while read -r old new ref; do
	test "$ref" != refs/heads/forbidden || exit 1
done`,
  "update": `${TRACE}
if test "$1" = refs/heads/wip; then
	echo "wip stays at home" >&2
	exit 1
fi`,
  "post-receive": `${PLAIN_TRACE}
cat > /dev/null`,
};

/**
 * Makes `app` with a worktree and the bare `server.git`, its remote.
 *
 * @param stage where
 */
export async function fill(stage: Stage): Promise<void> {
  const { box } = stage;
  await box.repository("server.git", { bare: true });
  await box.repository("app");
  await box.mustGit(["remote", "add", "origin", "../server.git"], { cwd: "app" });
  for (const [event, body] of Object.entries(CLIENT)) box.script(`app/.git/hooks/${event}`, body);
  for (const [event, body] of Object.entries(SERVER)) box.script(`server.git/hooks/${event}`, body);
}
