/**
 * Writes a diagnosis for people: one paragraph for each finding, its cure below it ready to paste, and
 * one line where nothing is wrong. Pure.
 *
 * @module
 */

import type { Diagnosis } from "../../lib/doctor/diagnose.ts";
import type { Finding, Severity } from "../../lib/doctor/finding.ts";
import { printable } from "../../lib/quote.ts";
import type { Colours } from "./colours.ts";

/**
 * Writes it.
 *
 * @param diagnosis what was found
 * @param colours what stands out
 * @returns the text
 */
export function diagnosisText(diagnosis: Diagnosis, colours: Colours): string {
  const { findings } = diagnosis;
  const count = (severity: Severity): number =>
    findings.filter((one) => one.severity === severity).length;
  const [errors, warnings] = [count("error"), count("warning")];
  const told = findings.map((finding) => findingText(finding, colours)).join("");
  if (errors + warnings === 0) return `${told}${wellText(diagnosis)}\n`;
  const totals = [plural(errors, "error"), plural(warnings, "warning")].filter((one) => one !== "");
  return `${told}\n${totals.join(", ")}\n`;
}

function wellText({ running, events, gits }: Diagnosis): string {
  const git = gits[0] === undefined ? "" : ` (git ${printable(gits[0].version)})`;
  if (running === 0) return `all is well: no event has a hook that runs here${git}`;
  const hooks = running === 1 ? "1 hook" : `${running} hooks`;
  return `all is well: ${hooks} of ${events === 1 ? "1 event" : `${events} events`} will run${git}`;
}

function plural(count: number, word: string): string {
  return count === 0 ? "" : count === 1 ? `1 ${word}` : `${count} ${word}s`;
}

function findingText(finding: Finding, colours: Colours): string {
  const { severity, message, place, cure } = finding;
  const where = place === undefined || place === "" ? "" : ` (${printable(place)})`;
  const level = LEVELS[severity](colours)(`${severity}:`);
  const lines = wrap(`${severity}: ${printable(message)}${where}`, WIDTH);
  const [first = "", ...rest] = lines;
  return [
    `${level}${first.slice(severity.length + 1)}\n`,
    ...rest.map((line) => `  ${line}\n`),
    ...(cure === undefined ? [] : [`    ${printable(cure)}\n`]),
  ].join("");
}

const WIDTH = 78;

const LEVELS: Readonly<Record<Severity, (colours: Colours) => (text: string) => string>> = {
  error: (colours) => colours.red,
  warning: (colours) => colours.yellow,
  note: (colours) => colours.dim,
};

function wrap(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > width) {
      lines.push(current);
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  return [...lines, current];
}
