/**
 * Writes an explanation for people: what git gives the event, what was read, then hook by hook which
 * settings it came from, what is executed and by whom. Pure.
 *
 * @module
 */

import type {
  ExplainedHook,
  ExplainedSetting,
  Explanation,
  FoundGit,
  Starter,
} from "../../lib/explain/explanation.ts";
import { printable, quoteForSh } from "../../lib/quote.ts";
import type { Colours } from "./colours.ts";

const LABEL = 13;

/**
 * Writes it.
 *
 * @param explanation the derivation
 * @param options the colours; `one` when a single hook was asked for: the sources are left out
 * @returns the text
 */
export function explanationText(
  explanation: Explanation,
  options: { readonly colours: Colours; readonly one: boolean },
): string {
  const { colours } = options;
  const parts = [
    eventText(explanation, colours),
    ...(options.one ? [] : [sourcesText(explanation, colours)]),
    ...explanation.hooks.map((hook) => hookText(hook, explanation, colours)),
  ];
  if (explanation.hooks.length === 0) parts.push("no hook is configured, and none stands there\n");
  return parts.join("\n");
}

function eventText(explanation: Explanation, colours: Colours): string {
  const { event, args, jobs, jobsReason } = explanation;
  const added = (by: "git" | "shim"): string =>
    explanation.environment.filter((one) => one.by === by).map(variableText).join(", ");
  const shim = added("shim");
  const several = explanation.hooks.filter(({ runs }) => runs).length > 1;
  return [
    `${colours.bold(printable(event))}: ${explanation.meaning}\n`,
    line("runs in", printable(explanation.directory)),
    line("arguments", args.length === 0 ? "none" : args.join(" ")),
    line("input", explanation.stdin),
    line("output", explanation.output),
    ...wrapped("environment", `git adds ${added("git")}`),
    ...(shim === "" ? [] : [line("", `the shim adds ${shim}`)]),
    ...(several ? [line("at once", `${jobs}: ${jobsReason}`)] : []),
    line("hookdir", printable(explanation.file)),
    ...(explanation.plan === null ? [] : [line("plan", printable(explanation.plan))]),
    ...explanation.gits.map((git, index) => line(index === 0 ? "gits" : "", gitText(git))),
  ].join("");
}

function variableText({ name, note }: Explanation["environment"][number]): string {
  return note !== null && /^[./:]/.test(note) ? `${name}=${printable(note)}` : name;
}

function gitText(git: FoundGit): string {
  const what = git.knows ? "runs hooks of git config itself" : "ignores hooks of git config";
  return `${printable(git.path)} ${printable(git.version)} ${what}`;
}

function line(label: string, text: string): string {
  return `  ${label.padEnd(LABEL)}${text}`.trimEnd() + "\n";
}

// Names and commas are broken at 80 columns, never inside of a name.
function wrapped(label: string, text: string): readonly string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of text.split(" ")) {
    if (current !== "" && current.length + 1 + word.length > 78 - LABEL - 2) {
      lines.push(line(lines.length === 0 ? label : "", current));
      current = word;
    } else current = current === "" ? word : `${current} ${word}`;
  }
  lines.push(line(lines.length === 0 ? label : "", current));
  return lines;
}

function sourcesText(explanation: Explanation, colours: Colours): string {
  const rows = explanation.sources.map((source) => ({
    what: `${source.scope.padEnd(9)} ${printable(source.file)}`,
    state: source.state,
  }));
  const width = widthOf(rows.map(({ what }) => what), 42);
  const own = explanation.settings.map((setting) => settingText(setting, colours, LABEL));
  return [
    "read, in this order:\n",
    ...rows.map(({ what, state }) => `  ${what.padEnd(width)}  ${state}\n`),
    ...(own.length === 0 ? [] : ["\nof the event itself:\n", ...own]),
  ].join("");
}

function hookText(hook: ExplainedHook, explanation: Explanation, colours: Colours): string {
  const name = hook.name === null ? "(hookdir)" : printable(hook.name);
  const where = hook.source === "hookdir"
    ? printable(hook.place)
    : `${hook.source === "git-config" ? "git config" : "hooks.toml"}, ${hook.scope}`;
  const verdict = hook.runs
    ? hook.fault === null ? "runs" : "runs, and fails"
    : `does not run: ${printable(hook.reason ?? "nothing starts it")}`;
  const fault = hook.fault === null ? [] : [
    line("cannot start", `${printable(hook.argv?.[0] ?? "")}: ${hook.fault}`),
  ];
  return [
    `${hook.runs ? " " : "-"} ${colours.bold(name)} (${where}): ${verdict}\n`,
    ...settingsText(hook.settings, explanation, colours),
    ...hook.started.filter(({ by }) => by !== "nobody" || hook.started.length > 1)
      .map((one, index) => line(index === 0 ? "started by" : "", starterText(one))),
    ...(hook.argv === null ? [] : [line("executes", hook.argv.map(wordText).join(" "))]),
    ...(hook.program === null ? [] : [line("which is", printable(hook.program))]),
    ...fault,
    ...(hook.refs === null ? [] : [line("refs", hook.refs.map(printable).join(" "))]),
  ].join("");
}

function settingsText(
  settings: readonly ExplainedSetting[],
  explanation: Explanation,
  colours: Colours,
): readonly string[] {
  const seen = settings.filter(({ effect }) => effect !== "elsewhere");
  const elsewhere = settings.filter(({ effect }) => effect === "elsewhere");
  const events = elsewhere.map(({ value }) => printable(value ?? ""))
    .filter((event) => event !== explanation.event);
  return [
    ...seen.map((setting) => settingText(setting, colours, LABEL)),
    ...(events.length === 0 ? [] : [line("also for", [...new Set(events)].join(", "))]),
  ];
}

function settingText(setting: ExplainedSetting, colours: Colours, indent: number): string {
  const mark = setting.effect === "counts" || setting.effect === "elsewhere" ? " " : "-";
  const value = setting.value === null ? "" : ` = ${printable(setting.value)}`;
  const why = setting.why === null ? "" : `: ${printable(setting.why)}`;
  const effect = setting.effect === "counts" || setting.effect === "elsewhere"
    ? why.replace(/^: /, "  ")
    : `  ${why === "" ? setting.effect : why.slice(2)}`;
  const place = printable(setting.place);
  const pad = " ".repeat(Math.max(0, 20 - place.length));
  return `${" ".repeat(indent - 9)}${mark} ${colours.dim(place)}${pad} ` +
    `${printable(setting.key)}${value}${effect}`.trimEnd() + "\n";
}

function starterText({ by, git, how }: Starter): string {
  const fired = git === null ? "" : `${printable(git.path)} ${printable(git.version)}`;
  switch (by) {
    case "git":
      return git === null ? `git ${printable(how)}` : `${fired} itself`;
    case "shim":
      return `the shim ${printable(how)}${fired === "" ? "" : ` for ${fired}`}`;
    case "nobody":
      return `nobody${fired === "" ? "" : ` for ${fired}`}: ${printable(how)}`;
  }
}

// Placeholders of arguments stay bare; all else is quoted as sh would need it.
function wordText(word: string): string {
  if (/^\[*<[a-z]+>[\].]*$/.test(word) || /^[A-Za-z0-9_@%+=:,./-]+$/.test(word)) return word;
  return printable(quoteForSh(word));
}

function widthOf(texts: readonly string[], most: number): number {
  return Math.min(most, Math.max(0, ...texts.map((text) => text.length)));
}
