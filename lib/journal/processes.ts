/**
 * Other processes, as proc(5) shows them. Deno opens nothing below /proc without all permissions, and a
 * launched program does not have them; sh does.
 *
 * @module
 */

import { ownPath } from "../own_path.ts";

/** A process that has a word of interest in its command line. */
export interface SeenProcess {
  /** Its number. */
  readonly pid: string;
  /** Its number and the time of its start: no other process ever has both. */
  readonly identity: string;
  /** Its command line; cut after the first words. */
  readonly words: readonly string[];
  /** Its working directory. */
  readonly cwd: string;
}

/** The processes of this machine. */
export interface Processes {
  /** Those that were looked for. */
  readonly found: readonly SeenProcess[];
  /** The numbers of those that started us, and of ourselves. */
  readonly above: ReadonlySet<string>;
}

// The whole of a file, whatever stands in it: a process may have a line break in its name.
const STAT = `stat() {
all= line=
while IFS= read -r line; do all="$all$line "; done <"/proc/$1/stat" || return 1
all=$all$line
} 2>/dev/null
`;

// The number may have been given to another process since: who is alive says since when. Another user's
// process may be hidden (proc(5), hidepid), and then the kernel says that it is there by refusing.
const ALIVE = `${STAT}export LC_ALL=C
said=$(kill -0 "$1" 2>&1) || [ -d "/proc/$1" ] || case $said in *permitted*) ;; *) exit 1 ;; esac
! stat "$1" || printf %s "\${all##*) }"
`;

/**
 * Tells whether a process is there.
 *
 * @param pid its number
 * @returns when it was started, in ticks since the machine was (empty where there is no /proc); undefined
 *   when there is no such process
 */
export async function startedAt(pid: number): Promise<string | undefined> {
  const { code, stdout } = await sh(ALIVE, [String(pid)]);
  if (code !== 0) return undefined;
  return startIn(new TextDecoder().decode(stdout));
}

// proc(5): behind the name, which is field 2, state is the first and starttime the 20th.
function startIn(fields: string): string {
  return fields.split(" ")[19] ?? "";
}

// grep names the files with one of the texts. Within execve(2) a process has no arguments for a moment; a
// kernel thread, which never has any, has no program.
const LOOK = `${STAT}end=$1 own=$2
shift 2
[ -e /proc/self/stat ] || exit 1
above=$own
pid=$own
while [ "$pid" -gt 1 ] && stat "$pid"; do
rest=\${all##*) ? }
pid=\${rest%% *}
above="$above $pid"
done
printf '%s\\0' "$above"
cd /proc || exit 1
young=
for file in [0-9]*/cmdline; do
line=
{ IFS= read -r line <"$file"; } 2>/dev/null
[ -n "$line" ] || ! [ -e "\${file%/cmdline}/exe" ] || young=1
done
[ -z "$young" ] || sleep 0.01 2>/dev/null || sleep 1
for file in $(grep -lF "$@" [0-9]*/cmdline 2>/dev/null); do
pid=\${file%/cmdline}
[ "$pid" != $$ ] || continue
cwd=$(readlink "$pid/cwd" 2>/dev/null && printf /) || continue
stat "$pid" || continue
printf '%s\\0%s\\0%s\\0' "$pid" "\${all##*) }" "\${cwd%??}"
cat "$file" 2>/dev/null
printf '\\0%s\\0' "$end"
done
`;

const MOST_WORDS = 64;

/**
 * Looks for processes by words in their command lines.
 *
 * @param texts the texts to look for, at least one; each a part of a word
 * @returns the processes; undefined where there is no /proc
 */
export async function findProcesses(texts: readonly string[]): Promise<Processes | undefined> {
  const end = crypto.randomUUID();
  const patterns = texts.flatMap((text) => ["-e", text]);
  const { code, stdout } = await sh(LOOK, [end, String(Deno.pid), ...patterns]);
  if (code !== 0) return undefined;
  const [above = "", ...fields] = new TextDecoder().decode(stdout).split("\0");
  const found: SeenProcess[] = [];
  while (fields.length > 3) {
    const [pid = "", stat = "", cwd = ""] = fields.splice(0, 3);
    const words = fields.splice(0, Math.max(fields.indexOf(end), 0));
    fields.splice(0, 1);
    // A zombie runs nothing any more.
    if (stat.startsWith("Z")) continue;
    const identity = `${pid} ${startIn(stat)}`;
    found.push({ pid, identity, words: words.slice(0, MOST_WORDS), cwd });
  }
  return { found, above: new Set(above.split(" ")) };
}

function sh(text: string, args: readonly string[]): Promise<Deno.CommandOutput> {
  return new Deno.Command("sh", {
    args: ["-c", text, "sh", ...args],
    env: ownPath(),
    stdin: "null",
    stderr: "null",
  }).output();
}
