/**
 * Starts an installed copy once in each of its ways, so that its cache holds the compiled code before
 * the first user comes, who may not be allowed to write it.
 *
 * @module
 */

// What is run, in a repository with one hook that passes and one that fails.
const RUNS: readonly (readonly string[])[] = [
  ["list"],
  ["list", "pre-commit"],
  ["check", "pre-commit"],
  ["run", "pre-commit"],
  ["run", "pre-push"],
  ["hook", "pre-commit", "--"],
  ["hook", "pre-push", "--"],
];

const HOOKS_TOML = `[hook.passes]
event = "pre-commit"
command = "true"
args = false

[hook.fails]
event = "pre-push"
command = "false"
args = false
`;

/**
 * Fills the cache. What the runs say is of no interest, nor whether they succeed.
 *
 * @param prefix where it is installed
 */
export async function warm(prefix: string): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "git-hooks-warm-" });
  try {
    const repository = `${folder}/r`;
    await start("git", ["init", "-q", "--template=", repository], { cwd: folder, home: folder });
    await Deno.writeTextFile(`${repository}/.git/hooks.toml`, HOOKS_TOML);
    for (const args of RUNS) {
      await start(`${prefix}/bin/git-hooks`, args, { cwd: repository, home: folder });
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  await letRead(`${prefix}/lib/git-hooks/cache`);
}

/**
 * Starts the installed launcher in an empty folder.
 *
 * @param prefix where it is installed
 * @param args the words after `git-hooks`
 * @returns what it printed, standard output before standard error
 */
export async function startInstalled(prefix: string, args: readonly string[]): Promise<string> {
  const folder = await Deno.makeTempDir({ prefix: "git-hooks-warm-" });
  try {
    return await start(`${prefix}/bin/git-hooks`, args, { cwd: folder, home: folder });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function start(
  program: string,
  args: readonly string[],
  place: { readonly cwd: string; readonly home: string },
): Promise<string> {
  const output = await new Deno.Command(program, {
    args: [...args],
    cwd: place.cwd,
    clearEnv: true,
    env: {
      PATH: Deno.env.get("PATH") ?? "/usr/bin:/bin",
      HOME: place.home,
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
    },
    stdin: "null",
  }).output();
  const decoder = new TextDecoder();
  return decoder.decode(output.stdout) + decoder.decode(output.stderr);
}

// Everybody may read the cache, only who installed may write it: what is in it is run.
async function letRead(folder: string): Promise<void> {
  await Deno.chmod(folder, 0o755);
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) await letRead(path);
    else if (entry.isFile) await Deno.chmod(path, 0o644);
  }
}
