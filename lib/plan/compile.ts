/**
 * Compiles the resolver's answer for one event into an sh program, the plan: first the test that nothing
 * has changed, then the hooks, then what is said of failures. Pure: facts in, text out.
 *
 * @module
 */

import { ignoredAdvice } from "../_hookdir.ts";
import type { HookEvent } from "../events.ts";
import type { Hook, Resolution } from "../hook.ts";
import { joinPath } from "../paths.ts";
import { printable, quoteForSh } from "../quote.ts";
import { GONE_HINT, placeOf, skipHint } from "../run/failure.ts";
import { shownDuration } from "../run/argv.ts";
import { decideJobs } from "../run/jobs.ts";
import { VERSION } from "../version.ts";
import {
  canCompile,
  eventRow,
  fileConditions,
  type HookContext,
  hookText,
  isFiltered,
  piecesOf,
} from "./compile_hook.ts";
import type { PlanFacts } from "./facts.ts";
import { shimKey } from "./shim.ts";
import {
  ASKED,
  CAN,
  CLOSE,
  FIND,
  FIRED,
  HEADED,
  ONCE,
  OWN,
  PROGRAMS,
  SAME,
  SHELL_COMMAND,
  SHOWN,
  TELL,
  WATCH,
} from "./sh_fragments.ts";

/**
 * Compiles a plan.
 *
 * A plan is sourced by a shim, or by the launcher with `git_hooks_mode=check`, which has set `git_hooks_dir`,
 * `git_hooks_plan` and `git_hooks_launcher`. It ends the process with the event's exit code, or returns when
 * something has changed, or when only the code can run these hooks (`GIT_HOOKS_PLAN=fresh` says which).
 *
 * @param resolution the event's hooks; none of them untrusted
 * @param facts what the answer depends on
 * @returns the text of the plan
 */
export function compilePlan(resolution: Resolution, facts: PlanFacts): string {
  const hooks = resolution.hooks.filter((hook) =>
    hook.state === "runs" || (hook.source === "hookdir" && hook.state === "not-executable")
  );
  const pieces = [
    `# git-hooks ${VERSION}: the plan of ${
      printable(resolution.event)
    }, a cache; whoever deletes it loses nothing\n`,
    ...facts.gits.map(({ path, knows }) => `# git ${knows ? "knows" : "ignores"} ${path}\n`),
    ...(resolution.event === "update"
      ? oncePieces(resolution, hooks, facts)
      : [...freshPieces(facts), checkText(hooks, facts), hooksText(resolution, hooks, { facts })]),
  ];
  return pieces.join("");
}

function freshPieces(facts: PlanFacts): readonly string[] {
  return [SAME, ASKED, HEADED, freshText(facts), "git_hooks_fresh || return 0\n"];
}

// git receive-pack fires `update` once per ref: whether the plan is fresh is asked for the first one only,
// and for the others sh does not even read how to ask.
function oncePieces(
  resolution: Resolution,
  hooks: readonly Hook[],
  facts: PlanFacts,
): readonly string[] {
  const file = '"$git_hooks_dir/git-hooks/update.push"';
  const run = hooksText(resolution, hooks, { facts });
  const known = `[ $git_hooks_mode = run ] && git_hooks_once ${facts.nonce} ${file}`;
  const note =
    `[ -z "\${git_hooks_push-}" ] || { printf '%s\\n' "$git_hooks_push" >${file}; } 2>/dev/null\n`;
  // What may still return to the shim is no function.
  const returns = hooks.some((hook) => hook.source === "git-config" || !canCompile(hook)) ||
    hooks.length > 1 && decideJobs(resolution, { mode: "hook" }).count > 1;
  if (returns) {
    const fresh = freshPieces(facts);
    const asked = `if ! { ${known}; }; then\n${fresh.at(-1)}${note}fi\n`;
    return [ONCE, ...fresh.slice(0, -1), asked, checkText(hooks, facts), run];
  }
  return [
    ONCE,
    `git_hooks_run() {\n${run}}\n`,
    `if ${known}; then git_hooks_run "$@"; fi\n`,
    ...freshPieces(facts),
    checkText(hooks, facts),
    note,
    'git_hooks_run "$@"\n',
  ];
}

function freshText(facts: PlanFacts): string {
  const [second, third] = facts.shim.lines;
  const shim = quoteForSh(facts.shim.path);
  const conditions = [
    // Who only asks does not come through the shim.
    `case $git_hooks_mode in
run) [ "$0" -ef ${shim} ] && [ "$git_hooks_shim" = ${quoteForSh(shimKey(facts.shim.head))} ] ;;
*) [ -x ${shim} ] && git_hooks_headed ${shim} ${quoteForSh(second)} ${quoteForSh(third)} ;;
esac`,
    ...(facts.acceptance === undefined ? [] : [`[ -f ${quoteForSh(facts.acceptance)} ]`]),
    ...sourceConditions(facts),
  ];
  return `git_hooks_fresh() {\n${conditions.join(" &&\n")}\n}\n`;
}

/**
 * Writes the tests that no source has changed, the question to git last. They need {@linkcode SAME} and
 * {@linkcode ASKED}, and `git_hooks_dir`, `git_hooks_plan`, `git_hooks_launcher`.
 *
 * @param facts what the answer depends on
 * @returns conditions of sh, to be joined by `&&`
 */
export function sourceConditions(
  facts: Pick<PlanFacts, "directory" | "gitDir" | "environment" | "files" | "answer">,
): readonly string[] {
  return [
    `[ "$git_hooks_dir" -ef ${quoteForSh(facts.gitDir)} ]`,
    `[ . -ef ${quoteForSh(facts.directory)} ]`,
    ...facts.environment.map(([name, value]) =>
      value === undefined
        ? `[ -z "\${${name}+set}" ]`
        : `[ -n "\${${name}+set}" ] && [ "$${name}" = ${quoteForSh(value)} ]`
    ),
    // An upgraded program may answer otherwise.
    `! [ "$git_hooks_launcher" -nt "$git_hooks_plan" ]`,
    ...facts.files.flatMap(fileConditions),
    `git_hooks_asked ${quoteForSh(facts.answer)}`,
  ];
}

function checkText(hooks: readonly Hook[], facts: PlanFacts): string {
  const configured = hooks.some((hook) => hook.source !== "hookdir");
  const kept = hooks.find((hook) => hook.source === "hookdir")?.program;
  if (configured || kept?.kind !== "script") {
    return `[ $git_hooks_mode = run ] || exit ${configured ? 0 : 1}\n`;
  }
  const path = quoteForSh(joinPath(facts.directory, kept.path));
  return `if [ $git_hooks_mode != run ]; then
[ -x ${path} ] || ! { [ -e ${path} ] || [ -L ${path} ]; } || exit 1
exit 0
fi
`;
}

/**
 * Writes the lines that run the hooks of an event and end the process with its exit code. Where sh cannot do
 * it, they return.
 *
 * @param resolution the event
 * @param hooks those of its hooks that run
 * @param known the facts, and the lines that tell whether hooks of git config are ours to run; without them
 *   the parent process is looked at
 * @returns lines of sh
 */
export function hooksText(
  resolution: Resolution,
  hooks: readonly Hook[],
  known: { readonly facts: PlanFacts; readonly fired?: string },
): string {
  if (hooks.length === 0) return "exit 0\n";
  const { facts, fired } = known;
  const event = eventRow(resolution.event);
  const jobs = decideJobs(resolution, { mode: "hook" }).count;
  const conversation = event.name === "proc-receive" && hooks.length > 1;
  if (jobs > 1 && hooks.length > 1 || conversation || !hooks.every(canCompile)) {
    return "export GIT_HOOKS_PLAN=fresh\nreturn 0\n";
  }
  const becomes = event.name === "update" && hooks.length === 1;
  const spooled = event.stdin && hooks.length > 1;
  const whole: HookContext = { event, facts, spooled, becomes };
  const filtered = hooks.some(isFiltered);
  const all = hooks.map(piecesOf);
  const configured = hooks.some((hook) => hook.source === "git-config");
  const watched = WATCHED.has(event.name);
  const limited = hooks.some((hook) => hook.timeout !== undefined);
  const kept = hooks.some((hook) => hook.source === "hookdir");
  return [
    configured ? fired ?? firedText(facts) : "",
    OWN,
    spooled || filtered || watched || limited ? PROGRAMS : "",
    limited ? LIMITS : "",
    kept || all.some(({ can }) => can) ? SHOWN : "",
    all.some(({ can }) => can) ? CAN : "",
    all.some(({ find }) => find) ? FIND : "",
    all.some(({ shell }) => shell) ? SHELL_COMMAND : "",
    `git_hooks_stop= git_hooks_code=0 git_hooks_why= git_hooks_advice=${
      adviceWord(hooks, facts)
    }\n`,
    event.side === "receive" ? `${CLOSE}\n` : "",
    watched ? `${WATCH}git_hooks_watch\n` : "",
    spooled || filtered ? spoolText(event, spooled) : "",
    ...hooks.map((hook, index) => hookText(hook, index + 1, whole)),
    watched ? "git_hooks_unwatch\n" : "",
    spooled || filtered ? 'PATH=$git_hooks_programs rm -f "$git_hooks_in" "$git_hooks_in".*\n' : "",
    becomes && !filtered
      ? '[ -n "$git_hooks_stop" ] || exit 0\n'
      : event.warnsOnly
      ? '[ $git_hooks_code -ne 0 ] || [ -n "$git_hooks_stop" ] || exit 0\n'
      : "[ $git_hooks_code -ne 0 ] || exit 0\n",
    tellText(hooks, whole),
    "exit $git_hooks_code\n",
  ].join("");
}

// timeout(1) is looked for in all of PATH, so with a relative entry in it the code starts it.
const LIMITS =
  `[ "$git_hooks_programs" = "\${PATH-}" ] || { export GIT_HOOKS_PLAN=fresh; return 0; }
`;

// git reads what these print in a thread of its own, once per push.
const WATCHED: ReadonlySet<string> = new Set(["pre-receive", "post-receive", "post-update"]);

// What is no git that was probed, and no git at all, runs no config-defined hook itself.
function firedText({ gits }: PlanFacts): string {
  const known = gits.map(({ path, knows, reference }) =>
    `git_hooks_is ${
      quoteForSh(path)
    } "$git_hooks_dir"/git-hooks/${reference}; then git_hooks_ours=${knows ? 0 : 1}\n`
  );
  return `${FIRED}if ${
    [...known, "git_hooks_fired_by_other; then git_hooks_ours=1\n"].join("elif ")
  }` +
    "else return 0\nfi\n";
}

// A format for printf, for the path that the script has this time.
function adviceWord(hooks: readonly Hook[], facts: PlanFacts): string {
  const kept = hooks.some((hook) => hook.source === "hookdir");
  const lines = kept && facts.advisesIgnoredHook ? ignoredAdvice("%s") : [];
  return quoteForSh(lines.map((line) => `hint: ${line}\n`).join(""));
}

function spoolText(event: HookEvent, spooled: boolean): string {
  const copy = `( umask 077; PATH=$git_hooks_programs; exec cat >"$git_hooks_in" ) || {
printf '%s\\n' 'error: cannot keep the input of ${event.name}' >&2
PATH=$git_hooks_programs rm -f "$git_hooks_in"
exit ${event.closes ? 1 : 0}
}
`;
  return `[ -w "$git_hooks_dir/git-hooks" ] || { export GIT_HOOKS_PLAN=fresh; return 0; }
git_hooks_in=$git_hooks_dir/git-hooks/stdin.$$
${spooled ? copy : ""}`;
}

const NAME_WIDTH = 13;

function tellText(hooks: readonly Hook[], { event, facts, becomes }: HookContext): string {
  // A hook that took our place speaks for itself; one that could not be started has been told of.
  if (becomes) return "git_hooks_code=1\n";
  const names = hooks.map((hook) => hook.name === undefined ? "(hookdir)" : printable(hook.name));
  const width = Math.max(NAME_WIDTH, ...names.map((name) => name.length + 2));
  const name = printable(event.name);
  const place = {
    event: event.name,
    mode: "hook" as const,
    directory: facts.directory,
    home: facts.home,
  };
  const rows = hooks.map((hook, index) => {
    const shown = names[index] ?? "";
    const subject = hook.name === undefined ? `${name} hook` : `${name} hook '${shown}'`;
    const server = event.side === "receive";
    const script = hook.program?.kind === "script" ? hook.program.path : "";
    const words = [
      shown.padEnd(width),
      subject,
      placeOf(hook, place),
      shownDuration(hook.timeout ?? ""),
      server ? "" : skipHint(hook, event.name) ?? "",
      server || script === "" ? "" : printable(quoteForSh(script)),
      server || hook.source !== "hookdir" ? "" : GONE_HINT,
    ];
    return `"$1" "$git_hooks_${index + 1}" ${words.map(quoteForSh).join(" ")}\n`;
  });
  const refuses = event.side === "receive" && event.gates
    ? event.name === "update" ? '"refused $1"' : "'refused this push'"
    : "";
  return `${TELL}git_hooks_server=${
    event.side === "receive" ? "1" : ""
  } git_hooks_refuses=${refuses}
git_hooks_each() {
${rows.join("")}}
git_hooks_tell ${quoteForSh(name)}
`;
}
