/**
 * Checks which events a hook of a hooks.toml may have, and which refs.
 *
 * @module
 */

import { didYouMean } from "../did_you_mean.ts";
import { allEvents, findEvent } from "../events.ts";
import type { Scope } from "./setting.ts";
import { REF_EVENTS } from "./toml_keys.ts";
import type { TomlRange } from "./toml_positions.ts";
import { tomlString } from "./toml_quote.ts";
import type { TomlReport } from "./toml_report.ts";

/** A list of strings with its place. */
export interface Words {
  /** The strings. */
  readonly words: readonly string[];
  /** Where the value stands. */
  readonly range: TomlRange;
}

/**
 * Checks the events of one hook.
 *
 * @param report where faults go
 * @param events the value of `event`
 * @param scope the file's scope
 */
export function checkEvents(report: TomlReport, { words, range }: Words, scope: Scope): void {
  const seen = new Set<string>();
  for (const word of words) {
    if (report.isFull) return;
    const place = rangeOf(report.text, range, word);
    if (seen.has(word)) {
      const second = rangeOf(report.text, { start: place.end, end: range.end }, word);
      report.add(second, `'${word}' is in the list twice`);
    } else checkEvent(report, { word, place, scope });
    seen.add(word);
  }
}

function checkEvent(
  report: TomlReport,
  { word, place, scope }: { word: string; place: TomlRange; scope: Scope },
): void {
  const event = findEvent(word);
  if (event === undefined) {
    const meant = didYouMean(word, allEvents().map((one) => one.name));
    const tail = meant === undefined ? "" : `; did you mean '${meant}'?`;
    const hints = meant === undefined
      ? ["the events are those of githooks(5): git help githooks"]
      : [];
    report.add(place, `unknown event '${word}'${tail}`, { hints });
  } else if (word === "fsmonitor-watchman") {
    report.add(
      place,
      "'fsmonitor-watchman' cannot be configured here: git looks for the file itself",
      {
        hints: ["set core.fsmonitor to the file's path"],
      },
    );
  } else if (event.fileOnly && word !== "proc-receive") {
    report.add(place, `'${word}' cannot be configured here: git looks for the file itself`, {
      hints: [`put the script into the hookdir: "$(git rev-parse --git-path hooks)/${word}"`],
    });
  } else if (scope === "project" && word === "proc-receive") {
    report.add(place, "'proc-receive' cannot be declared by a project's hooks.toml", {
      hints: ["write it into the hooks.toml of the git directory on the server"],
    });
  } else if (scope === "project" && !event.project && event.side === "client") {
    report.add(place, `'${word}' cannot be declared by a project's hooks.toml`, {
      hints: ["write it into the hooks.toml of the git directory, or into git config"],
    });
  }
}

/**
 * Checks the ref patterns of one hook.
 *
 * @param report where faults go
 * @param refs the value of `refs`
 * @param events the hook's events
 * @param keyRange where the key stands
 */
export function checkRefs(
  report: TomlReport,
  refs: Words,
  { events, keyRange }: { readonly events: readonly string[]; readonly keyRange: TomlRange },
): void {
  const other = events.find((name) => findEvent(name) !== undefined && !REF_EVENTS.includes(name));
  if (other !== undefined) {
    report.add(keyRange, `'refs' has no meaning on ${other}`, {
      hints: [`it limits hooks of ${REF_EVENTS.join(", ")}`],
    });
  }
  for (const word of refs.words) {
    if (report.isFull) return;
    const place = rangeOf(report.text, refs.range, word);
    if (/[\x00-\x20\x7f~:\\]/.test(word)) {
      report.add(
        place,
        `${tomlString(word)} matches no ref: git allows no such characters in a name`,
        {
          hints: ["the rules are those of git check-ref-format"],
        },
      );
    } else if (!/^!?(?:refs\/|[*?[]|[A-Z_]+$)/.test(word)) {
      const full = word.replace(/^(!?)/, "$1refs/heads/");
      report.add(
        place,
        `${tomlString(word)} matches no ref: a pattern is compared with the full name`,
        {
          hints: [`write ${tomlString(full)}`],
        },
      );
    }
  }
}

// An element as it is written, when it is written without escapes; else the value as a whole.
function rangeOf(text: string, range: TomlRange, word: string): TomlRange {
  for (const quote of ['"', "'"]) {
    const start = text.indexOf(`${quote}${word}${quote}`, range.start);
    if (start >= 0 && start < range.end) return { start, end: start + word.length + 2 };
  }
  return range;
}
