/**
 * Whether a file stands where the kernel starts no program. access(2) and execve(2) then refuse what its
 * mode allows, and git takes it for a file that is not executable.
 *
 * @module
 */

import { ownPath } from "../own_path.ts";

/**
 * Reads the list of mounts (proc(5)). Deno opens nothing below /proc without all permissions, sh does.
 *
 * @returns the text of /proc/self/mountinfo; empty where there is no such list
 */
export async function readMounts(): Promise<string> {
  const { stdout } = await new Deno.Command("/bin/sh", {
    args: ["-c", "cat /proc/self/mountinfo"],
    env: ownPath(),
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).output();
  return new TextDecoder().decode(stdout);
}

/**
 * Tells whether a file's file system is mounted noexec.
 *
 * @param file the file, absolute
 * @param list what {@linkcode readMounts} read
 * @returns true when it is; false where there is no such list
 */
export async function isOnNoexec(file: string, list: string): Promise<boolean> {
  return isNoexecIn(list, await Deno.realPath(file).catch(() => file));
}

/**
 * Finds the mount of a path, and whether it is noexec.
 *
 * @param list the text of /proc/self/mountinfo
 * @param path the path, absolute, without symbolic links
 * @returns true when the last mount over the path is
 */
export function isNoexecIn(list: string, path: string): boolean {
  let best = "";
  let noexec = false;
  for (const line of list.split("\n")) {
    const fields = line.split(" ");
    const point = unescapePoint(fields[4] ?? "");
    if (point === "") continue;
    const over = point === "/" || path === point || path.startsWith(`${point}/`);
    // Of two mounts on one point the later hides the earlier.
    if (!over || point.length < best.length) continue;
    best = point;
    noexec = (fields[5] ?? "").split(",").includes("noexec");
  }
  return noexec;
}

// Blank, tab, newline and backslash are written in octal there.
function unescapePoint(point: string): string {
  return point.replace(
    /\\([0-7]{3})/g,
    (_, digits: string) => String.fromCharCode(parseInt(digits, 8)),
  );
}
