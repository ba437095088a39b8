import assert from "node:assert/strict";
import { coloursFor } from "../../cli/ui/colours.ts";
import { diagnosisText } from "../../cli/ui/doctor_view.ts";
import type { Diagnosis } from "../../lib/doctor/diagnose.ts";

const GIT = { path: "/usr/bin/git", version: "2.55.0", knows: true };

const SICK: Diagnosis = {
  findings: [
    {
      severity: "error",
      id: "not-installed",
      message: "pre-commit hook 'lint' does not run: no shim stands in the hookdir",
      place: "hooks.toml:4",
      cure: "git hooks install",
    },
    {
      severity: "warning",
      id: "dead",
      message: "pre-push in .git/hooks is dead: core.hooksPath = .husky/_ makes git look elsewhere",
      place: ".git/config:7",
      cure: "git config --unset core.hooksPath",
    },
    { severity: "note", id: "disabled", message: "commit-msg hook 'a\x1b[2Jb' is disabled" },
  ],
  running: 0,
  events: 0,
  gits: [GIT],
};

Deno.test("diagnosisText() wraps, puts the cure below, and counts", async (t) => {
  await t.assertSnapshot(diagnosisText(SICK, coloursFor(false)));
});

Deno.test("diagnosisText() only adds colours", () => {
  const coloured = diagnosisText(SICK, coloursFor(true));
  assert.equal(coloured.replace(/\x1b\[\d*m/g, ""), diagnosisText(SICK, coloursFor(false)));
  assert.ok(coloured.startsWith("\x1b[31merror:\x1b[m "));
});

Deno.test("diagnosisText() says in one line that nothing is wrong", () => {
  const well: Diagnosis = { findings: [], running: 3, events: 2, gits: [GIT] };
  const text = (diagnosis: Diagnosis): string => diagnosisText(diagnosis, coloursFor(false));
  assert.equal(text(well), "all is well: 3 hooks of 2 events will run (git 2.55.0)\n");
  assert.equal(
    text({ ...well, running: 0, events: 0, gits: [] }),
    "all is well: no event has a hook that runs here\n",
  );
});
