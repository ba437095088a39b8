/**
 * What it costs to start: `list EVENT`, `check EVENT` and `run EVENT` of an installed copy, launcher
 * included, against Deno running an empty file.
 *
 * @module
 */

import { Sandbox } from "../tests/support/sandbox.ts";
import { installedCopy } from "./installed.ts";
import { type Candidate, type Figure, figuresText, measure, mustRun } from "./measure.ts";

const EVENT = "pre-commit";
const MOST = 1.8;

/**
 * Measures and prints.
 *
 * @param args `--json`; `--rounds=N` (default 100)
 */
export async function bench(args: readonly string[]): Promise<void> {
  const rounds = Number(args.find((arg) => arg.startsWith("--rounds="))?.slice(9) ?? 100);
  using box = new Sandbox();
  const prefix = await installedCopy(box);
  await box.repository("r");
  await box.mustGit(["config", "hook.x.event", EVENT], { cwd: "r" });
  await box.mustGit(["config", "hook.x.command", "true"], { cwd: "r" });
  box.write("empty.ts", "");
  const place = { cwd: box.path("r"), env: box.env };
  const empty = (name: string): Candidate => ({
    name,
    run: () => mustRun(Deno.execPath(), ["run", box.path("empty.ts")], place),
  });
  const ours = (verb: string): Candidate => ({
    name: verb,
    run: () => mustRun(`${prefix}/bin/git-hooks`, [verb, EVENT], place),
  });
  const measured = await measure(
    [empty("empty"), ours("list"), ours("check"), ours("run"), empty("again")],
    { rounds },
  );
  const median = (name: string): number =>
    measured.find((one) => one.name === name)?.median ?? Number.NaN;
  const against = "deno run of an empty file";
  const figure = (work: string, name: string, most?: number): Figure => ({
    work,
    against,
    value: median(name) / median("empty"),
    unit: "x",
    ...(most === undefined ? {} : { most }),
  });
  const figures = [
    { work: against, against: "nothing", value: median("empty"), unit: "ms" } as const,
    figure("noise: the same again", "again"),
    figure(`git-hooks list ${EVENT}`, "list", MOST),
    figure(`git-hooks check ${EVENT}`, "check", MOST),
    figure(`git-hooks run ${EVENT}, command "true"`, "run", MOST),
  ];
  await Deno.stdout.write(
    new TextEncoder().encode(figuresText("start", figures, { json: args.includes("--json") })),
  );
}
