/**
 * Scripts of a tracked folder that this worktree does not have, but another worktree or the tip of
 * another branch has.
 *
 * @module
 */

import { runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import { ownPath } from "../own_path.ts";
import { joinPath } from "../paths.ts";
import type { FoundHookdir } from "./find_hookdirs.ts";
import { scanHookdir } from "./scan_hookdir.ts";
import type { Worktree } from "./worktrees.ts";

// So many different versions of one folder no repository keeps at the tips of its branches.
const MOST_TREES = 500;

/**
 * Finds events for which there is a script elsewhere.
 *
 * @param around the repository, the tracked folder, all worktrees, and how paths are shown to people
 * @returns for each event where its script is: a worktree, or `branch NAME`
 */
export async function findElsewhere(
  around: {
    readonly repository: Repository;
    readonly hookdir: FoundHookdir;
    readonly worktrees: readonly Worktree[];
    readonly shown: (path: string) => string;
  },
): Promise<ReadonlyMap<string, string>> {
  const { repository, hookdir, worktrees, shown } = around;
  const value = hookdir.value ?? "";
  const found = new Map<string, string>();
  // An absolute path leads every worktree and every branch to the same folder on disk.
  if (value.startsWith("/")) return found;
  for (const worktree of worktrees) {
    for (const { entry } of await scanHookdir(joinPath(worktree.path, value))) {
      if (entry.event && entry.executable && !found.has(entry.name)) {
        found.set(entry.name, shown(worktree.path));
      }
    }
  }
  for (const [tree, branch] of await treesAtTips(repository, value)) {
    const list = await runGit(["ls-tree", "-z", tree], { cwd: repository.directory });
    for (const line of new TextDecoder().decode(list.stdout).split("\0")) {
      const name = /^(?:100755|120000) blob \S+\t(.+)$/.exec(line)?.[1];
      if (name !== undefined && !found.has(name)) found.set(name, `branch ${branch}`);
    }
  }
  return found;
}

// The folder's trees at all tips, each once, with the first branch that has it.
async function treesAtTips(
  repository: Repository,
  value: string,
): Promise<ReadonlyMap<string, string>> {
  const trees = new Map<string, string>();
  const folder = value.replace(/^(\.\/+)+|\/+$/g, "");
  if (folder.includes("\n")) return trees;
  const cwd = repository.directory;
  const refs = await runGit(["for-each-ref", "--format=%(refname)", "refs/heads", "refs/remotes"], {
    cwd,
  });
  const names = new TextDecoder().decode(refs.stdout).split("\n").filter((name) => name !== "");
  const answers = await typesOf(cwd, names.map((name) => `${name}:${folder}`));
  for (const [index, answer] of answers.entries()) {
    const tree = /^(\S+) tree /.exec(answer)?.[1];
    if (tree === undefined || trees.has(tree) || trees.size >= MOST_TREES) continue;
    trees.set(tree, (names[index] ?? "").replace(/^refs\/(heads|remotes)\//, ""));
  }
  return trees;
}

// One process for all of them, however many branches there are (git-cat-file(1), --batch-check).
async function typesOf(cwd: string, objects: readonly string[]): Promise<readonly string[]> {
  const child = new Deno.Command("git", {
    args: ["cat-file", "--batch-check"],
    env: ownPath(),
    cwd,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const writer = child.stdin.getWriter();
  const fed = writer.write(new TextEncoder().encode(objects.map((one) => `${one}\n`).join("")))
    .then(() => writer.close()).catch(() => undefined);
  const [{ stdout }] = await Promise.all([child.output(), fed]);
  return new TextDecoder().decode(stdout).split("\n");
}
