/**
 * The state of a git directory as far as hooks are concerned.
 *
 * @module
 */

// What git itself writes while it commits and pushes, and our cache of plans.
const OF_GIT =
  /^(?:objects|refs|logs|index|HEAD|ORIG_HEAD|COMMIT_EDITMSG|packed-refs|git-hooks)(?:\/|$)/;

/**
 * Reads files, modes and links of a git directory.
 *
 * @param folder the git directory, absolute
 * @returns a text for each path below it, equal if and only if nothing has changed there
 */
export async function readTree(folder: string): Promise<ReadonlyMap<string, string>> {
  const tree = new Map<string, string>();
  await read(folder, "", tree);
  return tree;
}

async function read(folder: string, prefix: string, tree: Map<string, string>): Promise<void> {
  for await (const entry of Deno.readDir(`${folder}/${prefix}`)) {
    const path = prefix + entry.name;
    if (OF_GIT.test(path)) continue;
    const absolute = `${folder}/${path}`;
    if (entry.isDirectory) {
      await read(folder, `${path}/`, tree);
    } else if (entry.isSymlink) {
      tree.set(path, `link ${await Deno.readLink(absolute)}`);
    } else {
      const mode = (await Deno.stat(absolute)).mode ?? 0;
      tree.set(path, `${mode.toString(8)} ${[...await Deno.readFile(absolute)].join(" ")}`);
    }
  }
}
