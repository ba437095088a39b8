/**
 * The bundle: what Deno opens on the way to a hook, and what it loads of its own.
 *
 * @module
 */

import assert from "node:assert/strict";
import { bundle } from "../../tasks/bundle.ts";
import { hideLateParts, shareFirstParts } from "../../tasks/bundle/late_parts.ts";
import { type Said, Sandbox } from "../support/sandbox.ts";

const FLAGS = ["run", "--no-config", "--no-lock", "--no-remote", "--cached-only", "-A"];

async function hasStrace(): Promise<boolean> {
  try {
    const { success } = await new Deno.Command("strace", {
      args: ["-o", "/dev/null", "true"],
      stdout: "null",
      stderr: "null",
    }).output();
    return success;
  } catch {
    return false;
  }
}

Deno.test("a bundle opens two files on the way to a hook, and no module of Node's", async (t) => {
  using box = new Sandbox();
  await box.repository("r");
  await box.mustGit(["config", "hook.x.event", "pre-commit"], { cwd: "r" });
  await box.mustGit(["config", "hook.x.command", "true"], { cwd: "r" });
  const folder = box.path("lib of it/git-hooks");
  await bundle(folder);
  const start = (
    args: readonly string[],
    tracer: readonly string[] = [],
  ): Promise<Said> => {
    const [program = Deno.execPath(), ...more] = [...tracer, Deno.execPath()];
    return box.start(program, [...more, ...FLAGS, `${folder}/main.js`, ...args], {
      cwd: "r",
      env: { DENO_LOG_LAZY_LOAD: "1" },
    });
  };
  const lines = [
    ["list", "pre-commit"],
    ["check", "pre-commit"],
    ["run", "pre-commit"],
    ["hook", "pre-commit", "--"],
  ];

  await t.step("no module of Node's is loaded", async () => {
    for (const line of lines) {
      const said = await start(line);
      assert.equal(said.code, 0, `${line.join(" ")}: ${said.stderr}`);
      assert.match(said.stdout + said.stderr, /deno_process/);
      assert.doesNotMatch(said.stdout + said.stderr, /deno_node|node:/, line.join(" "));
    }
  });

  await t.step({
    name: "two files are opened",
    ignore: !await hasStrace(),
    fn: async () => {
      const trace = box.path("openat");
      for (const line of lines.slice(0, 3)) {
        const said = await start(line, ["strace", "-f", "-e", "trace=openat", "-o", trace]);
        assert.equal(said.code, 0, said.stderr);
        const opened = (await Deno.readTextFile(trace)).split("\n")
          .filter((text) => text.includes(`"${folder}/`) && text.includes('.js", '));
        assert.equal(opened.length, 2, `${line.join(" ")} opened\n${opened.join("\n")}`);
        assert.ok(opened.some((text) => text.includes("/main.js")));
      }
    },
  });

  await t.step("what is loaded late is found, wherever the bundle lies", async () => {
    const moved = box.path("moved 'away'/x");
    await Deno.mkdir(box.path("moved 'away'"));
    await Deno.rename(folder, moved);
    const said = await box.start(Deno.execPath(), [...FLAGS, `${moved}/main.js`, "list"], {
      cwd: "r",
    });
    assert.equal(said.code, 0, said.stderr);
    assert.match(said.stdout, /pre-commit/);
  });
});

const PARTS = new Map([
  [
    "main.js",
    'import {\n  a\n} from "./chunk-A.js";\nimport "./chunk-B.js";\nawait import("./late.js");\n',
  ],
  ["chunk-A.js", 'import "./chunk-B.js";\nexport const a = () => import("./later.js");\n'],
  ["chunk-B.js", "\n"],
  ["late.js", 'import "./chunk-B.js";\n'],
  ["later.js", "\n"],
]);

Deno.test("shareFirstParts() makes what main.js loads at once a part of all that is late", () => {
  const shared = shareFirstParts(PARTS);
  assert.equal(shared.get("first.js"), 'import "./chunk-A.js";\nimport "./chunk-B.js";\n');
  assert.equal(shared.get("late.js"), 'import "./first.js";\nimport "./chunk-B.js";\n');
  assert.equal(shared.get("later.js"), 'import "./first.js";\n\n');
  assert.equal(shared.get("main.js"), PARTS.get("main.js"));
  assert.throws(() => shareFirstParts(new Map([["main.js", "\n"]])), /names no other part/);
});

Deno.test("hideLateParts() leaves no late part that could be seen, and knows when it cannot", () => {
  const hidden = hideLateParts(PARTS);
  assert.match(hidden.get("main.js") ?? "", /await import\("\.\/"\.concat\("late\.js"\)\)/);
  assert.match(hidden.get("chunk-A.js") ?? "", /import\("\.\/"\.concat\("later\.js"\)\)/);
  assert.throws(() => hideLateParts(new Map([["main.js", "\n"]])), /that is loaded late/);
  const gone = new Map([...PARTS].filter(([name]) => name !== "later.js"));
  assert.throws(() => hideLateParts(gone), /no part later\.js/);
  for (const call of ["import('./late.js')", "import(`../late.js`)", 'import( "./x/late.js" )']) {
    const parts = new Map([...PARTS, ["chunk-B.js", `${call};\n`]]);
    assert.throws(() => hideLateParts(parts), /chunk-B\.js names a late part as import\(/, call);
  }
});
