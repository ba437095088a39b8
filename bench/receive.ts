/**
 * What a push costs through git-hooks-receive-pack, against git receive-pack itself with the same hooks.
 *
 * @module
 */

import { projectRoot, Sandbox, type TestGit, testGits } from "../tests/support/sandbox.ts";
import { type Candidate, type Figure, figuresText, measure, type Measured } from "./measure.ts";
import { PushBox, type Server } from "./push_server.ts";
import { runTree } from "./tree_memory.ts";

const PROGRAM = `${projectRoot}/bin/git-hooks-receive-pack`;
const WRAPPER = `'${PROGRAM.replaceAll("'", "'\\''")}'`;

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
    const series = await memory(Math.min(rounds, 3));
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

/** One way to receive a push of very many refs. */
interface Receiver {
  readonly name: string;
  readonly words: readonly string[];
}

// What a client would send for as many new refs is fed to receive-pack; three hooks read all lines, and the
// last one refuses, so that the refs themselves cost nothing.
async function memory(rounds: number): Promise<Series> {
  const gits = testGits();
  const recent = gits.find(({ version }) => version[0] > 2 || version[1] >= 54);
  const old = gits.find((git) => git !== recent && git.version[1] < 54);
  using box = new Sandbox(recent ?? old);
  const head = await emptyCommit(box);
  for (const [name, count] of [["many", LINES], ["few", LINES / 10]] as const) {
    await writeRequest(box.path(name), { count, head });
  }
  await box.repository("toml.git", { bare: true });
  const texts = ["cat >/dev/null; :", "cat >/dev/null; :", "cat >/dev/null; exit 1"];
  box.write(
    "toml.git/hooks.toml",
    texts.map((text, index) => `[hook.own${index}]\nevent = "pre-receive"\ncommand = "${text}"\n`)
      .join(""),
  );
  await copyCommit(box, "toml.git");
  const receivers: Receiver[] = [];
  if (recent !== undefined) {
    await box.repository("own.git", { bare: true });
    await copyCommit(box, "own.git");
    for (const [index, text] of texts.entries()) {
      const key = `hook.own${index}`;
      await box.mustGit(["config", `${key}.event`, "pre-receive"], { cwd: "own.git" });
      await box.mustGit(["config", `${key}.command`, text], { cwd: "own.git" });
    }
    receivers.push(
      {
        name: "git's own config hooks",
        words: words([recent.path, "receive-pack"], "own.git", "many"),
      },
      { name: "wrapper", words: words([PROGRAM], "toml.git", "many", recent) },
    );
  }
  if (old !== undefined) {
    receivers.push(
      { name: "wrapper before 2.54", words: words([PROGRAM], "toml.git", "many", old) },
      { name: "wrapper before 2.54, a tenth", words: words([PROGRAM], "toml.git", "few", old) },
    );
  }
  const results = new Map(receivers.map(({ name }) => [name, {
    times: new Array<number>(),
    peaks: new Array<number>(),
  }]));
  for (let round = -1; round < rounds; round++) {
    for (const { name, words } of receivers) {
      const { time, peak } = await runTree(words, { cwd: box.root, env: box.env });
      if (round < 0) continue;
      results.get(name)?.times.push(time);
      results.get(name)?.peaks.push(peak);
    }
  }
  const measured = [...results].map(([name, { times }]) => ({
    name,
    times: times.toSorted((one, other) => one - other),
    median: middle(times),
  }));
  const figures = [...results].map(([name, { peaks }]): Figure => ({
    work: `memory of the hooks, ${name}`,
    against: "-",
    value: middle(peaks),
    unit: "MB",
  }));
  const own = results.get("git's own config hooks");
  for (const name of ["wrapper", "wrapper before 2.54"]) {
    const ours = results.get(name);
    if (own === undefined || ours === undefined) continue;
    figures.push({
      work: `time, ${name}`,
      against: "git's own config hooks",
      value: middle(ours.times) / middle(own.times),
      unit: "x",
      most: 1.1,
    });
  }
  return { title: `pre-receive of ${LINES} lines to three hooks`, measured, figures };

  function words(
    program: readonly string[],
    server: string,
    request: string,
    git?: TestGit,
  ): readonly string[] {
    const path = git === undefined ? "$PATH" : `${git.bin}:$PATH`;
    return [
      "sh",
      "-c",
      `PATH=${path}; input=$1; shift; exec "$@" <"$input"`,
      "sh",
      box.path(request),
      ...program,
      box.path(server),
    ];
  }
}

function middle(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[values.length >> 1] ?? Number.NaN;
}

async function emptyCommit(box: Sandbox): Promise<string> {
  await box.repository("client");
  await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "client" });
  return (await box.mustGit(["rev-parse", "HEAD"], { cwd: "client" })).trim();
}

async function copyCommit(box: Sandbox, server: string): Promise<void> {
  await box.mustGit(["push", "-q", box.path(server), "HEAD:refs/heads/there"], { cwd: "client" });
}

// gitprotocol-pack(5), "Reference Update Request": a pkt-line for each ref, and a pack of no objects.
async function writeRequest(
  path: string,
  { count, head }: { readonly count: number; readonly head: string },
): Promise<void> {
  using file = await Deno.open(path, { write: true, create: true });
  const writer = file.writable.getWriter();
  const encoder = new TextEncoder();
  for (let start = 0; start < count; start += 10_000) {
    const lines = Array.from({ length: 10_000 }, (_, index) => {
      const capabilities = start + index === 0 ? "\0report-status side-band-64k" : "";
      const line = `${"0".repeat(40)} ${head} refs/heads/new/${start + index}${capabilities}`;
      return `${(line.length + 4).toString(16).padStart(4, "0")}${line}`;
    });
    await writer.write(encoder.encode(lines.join("")));
  }
  await writer.write(encoder.encode("0000"));
  const pack = Uint8Array.of(...encoder.encode("PACK"), 0, 0, 0, 2, 0, 0, 0, 0);
  await writer.write(pack);
  await writer.write(new Uint8Array(await crypto.subtle.digest("SHA-1", pack)));
  await writer.close();
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
