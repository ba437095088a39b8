/**
 * What a folder looks like, byte for byte, so that two moments can be compared.
 *
 * @module
 */

/**
 * Describes every file, link and folder below a folder.
 *
 * @param root the folder, absolute
 * @param leave names of files and folders that are not looked at
 * @returns one line each: kind, path, mode or link text, digest, hard links
 */
export async function snapshot(
  root: string,
  leave: readonly string[] = [],
): Promise<readonly string[]> {
  const lines: string[] = [];
  for await (const { name } of Deno.readDir(root)) {
    if (leave.includes(name)) continue;
    const path = `${root}/${name}`;
    const info = await Deno.lstat(path);
    const mode = ((info.mode ?? 0) & 0o7777).toString(8);
    if (info.isSymlink) lines.push(`L ${name} -> ${await Deno.readLink(path)}`);
    else if (info.isDirectory) {
      lines.push(`D ${name} ${mode}`);
      lines.push(
        ...(await snapshot(path, leave)).map((line) => line.replace(/^(.) /, `$1 ${name}/`)),
      );
    } else if (info.isFile) {
      const digest = await crypto.subtle.digest("SHA-256", await Deno.readFile(path));
      const hex = new Uint8Array(digest).toHex().slice(0, 16);
      lines.push(`F ${name} ${mode} ${info.nlink} ${hex}`);
    } else lines.push(`? ${name}`);
  }
  return lines.sort();
}
