/**
 * Writes git configuration: the file that a push is given, and the pattern by which only one repository
 * reads it (git-config(1), "Syntax" and "Conditional includes").
 *
 * @module
 */

/** A section of a configuration file. */
export interface ConfigSection {
  /** The section's name, for example `hook`. */
  readonly section: string;
  /** The subsection; undefined for a section without one. */
  readonly name?: string;
  /** Keys with their values, in order. */
  readonly entries: readonly (readonly [key: string, value: string])[];
}

/**
 * Writes a configuration file.
 *
 * @param sections what it holds
 * @returns the file's text
 * @throws {TypeError} when a subsection's name holds a newline, which no configuration can
 */
export function configText(sections: readonly ConfigSection[]): string {
  return sections.map(({ section, name, entries }) => {
    if (name?.includes("\n")) {
      throw new TypeError("Cannot write a subsection's name: it holds a newline");
    }
    const header = name === undefined ? `[${section}]` : `[${section} "${escapeName(name)}"]`;
    return `${header}\n${entries.map(([key, value]) => `\t${key} = ${quote(value)}\n`).join("")}`;
  }).join("");
}

function escapeName(name: string): string {
  return name.replace(/[\\"]/g, "\\$&");
}

function quote(value: string): string {
  return `"${
    value.replace(/[\\"]/g, "\\$&").replaceAll("\n", "\\n").replaceAll("\t", "\\t")
      .replaceAll("\b", "\\b")
  }"`;
}

/**
 * Writes a path as a pattern of `includeIf.gitdir:` that matches this path alone (wildmatch.c).
 *
 * @param path an absolute path without symbolic links
 * @returns the pattern; a newline, which no key of git's configuration can hold, is matched as any control
 *   character
 */
export function gitDirPattern(path: string): string {
  return path.replace(/[\\*?[]/g, "\\$&").replaceAll("\n", "[[:cntrl:]]");
}
