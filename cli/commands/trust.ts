/**
 * `git-hooks trust`: shows what a project's hooks.toml would run, or what changed in it, and records
 * that its user accepts it.
 *
 * @module
 */

import { UserError } from "../../lib/errors.ts";
import { readSources, type Sources } from "../../lib/sources.ts";
import { parseOptions, UsageError } from "../options.ts";
import {
  acceptQuestion,
  type OpenQuestion,
  openQuestion,
  questionText,
} from "../trust_question.ts";
import { TRUST } from "../trust_words.ts";
import { askYesNo } from "../ui/ask.ts";
import { answer, type Console, say } from "../ui/console.ts";
import { declaredHooks, plural } from "../ui/trust_view.ts";

/**
 * Shows and accepts, lists or revokes.
 *
 * @param args what follows `trust`
 * @param console where it prints
 * @returns 0; 1 when the text is not accepted
 */
export async function trustCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, TRUST);
  const on = (name: string): boolean => options.get(name) === true;
  const [list, revoke, yes, all, json] = ["list", "revoke", "yes", "all", "json"].map(on);
  if (rest.length > 0) throw new UsageError("trust takes no arguments", TRUST);
  if ([list, revoke, yes].filter(Boolean).length > 1) {
    throw new UsageError("--list, --revoke and --yes exclude each other", TRUST);
  }
  if (all && !list && !revoke) throw new UsageError("--all needs --list or --revoke", TRUST);
  if (list || revoke) {
    const records = await import("../trust_records.ts");
    const wanted = { all: all === true, json: json === true };
    return list
      ? await records.listAcceptances(wanted, console)
      : await records.revokeAcceptances(wanted, console);
  }
  return await trustProject({ yes: yes === true, json: json === true }, console);
}

interface TrustOptions {
  readonly yes: boolean;
  readonly json: boolean;
}

async function trustProject(options: TrustOptions, console: Console): Promise<number> {
  const sources = await readSources({ cwd: Deno.cwd() });
  if (sources.repository === undefined) {
    throw new UserError("not a git repository (or any of the parent directories): .git");
  }
  if (sources.repository.worktree === undefined) {
    throw new UserError("this operation must be run in a work tree");
  }
  // What is wrong with another file is no reason not to read this one.
  if (sources.trust === undefined && sources.broken !== undefined) throw sources.broken;
  if (sources.trust?.state === "never") throw neverError(sources.trust.rule.setting?.scope);
  const question = await openQuestion(sources);
  if (options.json) return await trustAsJson(sources, { question, yes: options.yes }, console);
  if (question === undefined) {
    answer(console, `nothing to accept: ${reasonOf(sources)}`);
    return 0;
  }
  console.out(questionText(question, { colour: console.colourOut }));
  if (!await isAnsweredYes(question, options, console)) return 1;
  await acceptQuestion(question);
  const { hooks, scripts } = countsOf(question);
  answer(console, `accepted hooks.toml: ${hooks}${scripts}`);
  say(console, "hint", "undo with 'git hooks trust --revoke'");
  await (await import("../trust_shims.ts")).addMissingShims(console);
  return 0;
}

function neverError(scope: string | undefined): UserError {
  return new UserError({
    message: "githooks.trust is 'never' here, so hooks.toml is not read",
    hints: [
      `to be asked again: git config ${scope === undefined ? "" : `--${scope} `}` +
      "githooks.trust ask",
    ],
  }, { exitCode: 1, level: "error" });
}

function reasonOf(sources: Sources): string {
  switch (sources.trust?.state) {
    case "accepted":
      return "this hooks.toml is accepted already";
    case "always":
      return "githooks.trust is 'always' here, so hooks.toml runs unread";
    default:
      return "there is no hooks.toml at the root of this worktree";
  }
}

function countsOf(question: OpenQuestion): { readonly hooks: string; readonly scripts: string } {
  const { project } = question;
  const names = new Set(declaredHooks(project).map((hook) => hook.name));
  const scripts = project.scripts.length;
  return {
    hooks: plural(names.size, "hook"),
    scripts: scripts === 0 ? "" : `, ${plural(scripts, "script")}`,
  };
}

async function isAnsweredYes(
  question: OpenQuestion,
  options: TrustOptions,
  console: Console,
): Promise<boolean> {
  if (options.yes) return true;
  // Who is asked must see what about, also when standard output goes into a file.
  const shown = Deno.stdout.isTerminal() ? "" : questionText(question, { colour: !Deno.noColor });
  const answer = await askYesNo("Accept?", { shown });
  if (answer === undefined) {
    say(console, "error", "not accepted, because there is no terminal to ask on");
    say(console, "hint", "accept what is shown above: git hooks trust --yes");
  }
  return answer === true;
}

async function trustAsJson(
  sources: Sources,
  options: { readonly question: OpenQuestion | undefined; readonly yes: boolean },
  console: Console,
): Promise<number> {
  const { question, yes } = options;
  const state = sources.trust?.state ?? "absent";
  if (question !== undefined && yes) {
    await acceptQuestion(question);
    // Standard output is the answer's.
    await (await import("../trust_shims.ts")).addMissingShims({ ...console, out: console.err });
  }
  const { jsonText } = await import("../ui/json_text.ts");
  const { trustJson } = await import("../ui/trust_json.ts");
  const now = question !== undefined && yes ? "accepted" : state;
  console.out(jsonText(trustJson(sources, { state: now, question })));
  return now === "untrusted" ? 1 : 0;
}
