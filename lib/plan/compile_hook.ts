/**
 * The lines of a plan that start one hook, as git starts it, and keep what became of it.
 *
 * @module
 */

import { findEvent, type HookEvent } from "../events.ts";
import type { Hook, Program } from "../hook.ts";
import { onlyWarns } from "../run/outcome.ts";
import { directoryOf, joinPath } from "../paths.ts";
import { quoteForSh, withoutControls } from "../quote.ts";
import { needsShell, withTimeout } from "../run/argv.ts";
import type { FileFact, PlanFacts } from "./facts.ts";
import { isPortable, refCase, refGreps } from "./ref_patterns.ts";

/** What the hooks of one plan have in common. */
export interface HookContext {
  /** What is known of the event. */
  readonly event: HookEvent;
  /** The facts of the plan. */
  readonly facts: PlanFacts;
  /** True when the input was put into a file, because several read it. */
  readonly spooled: boolean;
  /** True when the one hook takes the place of the shim. */
  readonly becomes: boolean;
}

/**
 * Says whether sh can start a hook at all.
 *
 * @param hook the hook
 * @returns false for what only the code can do
 */
export function canCompile(hook: Hook): boolean {
  const program = hook.program;
  if (program === undefined) return false;
  const first = program.kind === "command" ? program.text : program.path;
  // `exec` and env(1) would take it for an option.
  if (first.startsWith("-") && (program.kind === "script" || !needsShell(first))) return false;
  const refs = hook.refs ?? [];
  if (!refs.every(isPortable)) return false;
  // Its input is a conversation, which nothing may stand in.
  return refs.length === 0 || hook.event !== "proc-receive";
}

/**
 * Writes the lines for one hook. Its result is in `git_hooks_<number>`: its exit code, `start` when it could
 * not be started, `skip` when it was none of our business.
 *
 * @param hook the hook
 * @param number counts from 1
 * @param context the plan
 * @returns lines of sh
 */
export function hookText(hook: Hook, number: number, context: HookContext): string {
  const result = `git_hooks_${number}`;
  const program = hook.program;
  if (program === undefined) return `${result}=skip\n`;
  const filtered = filterText(hook, number, context, startText(hook, program, number, context));
  const whole = hook.source === "git-config"
    ? `if [ $git_hooks_ours = 0 ]; then ${result}=skip\nelse\n${filtered}fi\n`
    : hook.source === "hookdir"
    ? keptText(result, filtered)
    : filtered;
  return `${result}=\nif [ -z "$git_hooks_stop" ]; then\n${whole}fi\n`;
}

// git passes over a hookdir script without its x bit (hook.c, find_hook()); one that is gone is missed.
function keptText(result: string, start: string): string {
  return `git_hooks_own
if ! [ -x "$git_hooks_path" ] && { [ -e "$git_hooks_path" ] || [ -L "$git_hooks_path" ]; }; then ${result}=skip
[ -z "$git_hooks_advice" ] || ! [ -e "$git_hooks_path" ] || {
git_hooks_shown "$git_hooks_path"
printf "$git_hooks_advice" "$git_hooks_seen" >&2; }
else
${start}fi
`;
}

// Which word of a line names the ref (githooks(5)).
const FIELD_OF_LINE: ReadonlyMap<string, number> = new Map([
  ["pre-receive", 2],
  ["post-receive", 2],
  ["reference-transaction", 2],
  ["pre-push", 2],
]);

function filterText(hook: Hook, number: number, context: HookContext, start: string): string {
  const refs = hook.refs ?? [];
  if (refs.length === 0) return start;
  const result = `git_hooks_${number}`;
  if (hook.event === "update") {
    return refCase("$1", refs, { named: start, other: `${result}=skip\n` });
  }
  if (hook.event === "post-update") {
    const chosen = refCase("$git_hooks_line", refs, {
      named: 'set -- "$@" "$git_hooks_line"\n',
      other: ":\n",
    });
    return `git_hooks_refs() {
git_hooks_count=$#
for git_hooks_line do
${chosen}done
shift "$git_hooks_count"
if [ $# -eq 0 ]; then ${result}=skip
else
${start}fi
}
git_hooks_refs "$@"
`;
  }
  const field = FIELD_OF_LINE.get(hook.event);
  if (field === undefined) return start;
  return `${linesText(refGreps(refs, field), number, context)}
if [ $git_hooks_found -gt 1 ]; then
printf '%s\\n' ${quoteForSh(`error: cannot choose the lines for a hook of ${hook.event}`)} >&2
${notStartedText(hook, result)}
elif ! [ -s "$git_hooks_in.${number}" ]; then ${result}=skip
else
${start}fi
`;
}

// grep answers 1 when no line is left; anything above is a failure, which must not look like that.
function linesText(greps: readonly string[], number: number, context: HookContext): string {
  const file = `"$git_hooks_in.${number}"`;
  const [first = "", second] = greps;
  const from = context.spooled ? ' <"$git_hooks_in"' : "";
  const chosen = `PATH=$git_hooks_programs ${first}${from} >${file}\ngit_hooks_found=$?`;
  if (second === undefined) return chosen;
  const named = `"$git_hooks_in.${number}.named"`;
  return `PATH=$git_hooks_programs ${first}${from} >${named}
git_hooks_found=$?
if [ $git_hooks_found -le 1 ]; then
PATH=$git_hooks_programs ${second} <${named} >${file}
git_hooks_found=$?
fi`;
}

function startText(hook: Hook, program: Program, number: number, context: HookContext): string {
  const { words, check } = wordsOf(hook, program, context);
  const args = hook.args ? ' "$@"' : "";
  const result = `git_hooks_${number}`;
  const prefix = prefixOf(hook, program, context);
  const shell = program.kind === "command" && needsShell(program.text);
  const line = shell
    ? `git_hooks_prefix=${quoteForSh(prefix)}; git_hooks_sh ${words}${args}`
    : `${prefix === "" ? "" : `${prefix} `}${words}${args}`;
  // bash makes a path absolute when it is `exec`ed, and the path becomes $0.
  const start = context.becomes
    ? shell ? `${line}\n` : `[ -n "\${BASH_VERSION-}" ] || exec ${line}\n${line}\nexit $?\n`
    : `(${line})${inputText(hook, number, context)}
${result}=$?
git_hooks_code=$((git_hooks_code | ${result}))
`;
  if (check === "") return start;
  return `${check}then\n${start}else ${notStartedText(hook, result)}\nfi\n`;
}

function notStartedText(hook: Hook, result: string): string {
  const counted = onlyWarns(hook) ? "" : " git_hooks_code=$((git_hooks_code | 1))";
  return `${result}=start git_hooks_stop=1${counted}`;
}

// What is executed, and the test before it, which sets git_hooks_path.
function wordsOf(
  hook: Hook,
  program: Program,
  context: HookContext,
): { readonly words: string; readonly check: string } {
  const limit = hook.timeout === undefined
    ? []
    : [`git_hooks_find timeout "timeout(1), which 'timeout' needs"`];
  if (program.kind === "command" && needsShell(program.text)) {
    return { words: quoteForSh(program.text), check: conditionText(limit) };
  }
  const words = '"$git_hooks_path"';
  if (program.kind === "command" && !program.text.includes("/")) {
    const shown = quoteForSh(withoutControls(program.text));
    const found = `git_hooks_find ${quoteForSh(program.text)} ${shown}`;
    return {
      words,
      check: conditionText([...limit, found, `git_hooks_can "$git_hooks_path" ${shown}`]),
    };
  }
  const path = program.kind === "command" ? program.text : program.path;
  const set = program.kind === "script" && isShimScript(path, context)
    ? "git_hooks_own"
    : `git_hooks_path=${pathWord(path, program, context)}`;
  // What is only known when the plan runs, it looks through itself.
  const shown = withoutControls(path) === path ? "" : ` ${quoteForSh(withoutControls(path))}`;
  return {
    words,
    check: conditionText([
      ...limit,
      set,
      `git_hooks_can "$git_hooks_path"${shown}`,
      ...stillAccepted(program, context),
    ]),
  };
}

// A hook that ran before may have changed it.
function stillAccepted(program: Program, { facts }: HookContext): readonly string[] {
  if (program.kind !== "script" || program.accepted === undefined) return [];
  const path = joinPath(
    facts.directory,
    program.path.split("/").filter((part) => part !== "" && part !== ".").join("/"),
  );
  const conditions = facts.files.filter((file) => file.path === path).flatMap(fileConditions);
  const why = quoteForSh(
    `fatal: cannot exec '${withoutControls(program.path)}': it is no longer what was trusted`,
  );
  const tell = `{ printf '%s\\n' ${why} >&2; false; }`;
  return [`{ { ${["true", ...conditions].join(" && ")}; } || ${tell}; }`];
}

/**
 * Writes the tests that a file is what it was. They need `SAME` of `sh_fragments.ts`, and `git_hooks_dir`.
 *
 * @param file the file
 * @returns conditions of sh, to be joined by `&&`
 */
export function fileConditions(file: FileFact): readonly string[] {
  const path = quoteForSh(file.path);
  if (file.kind === "absent") return [`! [ -e ${path} ] && ! [ -L ${path} ]`];
  const { references, text } = file;
  const reference = (name: string | undefined): string =>
    name === undefined ? "''" : `"$git_hooks_dir"/git-hooks/${name}`;
  return [
    ...file.noLinks.map((link) => `! [ -L ${quoteForSh(link)} ]`),
    [
      `git_hooks_same ${path} ${quoteForSh(directoryOf(file.path))}`,
      reference(references?.file),
      reference(references?.directory),
      ...(text === undefined ? [] : [quoteForSh(text)]),
    ].join(" "),
  ];
}

function conditionText(conditions: readonly string[]): string {
  return conditions.length === 0 ? "" : `if ${conditions.join(" && ")}; `;
}

/**
 * Says whether a script is the one that the shim took the place of.
 *
 * @param path the script, as the resolver spells it
 * @param context the plan
 * @returns true when it is
 */
export function isShimScript(path: string, context: Pick<HookContext, "facts">): boolean {
  const { shim, spelled } = context.facts;
  return shim.head.script !== undefined &&
    joinPath(spelled.commonDir, shim.head.script.path) === path;
}

// Below the git directory, whatever its spelling is this time.
function pathWord(path: string, program: Program, { facts }: HookContext): string {
  const { gitDir, commonDir } = facts.spelled;
  const prefix = `${commonDir}/`;
  if (program.kind === "script" && commonDir === gitDir && path.startsWith(prefix)) {
    return `$git_hooks_dir/${quoteForSh(path.slice(prefix.length))}`;
  }
  return quoteForSh(path.includes("/") ? path : `./${path}`);
}

function prefixOf(hook: Hook, program: Program, context: HookContext): string {
  const { signalReset } = context.facts;
  const shell = program.kind === "command" && needsShell(program.text);
  const named = program.kind === "command" ? program.text : program.path;
  // env(1) takes a word with `=` for a variable.
  const resets = signalReset !== undefined && context.event.side === "receive" &&
    hook.event !== "update" && (shell || !named.includes("="));
  const limited = hook.timeout === undefined ? [] : withTimeout([], hook.timeout).slice(1);
  return [
    ...(resets ? [`${signalReset} --default-signal=PIPE`] : []),
    ...(hook.timeout === undefined ? [] : ["timeout", ...limited]),
  ].join(" ");
}

function inputText(hook: Hook, number: number, context: HookContext): string {
  const filtered = (hook.refs ?? []).length > 0 && FIELD_OF_LINE.has(hook.event);
  if (filtered) return ` <"$git_hooks_in.${number}"`;
  return context.spooled ? ' <"$git_hooks_in"' : "";
}

/**
 * Says whether a hook's input goes through a file of its own.
 *
 * @param hook the hook
 * @returns true when it sees some lines only
 */
export function isFiltered(hook: Hook): boolean {
  return (hook.refs ?? []).length > 0 && FIELD_OF_LINE.has(hook.event);
}

/**
 * Names the pieces of sh that the lines of a hook call.
 *
 * @param hook the hook
 * @returns which of them
 */
export function piecesOf(
  hook: Hook,
): { readonly can: boolean; readonly find: boolean; readonly shell: boolean } {
  const program = hook.program;
  const shell = program?.kind === "command" && needsShell(program.text);
  const bare = program?.kind === "command" && !shell && !program.text.includes("/");
  return { can: !shell, find: bare || hook.timeout !== undefined, shell };
}

/**
 * Says what is known of an event, one that githooks(5) does not know included.
 *
 * @param name its name
 * @returns its row; an unknown one is fired on the client, brings nothing, and gates
 */
export function eventRow(name: string): HookEvent {
  return findEvent(name) ?? {
    name,
    side: "client",
    directory: "worktree",
    args: [],
    stdin: false,
    gates: true,
    closes: true,
    warnsOnly: false,
    forcedSerial: false,
    fileOnly: false,
    stdoutApart: false,
    project: true,
  };
}
