/**
 * `git-hooks trust --list` and `--revoke`: what was accepted, and taking it back.
 *
 * @module
 */

import { UserError } from "../lib/errors.ts";
import { discoverRepository, type Repository } from "../lib/git/repository.ts";
import { relativeBelow } from "../lib/paths.ts";
import { printable } from "../lib/quote.ts";
import { readProjectText } from "../lib/trust/project_text.ts";
import {
  type AcceptedText,
  acceptedTexts,
  findStoreFault,
  listAll,
  revoke,
  revokeAll,
} from "../lib/trust/store.ts";
import { answer, type Console, say } from "./ui/console.ts";
import { jsonText } from "./ui/json_text.ts";
import { scriptJson } from "./ui/trust_json.ts";
import { plural } from "./ui/trust_view.ts";

/** Which records, and how to print them. */
export interface RecordOptions {
  /** Those of every repository, not of this one. */
  readonly all: boolean;
  /** As JSON. */
  readonly json: boolean;
}

/**
 * Lists what was accepted.
 *
 * @param options for which repositories, and how
 * @param console where it prints
 * @returns 0
 * @throws {UserError} with exit code 128 when the store is not to be believed
 */
export async function listAcceptances(options: RecordOptions, console: Console): Promise<number> {
  const fault = await findStoreFault();
  if (fault !== undefined) throw new UserError(fault);
  const repository = await thisRepository(options);
  const texts = repository === undefined
    ? await listAll()
    : await acceptedTexts(repository.commonDirAbsolute);
  const current = await currentDigest(repository);
  if (options.json) {
    const data = texts.map((one) => ({
      repository: one.repository,
      acceptedAt: one.acceptedAt,
      digest: one.digest,
      current: one.digest === current,
      text: one.text,
      scripts: one.scripts.map(scriptJson),
    }));
    console.out(jsonText(data));
    return 0;
  }
  for (const [path, group] of Map.groupBy(texts, (one) => one.repository)) {
    console.out(`${shownPath(path)}\n${group.map((one) => rowText(one, current)).join("")}`);
  }
  if (texts.length === 0) say(console, "hint", "nothing was accepted");
  return 0;
}

function rowText(accepted: AcceptedText, current: string | undefined): string {
  const time = `${accepted.acceptedAt.slice(0, 16)}Z`;
  const lines = plural(accepted.text.trimEnd().split("\n").length, "line");
  const scripts = accepted.scripts.length === 0
    ? ""
    : `, ${plural(accepted.scripts.length, "script")}`;
  const mark = accepted.digest === current ? "*" : " ";
  return `${mark} ${accepted.digest.slice(0, 12)} ${time} ${lines}${scripts}\n`;
}

/**
 * Takes back what was accepted.
 *
 * @param options for which repositories, and how to say so
 * @param console where it prints
 * @returns 0
 * @throws {UserError} with exit code 128 when the store is not this user's own or cannot be written
 */
export async function revokeAcceptances(options: RecordOptions, console: Console): Promise<number> {
  const repository = await thisRepository(options);
  const count = repository === undefined
    ? await revokeAll()
    : await revoke(repository.commonDirAbsolute);
  if (options.json) {
    console.out(jsonText({ revoked: count }));
  } else if (count === 0) {
    console.out("nothing to revoke\n");
  } else {
    const where = repository === undefined
      ? "every repository"
      : shownPath(repository.commonDirAbsolute);
    answer(console, `revoked ${plural(count, "accepted text")} of ${where}`);
    say(console, "hint", "no hook of it runs until it is accepted again: git hooks trust");
  }
  return 0;
}

async function thisRepository(options: RecordOptions): Promise<Repository | undefined> {
  if (options.all) return undefined;
  const repository = await discoverRepository(Deno.cwd());
  if (repository !== undefined) return repository;
  throw new UserError({
    message: "not a git repository (or any of the parent directories): .git",
    hints: ["for every repository: --all"],
  });
}

async function currentDigest(repository: Repository | undefined): Promise<string | undefined> {
  if (repository?.worktree === undefined) return undefined;
  try {
    return (await readProjectText(repository.worktree))?.digest;
  } catch (error) {
    // A file that is broken now takes nothing away from what was accepted.
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

function shownPath(path: string): string {
  const home = Deno.env.get("HOME") ?? "";
  const below = home === "" || home === "/" ? undefined : relativeBelow(home, path);
  return printable(below === undefined ? path : `~/${below}`);
}
