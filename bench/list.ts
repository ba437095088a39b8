/**
 * How `list` grows: with 5,000 configured hooks against 50, those of one event and of all.
 *
 * @module
 */

import { Sandbox } from "../tests/support/sandbox.ts";
import { installedCopy } from "./installed.ts";
import { type Candidate, type Figure, figuresText, measure, mustRun } from "./measure.ts";

const FEW = 50;
const MANY = 5000;
const MOST = 3;

/**
 * Measures and prints.
 *
 * @param args `--json`; `--rounds=N` (default 40)
 */
export async function bench(args: readonly string[]): Promise<void> {
  const rounds = Number(args.find((arg) => arg.startsWith("--rounds="))?.slice(9) ?? 40);
  using box = new Sandbox();
  const prefix = await installedCopy(box);
  for (const count of [FEW, MANY]) {
    await box.repository(`git-${count}`);
    box.write(`git-${count}/more.config`, gitText(count));
    await box.mustGit(["config", "include.path", "../more.config"], { cwd: `git-${count}` });
    await box.repository(`toml-${count}`);
    box.write(`toml-${count}/.git/hooks.toml`, tomlText(count));
  }
  const list = (repository: string, args: readonly string[]): Candidate => ({
    name: [repository, ...args].join(" "),
    run: () =>
      mustRun(`${prefix}/bin/git-hooks`, ["list", ...args], {
        cwd: box.path(repository),
        env: box.env,
      }),
  });
  const forms = [["pre-commit"], []];
  const kinds = ["git", "toml"];
  const candidates = kinds.flatMap((kind) =>
    forms.flatMap((form) => [list(`${kind}-${FEW}`, form), list(`${kind}-${MANY}`, form)])
  );
  const noise = { ...list(`git-${FEW}`, ["pre-commit"]), name: "again" };
  const measured = await measure([...candidates, noise], { rounds });
  const median = (name: string): number =>
    measured.find((one) => one.name === name)?.median ?? Number.NaN;
  const figures: Figure[] = [{
    work: "noise: list pre-commit",
    against: "the same again",
    value: median("again") / median(`git-${FEW} pre-commit`),
    unit: "x",
  }];
  for (const kind of kinds) {
    for (const form of forms) {
      const words = ["list", ...form].join(" ");
      figures.push({
        work: `${words}, ${MANY} hooks in ${kind === "git" ? "git config" : "hooks.toml"}`,
        against: `${FEW}`,
        value: median([`${kind}-${MANY}`, ...form].join(" ")) /
          median([`${kind}-${FEW}`, ...form].join(" ")),
        unit: "x",
        most: MOST,
      });
    }
  }
  await Deno.stdout.write(
    new TextEncoder().encode(figuresText("list", figures, { json: args.includes("--json") })),
  );
}

function gitText(count: number): string {
  return names(count).map((name) =>
    `[hook "${name}"]\n\tevent = pre-commit\n\tcommand = echo ${name}\n`
  ).join("");
}

function tomlText(count: number): string {
  return names(count).map((name) =>
    `[hook.${name}]\nevent = "pre-commit"\ncommand = "echo ${name}"\n`
  ).join("\n");
}

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `hook-${index}`);
}
