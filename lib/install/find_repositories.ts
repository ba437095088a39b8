/**
 * Finds the repositories below a folder: a server's tree of bare ones, or somebody's projects.
 *
 * @module
 */

/**
 * Walks a folder in the order of names. Symbolic links are not followed, git directories not entered.
 *
 * @param root the folder, absolute
 * @returns directories to ask git from: the git directory of a bare repository, the worktree of another
 */
export async function* findRepositories(root: string): AsyncGenerator<string> {
  const folders: string[] = [];
  const names = new Set<string>();
  try {
    for await (const entry of Deno.readDir(root)) {
      names.add(entry.name);
      if (entry.isDirectory) folders.push(entry.name);
    }
  } catch (error) {
    // What we may not look into is nobody's tree of ours, and may vanish while we walk.
    if (
      error instanceof Deno.errors.PermissionDenied || error instanceof Deno.errors.NotFound
    ) return;
    throw error;
  }
  // is_git_directory() in git's setup.c asks for these three.
  if (names.has("HEAD") && folders.includes("objects") && folders.includes("refs")) {
    yield root;
    return;
  }
  if (names.has(".git")) yield root;
  for (const name of folders.sort()) {
    if (name !== ".git") yield* findRepositories(`${root === "/" ? "" : root}/${name}`);
  }
}
