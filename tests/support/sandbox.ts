/**
 * A place of its own for one test: an empty HOME, no system configuration, real git, and paths that
 * have a space and a quote in them, because users' paths do.
 *
 * @module
 */

/** What a program said. */
export interface Said {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** How to start a program in a sandbox. */
export interface StartOptions {
  /** Relative to the sandbox's root, or absolute. */
  readonly cwd?: string;
  /** Added to the sandbox's environment; undefined takes a variable away. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly stdin?: string | Uint8Array;
}

/** One git to test against. */
export interface TestGit {
  /** For test names, for example `git 2.39.5`. */
  readonly name: string;
  /** The executable, absolute. */
  readonly path: string;
  /** The folder that holds it, to be put first in PATH. */
  readonly bin: string;
  /** Major and minor version, for example `[2, 55]`. */
  readonly version: readonly [number, number];
}

const PROJECT = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** The checkout's root, absolute. */
export const projectRoot: string = decodeURIComponent(PROJECT);

/** A temporary folder with a HOME, and git in an isolated environment. */
export class Sandbox implements Disposable {
  /** The sandbox's root, absolute, real path. */
  readonly root: string;
  readonly home: string;
  readonly gitUnderTest: TestGit | undefined;
  readonly #env: Record<string, string>;

  /** @param git the git that stands first in PATH; the system's when left out */
  constructor(git?: TestGit) {
    const base = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "git-hooks-test-" }));
    this.root = `${base}/it's a test`;
    this.home = `${this.root}/home`;
    this.gitUnderTest = git;
    Deno.mkdirSync(this.home, { recursive: true });
    const path = Deno.env.get("PATH") ?? "/usr/bin:/bin";
    this.#env = {
      PATH: git === undefined ? path : `${git.bin}:${path}`,
      HOME: this.home,
      XDG_CONFIG_HOME: `${this.home}/.config`,
      XDG_STATE_HOME: `${this.home}/.local/state`,
      XDG_CACHE_HOME: `${this.home}/.cache`,
      DENO_DIR: Deno.env.get("DENO_DIR") ?? `${Deno.env.get("HOME") ?? ""}/.cache/deno`,
      GIT_HOOKS_DENO: Deno.execPath(),
      GIT_HOOKS_SYSTEM: `${this.root}/system/hooks.toml`,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: `${this.home}/.gitconfig`,
      GIT_AUTHOR_NAME: "A U Thor",
      GIT_AUTHOR_EMAIL: "author@example.com",
      GIT_COMMITTER_NAME: "C O Mitter",
      GIT_COMMITTER_EMAIL: "committer@example.com",
      GIT_AUTHOR_DATE: "2001-02-03T04:05:06Z",
      GIT_COMMITTER_DATE: "2001-02-03T04:05:06Z",
      GIT_EDITOR: ":",
      GIT_TERMINAL_PROMPT: "0",
      LC_ALL: "C",
      TZ: "UTC",
      TRACE: `${this.root}/trace`,
    };
    Deno.writeTextFileSync(
      `${this.home}/.gitconfig`,
      '[init]\n\tdefaultBranch = main\n[protocol "file"]\n\tallow = always\n',
    );
  }

  /** The environment programs get, without what a call adds. */
  get env(): Readonly<Record<string, string>> {
    return this.#env;
  }

  /** Makes a path below the root absolute. */
  path(path: string): string {
    return path.startsWith("/") ? path : `${this.root}/${path}`;
  }

  /** Starts a program and waits for it. */
  async start(
    program: string,
    args: readonly string[],
    options: StartOptions = {},
  ): Promise<Said> {
    const env: Record<string, string> = { ...this.#env };
    for (const [name, value] of Object.entries(options.env ?? {})) {
      if (value === undefined) delete env[name];
      else env[name] = value;
    }
    const child = new Deno.Command(program, {
      args: [...args],
      cwd: this.path(options.cwd ?? "."),
      env,
      clearEnv: true,
      stdin: options.stdin === undefined ? "null" : "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const fed = options.stdin === undefined ? Promise.resolve() : feed(child.stdin, options.stdin);
    const [output] = await Promise.all([child.output(), fed]);
    const decoder = new TextDecoder();
    return {
      code: output.code,
      stdout: decoder.decode(output.stdout),
      stderr: decoder.decode(output.stderr),
    };
  }

  /** Starts git and waits; a non-zero exit code is an answer. */
  git(args: readonly string[], options: StartOptions = {}): Promise<Said> {
    return this.start(this.gitUnderTest?.path ?? "git", args, options);
  }

  /** Starts git and throws when it fails; for what is preparation, not the matter of the test. */
  async mustGit(args: readonly string[], options: StartOptions = {}): Promise<string> {
    const said = await this.git(args, options);
    if (said.code !== 0) throw new Error(`git ${args.join(" ")}: ${said.code}\n${said.stderr}`);
    return said.stdout;
  }

  /** Starts `bin/git-hooks` of this checkout and waits. */
  hooks(args: readonly string[], options: StartOptions = {}): Promise<Said> {
    return this.start(`${projectRoot}/bin/git-hooks`, args, options);
  }

  /** Writes a file, its folders included; the path is below the root. */
  write(path: string, text: string | Uint8Array, mode = 0o644): void {
    const target = this.path(path);
    Deno.mkdirSync(target.slice(0, target.lastIndexOf("/")), { recursive: true });
    if (typeof text === "string") Deno.writeTextFileSync(target, text);
    else Deno.writeFileSync(target, text);
    Deno.chmodSync(target, mode);
  }

  /** Writes an executable sh script. */
  script(path: string, body: string): void {
    this.write(path, `#!/bin/sh\n${body}\n`, 0o755);
  }

  /** Reads a file below the root, or undefined when there is none. */
  read(path: string): string | undefined {
    try {
      return Deno.readTextFileSync(this.path(path));
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return undefined;
      throw error;
    }
  }

  /** Reads and empties the file `$TRACE`, to which hooks of a test write a line each. */
  trace(): string {
    const text = this.read("trace") ?? "";
    this.write("trace", "");
    return text;
  }

  /** Makes a repository without template files and returns its path below the root. */
  async repository(name: string, options: { readonly bare?: boolean } = {}): Promise<string> {
    await this.mustGit([
      "init",
      "-q",
      "--template=",
      ...(options.bare === true ? ["--bare"] : []),
      this.path(name),
    ]);
    Deno.mkdirSync(this.path(options.bare === true ? `${name}/hooks` : `${name}/.git/hooks`), {
      recursive: true,
    });
    return name;
  }

  /** Takes the folder away. */
  [Symbol.dispose](): void {
    Deno.removeSync(this.root.slice(0, this.root.lastIndexOf("/")), { recursive: true });
  }
}

async function feed(stdin: WritableStream<Uint8Array>, data: string | Uint8Array): Promise<void> {
  const writer = stdin.getWriter();
  try {
    await writer.write(typeof data === "string" ? new TextEncoder().encode(data) : data);
    await writer.close();
  } catch (error) {
    // A program that does not read its input is no failure of the test.
    if (!(error instanceof Deno.errors.BrokenPipe)) throw error;
  }
}

/**
 * Lists the gits to test against: the one in PATH, and those named in `GIT_HOOKS_TEST_GITS`
 * (executables, separated by `:`).
 *
 * @returns at least one git
 */
export function testGits(): readonly TestGit[] {
  const named = (Deno.env.get("GIT_HOOKS_TEST_GITS") ?? "").split(":").filter((path) =>
    path !== ""
  );
  const system = new Deno.Command("sh", { args: ["-c", "command -v git"] }).outputSync();
  const first = new TextDecoder().decode(system.stdout).trim();
  return [first, ...named].map(describeGit);
}

/**
 * Finds the gits that know config-defined hooks themselves (2.54 and later).
 *
 * @returns those of {@linkcode testGits} that do; empty where none was named
 */
export function newGits(): readonly TestGit[] {
  return testGits().filter((git) => git.version[0] > 2 || git.version[1] >= 54);
}

function describeGit(path: string): TestGit {
  const said = new Deno.Command(path, { args: ["--version"] }).outputSync();
  const text = new TextDecoder().decode(said.stdout).trim();
  const match = /(\d+)\.(\d+)[.\d]*/.exec(text);
  return {
    name: `git ${match?.[0] ?? "?"}`,
    path,
    bin: path.slice(0, path.lastIndexOf("/")),
    version: [Number(match?.[1] ?? 0), Number(match?.[2] ?? 0)],
  };
}

/**
 * Tells whether another user can be taken, and may run Deno and read this checkout; a checkout or a Deno
 * below somebody's closed folder cannot be tried by others.
 *
 * @returns true when tests with another user can run
 */
export function otherUserMayRun(): boolean {
  if (Deno.uid() !== 0) return false;
  const tried = new Deno.Command("sh", {
    args: [
      "-c",
      'setpriv --reuid=65534 --regid=65534 --clear-groups sh -c \'"$1" --version && [ -r "$2" ]\' sh "$1" "$2"',
      "sh",
      Deno.execPath(),
      `${projectRoot}/cli/main.ts`,
    ],
    stdout: "null",
    stderr: "null",
  }).outputSync();
  return tried.success;
}
