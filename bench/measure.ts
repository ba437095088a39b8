/**
 * Measures commands side by side: they take turns in one run, so that whatever else the machine does
 * falls on all of them alike, and what is compared is a ratio, never a time.
 *
 * @module
 */

/** One thing to measure. */
export interface Candidate {
  /** How it is called in the table. */
  readonly name: string;
  /** Does it once; what it throws ends the bench. */
  readonly run: () => Promise<void>;
  /** Prepares one round, outside of the measured time. */
  readonly prepare?: () => Promise<void>;
}

/** What was measured of one candidate. */
export interface Measured {
  /** The candidate's name. */
  readonly name: string;
  /** Every round, in milliseconds, sorted. */
  readonly times: readonly number[];
  /** The middle one, in milliseconds. */
  readonly median: number;
}

/**
 * Measures candidates in turns.
 *
 * @param candidates what to measure
 * @param options `rounds`: how often each is measured; one more round before is thrown away
 * @returns the measurements, in the candidates' order
 */
export async function measure(
  candidates: readonly Candidate[],
  options: { readonly rounds: number },
): Promise<readonly Measured[]> {
  const times = candidates.map((): number[] => []);
  for (let round = -1; round < options.rounds; round++) {
    for (const [index, candidate] of candidates.entries()) {
      await candidate.prepare?.();
      const start = performance.now();
      await candidate.run();
      const time = performance.now() - start;
      if (round >= 0) times[index]?.push(time);
    }
  }
  return candidates.map((candidate, index) => {
    const sorted = (times[index] ?? []).toSorted((left, right) => left - right);
    return { name: candidate.name, times: sorted, median: medianOf(sorted) };
  });
}

function medianOf(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2;
}

/** One line of a bench's result. */
export interface Figure {
  /** What was measured. */
  readonly work: string;
  /** What it was measured against. */
  readonly against: string;
  /** The figure: a ratio, or a difference in milliseconds. */
  readonly value: number;
  /** Its unit. */
  readonly unit: "x" | "ms" | "MB";
  /** At most this was promised; undefined for what is only told, such as the noise. */
  readonly most?: number;
}

/**
 * Prints figures as a table, or as JSON.
 *
 * @param title what was measured
 * @param figures the figures
 * @param options `json`: one JSON document instead
 * @returns the text, ending in a newline
 */
export function figuresText(
  title: string,
  figures: readonly Figure[],
  options: { readonly json: boolean },
): string {
  if (options.json) return `${JSON.stringify({ title, figures }, null, 2)}\n`;
  const rows = figures.map((figure) => ({
    left: `${figure.work} / ${figure.against}`,
    value: `${figure.value.toFixed(2)} ${figure.unit}`,
    most: figure.most === undefined
      ? ""
      : `at most ${figure.most} ${figure.value <= figure.most ? "" : "(over)"}`.trimEnd(),
  }));
  const width = Math.max(...rows.map((row) => row.left.length));
  const lines = rows.map((row) =>
    `  ${row.left.padEnd(width)}  ${row.value.padStart(10)}  ${row.most}`.trimEnd()
  );
  return `${title}\n${lines.join("\n")}\n`;
}

/**
 * Runs a program and throws when it fails.
 *
 * @param program the program
 * @param args its arguments
 * @param options its directory and environment; `fails`: its failure is what is measured
 */
export async function mustRun(
  program: string,
  args: readonly string[],
  options: {
    readonly cwd: string;
    readonly env: Readonly<Record<string, string>>;
    readonly fails?: boolean;
  },
): Promise<void> {
  const output = await new Deno.Command(program, {
    args: [...args],
    cwd: options.cwd,
    env: options.env,
    clearEnv: true,
    stdin: "null",
    stdout: "null",
    stderr: "piped",
  }).output();
  if (output.success === (options.fails === true)) {
    throw new Error(`${program} ${args.join(" ")}: ${new TextDecoder().decode(output.stderr)}`);
  }
}
