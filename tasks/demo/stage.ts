/**
 * What the demo stands on: shows a command, runs it, and checks what it did.
 *
 * @module
 */

import type { Console } from "../../cli/ui/console.ts";
import { projectRoot, type Said, type Sandbox } from "../../tests/support/sandbox.ts";

/** A step that did not do what it says. */
export class StepFailed extends Error {}

/** A folder, a console, and the count of steps. */
export class Stage {
  /** The temporary folder. */
  readonly box: Sandbox;
  /** How many steps have been done. */
  steps = 0;
  readonly #console: Console;
  readonly #path: string;

  /**
   * @param box the temporary folder, with a HOME and a git configuration of its own
   * @param console where it prints
   */
  constructor(box: Sandbox, console: Console) {
    this.box = box;
    this.#console = console;
    // With bin/ in PATH git finds `git hooks`.
    this.#path = `${projectRoot}/bin:${box.env["PATH"] ?? ""}`;
  }

  /**
   * Begins a step.
   *
   * @param text what it shows
   */
  title(text: string): void {
    this.#console.out(`\n${this.steps + 1}. ${text}\n\n`);
  }

  /**
   * Ends a step.
   *
   * @param text what happened, in one line
   */
  done(text: string): void {
    this.steps += 1;
    this.#console.out(`\n   -> ${text}\n`);
  }

  /**
   * Insists on an effect.
   *
   * @param holds whether it is there
   * @param what the effect, for the message
   * @throws {StepFailed} when it is not
   */
  check(holds: boolean, what: string): void {
    if (!holds) throw new StepFailed(`step ${this.steps + 1}: expected that ${what}`);
  }

  /**
   * Shows a command, runs it, shows what it printed.
   *
   * @param cwd where, below the folder
   * @param words the command
   * @param options whether it has to fail
   * @returns what it said
   * @throws {StepFailed} when it succeeds where it should fail, or the other way round
   */
  async run(
    cwd: string,
    words: readonly string[],
    options: { readonly fails?: boolean } = {},
  ): Promise<Said> {
    const shown = words.map((word) => /^[\w./:=-]+$/.test(word) ? word : `'${word}'`).join(" ");
    this.#console.out(`   ${cwd}$ ${shown}\n`);
    const said = await this.#start(cwd, words);
    for (const line of (said.stdout + said.stderr).split("\n").slice(0, -1)) {
      this.#console.out(`     ${line}`.trimEnd() + "\n");
    }
    const fails = options.fails === true;
    this.check(
      (said.code !== 0) === fails,
      `'${shown}' ${fails ? "fails" : "succeeds"}; its exit code is ${said.code}`,
    );
    return said;
  }

  /**
   * Insists on which scripts ran since the last time, and in which order.
   *
   * @param lines what each of them traced
   */
  traced(lines: readonly string[]): void {
    const ran = this.box.trace().trim().split("\n").filter((line) => line !== "");
    this.#console.out(`     ran: ${ran.join(", ")}\n`);
    this.check(
      ran.join("\n") === lines.join("\n"),
      `exactly these ran: ${lines.join(", ")}`,
    );
  }

  /**
   * Commits a line, and insists that the branch has moved.
   *
   * @param cwd the repository
   * @param message the commit's message
   * @param line what is added to the file
   */
  async commit(cwd: string, message: string, line: string): Promise<void> {
    const before = await this.#resolve(cwd, "HEAD");
    await this.#add(cwd, line);
    await this.run(cwd, ["git", "commit", "--quiet", "-m", message]);
    this.check(await this.#resolve(cwd, "HEAD") !== before, "the branch has moved");
  }

  /**
   * Tries to commit a line, and insists that it is refused and the branch stays.
   *
   * @param cwd the repository
   * @param message the commit's message
   * @param line what would be added to the file
   */
  async refused(cwd: string, message: string, line: string): Promise<void> {
    const before = await this.#resolve(cwd, "HEAD");
    await this.#add(cwd, line);
    await this.run(cwd, ["git", "commit", "--quiet", "-m", message], { fails: true });
    this.check(await this.#resolve(cwd, "HEAD") === before, "the branch has not moved");
    await this.box.mustGit(["reset", "--quiet", "--hard"], { cwd });
  }

  /**
   * Insists that events have one hook each that would run.
   *
   * @param cwd the repository
   * @param events their names
   */
  async answers(cwd: string, events: readonly string[]): Promise<void> {
    for (const event of events) {
      const check = await this.#start(cwd, ["git-hooks", "check", event]);
      this.check(check.code === 0, `${event} has a hook in ${cwd}`);
      const list = await this.#start(cwd, ["git-hooks", "list", "-z", event]);
      this.check(list.stdout.split("\0").length === 2, `${event} has one hook in ${cwd}`);
    }
  }

  /**
   * Insists that a reference is the same in both repositories.
   *
   * @param ref its full name
   */
  async same(ref: string): Promise<void> {
    const [here, there] = [await this.#resolve("app", ref), await this.#resolve("server.git", ref)];
    this.check(here !== "" && here === there, `${ref} has arrived in server.git`);
  }

  /**
   * Insists that the bare repository has no such reference.
   *
   * @param ref its full name
   */
  async absent(ref: string): Promise<void> {
    this.check(await this.#resolve("server.git", ref) === "", `${ref} is not in server.git`);
  }

  #start(cwd: string, words: readonly string[]): Promise<Said> {
    const [program = "", ...args] = words;
    const name = program === "git-hooks" ? `${projectRoot}/bin/git-hooks` : program;
    return this.box.start(name, args, { cwd, env: { PATH: this.#path } });
  }

  async #add(cwd: string, line: string): Promise<void> {
    this.box.write(`${cwd}/file`, `${this.box.read(`${cwd}/file`) ?? ""}${line}\n`);
    await this.box.mustGit(["add", "file"], { cwd });
  }

  async #resolve(cwd: string, name: string): Promise<string> {
    const said = await this.box.git(["rev-parse", "--verify", "--quiet", name], { cwd });
    return said.stdout.trim();
  }
}
