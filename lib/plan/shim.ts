/**
 * The small sh program that stands in the hookdir in our name, and how to know it again.
 *
 * It runs the event's plan where that is fresh, and becomes the launcher where it is not. It starts no
 * process of its own. Scripts are not `exec`ed: bash would make their path, which is their $0, absolute.
 *
 * @module
 */

import { findEvent } from "../events.ts";
import { printable, quoteForSh } from "../quote.ts";

/** The mark by which a shim is known, in whatever version and however edited; never to be changed. */
export const SHIM_ID = "git-hooks-shim-4f0d6a52c9b84e17";

/** The version of the shim's text; raised when the text changes, so that old ones can be renewed. */
export const SHIM_VERSION = 2;

/** How many bytes of a file are read to know a shim. */
export const SHIM_HEAD_BYTES = 512;

/** What a shim stands for. */
export interface ShimParts {
  /** The event, which is the file's name in the hookdir. */
  readonly event: string;
  /** The launcher that was installed, an absolute path; it is looked for in PATH when it is gone. */
  readonly launcher: string;
  /** Where the script that stood here before went, relative to the common git directory, if one did. */
  readonly script?: { readonly path: string; readonly state: "migrated" | "kept" } | undefined;
}

/**
 * Writes a shim.
 *
 * @param parts the event, the launcher and the script it took the place of
 * @returns the text of an sh program
 * @example Usage
 * ```ts
 * import { shimText } from "@git-hooks/git-hooks";
 * console.assert(shimText({ event: "pre-commit", launcher: "/usr/bin/git-hooks" }).startsWith("#!/bin/sh\n"));
 * ```
 */
export function shimText(parts: ShimParts): string {
  const { event, script } = parts;
  const told = script === undefined ? "none stood here before" : `${script.path} (${script.state})`;
  const word = quoteForSh(event);
  const client = findEvent(event)?.side !== "receive";
  return `#!/bin/sh
# script: ${told}
# ${SHIM_ID} version ${SHIM_VERSION}; runs what 'git hooks list ${
    printable(event)
  }' shows; 'git hooks uninstall' takes it away
git_hooks_launcher=${quoteForSh(parts.launcher)}
git_hooks_shim=${quoteForSh(shimKey({ version: SHIM_VERSION, script }))}
git_hooks_mode=run git_hooks_dir=\${GIT_DIR:-.git}
case $git_hooks_dir in
/*/.) git_hooks_dir=\${git_hooks_dir%/.} ;;
esac
case $git_hooks_dir in
.) git_hooks_plan=./git-hooks/${word}.git-dir ;;
*) git_hooks_plan=$git_hooks_dir/git-hooks/${word} ;;
esac
git_hooks_stale=
${scriptText(parts)}
# The short way, which is all that is read where a plan is fresh.
if [ -z "\${GIT_HOOKS_SHIM-}\${GIT_HOOKS-}" ] && [ -e "\${git_hooks_script:-.}" ] &&
[ -O "$git_hooks_plan" ] && [ -f "$git_hooks_plan" ] && [ -r "$git_hooks_plan" ]; then
GIT_HOOKS_SHIM=$$
export GIT_HOOKS_SHIM
command . "$git_hooks_plan"
git_hooks_stale=1
fi

# Another program stands here by now, for example because of an undo a moment ago.
git_hooks_replaced() {
case $0 in */*) ;; *) return 1 ;; esac
[ -f "$0" ] && [ -x "$0" ] && [ -r "$0" ] && [ "\${GIT_HOOKS_SHIM-}" != "again-$$" ] || return 1
git_hooks_size=0 git_hooks_line=
while [ $git_hooks_size -lt ${SHIM_HEAD_BYTES} ] && IFS= read -r git_hooks_line; do
case $git_hooks_line in *${SHIM_ID}*) return 1 ;; esac
git_hooks_size=$((git_hooks_size + \${#git_hooks_line} + 1))
done <"$0"
case $git_hooks_line in *${SHIM_ID}*) return 1 ;; esac
}

# A script that we run, not git, called this file: it wants the script that stood here, and nothing else.
git_hooks_below() {
[ "$GIT_HOOKS_SHIM" != $$ ] || return 0
git_hooks_pid=$PPID
while [ "$git_hooks_pid" -gt 1 ]; do
if ! { IFS= read -r git_hooks_line </proc/"$git_hooks_pid"/stat; } 2>/dev/null; then
[ "$GIT_HOOKS_SHIM" = "$git_hooks_pid" ]
return
fi
case \${git_hooks_line#*\\(} in git\\)* | git-*) return 1 ;; esac
[ "$GIT_HOOKS_SHIM" != "$git_hooks_pid" ] || return 0
git_hooks_line=\${git_hooks_line##*\\) ? }
git_hooks_pid=\${git_hooks_line%% *}
done
return 1
}
if [ -z "$git_hooks_stale" ] && [ -n "\${GIT_HOOKS_SHIM-}" ] && git_hooks_below; then
[ -n "$git_hooks_script" ] || exit 0
[ -e "$git_hooks_script" ] || ! git_hooks_replaced || git_hooks_script=$0
[ -x "$git_hooks_script" ] || ! { [ -e "$git_hooks_script" ] || [ -L "$git_hooks_script" ]; } || exit 0
"$git_hooks_script" "$@"
exit $?
fi
${client ? switchText(event) : ""}
if [ -z "$git_hooks_stale" ] && [ -O "$git_hooks_plan" ] && [ -f "$git_hooks_plan" ] && [ -r "$git_hooks_plan" ]; then
[ "\${GIT_HOOKS_SHIM-}" = "again-$$" ] || GIT_HOOKS_SHIM=$$
export GIT_HOOKS_SHIM
command . "$git_hooks_plan"
fi

# There is no plan, or something has changed: the code decides, and compiles a new one.
if git_hooks_replaced; then
GIT_HOOKS_SHIM=again-$$
export GIT_HOOKS_SHIM
"$0" "$@"
exit $?
fi
[ -f "$git_hooks_launcher" ] && [ -x "$git_hooks_launcher" ] || git_hooks_launcher=$(command -v git-hooks)
case $git_hooks_launcher in /*) ;; *) git_hooks_launcher= ;; esac
if [ -n "$git_hooks_launcher" ]; then
GIT_HOOKS_SHIM=$$ GIT_HOOKS_SCRIPT=
[ $git_hooks_state != kept ] || GIT_HOOKS_SCRIPT=$git_hooks_script
export GIT_HOOKS_SHIM GIT_HOOKS_SCRIPT
exec "$git_hooks_launcher" hook ${word} -- "$@"
fi
${launcherGoneText(parts)}`;
}

// `$0` as git gives it, but in the folder beside the hookdir.
function scriptText({ event, script }: ShimParts): string {
  if (script === undefined) return "git_hooks_script= git_hooks_state=none";
  const elsewhere = `git_hooks_script=$git_hooks_dir/${quoteForSh(script.path)}
if [ -f "$git_hooks_dir/commondir" ] && IFS= read -r git_hooks_line <"$git_hooks_dir/commondir"; then
case $git_hooks_line in
/*) git_hooks_script=$git_hooks_line/${quoteForSh(script.path)} ;;
*) git_hooks_script=$git_hooks_dir/$git_hooks_line/${quoteForSh(script.path)} ;;
esac
fi`;
  // The folder beside is another one where the hookdir itself is a link, or where a link leads here.
  const beside = script.path.endsWith(`.d/${event}`)
    ? `git_hooks_script=
case $0 in
*/*) git_hooks_script=\${0%/*}.d/\${0##*/} ;;
esac
if [ ! -e "$git_hooks_script" ] && [ ! -L "$git_hooks_script" ]; then
${elsewhere}
fi`
    : elsewhere;
  return `git_hooks_state=${script.state}\n${beside}`;
}

// Only ours are skipped: the script that was kept is the user's own.
function switchText(event: string): string {
  return `
if [ "\${GIT_HOOKS-}" = 0 ]; then
printf '%s\\n' ${
    quoteForSh(`warning: GIT_HOOKS=0: no hook of hooks.toml was run for ${printable(event)}`)
  } >&2
${keptText()}
fi
`;
}

function keptText(): string {
  return `[ $git_hooks_state = kept ] || exit 0
[ -e "$git_hooks_script" ] || ! git_hooks_replaced || git_hooks_script=$0
[ -x "$git_hooks_script" ] || exit 0
"$git_hooks_script" "$@"
exit $?`;
}

function launcherGoneText({ event, launcher }: ShimParts): string {
  const row = findEvent(event);
  const closes = row?.closes ?? true;
  // Whoever pushes learns nothing of the server's folders.
  const gone = `${row?.side === "receive" ? "git-hooks" : printable(launcher)} is gone`;
  const say = (text: string): string => `printf '%s\\n' ${quoteForSh(text)} >&2\n`;
  if (!closes) {
    return say(`warning: no hook of hooks.toml was run for ${printable(event)}: ${gone}`) +
      say("hint: install git-hooks again") + `${keptText()}\n`;
  }
  const cure = row?.side === "receive"
    ? "hint: install git-hooks again"
    : "hint: install git-hooks again, or go on without these hooks: GIT_HOOKS=0 git ...";
  return say(
    `error: ${printable(event)} is stopped: its hooks have changed, and ${gone}`,
  ) + say(cure) + "exit 1\n";
}

/** What a shim says of itself. */
export interface ShimHead {
  /** The version of its text, or undefined when that line was edited. */
  readonly version: number | undefined;
  /** The script it took the place of, relative to the common git directory. */
  readonly script: { readonly path: string; readonly state: "migrated" | "kept" } | undefined;
}

/**
 * Writes what a shim stands for as one word, by which a plan knows that it was compiled for it.
 *
 * @param head what the shim says of itself
 * @returns the word
 * @example Usage
 * ```ts
 * import { shimKey } from "@git-hooks/git-hooks";
 * const script = { path: "hooks.d/update", state: "kept" } as const;
 * console.assert(shimKey({ version: 2, script }) === "2 kept hooks.d/update");
 * ```
 */
export function shimKey(head: ShimHead): string {
  return [head.version, head.script?.state, head.script?.path].join(" ");
}

/**
 * Tells whether a file is a shim of ours, also when it was edited or comes from another version.
 *
 * @param head the first bytes of the file, at most {@linkcode SHIM_HEAD_BYTES} are looked at
 * @returns what it says of itself, or undefined when it is not ours
 * @example Usage
 * ```ts
 * import { readShimHead, shimText } from "@git-hooks/git-hooks";
 * const text = shimText({ event: "pre-commit", launcher: "/usr/bin/git-hooks" });
 * console.assert(readShimHead(new TextEncoder().encode(text))?.version === 2);
 * ```
 */
export function readShimHead(head: Uint8Array): ShimHead | undefined {
  const text = new TextDecoder().decode(head.subarray(0, SHIM_HEAD_BYTES));
  if (!text.includes(SHIM_ID)) return undefined;
  const version = new RegExp(`${SHIM_ID} version (\\d+)`).exec(text)?.[1];
  const script = /^# script: (.*) \((migrated|kept)\)$/m.exec(text);
  const path = script?.[1];
  const state = script?.[2];
  return {
    version: version === undefined ? undefined : Number(version),
    script: path !== undefined && (state === "migrated" || state === "kept")
      ? { path, state }
      : undefined,
  };
}
