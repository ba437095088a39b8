/**
 * The plan of the wrapper: tests that nothing has changed, and what it then gives to git. Pure: facts in,
 * text out.
 *
 * @module
 */

import { joinPath } from "../paths.ts";
import { sourceConditions } from "../plan/compile.ts";
import type { PlanFacts, ProbedGit } from "../plan/facts.ts";
import { ASKED, FIRED, SAME } from "../plan/sh_fragments.ts";
import { quoteForSh } from "../quote.ts";
import { VERSION } from "../version.ts";

/** What the wrapper does with a push. */
export type Answer =
  /** Nothing: git runs whatever there is. */
  | { readonly kind: "nothing" }
  /** Gives git a file of settings, for the repository that the pattern matches. */
  | {
    readonly kind: "inject";
    /** The file, absolute. */
    readonly config: string;
    /** The pattern of the git directory. */
    readonly pattern: string;
    /** The programs beside it, without which git would run fewer hooks. */
    readonly programs: readonly string[];
  };

/** A file of the hookdir, as it was. */
export interface HookdirFact {
  /** Its path, as git spells it in the git directory. */
  readonly path: string;
  /** The name of a reference file with its mtime; undefined when it was not there or not executable. */
  readonly reference: string | undefined;
}

/** What the answer depends on, besides the sources. */
export interface ReceiveFacts {
  /** The sources; `gitDir` is the folder that stands for the git directory in matters of the plan. */
  readonly facts: PlanFacts;
  /** The git that receives the push. */
  readonly git: ProbedGit;
  /** The hookdir. */
  readonly hookdir: readonly HookdirFact[];
}

/**
 * Writes an answer as the wrapper reads it.
 *
 * @param answer what is to be done
 * @returns a line of sh
 */
export function answerText(answer: Answer): string {
  if (answer.kind === "nothing") return "git_hooks_answer=nothing\n";
  return `git_hooks_answer=inject git_hooks_config=${quoteForSh(answer.config)} ` +
    `git_hooks_pattern=${quoteForSh(answer.pattern)}\n`;
}

/**
 * Writes the plan.
 *
 * @param answer what is to be done as long as nothing has changed
 * @param known what it depends on
 * @returns the text that the wrapper sources
 */
export function receivePlanText(answer: Answer, known: ReceiveFacts): string {
  const { facts, git } = known;
  const conditions = [
    `git_hooks_is ${quoteForSh(git.path)} "$git_hooks_dir"/git-hooks/${git.reference}`,
    ...(answer.kind === "inject"
      ? [
        `[ -f ${quoteForSh(answer.config)} ]`,
        ...answer.programs.map((path) => `[ -x ${quoteForSh(path)} ]`),
      ]
      : []),
    ...known.hookdir.map(hookdirCondition),
    ...sourceConditions(facts),
  ];
  return `# git-hooks ${VERSION}: the plan of git-hooks-receive-pack, a cache; whoever deletes it loses nothing
# git ${git.knows ? "knows" : "ignores"} ${git.path}
${SAME}${ASKED}${FIRED}git_hooks_exe=$git_hooks_git
if ${conditions.join(" &&\n")}; then
${answerText(answer)}fi
`;
}

// A shim in the place of a script would run hooks a second time, so the file itself counts, not its name.
function hookdirCondition({ path, reference }: HookdirFact): string {
  const word = quoteForSh(joinPath(".", path));
  if (reference === undefined) return `! [ -x ${word} ]`;
  const mark = `"$git_hooks_dir"/git-hooks/${reference}`;
  return `[ -x ${word} ] && [ -f ${mark} ] && ! [ ${word} -nt ${mark} ] && ! [ ${word} -ot ${mark} ]`;
}
