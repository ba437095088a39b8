/**
 * A disk that is full after so many more pages, in a mount of its own (which takes root).
 *
 * @module
 */

import assert from "node:assert/strict";
import { projectRoot, type Sandbox } from "./sandbox.ts";

/** True where this process may mount. */
export const canMount: boolean = Deno.uid() === 0 &&
  await new Deno.Command("unshare", { args: ["-m", "true"], stderr: "null" }).output()
    .then(({ success }) => success, () => false);

if (!canMount) {
  await Deno.stderr.write(new TextEncoder().encode("skipped: mounts need root and unshare(1)\n"));
}

const WALK = `
say() { printf '%s\\n' "$*"; }
mount -t tmpfs -o size=400k tmpfs "$DISK" || exit 9
for pages do
rm -rf "$DISK/repo" && cp -a base "$DISK/repo" && cd "$DISK/repo" || exit 8
dd if=/dev/zero of=../fill bs=4k 2>/dev/null
truncate -s $(($(stat -c %s ../fill) - pages * 4096)) ../fill
for step in install push push uninstall; do
: >"$TRACE"
case $step in
push) git push -q "$ROOT/server" HEAD:refs/heads/$pages-$((count = count + 1)) 2>../../said ;;
*) "$HOOKS" $step >/dev/null 2>../../said ;;
esac
say "full $pages $step $? $(tr '\\n' ' ' <"$TRACE")|$(tr '\\n' ' ' <../../said)"
done
rm ../fill
for step in install push push uninstall; do
: >"$TRACE"
case $step in
push) git push -q "$ROOT/server" HEAD:refs/heads/$pages-$((count = count + 1)) 2>../../said ;;
*) "$HOOKS" $step >/dev/null 2>../../said ;;
esac
say "free $pages $step $? $(tr '\\n' ' ' <"$TRACE")|$(tr '\\n' ' ' <../../said)"
done
cd "$ROOT"
say "left $pages diff $(diff -r base "$DISK/repo" >&2; echo $?) |"
done
`;

/**
 * Installs, fires and uninstalls on a disk that gets full at one of the writes.
 *
 * @param box the sandbox
 * @param pages how many pages of 4 KiB are free, one walk for each
 * @returns how many of the steps failed for want of space
 */
export async function fillDisk(box: Sandbox, pages: readonly number[]): Promise<number> {
  await box.repository("base");
  await box.repository("server", { bare: true });
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "base" });
  box.script("base/.git/hooks/pre-push", 'echo kept >>"$TRACE"');
  box.write(
    "base/.git/hooks.toml",
    '[hook.gate]\nevent = "pre-push"\ncommand = "echo gate >>$TRACE; :"\n',
  );
  await Deno.mkdir(box.path("disk"));
  const said = await box.start("unshare", ["-m", "sh", "-c", WALK, "sh", ...pages.map(String)], {
    env: { DISK: box.path("disk"), ROOT: box.root, HOOKS: `${projectRoot}/bin/git-hooks` },
  });
  assert.equal(said.code, 0, said.stderr);
  let failed = 0;
  for (const line of said.stdout.trim().split("\n")) {
    const [, state = "", step = "", code = "", ran = "", told = ""] =
      /^(\w+) \d+ (\w+) (\d+) ([^|]*)\|(.*)$/.exec(line) ?? [];
    if (state !== "full") {
      assert.equal(code, "0", line + said.stderr);
      if (step === "push") assert.equal(ran, "gate kept ", line);
      continue;
    }
    if (code !== "0") {
      failed++;
      assert.match(told, /No space left on device/, line);
      assert.doesNotMatch(told, /should not happen/, line);
      continue;
    }
    // Before it is installed, and after it is not any more, git runs the script.
    if (step === "push") assert.match(ran, /^(gate )?kept $/, line);
  }
  return failed;
}
