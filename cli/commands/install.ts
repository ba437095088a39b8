/**
 * `git-hooks install`: shims for every event that has a hook.
 *
 * @module
 */

import { UserError } from "../../lib/errors.ts";
import { runGit } from "../../lib/git/git.ts";
import { install, type InstallResult } from "../../lib/install/install.ts";
import { findLauncher } from "../../lib/install/launcher.ts";
import { recogniseTool } from "../../lib/migrate/recognise.ts";
import { joinPath } from "../../lib/paths.ts";
import { readSources, type Sources } from "../../lib/sources.ts";
import { INSTALL } from "../install_words.ts";
import { parseOptions, UsageError } from "../options.ts";
import { answer, type Console, say } from "../ui/console.ts";
import { sayObstacle } from "../ui/obstacles.ts";

/**
 * Installs.
 *
 * @param args what follows `install`
 * @param console where it prints
 * @returns 0; 1 when an event could not get its shim, or a repository of a tree failed
 */
export async function installCommand(args: readonly string[], console: Console): Promise<number> {
  const { options, rest } = parseOptions(args, INSTALL);
  const on = (name: string): boolean => options.get(name) === true;
  if (rest.length > 0) {
    throw new UsageError("install takes no arguments: it follows the configuration", INSTALL);
  }
  const recursive = options.get("recursive");
  if (typeof recursive === "string") {
    const { installTree } = await import("../install_tree.ts");
    return await installTree({ root: recursive, dryRun: on("dry-run") }, console);
  }
  if (on("if-git")) {
    const missing = await whatIsMissing();
    if (missing !== undefined) {
      say(console, "hint", `${missing}: no hooks are installed`);
      return 0;
    }
  }
  const sources = await readSources({ cwd: Deno.cwd() });
  const result = await install({
    sources,
    launcher: await findLauncher(),
    recognise: recogniseTool,
    dryRun: on("dry-run"),
  });
  for (const line of result.recovered) say(console, "hint", line);
  const code = on("dry-run")
    ? sayPlan(result, sources, console)
    : sayResult(result, sources, console);
  if (!on("dry-run")) await askForTrust(sources, { ask: !on("yes") }, console);
  return code;
}

async function whatIsMissing(): Promise<string | undefined> {
  try {
    await runGit(["--version"], { cwd: Deno.cwd() });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return "there is no git in PATH";
    throw error;
  }
  const sources = await readSources({ cwd: Deno.cwd() });
  return sources.repository === undefined ? "this is not a git repository" : undefined;
}

function sayPlan(result: InstallResult, sources: Sources, console: Console): number {
  if (result.hookdir === undefined) return sayFirstSteps(result, sources, console);
  for (const { event, change, script } of result.placed) {
    const what = change === "none"
      ? "has its shim"
      : change === "renewed"
      ? "its shim would be renewed"
      : script === undefined
      ? "would get a shim"
      : `would get a shim; the script moves to ${script.path} and runs last`;
    answer(console, `${event.padEnd(20)} ${what}`);
  }
  for (const event of result.removed) {
    answer(console, `${event.padEnd(20)} has no hook: its shim would go`);
  }
  return sayLeft(result, sources, console);
}

function sayResult(result: InstallResult, sources: Sources, console: Console): number {
  if (result.hookdir === undefined) return sayFirstSteps(result, sources, console);
  const changed = result.placed.filter(({ change }) => change !== "none");
  const events = changed.map(({ event }) => event).join(", ");
  if (changed.length > 0) {
    answer(console, `installed ${events} in ${result.hookdir}`);
  }
  if (result.removed.length > 0) {
    answer(console, `removed ${result.removed.join(", ")} from ${result.hookdir}: it has no hook`);
  }
  if (changed.length === 0 && result.removed.length === 0 && result.left.length === 0) {
    const count = result.placed.length;
    answer(
      console,
      `nothing to install: ${count} ${count === 1 ? "shim is" : "shims are"} in place`,
    );
  }
  const kept = changed.filter(({ change, script }) => change === "new" && script?.state === "kept");
  if (kept.length > 0) {
    const names = kept.map(({ event }) => event).join(", ");
    say(
      console,
      "hint",
      `kept the ${kept.length === 1 ? "script" : "scripts"} of ${names}; ` +
        "what the hookdir had runs after the configured hooks",
    );
  }
  for (const event of result.switchedOff) {
    say(console, "warning", `the shim of ${event} is not executable, so git does not start it`);
    say(console, "hint", `switch it on: chmod +x ${result.hookdir}/${event}`);
  }
  if (changed.length > 0) say(console, "hint", "undo with 'git hooks uninstall'");
  return sayLeft(result, sources, console);
}

function sayLeft(result: InstallResult, sources: Sources, console: Console): number {
  for (const left of result.left) {
    sayObstacle(left, { directory: sources.directory }, console);
  }
  if (result.left.length === 0) return 0;
  const events = result.left.map(({ event }) => event).join(", ");
  say(console, "error", `not installed: ${events}`);
  return 1;
}

function sayFirstSteps(result: InstallResult, sources: Sources, console: Console): number {
  const { worktree, commonDir } = sources.repository ?? { worktree: undefined, commonDir: ".git" };
  const local = joinPath(commonDir, "hooks.toml");
  const places = worktree === undefined
    ? local
    : `hooks.toml (shared with the project) or ${local} (yours alone)`;
  const event = worktree === undefined ? "pre-receive" : "pre-commit";
  say(console, "hint", "no hook is configured here; for a first one put these lines into");
  say(console, "hint", `${places}, then: git hooks install`);
  console.out(`[hook.test]\nevent = "${event}"\ncommand = "echo checked"\n`);
  const { scripts } = result;
  if (scripts.length > 0) {
    say(
      console,
      "hint",
      `git itself runs ${scripts.join(", ")} from the hookdir; ` +
        "they can become configured hooks: git hooks migrate",
    );
  }
  return 0;
}

async function askForTrust(
  sources: Sources,
  options: { readonly ask: boolean },
  console: Console,
): Promise<void> {
  if (sources.trust?.state !== "untrusted") return;
  const { acceptQuestion, openQuestion, questionText } = await import("../trust_question.ts");
  const { askYesNo } = await import("../ui/ask.ts");
  try {
    const question = await openQuestion(sources);
    if (question === undefined) return;
    const shown = questionText(question, { colour: !Deno.noColor });
    const answer = options.ask ? await askYesNo("Accept?", { shown }) : undefined;
    if (answer === true) {
      await acceptQuestion(question);
      console.out("accepted hooks.toml\n");
      return;
    }
  } catch (error) {
    // What is wrong with the text keeps it from being accepted, not the shims from being installed.
    if (!(error instanceof UserError)) throw error;
    for (const fault of error.faults) say(console, "warning", fault.message);
  }
  say(console, "hint", "hooks.toml is not trusted yet, and its gates are closed until it is:");
  say(console, "hint", "read and accept it: git hooks trust");
}
