/** What scripts depend on, line by line. @module */

import assert from "node:assert/strict";
import { scanScript } from "../../../lib/migrate/scan_script.ts";

function seen(script: string, event = "pre-commit"): readonly string[] {
  const facts = scanScript(new TextEncoder().encode(script), { event });
  return facts.dependencies.map((one) =>
    `${one.line} ${one.kind}${one.event === undefined ? "" : ` ${one.event}`}`
  );
}

const SH = "#!/bin/sh\n";

/** The event, the script, and what is seen in it. */
const CASES: readonly (readonly [string, string, readonly string[]])[] = [
  // What a move keeps.
  ["pre-commit", `${SH}exec make -s lint\n`, []],
  ["pre-commit", `${SH}event=$(basename "$0"); echo "$event"\n`, []],
  ["pre-commit", `${SH}# .git/hooks/pre-push and $0 in a comment\n`, []],
  ["pre-commit", `${SH}git diff | awk '{ print $0 }' | grep -q hooks/\n`, []],
  ["pre-commit", `${SH}echo "remove .git/hooks/pre-push to stop this" >&2\n`, []],
  ["pre-commit", `${SH}cat <<'END'\n$0 it's "\nEND\nmake\n`, []],
  ["post-merge", `${SH}.git/hooks/index-tags\n`, ["2 names-helper"]],
  [
    "pre-commit",
    `${SH}. "$(cd "$(dirname "$0")" && pwd)/lib/common.sh"\n`,
    ["2 neighbours"],
  ],
  [
    "pre-commit",
    `#!/usr/bin/env bash\nsource "$(dirname "\${BASH_SOURCE[0]}")/lib/x"\n`,
    ["2 neighbours"],
  ],
  ["pre-commit", `${SH}cp "$(dirname "$0")/template" "$1"\n`, ["2 neighbours"]],
  [
    "pre-commit",
    `${SH}here=\${0%/*}\nfor part in "$here"/part-*; do "$part"; done\n`,
    ["2 neighbours", "3 neighbours", "3 globs-directory"],
  ],
  ["pre-receive", `${SH}for h in $0.*; do "$h"; done\n`, ["2 neighbours", "2 globs-directory"]],
  [
    "prepare-commit-msg",
    `${SH}cat "$(git rev-parse --git-path hooks)/msg.txt" >>"$1"\n`,
    ["2 asks-hookdir", "2 names-helper"],
  ],
  ["post-rewrite", `${SH}exec "$(dirname "$0")/post-merge"\n`, [
    "2 neighbours",
    "2 neighbour-event post-merge",
  ]],
  ["pre-commit", `${SH}cd "$(dirname "$0")/../.." && make\n`, [
    "2 neighbours",
    "2 parent-directory",
  ]],
  // What it does not.
  ["pre-receive", `${SH}[ "$0" = hooks/pre-receive ] && exit 1\n`, [
    "2 compares-self",
    "2 reads-event pre-receive",
    "2 neighbours",
  ]],
  ["pre-commit", `${SH}self=$0\n[ "$self" = .git/hooks/pre-commit ] || exit 0\n`, [
    "2 neighbours",
    "3 compares-self",
    "3 reads-event pre-commit",
    "3 neighbours",
  ]],
  ["pre-commit", `${SH}case "$0" in\n  */.git/hooks/*) ;;\n  *) exit 1 ;;\nesac\n`, [
    "2 neighbours",
    "3 compares-self",
    "3 lists-hookdir",
  ]],
  ["pre-commit", `${SH}event=\${0#.git/hooks/}\n`, [
    "2 compares-self",
    "2 neighbours",
  ]],
  [
    "pre-commit",
    "#!/usr/bin/env node\nif (!process.argv[1].endsWith('/.git/hooks/pre-commit')) run()\n",
    [
      "2 compares-self",
      "2 reads-event pre-commit",
      "2 neighbours",
    ],
  ],
  ["pre-commit", `#!/usr/bin/env python3\nimport sys\nif ".git/hooks" in sys.argv[0]:\n  pass\n`, [
    "3 compares-self",
    "3 lists-hookdir",
    "3 neighbours",
  ]],
  ["post-checkout", `${SH}mv .git/hooks/pre-commit-user .git/hooks/pre-commit\n`, [
    "2 edits-directory",
    "2 names-helper",
    "2 reads-event pre-commit",
  ]],
  ["post-checkout", `${SH}rm -- "$0"\n`, ["2 edits-directory", "2 neighbours"]],
  ["post-commit", `${SH}date >"$(dirname "$0")/last"\n`, ["2 edits-directory", "2 neighbours"]],
  ["post-commit", `${SH}cd "$(dirname "$0")"\nmv a b\n`, ["2 neighbours", "3 edits-directory"]],
  ["pre-push", `${SH}set -e\n.git/hooks/pre-commit\n`, ["3 runs-event pre-commit"]],
  ["post-rewrite", `${SH}case "$1" in rebase) exec .git/hooks/post-merge ;; esac\n`, [
    "2 runs-event post-merge",
  ]],
  ["pre-push", `${SH}. .git/hooks/pre-commit\n`, ["2 reads-event pre-commit"]],
  ["pre-push", `${SH}hooks=$(git rev-parse --git-path hooks)\n"$hooks/pre-commit" || exit\n`, [
    "2 asks-hookdir",
    "3 runs-event pre-commit",
  ]],
  ["pre-push", `${SH}for h in .git/hooks/*; do cat "$h"; done\n`, ["2 lists-hookdir"]],
  ["update", `${SH}exec hooks/post-update\n`, ["2 runs-event post-update"]],
  ["pre-commit", `${SH}exec hooks/post-update\n`, []],
  ["pre-receive", `${SH}"$GIT_DIR/hooks/pre-receive.d/one"\n`, ["2 names-helper"]],
  ["commit-msg", `${SH}ps -ocommand= -p $PPID | grep -q amend\n`, ["2 looks-at-parent"]],
];

for (const [event, script, expected] of CASES) {
  Deno.test(`scanScript() of ${event} ${JSON.stringify(script.replace(SH, ""))}`, () => {
    assert.deepEqual(seen(script, event), expected);
  });
}

Deno.test("scanScript() tells a program from a script", () => {
  const elf = new TextEncoder().encode("\x7fELF\0\0hooks/pre-commit");
  assert.equal(scanScript(elf, { event: "pre-commit" }).kind, "binary");
  assert.equal(scanScript(elf, { event: "pre-commit" }).mentionsHooks, true);
});

Deno.test("scanScript() sees a first line that ends in a carriage return", () => {
  const crlf = new TextEncoder().encode("#!/bin/sh\r\nexit 0\r\n");
  const facts = scanScript(crlf, { event: "pre-commit" });
  assert.equal(facts.carriageReturn, true);
  assert.equal(facts.interpreter, "/bin/sh");
});
