/**
 * Many ways in which git fires events, and the question whether hooks of ours get what git gives to a script
 * in the hookdir: as often, in that order, with these arguments, input, directory and environment.
 *
 * @module
 */

import assert from "node:assert/strict";
import { allEvents } from "../../lib/events.ts";
import { installIn } from "./planning.ts";
import { Sandbox, type TestGit } from "./sandbox.ts";

// git writes its index, and says so, also when a file is only too young to be known as unchanged.
const EVENTS = allEvents().filter(({ name, side, fileOnly }) =>
  (side === "client" || side === "mail") && !fileOnly && name !== "post-index-change"
);

// One line for each start; what a shim or the code needs for itself is left out.
const RECORD = `who=$1 event=$2
shift 2
input=
case $event in post-rewrite | pre-push | reference-transaction) input=$(cat | tr '\\n' ';') ;; esac
env=$(env | grep '^GIT_' | grep -v '^GIT_HOOKS' | LC_ALL=C sort | tr '\\n' ' ')
printf '%s %s|%s|%s|%s|%s\\n' "$who" "$event" "$*" "$PWD" "$env" "$input" >>"$TRACE"
if [ "\${RECURSE-}" = "$event" ] && [ $who = kept ]; then
unset RECURSE
git commit -q --allow-empty -m nested
fi
exit 0`;

/** What is done, one after the other, in one repository; `$up` is a bare one. */
export const WAYS: readonly (readonly [string, string])[] = [
  ["commit", "echo 1 >f && git add f && git commit -q -m one"],
  [
    "commit from a subdirectory",
    "mkdir -p a/b && cd a/b && echo 2 >../../f && git commit -qam two",
  ],
  ["git -C", "cd .. && echo 3 >repo/f && git -C repo commit -qam three"],
  [
    "GIT_DIR and GIT_WORK_TREE",
    'GIT_DIR="$PWD/.git" GIT_WORK_TREE="$PWD" export GIT_DIR GIT_WORK_TREE; cd /; git commit -q --allow-empty -m four',
  ],
  ["relative GIT_DIR", "GIT_DIR=.git git commit -q --allow-empty -m five"],
  ["GIT_INDEX_FILE", "GIT_INDEX_FILE=.git/other git commit -q --allow-empty -m six"],
  ["git -c", "git -c x.y=z -c user.name='it'\\''s' commit -q --allow-empty -m seven"],
  [
    "GIT_CONFIG_COUNT",
    "GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=x.y GIT_CONFIG_VALUE_0=z git commit -q --allow-empty -m eight",
  ],
  [
    "amend",
    "git commit -q --amend --allow-empty --no-edit && git commit -q --amend --allow-empty -m other",
  ],
  ["no-verify", "git commit -q --allow-empty --no-verify -m nine"],
  ["an alias", "git -c alias.ci='commit --allow-empty -q' ci -m ten"],
  ["a shell alias", "git -c alias.ci='!git commit --allow-empty -q -m eleven' ci"],
  ["stash", "echo 9 >f && git stash -q && git stash pop -q && git checkout -q f"],
  ["branches", "git checkout -q -b side && git switch -q - && git branch -q other"],
  ["a side", "git checkout -q side && echo s >s && git add s && git commit -q -m side"],
  [
    "merge",
    "git checkout -q main && echo 4 >f && git commit -qam m && git merge -q --no-edit side",
  ],
  [
    "fast-forward and squash",
    "git checkout -q other && git merge -q side && git merge -q --squash main && git reset -q --hard",
  ],
  [
    "cherry-pick",
    "git checkout -q other && echo o >o && git add o && git commit -q -m o && git checkout -q main && git cherry-pick other >/dev/null",
  ],
  ["revert", "git revert --no-edit HEAD >/dev/null"],
  ["rebase with exec", "git rebase -q -x 'git commit -q --allow-empty -m exec' HEAD~2"],
  ["interactive rebase", "GIT_SEQUENCE_EDITOR='sed -i 1s/pick/reword/' git rebase -q -i HEAD~2"],
  [
    "am",
    "git format-patch -q -1 --stdout side >../p.patch && git checkout -q --detach side~1 && git am -q ../p.patch && git checkout -q main",
  ],
  [
    "push of several refs",
    'git push -q "$up" main side other HEAD:refs/tags/t && git push -q "$up" :other',
  ],
  [
    "pull",
    'git remote add up "$up" && git fetch -q up && git branch -q -u up/main && git clone -q "$up" ../clone && (cd ../clone && echo c >c && git add c && git commit -q -m c && git push -q) && git pull -q --no-rebase --no-edit',
  ],
  [
    "pull --rebase",
    "(cd ../clone && echo d >d && git add d && git commit -q -m d && git push -q) && echo e >e && git add e && git commit -q -m e && git pull -q --rebase",
  ],
  [
    "bisect",
    "git bisect start HEAD HEAD~3 >../b && git bisect run true >../b && git bisect reset >../b 2>&1",
  ],
  [
    "a linked worktree",
    "git worktree add -q ../tree && cd ../tree && git commit -q --allow-empty -m tree",
  ],
  [
    "update-ref, tag, reset",
    "git update-ref refs/x HEAD && git tag y && git reset -q --hard HEAD~1 && git gc -q",
  ],
  ["a hook that commits", "RECURSE=post-commit git commit -q --allow-empty -m outer"],
  [
    "core.worktree",
    "mkdir -p ../else && cd ../else && git --git-dir=../repo/.git config core.worktree ../../else && git --git-dir=../repo/.git commit -q --allow-empty -m else",
  ],
];

async function prepare(box: Sandbox, ours: boolean, shell: string | undefined): Promise<void> {
  await box.repository("repo");
  await box.repository("up", { bare: true });
  box.script("record", RECORD);
  for (const { name } of EVENTS) {
    box.script(`repo/.git/hooks/${name}`, `exec "$RECORD" kept ${name} "$@"`);
  }
  if (!ours) return;
  const tables = EVENTS.map(({ name }) =>
    `[hook.x-${name}]\nevent = "${name}"\ncommand = '"$RECORD" toml ${name}'\n`
  );
  box.write("repo/.git/hooks.toml", tables.join(""));
  await installIn(box, "repo", shell);
}

async function walk(box: Sandbox, way: string): Promise<readonly string[]> {
  box.trace();
  const said = await box.start("sh", ["-c", way], {
    cwd: "repo",
    env: { up: box.path("up"), RECORD: box.path("record") },
  });
  assert.equal(said.code, 0, `${way}: ${said.stdout}${said.stderr}`);
  const text = box.trace().replaceAll(box.root, "ROOT");
  // What is told by a number of a process, or by git's own build.
  return text.split("\n").filter((line) => line !== "").map((line) =>
    line.replace(/(next-index-|index\.stash\.)\d+/g, "$1N")
  );
}

/** Goes all ways in a repository with plain scripts and in one with ours, and compares. */
export async function compareWays(git: TestGit, shell: string): Promise<void> {
  using plain = new Sandbox(git);
  using box = new Sandbox(git);
  await prepare(plain, false, undefined);
  await prepare(box, true, shell);
  for (const [name, way] of WAYS) {
    const expected = await walk(plain, way);
    const got = await walk(box, way);
    const of = (who: string): readonly string[] =>
      got.filter((line) => line.startsWith(who)).map((line) => line.slice(who.length));
    const wanted = expected.map((line) => line.slice("kept".length));
    assert.deepEqual(of("kept"), wanted, `${name}: kept scripts`);
    // There the kept script starts the inner events before the outer ones have ended.
    const nested = name === "a hook that commits";
    const toml = nested ? of("toml").toSorted() : of("toml");
    assert.deepEqual(toml, nested ? wanted.toSorted() : wanted, `${name}: hooks.toml`);
  }
}
