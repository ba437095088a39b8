/**
 * The words by which scripts speak of themselves, of their hookdir, and of their neighbours.
 *
 * @module
 */

/** How a program is written: sh and its kin are read word by word, the others line by line. */
export type ScriptLanguage = "shell" | "other";

/**
 * Tells how a script is to be read.
 *
 * @param first its first line
 * @returns `shell` also for a script without an interpreter, which git starts through sh
 */
export function languageOf(first: string): ScriptLanguage {
  if (!first.startsWith("#!")) return "shell";
  return /\b(ba|da|k|z|a|mk)?sh\b/.test(first.replace(/\.\w+/g, "")) ? "shell" : "other";
}

const SHELL_SELF = /\$0\b|\$\{0[}#%:/,^@]|\$\{?BASH_SOURCE\b|\$\{?\(%\)|\/proc\/(self|\$\$)\/exe/;
const OTHER_SELF =
  /\$0\b|__FILE__|__dir__|__DIR__|__file__|__filename|__dirname|\bargv\s*\[\s*[01]\s*\]|\$PROGRAM_NAME|\$PROGRAM_FILE|FindBin|import\.meta|Deno\.mainModule|PHP_SELF|SCRIPT_(FILE)?NAME|\/proc\/self\/exe/;

/**
 * Tells whether a text speaks of the program's own path.
 *
 * @param text a line without comments
 * @param language how it is written
 * @returns true when it does
 */
export function speaksOfSelf(text: string, language: ScriptLanguage): boolean {
  return (language === "shell" ? SHELL_SELF : OTHER_SELF).test(text);
}

/**
 * Tells whether only the last component of a path is taken, which a move does not change.
 *
 * @param text an expression
 * @returns true when it names the base of a path
 */
export function takesBaseOnly(text: string): boolean {
  return /\bbasename\b|##\*\/|:t\b|Path\(.*\)\.(name|stem)\b|\bfileparse\b/.test(text);
}

/** A path below the hookdir that a script spells out. */
export interface HookdirPath {
  /** The name behind `hooks/`; empty for the directory itself, with `$` or `*` when it is not literal. */
  readonly name: string;
  /** The spelling, for people. */
  readonly spelled: string;
  /** Where in the line it begins. */
  readonly index: number;
}

// What stands before `/hooks`: a literal git directory, git's variables, git's own answers, or a
// variable named after a git directory. Quotes may close between the two.
const GIT_DIRECTORY = String
  .raw`(?:[\w./~-]*\.git|\$\{?\w*git_?(?:common_?)?dir\w*\}?|\$\(git rev-parse --(?:absolute-)?git-(?:common-)?dir\))`;
const NAME = String.raw`(?:/((?:[\w.@+-]|\$\{?\w+\}?|\$\([^)]*\)|[*?])*))?`;
const BELOW_GIT = new RegExp(
  String.raw`${GIT_DIRECTORY}["']?/["']?hooks\b(?![.\w-])["']?${NAME}`,
  "gi",
);
const BELOW_CWD = new RegExp(String.raw`(?<![\w./$}-])(?:\./)?hooks(?![.\w-])["']?${NAME}`, "g");

/**
 * Finds the paths of a line that lie in the hookdir.
 *
 * @param line a line without comments, git's questions for the hookdir already replaced
 * @param options `fromGitDirectory` when the hook runs in the git directory, where `hooks/x` is one too
 * @returns the paths, in order
 */
export function hookdirPaths(
  line: string,
  options: { readonly fromGitDirectory: boolean },
): readonly HookdirPath[] {
  const found: HookdirPath[] = [];
  for (const pattern of options.fromGitDirectory ? [BELOW_GIT, BELOW_CWD] : [BELOW_GIT]) {
    for (const match of line.matchAll(pattern)) {
      if (
        found.some((one) =>
          match.index < one.index + one.spelled.length && one.index <= match.index
        )
      ) {
        continue;
      }
      if (pattern === BELOW_CWD && match[1] === undefined) continue;
      found.push({ name: match[1] ?? "", spelled: match[0], index: match.index });
    }
  }
  return found.sort((left, right) => left.index - right.index);
}

/**
 * Puts the hookdir's plain spelling in the place of git's own questions for it.
 *
 * @param line a line
 * @returns the line, and whether it asked
 */
export function replaceQuestions(line: string): { readonly line: string; readonly asked: boolean } {
  const replaced = line
    .replace(/\$\(\s*git rev-parse\s+(?:--\S+\s+)*--git-path\s+"?hooks\/?"?\s*\)/g, ".git/hooks")
    .replace(
      /\$\(\s*git rev-parse\s+(?:--\S+\s+)*--git-path\s+"?hooks\/([^\s)"]+)"?\s*\)/g,
      ".git/hooks/$1",
    )
    .replace(/`git rev-parse --git-path hooks`/g, ".git/hooks");
  const asked = replaced !== line || /--git-path\W+hooks\b|core\.hookspath/i.test(line);
  return { line: replaced, asked };
}
