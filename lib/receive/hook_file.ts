/**
 * The sh programs that git starts for a push: one for a hook, or for all hooks of an event where git knows
 * only one file, or one that hands on to a script of the hookdir.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import type { Hook, Resolution } from "../hook.ts";
import { joinPath } from "../paths.ts";
import { hooksText } from "../plan/compile.ts";
import type { PlanFacts } from "../plan/facts.ts";
import { CLOSE, FIRED } from "../plan/sh_fragments.ts";
import { quoteForSh } from "../quote.ts";
import { needsShell } from "../run/argv.ts";
import { VERSION } from "../version.ts";

/** What the programs of one push have in common. */
export interface FileContext {
  /** The facts of its plan. */
  readonly facts: PlanFacts;
  /** The git that receives it, a real path. */
  readonly git: string;
}

const HEAD = `#!/bin/sh
# git-hooks ${VERSION}: made for git-hooks-receive-pack, a cache
`;

/**
 * Writes the program that runs hooks of one event.
 *
 * @param resolution the event
 * @param all those of its hooks that it runs, a script of the hookdir last
 * @param context the push
 * @returns the program
 */
export function hookFile(
  resolution: Resolution,
  all: readonly Hook[],
  context: FileContext,
): string {
  const { facts } = context;
  const name = resolution.event;
  const event = findEvent(name);
  const receives = event?.side === "receive";
  const hooks = all.filter((hook) => hook.source !== "hookdir");
  const script = all.find((hook) => hook.source === "hookdir")?.program;
  const [only] = hooks;
  if (name === "update" && all.length === 1 && only !== undefined) {
    const words = plainWords(only);
    if (words !== undefined) return `${HEAD}${CLOSE}\nexec ${words} "$@"\n`;
  }
  if (name === "proc-receive" && only !== undefined) {
    return `${HEAD}${CLOSE}\nexec ${conversation(only)}\n`;
  }
  // git commands that hooks start fire these from anywhere.
  const placed = receives ? hooks : hooks.map((hook) => absolute(hook, facts.directory));
  const text = hooksText({ ...resolution, jobs: 1 }, placed, {
    facts,
    fired: receives ? "git_hooks_ours=1\n" : firedText(context.git),
  });
  const closes = event?.closes ?? true;
  const failed = `${closes ? "error" : "warning"}: the ${name} hooks of this server cannot be run`;
  return `${HEAD}git_hooks_dir=${quoteForSh(facts.gitDir)} git_hooks_script=
git_hooks_replaced() { return 1; }
git_hooks_run() {
${text}printf '%s\\n' ${quoteForSh(failed)} >&2
exit ${closes ? 1 : 0}
}
${
    script?.kind === "script"
      ? withScript(name, script.path, facts.directory)
      : 'git_hooks_run "$@"\n'
  }`;
}

// The script comes last, and speaks for itself as it always did.
function withScript(event: string, path: string, directory: string): string {
  const row = findEvent(event);
  const close = row?.side === "receive" ? `${CLOSE}\n` : "";
  if (row?.stdin !== true) {
    return `${close}( git_hooks_run "$@" )
git_hooks_code=$?
${scriptText(event, path, directory)}[ -x "$git_hooks_path" ] || exit $git_hooks_code
[ $git_hooks_code -ne 0 ] || exec "$git_hooks_path" "$@"
"$git_hooks_path" "$@"
exit $((git_hooks_code | $?))
`;
  }
  return `${close}git_hooks_all=$git_hooks_dir/git-hooks/stdin.all.$$
( umask 077; exec cat >"$git_hooks_all" ) || {
printf '%s\\n' 'error: cannot keep the input of ${event}' >&2
rm -f "$git_hooks_all"
exit ${row.closes ? 1 : 0}
}
( git_hooks_run "$@" ) <"$git_hooks_all"
git_hooks_code=$?
${scriptText(event, path, directory)}if [ -x "$git_hooks_path" ]; then
"$git_hooks_path" "$@" <"$git_hooks_all"
git_hooks_code=$((git_hooks_code | $?))
fi
rm -f "$git_hooks_all"
exit $git_hooks_code
`;
}

/**
 * Writes a hook as git may start it itself.
 *
 * @param hook the hook
 * @returns the text of a `hook.<name>.command`; undefined when the hook is more than its program
 */
export function plainCommand(hook: Hook): string | undefined {
  const program = hook.program;
  if (program === undefined || !isPlain(hook)) return undefined;
  if (program.kind === "command") return program.text;
  const path = scriptPath(program.path);
  return needsShell(path) ? quoteForSh(path) : path;
}

function isPlain(hook: Hook): boolean {
  return hook.timeout === undefined && (hook.refs ?? []).length === 0 && hook.args;
}

// The program as words after `exec`; undefined when the hook is more than that, or looks like an option.
function plainWords(hook: Hook): string | undefined {
  const program = hook.program;
  if (program === undefined || !isPlain(hook)) return undefined;
  if (program.kind === "script") return quoteForSh(scriptPath(program.path));
  if (needsShell(program.text)) return shellWords(program.text, true);
  return program.text.startsWith("-") ? undefined : quoteForSh(program.text);
}

function shellWords(text: string, args: boolean): string {
  return `/bin/sh -c ${quoteForSh(args ? `${text} "$@"` : text)} ${quoteForSh(text)}`;
}

// Nothing may stand in the conversation: the hook takes our place. `timeout` only sets an alarm for it.
function conversation(hook: Hook): string {
  const program = hook.program;
  const limit = hook.timeout === undefined ? "" : `timeout -k 10 ${quoteForSh(hook.timeout)} `;
  if (program === undefined) return "false";
  const words = program.kind === "script"
    ? quoteForSh(scriptPath(program.path))
    : needsShell(program.text)
    ? shellWords(program.text, false)
    : quoteForSh(program.text);
  return `${limit}${words}`;
}

function scriptPath(path: string): string {
  return path.includes("/") ? path : `./${path}`;
}

function absolute(hook: Hook, directory: string): Hook {
  const program = hook.program;
  if (program?.kind !== "script") return hook;
  return { ...hook, program: { ...program, path: joinPath(directory, program.path) } };
}

// A hook may run another git in the same repository, which runs configured hooks itself.
function firedText(git: string): string {
  return `${FIRED}git_hooks_ours=1
if ! [ "$git_hooks_exe" -ef ${quoteForSh(git)} ] && ! git_hooks_fired_by_other &&
"$git_hooks_exe" -c hook.git-hooks-probe-x.command=true -c hook.git-hooks-probe-x.event=git-hooks-probe \\
hook list --allow-unknown-hook-name git-hooks-probe </dev/null >/dev/null 2>&1; then git_hooks_ours=0; fi
`;
}

/**
 * Writes the program that hands on to a script of the hookdir, which finds all as before.
 *
 * @param event the event
 * @param path the script, as git spells it in the git directory
 * @param directory the git directory, absolute
 * @returns the program
 */
export function handOnFile(event: string, path: string, directory: string): string {
  const close = findEvent(event)?.side === "receive" ? `${CLOSE}\n` : "";
  return `${HEAD}${close}${scriptText(event, path, directory)}exec "$git_hooks_path" "$@"\n`;
}

// The script by the name that git has for it where the event is fired: a command that a hook started may have
// fired it in a worktree.
function scriptText(event: string, path: string, directory: string): string {
  const word = quoteForSh(path);
  if (findEvent(event)?.side === "receive") return `git_hooks_path=${word}\n`;
  const elsewhere = quoteForSh(joinPath(directory, path));
  return `git_hooks_path=${word}
[ "$git_hooks_path" -ef ${elsewhere} ] || git_hooks_path=\${GIT_DIR:-.git}/${word}
[ "$git_hooks_path" -ef ${elsewhere} ] || git_hooks_path=${elsewhere}
`;
}
