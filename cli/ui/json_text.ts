/**
 * JSON as it goes to standard output, where a terminal may stand.
 *
 * @module
 */

/**
 * Writes data as JSON that is safe to send to a terminal: what it would obey stands as an escape.
 *
 * @param data plain data
 * @returns the text, ending in a newline
 */
export function jsonText(data: unknown): string {
  const text = JSON.stringify(data, undefined, 2);
  // JSON.stringify escapes the C0 controls alone.
  return `${
    text.replace(/[\x7f-\x9f\p{Cf}\u2028\u2029\p{Default_Ignorable_Code_Point}]/gu, escaped)
  }\n`;
}

function escaped(character: string): string {
  return character.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
    .join("");
}
