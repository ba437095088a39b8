/**
 * The pieces of sh that stand in every plan: how to tell that nothing has changed, who fired the event,
 * how a program is started as git starts it, and how a failure is told. One text each, used by the
 * shims' plans, by `git-hooks check` and by the receive-pack wrapper. They run in dash, bash and busybox,
 * and start no process but `git config`.
 *
 * All names begin with `git_hooks_`, none is exported: a hook sees the environment that git gave it.
 *
 * @module
 */

import { HOOK_SETTINGS } from "../config/git_config.ts";
import { quoteForSh } from "../quote.ts";

/** The arguments of the one question to git; its answer is compared as text. */
export const QUESTION_ARGS: readonly string[] = [
  "config",
  "--show-scope",
  "--show-origin",
  "--get-regexp",
  HOOK_SETTINGS,
];

/**
 * Puts PATH without its relative entries into git_hooks_programs (`lib/own_path.ts`): what a plan starts on
 * its own account must not come out of the worktree that it runs in.
 */
export const PROGRAMS = `git_hooks_programs=\${PATH-}
case :$git_hooks_programs: in *:[!/]*)
git_hooks_rest=$git_hooks_programs: git_hooks_programs=
while [ -n "$git_hooks_rest" ]; do
case $git_hooks_rest in /*) git_hooks_programs=$git_hooks_programs\${git_hooks_programs:+:}\${git_hooks_rest%%:*} ;; esac
git_hooks_rest=\${git_hooks_rest#*:}
done
: "\${git_hooks_programs:=/nowhere}" ;;
esac
`;

/**
 * `git_hooks_asked TEXT`: git's configuration says what it said. git config answers 1 when nothing matches
 * and 128 when it cannot be read, which Deno explains.
 */
export const ASKED = `git_hooks_asked() {
${PROGRAMS}git_hooks_said=$(unset GIT_CONFIG; PATH=$git_hooks_programs; git ${
  QUESTION_ARGS.slice(0, -1).join(" ")
} ${quoteForSh(HOOK_SETTINGS)} 2>/dev/null)
[ $? -le 1 ] && [ "$git_hooks_said" = "$1" ]
}
`;

/**
 * `git_hooks_same FILE DIR REF DIRREF TEXT`: the file holds what it held. It does when neither its mtime nor
 * that of its directory, which knows of every rename, is another than that of a reference file; if one is,
 * or there are no references, the text itself is compared. An empty TEXT with references means that the
 * text is not known.
 */
export const SAME = `git_hooks_same() {
[ -f "$1" ] && [ -r "$1" ] || return 1
if [ -n "$3" ] && [ -f "$3" ] && [ -f "$4" ] && ! [ "$1" -nt "$3" ] && ! [ "$1" -ot "$3" ] &&
! [ "$2" -nt "$4" ] && ! [ "$2" -ot "$4" ]; then return 0; fi
[ $# -gt 4 ] || return 1
git_hooks_got= git_hooks_line=
while IFS= read -r git_hooks_line; do git_hooks_got="$git_hooks_got$git_hooks_line
"; done <"$1"
[ "$git_hooks_got$git_hooks_line" = "$5" ]
}
`;

/** `git_hooks_headed FILE LINE LINE`: the second and third line of a shim are what they were. */
export const HEADED = `git_hooks_headed() {
git_hooks_got= git_hooks_line=
{ read -r git_hooks_line; IFS= read -r git_hooks_got; IFS= read -r git_hooks_line; } <"$1" &&
[ "$git_hooks_got" = "$2" ] && [ "$git_hooks_line" = "$3" ]
}
`;

/**
 * `git_hooks_is GIT REF`: the program that fired the event is this git, and it is the one that was probed.
 * `git_hooks_fired_by_other`: what is no git that was probed; a git that was not fails, so that Deno probes
 * it, and anything else knows nothing of config-defined hooks. Without /proc there is only GIT_EXEC_PATH.
 */
export const FIRED = `git_hooks_exe=/proc/$PPID/exe
[ -e /proc/self/stat ] || git_hooks_exe=\${GIT_EXEC_PATH:-/nowhere}/git
git_hooks_is() {
[ "$git_hooks_exe" -ef "$1" ] && [ -f "$2" ] && ! [ "$1" -nt "$2" ] && ! [ "$1" -ot "$2" ]
}
git_hooks_fired_by_other() {
if ! [ -e /proc/self/stat ]; then [ -z "\${GIT_EXEC_PATH-}" ]; return; fi
git_hooks_line=
{ IFS= read -r git_hooks_line </proc/$PPID/stat; } 2>/dev/null
git_hooks_line=\${git_hooks_line#*\\(}
case $git_hooks_line in git\\)* | git-*) return 1 ;; esac
}
`;

/**
 * `git_hooks_once KEY FILE`: this process was asked already on behalf of the same parent. The parent is its
 * pid and its start time, the 22nd field of /proc/PID/stat (proc(5)).
 */
export const ONCE = `git_hooks_since() {
set -- \${1##*\\) }
git_hooks_push="$PPID \${20-}"
}
git_hooks_once() {
git_hooks_push= git_hooks_line= git_hooks_got=
{ IFS= read -r git_hooks_line </proc/$PPID/stat; } 2>/dev/null || return 1
git_hooks_since "$git_hooks_line"
git_hooks_push="$git_hooks_push $1"
{ IFS= read -r git_hooks_got <"$2"; } 2>/dev/null
[ "$git_hooks_got" = "$git_hooks_push" ]
}
`;

/** Closes what git >= 2.54 leaks into hooks of receive-pack: a job left behind would keep the client waiting. */
export const CLOSE = "exec 3>&- 4>&- 5>&- 6>&- 7>&- 8>&- 9>&-";

/**
 * `git_hooks_watch`, `git_hooks_unwatch`: git receive-pack sends what its hooks print to the client from a
 * thread that ends when the client has gone, and leaves nobody at the other end of the hooks' pipe: a hook
 * that goes on printing would wait for ever, and git for the hook. So once that thread has gone, somebody
 * reads the rest. Without /proc, or without such a thread, nothing is watched. It needs {@linkcode PROGRAMS}.
 */
export const WATCH = `git_hooks_stat() {
git_hooks_line=
{ IFS= read -r git_hooks_line <"/proc/$1/stat"; } 2>/dev/null
case \${git_hooks_line#*\\(} in git\\)* | git-*) return 0 ;; esac
return 1
}
git_hooks_watch() {
git_hooks_watcher= git_hooks_receiver=$PPID
if ! git_hooks_stat "$PPID"; then
git_hooks_line=\${git_hooks_line##*\\) ? }
git_hooks_receiver=\${git_hooks_line%% *}
git_hooks_stat "$git_hooks_receiver" || return 0
fi
set -- /proc/"$git_hooks_receiver"/task/*
[ $# -gt 1 ] && [ -p /proc/$$/fd/2 ] || return 0
(
git_hooks_nap=
trap '[ -z "$git_hooks_nap" ] || kill "$git_hooks_nap"; exit 0' TERM
while kill -0 $$; do
sleep 5 &
git_hooks_nap=$!
wait "$git_hooks_nap"
set -- /proc/"$git_hooks_receiver"/task/*
[ $# -gt 1 ] || cat </proc/$$/fd/2
done
) </dev/null >/dev/null 2>&1 &
git_hooks_watcher=$!
}
git_hooks_unwatch() {
[ -z "$git_hooks_watcher" ] || kill "$git_hooks_watcher"
} 2>/dev/null
`;

/**
 * `git_hooks_shown PATH`: puts a path that is only known now into git_hooks_seen as it may be shown; what a
 * plan knows when it is compiled, it holds fit to be shown.
 */
export const SHOWN = `git_hooks_shown() {
git_hooks_seen=$1
case $1 in *[[:cntrl:]]*) git_hooks_seen='(a path with control characters)' ;; esac
}
`;

/** `git_hooks_own`: puts the shim's script into git_hooks_path, or what an undo has put into our place. */
export const OWN = `git_hooks_own() {
git_hooks_path=$git_hooks_script
[ -e "$git_hooks_path" ] || ! git_hooks_replaced || git_hooks_path=$0
}
`;

/**
 * `git_hooks_can FILE LABEL`: the file can be started; else says why as git does (run-command.c,
 * child_err_spew()). Without a label the file is named. It needs {@linkcode SHOWN}.
 */
export const CAN = `git_hooks_can() {
git_hooks_why= git_hooks_line=
if ! [ -e "$1" ]; then git_hooks_why='No such file or directory'
elif ! [ -f "$1" ] || ! [ -x "$1" ]; then git_hooks_why='Permission denied'
elif [ -r "$1" ]; then
{ IFS= read -r git_hooks_line <"$1"; } 2>/dev/null
case $git_hooks_line in '#!'*)
git_hooks_line=\${git_hooks_line#??}
git_hooks_line=\${git_hooks_line#"\${git_hooks_line%%[!	 ]*}"}
git_hooks_line=\${git_hooks_line%%[	 ]*}
if [ -z "$git_hooks_line" ]; then :
elif ! [ -e "$git_hooks_line" ]; then git_hooks_why='No such file or directory'
elif ! [ -x "$git_hooks_line" ] || [ -d "$git_hooks_line" ]; then git_hooks_why='Permission denied'
fi ;;
esac
fi
[ -n "$git_hooks_why" ] || return 0
git_hooks_shown "$1"
printf "fatal: cannot exec '%s': %s\\n" "\${2:-$git_hooks_seen}" "$git_hooks_why" >&2
return 1
}
`;

/**
 * `git_hooks_find NAME WHAT`: puts the program's path into git_hooks_path (run-command.c, locate_in_PATH());
 * else says so as git does.
 */
export const FIND = `git_hooks_find() {
git_hooks_rest=\${PATH-}:
while [ -n "$git_hooks_rest" ]; do
git_hooks_path=\${git_hooks_rest%%:*}
git_hooks_path=\${git_hooks_path:-.}/$1
if [ -f "$git_hooks_path" ] && [ -x "$git_hooks_path" ]; then return 0; fi
git_hooks_rest=\${git_hooks_rest#*:}
done
printf 'error: cannot run %s: No such file or directory\\n' "$2" >&2
return 1
}
`;

/** `git_hooks_sh TEXT ARG...`: becomes a command with special characters (prepare_shell_cmd()). */
export const SHELL_COMMAND = `git_hooks_sh() {
git_hooks_text=$1
shift
if [ $# -eq 0 ]; then exec $git_hooks_prefix /bin/sh -c "$git_hooks_text" "$git_hooks_text"; fi
exec $git_hooks_prefix /bin/sh -c "$git_hooks_text \\"\\$@\\"" "$git_hooks_text" "$@"
}
`;

/**
 * Tells of failures as `lib/run/failure.ts` does. `git_hooks_each F` calls F once per hook with: its code
 * (empty: not run; `skip`: none of our business; `start`: not started), padded name, subject, place, timeout,
 * hint, and the path to make executable. `git_hooks_refuses` is `refused this push` or empty.
 */
export const TELL = `git_hooks_result() {
case $1 in
'') git_hooks_said='not run' ;;
0) git_hooks_said=ok ;;
start) git_hooks_said='cannot be started' ;;
124 | 137) git_hooks_said="\${2:+killed after $2}"; : "\${git_hooks_said:=exit code $1}" ;;
*) git_hooks_said="exit code $1" ;;
esac
}
git_hooks_count() {
case $1 in
skip) ;;
0 | '') git_hooks_shown=$((git_hooks_shown + 1)) ;;
*) git_hooks_shown=$((git_hooks_shown + 1)) git_hooks_failed=$((git_hooks_failed + 1)) ;;
esac
}
git_hooks_sentence() {
case $1 in skip | 0 | '') return ;; esac
git_hooks_result "$1" "$5"
if [ -n "$git_hooks_refuses" ]; then
printf 'error: %s %s (%s)\\n' "$3" "$git_hooks_refuses" "$git_hooks_said" >&2
return
fi
case $git_hooks_said in
exit*) git_hooks_said="failed with $git_hooks_said" ;;
killed*) git_hooks_said="was $git_hooks_said" ;;
esac
printf '%s: %s %s%s\\n' "$git_hooks_level" "$3" "$git_hooks_said" "\${4:+ ($4)}" >&2
}
git_hooks_row() {
[ "$1" != skip ] || return 0
git_hooks_result "$1" "$5"
case $1 in
0 | '') printf '  %s%s\\n' "$2" "$git_hooks_said" ;;
*) if [ -n "$4" ]; then printf '  %s%-22s%s\\n' "$2" "$git_hooks_said" "$4"
else printf '  %s%s\\n' "$2" "$git_hooks_said"; fi ;;
esac >&2
}
git_hooks_cure() {
case $1 in
skip | 0 | '') ;;
127) [ -n "$git_hooks_refuses" ] || [ -n "$git_hooks_server" ] ||
printf 'hint: a program was not found; PATH was %s\\n' "\${PATH-not set}" >&2 ;;
start) if [ "$git_hooks_why" = 'Permission denied' ] && [ -n "\${7-}" ]; then
printf 'hint: if it is to run: chmod +x %s\\n' "$7" >&2
elif [ "$git_hooks_why" = 'No such file or directory' ] && [ -n "\${8-}" ]; then printf 'hint: %s\\n' "$8" >&2
elif [ -n "$6" ]; then printf 'hint: %s\\n' "$6" >&2; fi ;;
*) [ -z "$6" ] || printf 'hint: %s\\n' "$6" >&2 ;;
esac
}
git_hooks_tell() {
git_hooks_shown=0 git_hooks_failed=0 git_hooks_level=error
[ $git_hooks_code -ne 0 ] || git_hooks_level=warning
git_hooks_each git_hooks_count
if [ $git_hooks_shown -eq 1 ]; then git_hooks_each git_hooks_sentence
else
printf '%s: %s: %s of %s hooks %s\\n' "$git_hooks_level" "$1" $git_hooks_failed $git_hooks_shown "\${git_hooks_refuses:-failed}" >&2
git_hooks_each git_hooks_row
fi
[ $git_hooks_failed -ne 1 ] || git_hooks_each git_hooks_cure
}
`;
