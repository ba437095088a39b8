/**
 * How the parts of a bundle name each other. The bundler cuts code into as many shared files as there
 * are sets of parts that share it, and Deno opens every file that is named anywhere, also those which
 * may be loaded late, before it starts. Both cost more than the code that is on the way to a hook.
 *
 * @module
 */

/** The files of a bundle, by name. */
export type Parts = ReadonlyMap<string, string>;

/** The program's own part. */
export const MAIN = "main.js";

const FIRST = "first.js";

/**
 * Makes everything that `main.js` loads at once a part of every other file, so that the next bundling
 * finds it shared by all and puts it into one file.
 *
 * @param parts what the bundler wrote, with each late part in a file of its own
 * @returns what is to be bundled again
 * @throws {Error} when `main.js` names no other part
 */
export function shareFirstParts(parts: Parts): Parts {
  const first = [...(parts.get(MAIN) ?? "").matchAll(/(?:\bfrom|^import) "(\.\/[^"]+\.js)";$/gm)]
    .map((match) => `import "${match[1] ?? ""}";\n`);
  if (first.length === 0) throw new Error(`${MAIN} names no other part of the bundle`);
  const late = new Set([...parts.values()].flatMap(latePartsOf));
  const marked = [...parts].map(([name, text]): [string, string] => [
    name,
    late.has(name) ? `import "./${FIRST}";\n${text}` : text,
  ]);
  return new Map([...marked, [FIRST, first.join("")]]);
}

// A call of import() with a path that Deno would follow.
const KNOWN_AT_ONCE = /\bimport\(\s*(["'`])\.{0,2}\/(?!\1\.concat\().*/;

const LATE = /\bimport\("\.\/([^"/]+\.js)"\)/g;

function latePartsOf(text: string): readonly string[] {
  return [...text.matchAll(LATE)].map((match) => match[1] ?? "");
}

/**
 * Spells the names of parts that are loaded late so that Deno does not see them before they are loaded.
 *
 * @param parts what the bundler wrote
 * @returns the same, to be installed
 * @throws {Error} when a late part does not exist, or is named in a way that is not known here
 */
export function hideLateParts(parts: Parts): Parts {
  const names = [...parts.values()].flatMap(latePartsOf);
  const missing = names.find((name) => !parts.has(name));
  if (names.length === 0 || missing !== undefined) {
    throw new Error(`the bundle has no part ${missing ?? "that is loaded late"}`);
  }
  return new Map([...parts].map(([name, text]) => {
    const hidden = text.replaceAll(LATE, 'import("./".concat("$1"))');
    const seen = KNOWN_AT_ONCE.exec(hidden)?.[0];
    if (seen !== undefined) throw new Error(`${name} names a late part as ${seen}`);
    return [name, hidden];
  }));
}
