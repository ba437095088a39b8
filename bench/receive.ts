/**
 * What a push costs through git-hooks-receive-pack, against git receive-pack itself with the same hooks.
 *
 * @module
 */

import { projectRoot, Sandbox, type TestGit, testGits } from "../tests/support/sandbox.ts";
import { type Candidate, type Figure, figuresText, measure, type Measured } from "./measure.ts";
import { PushBox, type Server } from "./push_server.ts";
import { runTree } from "./tree_memory.ts";

const WRAPPER = `'${projectRoot.replaceAll("'", "'\\''")}/bin/git-hooks-receive-pack'`;

/** How many hooks of which events are compared. */
interface Setup {
  readonly name: string;
  readonly hooks: readonly (readonly [event: string, script: string])[];
  /** The most that was promised: on git >= 2.54, before, and for how many refs. */
  readonly most: (known: { readonly isNew: boolean; readonly refs: number }) => number | undefined;
}

const SETUPS: readonly Setup[] = [
  {
    name: "no hook",
    hooks: [],
    most: ({ isNew, refs }) => refs === 1 ? isNew ? 1.1 : 1.2 : refs === 10_000 ? 1.02 : undefined,
  },
  {
    name: "one update hook",
    hooks: [["update", "exit 0"]],
    most: ({ isNew, refs }) => refs === 1000 ? isNew ? 1.05 : 1.75 : undefined,
  },
  {
    name: "three update hooks",
    hooks: [["update", "exit 0"], ["update", "exit 0"], ["update", "exit 0"]],
    most: () => undefined,
  },
  {
    name: "pre-receive and post-receive",
    hooks: [["pre-receive", "cat >/dev/null"], ["post-receive", "cat >/dev/null"]],
    most: () => undefined,
  },
];

/** Everything measured for one git, format and count of refs. */
interface Series {
  readonly title: string;
  readonly measured: readonly Measured[];
  readonly figures: readonly Figure[];
}

/**
 * Measures and prints.
 *
 * @param args `--json`; `--bmf` (Bencher Metric Format); `--rounds=N` (default 11); `--refs=1,1000,10000`;
 *   `--no-memory`
 */
export async function bench(args: readonly string[]): Promise<void> {
  const option = (name: string): string | undefined =>
    args.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
  const rounds = Number(option("rounds") ?? 11);
  const counts = (option("refs") ?? "1,1000,10000").split(",").map(Number);
  const all: Series[] = [];
  for (const git of testGits()) {
    for (const format of ["files", "reftable"]) {
      for (const refs of counts) {
        const series = await pushes(git, { format, refs, rounds });
        if (series === undefined) continue;
        all.push(series);
        if (!args.includes("--json") && !args.includes("--bmf")) {
          await print(figuresText(series.title, series.figures, { json: false }));
        }
      }
    }
  }
  if (!args.includes("--no-memory")) {
    const series = await memory(rounds > 3 ? 3 : rounds);
    all.push(series);
    if (!args.includes("--json") && !args.includes("--bmf")) {
      await print(figuresText(series.title, series.figures, { json: false }));
    }
  }
  if (args.includes("--json")) await print(`${JSON.stringify(all, null, 2)}\n`);
  if (args.includes("--bmf")) await print(`${JSON.stringify(bencherMetrics(all), null, 2)}\n`);
}

async function print(text: string): Promise<void> {
  await Deno.stdout.write(new TextEncoder().encode(text));
}

async function pushes(
  git: TestGit,
  how: { readonly format: string; readonly refs: number; readonly rounds: number },
): Promise<Series | undefined> {
  const { format, refs } = how;
  using box = await PushBox.make(git, format, refs);
  if (box === undefined) return undefined;
  const isNew = git.version[0] > 2 || git.version[1] >= 54;
  // Many small processes per ref: fewer rounds tell as much.
  const heavy = refs >= 10_000;
  const setups = SETUPS.filter(({ name }) => !heavy || !name.endsWith("update hooks"));
  const candidates: Candidate[] = [];
  for (const setup of setups) {
    const direct = await withScripts(box, setup, isNew);
    candidates.push(candidate(`${setup.name}, direct`, direct));
    if (setup.hooks.length === 0) candidates.push(candidate(`${setup.name}, again`, direct));
    candidates.push(candidate(`${setup.name}, wrapper`, await withToml(box, setup), WRAPPER));
  }
  const rounds = heavy ? Math.min(how.rounds, 5) : how.rounds;
  const measured = await measure(candidates, { rounds });
  const median = (name: string): number =>
    measured.find((one) => one.name === name)?.median ?? Number.NaN;
  const figures: Figure[] = [{
    work: "noise: no hook, direct",
    against: "itself",
    value: median("no hook, again") / median("no hook, direct"),
    unit: "x",
  }];
  for (const setup of setups) {
    const most = setup.most({ isNew, refs });
    figures.push({
      work: `${setup.name}, wrapper`,
      against: isNew && setup.hooks.length === 3 ? "git's own config hooks" : "direct",
      value: median(`${setup.name}, wrapper`) / median(`${setup.name}, direct`),
      unit: "x",
      ...(most === undefined ? {} : { most }),
    });
  }
  const own = median("three update hooks, direct") - median("no hook, direct");
  if (refs === 1000 && isNew) {
    figures.push({
      work: "three update hooks less no hook, wrapper",
      against: "git's own config hooks",
      value: (median("three update hooks, wrapper") - median("no hook, wrapper")) / own,
      unit: "x",
      most: 1,
    });
  }
  return { title: `push of ${refs} refs, ${git.name}, ${format}`, measured, figures };
}

function candidate(name: string, server: Server, receivePack?: string): Candidate {
  return { name, prepare: server.reset, run: () => server.push(receivePack) };
}

// The same scripts where git finds them itself: one in the hookdir, several in its configuration, and where
// it does not know that, one script that starts them.
async function withScripts(box: PushBox, { hooks }: Setup, isNew: boolean): Promise<Server> {
  const server = await box.server();
  const events = new Set(hooks.map(([event]) => event));
  for (const event of events) {
    const scripts = hooks.filter(([one]) => one === event);
    const [only] = scripts;
    if (scripts.length === 1 && only !== undefined) {
      await writeScript(`${server.path}/hooks/${event}`, only[1]);
      continue;
    }
    for (const [index, [, text]] of scripts.entries()) {
      await writeScript(`${server.path}/own${index}`, text);
      if (!isNew) continue;
      const config = (key: string, value: string): Promise<string> =>
        box.box.mustGit(["config", `hook.own${index}.${key}`, value], { cwd: server.path });
      await config("event", event);
      await config("command", `./own${index}`);
    }
    if (!isNew) {
      const lines = scripts.map((_, index) => `./own${index} "$@" || exit 1`).join("\n");
      await writeScript(`${server.path}/hooks/${event}`, lines);
    }
  }
  return server;
}

async function withToml(box: PushBox, { hooks }: Setup): Promise<Server> {
  const server = await box.server();
  if (hooks.length === 0) return server;
  const tables = [];
  for (const [index, [event, text]] of hooks.entries()) {
    await writeScript(`${server.path}/own${index}`, text);
    tables.push(`[hook.own${index}]\nevent = "${event}"\nscript = "own${index}"\n`);
  }
  await Deno.writeTextFile(`${server.path}/hooks.toml`, tables.join(""));
  const past = new Date(Date.now() - 60_000);
  await Deno.utime(`${server.path}/hooks.toml`, past, past);
  return server;
}

async function writeScript(path: string, body: string): Promise<void> {
  await Deno.writeTextFile(path, `#!/bin/sh\n${body}\n`);
  await Deno.chmod(path, 0o755);
}

const LINES = 1_000_000;

// As many lines to three hooks: a git that knows configured hooks, and what the wrapper gives to one that
// does not.
async function memory(rounds: number): Promise<Series> {
  const gits = testGits();
  const old = gits.find(({ version }) => version[0] === 2 && version[1] < 54);
  const recent = gits.find(({ version }) => version[0] > 2 || version[1] >= 54);
  using box = new Sandbox(old ?? recent);
  const line = `${"0".repeat(40)} ${"1".repeat(40)} refs/heads/branch-`;
  const runs: { readonly name: string; readonly words: readonly string[]; readonly cwd: string }[] =
    [];
  if (recent !== undefined) {
    await box.repository("own.git", { bare: true });
    for (let index = 0; index < 3; index++) {
      const key = `hook.own${index}`;
      await box.mustGit(["config", `${key}.event`, "pre-receive"], { cwd: "own.git" });
      await box.mustGit(["config", `${key}.command`, "cat >/dev/null; :"], { cwd: "own.git" });
    }
    const words = [recent.path, "hook", "run", `--to-stdin=${box.path("lines")}`, "pre-receive"];
    runs.push({ name: "git's own config hooks", words, cwd: box.path("own.git") });
  }
  for (const [name, count] of [["lines", LINES], ["few", LINES / 10]] as const) {
    const file = await Deno.open(box.path(name), { write: true, create: true });
    const writer = file.writable.getWriter();
    for (let start = 0; start < count; start += 10_000) {
      const text = Array.from({ length: 10_000 }, (_, index) => `${line}${start + index}\n`).join(
        "",
      );
      await writer.write(new TextEncoder().encode(text));
    }
    await writer.close();
  }
  if (old !== undefined) {
    await box.repository("server.git", { bare: true });
    const table = (index: number): string =>
      `[hook.own${index}]\nevent = "pre-receive"\ncommand = "cat >/dev/null; :"\n`;
    box.write("server.git/hooks.toml", [0, 1, 2].map(table).join(""));
    const { stdout } = await box.hooks(["receive-plan", old.path, box.path("server.git")], {
      cwd: "server.git",
      env: { GIT_DIR: "." },
    });
    const config = /^git_hooks_answer=inject git_hooks_config='(.*)\/config'/m.exec(stdout)?.[1] ??
      "";
    const program = `${config.replaceAll("'\\''", "'")}/hooks/pre-receive`;
    for (
      const [name, input] of [["wrapper before 2.54", "lines"], [
        "a tenth of the lines",
        "few",
      ]] as const
    ) {
      const words = ["sh", "-c", 'exec "$0" <"$1"', program, box.path(input)];
      runs.push({ name, words, cwd: box.path("server.git") });
    }
  }
  const results = new Map<string, { readonly times: number[]; readonly peaks: number[] }>();
  for (let round = 0; round < rounds; round++) {
    for (const { name, words, cwd } of runs) {
      const { time, peak } = await runTree(words, { cwd, env: box.env });
      const result = results.get(name) ?? { times: [], peaks: [] };
      result.times.push(time);
      result.peaks.push(peak);
      results.set(name, result);
    }
  }
  const sorted = (values: readonly number[]): readonly number[] => values.toSorted((a, b) => a - b);
  const middle = (values: readonly number[]): number =>
    sorted(values)[values.length >> 1] ?? Number.NaN;
  const measured = [...results].map(([name, { times }]) => ({
    name,
    times: sorted(times),
    median: middle(times),
  }));
  const figures = [...results].map(([name, { peaks }]): Figure => ({
    work: `memory of all processes, ${name}`,
    against: "-",
    value: middle(peaks),
    unit: "MB",
  }));
  const [own, ours] = [results.get("git's own config hooks"), results.get("wrapper before 2.54")];
  if (own !== undefined && ours !== undefined) {
    figures.push({
      work: "time, wrapper before 2.54",
      against: "git's own config hooks",
      value: middle(ours.times) / middle(own.times),
      unit: "x",
      most: 1.1,
    });
  }
  return { title: `pre-receive of ${LINES} lines to three hooks`, measured, figures };
}

/** Bencher Metric Format: a measure of each bench, with its lowest and highest value. */
type BencherMetrics = Record<
  string,
  Record<
    string,
    { readonly value: number; readonly lower_value?: number; readonly upper_value?: number }
  >
>;

function bencherMetrics(all: readonly Series[]): BencherMetrics {
  const metrics: BencherMetrics = {};
  for (const { title, measured, figures } of all) {
    for (const { name, median, times } of measured) {
      // Nanoseconds.
      metrics[`${title}: ${name}`] = {
        latency: {
          value: median * 1e6,
          lower_value: (times[0] ?? median) * 1e6,
          upper_value: (times.at(-1) ?? median) * 1e6,
        },
      };
    }
    for (const { work, against, value, unit } of figures) {
      const measure = unit === "x" ? "ratio" : unit === "MB" ? "memory" : "latency";
      metrics[`${title}: ${work} / ${against}`] = { [measure]: { value } };
    }
  }
  return metrics;
}
