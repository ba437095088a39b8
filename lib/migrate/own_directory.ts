/**
 * What a line does to the files beside its script: which words it writes to, and whether it searches a
 * folder in a way that treats a link differently from what it leads to.
 *
 * @module
 */

const EDITORS =
  /^(mv|rm|rmdir|cp|ln|install|chmod|chown|chgrp|touch|tee|unlink|truncate|mkdir|rsync|mktemp|patch|split|ditto)$/;
const EDITS_ALL =
  /^(mv|rm|rmdir|chmod|chown|chgrp|touch|tee|unlink|truncate|mkdir|mktemp|patch|split)$/;

// Programs that write where an option says.
const OUTPUT_OPTION = /^(-o|-O|--output(-document)?|-f|--file|-d|-C|-t|-p|--directory)$/;
const WRITES_BY_OPTION =
  /^(curl|wget|sort|gcc|cc|go|tar|unzip|bsdtar|make|sqlite3|zip|openssl|gpg)$/;

/**
 * Finds the words of a statement that are written to.
 *
 * @param words the words of one sh statement, from the command on
 * @returns those words, quotes and all
 */
export function writtenWords(words: readonly string[]): readonly string[] {
  const [command = ""] = words;
  const redirected = words.filter((_, index) => /^\d*>[>|]?$/.test(words[index - 1] ?? ""));
  const rest = words.slice(1).filter((word) => !word.startsWith("-"));
  if (/^(sed|perl|ruby|g?awk|ed|ex)$/.test(command) && words.some((word) => /^-\w*i/.test(word))) {
    return [...redirected, ...rest];
  }
  if (/^(ed|ex)$/.test(command)) return [...redirected, ...rest];
  if (command === "git") {
    const file = words.filter((_, index) => /^(-f|--file)$/.test(words[index - 1] ?? ""));
    const clones = words.some((word) => /^(clone|init)$/.test(word)) ? rest.slice(-1) : [];
    return [...redirected, ...words.includes("config") ? file : [], ...clones];
  }
  if (command === "dd") {
    return [...redirected, ...rest.filter((word) => word.startsWith("of="))];
  }
  // A lock on what is there changes nothing; on another name it makes a file.
  if (command === "flock") {
    return [...redirected, ...rest.slice(0, 1).filter((word) => !/\$\{?0\}?["']?$/.test(word))];
  }
  if (WRITES_BY_OPTION.test(command)) {
    const named = words.filter((_, index) => OUTPUT_OPTION.test(words[index - 1] ?? ""));
    const database = command === "sqlite3" ? rest.slice(0, 1) : [];
    return [...redirected, ...named, ...database];
  }
  if (!EDITORS.test(command)) return redirected;
  return [...redirected, ...EDITS_ALL.test(command) ? rest : rest.slice(-1)];
}

/**
 * Tells whether a command treats a link to a folder differently from the folder, or shows which of the
 * two it found: beside a moved script, its neighbours are links.
 *
 * @param words the words of one sh statement, from the command on
 * @returns true for find(1) and its like
 */
export function tellsLinksApart(words: readonly string[]): boolean {
  const [command = ""] = words;
  const has = (option: RegExp): boolean => words.some((word) => option.test(word));
  if (/^(find|bfs)$/.test(command)) return !has(/^-(L|follow)$/);
  if (/^(fd|fdfind|rg|tree|du|tar|bsdtar|rsync|readlink|stat|file)$/.test(command)) {
    return !(command === "readlink" && words.slice(1).every((word) => /^-|\$\{?0\}?/.test(word)));
  }
  if (command === "cp") return has(/^-\w*[adRrP]/) && !has(/^-\w*L/);
  if (command === "ls") return has(/^-\w*[ldFR]/);
  if (/^[ef]?grep$/.test(command)) return has(/^-\w*r/);
  return command === "xargs" && words[1] !== undefined && tellsLinksApart(words.slice(1));
}

const WRITES =
  /\b(write\w*|append\w*|mkdir\w*|makedirs|unlink\w*|rename\w*|replace|remove|rm|rmtree|rmSync|copy\w*|cp|cpSync|move|touch|symlink\w*|link|chmod\w*|truncate\w*|FileHandler|createWriteStream|file_put_contents|mkstemp|NamedTemporaryFile|tempfile|sqlite3?\.?\w*|dbm|shelve|fopen)\s*\(/i;
const OPENS =
  /\bopen\w*\b.*(["'][rbt]*[wax]\+?[bt]?\+?["']|["']r[bt]?\+[bt]?["']|["']\s*\+?>>?|O_(WRONLY|RDWR|CREAT)|:w)/;
const WALKS =
  /\b(os\.walk|walk|rglob|iterdir|listdir|scandir|readdir\w*|opendir\w*|glob\w*|find|finddepth|File::Find|lstat\w*|islink|is_symlink|isSymbolicLink|withFileTypes|readlink\w*|RecursiveDirectoryIterator|Dir(\.\w+|\[))/;

/**
 * Tells what a line of a language other than sh does with a path on it.
 *
 * @param line the line
 * @returns whether it changes files, and whether it lists a folder or looks at links
 */
export function otherUse(line: string): { readonly writes: boolean; readonly walks: boolean } {
  return { writes: WRITES.test(line) || OPENS.test(line), walks: WALKS.test(line) };
}
