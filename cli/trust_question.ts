/**
 * Asks a user whether a project's hooks.toml may run, and records the answer: in `git-hooks trust`, in
 * `install`, and on the terminal when a hook fires.
 *
 * @module
 */

import { parseHooksToml } from "../lib/config/hooks_toml.ts";
import { UserError } from "../lib/errors.ts";
import type { Sources } from "../lib/sources.ts";
import type { ProjectText } from "../lib/trust/project_text.ts";
import { accept, type AcceptedText, acceptedTexts } from "../lib/trust/store.ts";
import { askYesNo } from "./ui/ask.ts";
import { differenceView, projectView } from "./ui/trust_view.ts";

/** A text that waits for its user's answer. */
export interface OpenQuestion {
  /** The common git directory, absolute. */
  readonly commonDir: string;
  /** What was read, and will be recorded. */
  readonly project: ProjectText;
  /** What was accepted here last, if anything was and can still be parsed. */
  readonly last: (AcceptedText & Pick<ProjectText, "toml">) | undefined;
}

/**
 * Finds what a user has to answer.
 *
 * @param sources what was read
 * @returns the question; undefined when there is none: no project file, or one that may run or never may
 * @throws {UserError} when it could not be accepted: exit code 1 for what the file names as scripts, 128
 *   for the state of the store
 */
export async function openQuestion(sources: Sources): Promise<OpenQuestion | undefined> {
  const { trust, repository } = sources;
  if (repository === undefined || trust?.state !== "untrusted" || trust.project === undefined) {
    return undefined;
  }
  if (trust.faults.length > 0) {
    const refused = trust.project.digest === undefined;
    throw new UserError(
      trust.faults,
      refused ? { exitCode: 1, level: "error" } : { exitCode: 128 },
    );
  }
  const commonDir = repository.commonDirAbsolute;
  const [newest] = await acceptedTexts(commonDir);
  return { commonDir, project: trust.project, last: parsed(newest) };
}

// A text of another version that this one cannot parse is compared with nothing, and shown whole.
function parsed(accepted: AcceptedText | undefined): OpenQuestion["last"] {
  if (accepted === undefined) return undefined;
  try {
    const file = { path: "hooks.toml", file: "hooks.toml", scope: "project" } as const;
    return { ...accepted, toml: parseHooksToml(accepted.text, file) };
  } catch (error) {
    if (error instanceof UserError) return undefined;
    throw error;
  }
}

/**
 * Draws what is to be accepted.
 *
 * @param question the question
 * @param options with colour or without
 * @returns the text, with an empty line at its end
 */
export function questionText(
  question: OpenQuestion,
  options: { readonly colour: boolean },
): string {
  const { last, project } = question;
  if (last === undefined) {
    return `hooks.toml came with this clone. It would run:\n\n${projectView(project, options)}\n`;
  }
  const date = last.acceptedAt.slice(0, 10);
  return `hooks.toml is not what you accepted on ${date}:\n\n` +
    `${differenceView(last, project, options)}\n`;
}

/**
 * Records that the user accepts what was asked.
 *
 * @param question the question
 * @throws {UserError} with exit code 128 when it cannot be recorded
 */
export async function acceptQuestion(question: OpenQuestion): Promise<void> {
  await accept({ commonDir: question.commonDir, project: question.project });
}

/**
 * Asks on the terminal, when one is there, and records a yes. For a hook that fires: everything is shown
 * on the terminal itself, for the standard streams are git's.
 *
 * @param sources what was read
 * @returns true when the text may run now: read the sources again
 */
export async function offerTrust(sources: Sources): Promise<boolean> {
  const question = await openQuestion(sources);
  if (question === undefined) return false;
  const shown = questionText(question, { colour: !Deno.noColor });
  if (await askYesNo("Accept?", { shown }) !== true) return false;
  await acceptQuestion(question);
  return true;
}
