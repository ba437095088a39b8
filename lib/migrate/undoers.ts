/**
 * Lines of tracked files that point git's hooks elsewhere whenever somebody sets the project up, and so
 * would undo a migration.
 *
 * @module
 */

import { runGit } from "../git/git.ts";
import type { Repository } from "../git/repository.ts";
import type { Undoer } from "./plan_types.ts";

// A command that sets the path, and the installers that package managers run by themselves.
const SETS_PATH = String.raw`git +config .*core\.hooks[Pp]ath +[^ ]`;
const INSTALLS = String
  .raw`"(post)?(install|prepare)" *: *".*\b(husky|lefthook install|simple-git-hooks|pre-commit install|hk install|prek install)\b`;

// Enough to see the pattern; a repository that has more has it in one generated file.
const MOST = 20;

/**
 * Finds such lines in the index's files.
 *
 * @param repository the repository
 * @returns the lines, in git's order; none in a bare repository
 */
export async function findUndoers(repository: Repository): Promise<readonly Undoer[]> {
  if (repository.worktree === undefined) return [];
  const answer = await runGit(
    ["grep", "-z", "-n", "-I", "-E", "-e", SETS_PATH, "-e", INSTALLS],
    { cwd: repository.worktree },
  );
  const found: Undoer[] = [];
  for (const record of new TextDecoder().decode(answer.stdout).split("\n")) {
    const [file, line, text] = record.split("\0");
    if (file === undefined || line === undefined || text === undefined) continue;
    found.push({ file, line: Number(line), text: text.trim() });
    if (found.length === MOST) break;
  }
  return found;
}
