/**
 * The few path operations that are needed on the way to running a hook, where a `node:` module would
 * cost more than the hook. Paths are POSIX; nothing here touches the file system.
 *
 * @module
 */

/**
 * Puts a path into a directory, unless it is absolute already.
 *
 * @param directory the directory, absolute or relative
 * @param path the path, relative to `directory` or absolute
 * @returns one path; `.` and a leading `./` are dropped, `..` is kept as it stands
 * @example Usage
 * ```ts
 * import { joinPath } from "@git-hooks/git-hooks";
 * console.assert(joinPath("/r", ".git/hooks") === "/r/.git/hooks");
 * console.assert(joinPath("/r", "/etc/x") === "/etc/x");
 * ```
 */
export function joinPath(directory: string, path: string): string {
  if (path.startsWith("/") || directory === "" || directory === ".") return stripDot(path);
  const rest = stripDot(path);
  if (rest === "" || rest === ".") return directory;
  return directory.endsWith("/") ? directory + rest : `${directory}/${rest}`;
}

function stripDot(path: string): string {
  return path.startsWith("./") && path.length > 2 ? path.slice(2).replace(/^\/+/, "") : path;
}

/**
 * Names the directory part of a path, as dirname(1) does.
 *
 * @param path a path
 * @returns everything before the last component; `.` when there is none
 * @example Usage
 * ```ts
 * import { directoryOf } from "@git-hooks/git-hooks";
 * console.assert(directoryOf(".git/hooks/pre-commit") === ".git/hooks");
 * ```
 */
export function directoryOf(path: string): string {
  const end = path.replace(/\/+$/, "").lastIndexOf("/");
  if (end < 0) return ".";
  return path.slice(0, end).replace(/\/+$/, "") || "/";
}

/**
 * Names the last component of a path, as basename(1) does.
 *
 * @param path a path
 * @returns its last component
 * @example Usage
 * ```ts
 * import { baseOf } from "@git-hooks/git-hooks";
 * console.assert(baseOf(".git/hooks/pre-commit") === "pre-commit");
 * ```
 */
export function baseOf(path: string): string {
  const trimmed = path.replace(/\/+$/, "");
  return trimmed.slice(trimmed.lastIndexOf("/") + 1) || "/";
}

/**
 * Spells a path as people read it: relative to a directory when it lies below it, with `~` for the home
 * directory, else as it is.
 *
 * @param path an absolute path, or one that is relative already
 * @param options `directory` to be relative to and `home`, both absolute
 * @returns the shortest honest spelling
 * @example Usage
 * ```ts
 * import { displayPath } from "@git-hooks/git-hooks";
 * console.assert(displayPath("/home/a/.gitconfig", { directory: "/r", home: "/home/a" }) === "~/.gitconfig");
 * ```
 */
export function displayPath(
  path: string,
  options: { readonly directory: string; readonly home?: string | undefined },
): string {
  const below = relativeBelow(options.directory, path);
  if (below !== undefined) return below;
  const home = options.home;
  const belowHome = home === undefined || home === "" || home === "/"
    ? undefined
    : relativeBelow(home, path);
  return belowHome === undefined ? path : `~/${belowHome}`;
}

/**
 * Says where a path lies below a directory.
 *
 * @param directory an absolute path
 * @param path an absolute path
 * @returns the path relative to the directory, or undefined when it does not lie below it
 * @example Usage
 * ```ts
 * import { relativeBelow } from "@git-hooks/git-hooks";
 * console.assert(relativeBelow("/r", "/r/hooks.toml") === "hooks.toml");
 * console.assert(relativeBelow("/r", "/rr/x") === undefined);
 * ```
 */
export function relativeBelow(directory: string, path: string): string | undefined {
  const base = directory.endsWith("/") ? directory : `${directory}/`;
  return path.startsWith(base) && path.length > base.length ? path.slice(base.length) : undefined;
}
