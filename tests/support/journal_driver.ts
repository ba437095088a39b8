/**
 * Does or undoes one intent with every kind of step, in a process that a test may kill.
 *
 * @module
 */

import { Journal } from "../../lib/journal/journal.ts";
import type { Step } from "../../lib/journal/step.ts";

const [command = "", common = ""] = Deno.args;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const steps: readonly Step[] = [
  { kind: "make-directory", path: `${common}/made` },
  { kind: "link", path: `${common}/hooks.d/update`, from: `${common}/hooks/update` },
  { kind: "symlink", path: `${common}/hooks.d/lib`, target: "../hooks/lib" },
  { kind: "append-file", path: `${common}/hooks.toml`, text: "# appended\n" },
  { kind: "set-config", path: `${common}/config`, key: "core.hooksPath", value: undefined },
  { kind: "write-file", path: `${common}/made/new`, bytes: bytes("new"), mode: 0o640 },
  { kind: "remove-file", path: `${common}/hooks/lib` },
  { kind: "remove-file", path: `${common}/hooks/way` },
  { kind: "write-file", path: `${common}/hooks/update`, bytes: bytes("shim"), executable: true },
];
await using journal = await Journal.open(common);
switch (command) {
  case "do":
    await journal.run({ command: "test", steps });
    break;
  case "undo":
    await journal.undo(journal.entries.map(({ id }) => id));
    break;
}
