/**
 * A server and a client for benches of pushes: many refs are pushed, and the server is put back before each
 * round, so that every push does the same.
 *
 * @module
 */

import { Sandbox, type TestGit } from "../tests/support/sandbox.ts";
import { mustRun } from "./measure.ts";

/** One server. */
export interface Server {
  /** The bare repository, absolute. */
  readonly path: string;
  /** Takes away what was pushed. */
  readonly reset: () => Promise<void>;
  /** Pushes every ref of the client. */
  readonly push: (receivePack?: string) => Promise<void>;
}

/** A box with a client that has some refs. */
export class PushBox implements Disposable {
  readonly box: Sandbox;
  readonly git: TestGit;
  readonly #format: string;
  #servers = 0;

  private constructor(git: TestGit, format: string) {
    this.box = new Sandbox(git);
    this.git = git;
    this.#format = format;
  }

  /**
   * Makes a client with refs that all name one commit.
   *
   * @param git the git
   * @param format the server's format of refs
   * @param count how many refs
   * @returns the box; undefined when this git does not know the format
   */
  static async make(git: TestGit, format: string, count: number): Promise<PushBox | undefined> {
    const pushBox = new PushBox(git, format);
    const { box } = pushBox;
    if (!await pushBox.#init("client", false)) {
      pushBox[Symbol.dispose]();
      return undefined;
    }
    await box.mustGit(["commit", "-q", "--allow-empty", "-m", "x"], { cwd: "client" });
    const head = (await box.mustGit(["rev-parse", "HEAD"], { cwd: "client" })).trim();
    const lines = Array.from(
      { length: count },
      (_, index) => `create refs/heads/r/${index} ${head}\n`,
    );
    await box.mustGit(["update-ref", "--stdin"], { cwd: "client", stdin: lines.join("") });
    await box.mustGit(["pack-refs", "--all"], { cwd: "client" });
    return pushBox;
  }

  async #init(name: string, bare: boolean): Promise<boolean> {
    const format = this.#format === "files" ? [] : [`--ref-format=${this.#format}`];
    const said = await this.box.git([
      "init",
      "-q",
      "--template=",
      ...format,
      ...(bare ? ["--bare"] : []),
      this.box.path(name),
    ]);
    return said.code === 0;
  }

  /** Makes a server. */
  async server(): Promise<Server> {
    const { box, git } = this;
    const name = `server${this.#servers++}.git`;
    const template = `${name}.template`;
    await this.#init(name, true);
    await this.#init(template, true);
    const path = box.path(name);
    await box.mustGit(["config", "gc.auto", "0"], { cwd: name });
    await box.mustGit(["config", "receive.autogc", "false"], { cwd: name });
    await Deno.mkdir(`${path}/hooks`, { recursive: true });
    return {
      path,
      reset: () =>
        mustRun("sh", [
          "-c",
          'cd "$0" && rm -rf refs packed-refs reftable && for d in refs reftable; do if [ -e "$1/$d" ]; then cp -R "$1/$d" .; fi; done',
          path,
          box.path(template),
        ], { cwd: box.root, env: box.env }),
      push: (receivePack) =>
        mustRun(git.path, [
          "push",
          "-q",
          ...(receivePack === undefined ? [] : [`--receive-pack=${receivePack}`]),
          path,
          "refs/heads/r/*:refs/heads/r/*",
        ], { cwd: box.path("client"), env: box.env }),
    };
  }

  /** Takes everything away. */
  [Symbol.dispose](): void {
    this.box[Symbol.dispose]();
  }
}
