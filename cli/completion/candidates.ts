/**
 * What may stand where the cursor is on a command line, worked out from the words of the commands: a new
 * command or option is completed as soon as it stands in the table.
 *
 * @module
 */

import { allEvents } from "../../lib/events.ts";
import { printable } from "../../lib/quote.ts";
import { allCommands, findCommand } from "../commands_table.ts";
import type { CommandSpec, OptionSpec } from "../options.ts";

/** One word that may stand there. */
export interface Candidate {
  /** The word. */
  readonly value: string;
  /** What it is; may be empty. */
  readonly description: string;
}

/** What may stand there: some words, or names of files or folders, which the shell knows best. */
export type Completion = readonly Candidate[] | "files" | "directories";

/** What only the repository knows. */
export interface Lookup {
  /**
   * Lists the events that have hooks.
   *
   * @returns the events, each with the names of its hooks
   */
  readonly events: () => Promise<ReadonlyMap<string, readonly string[]>>;
}

/**
 * Completes a command line.
 *
 * @param words the words after the program's name; the last one is begun, or empty
 * @param lookup asks the repository
 * @returns what fits what was begun
 */
export async function complete(words: readonly string[], lookup: Lookup): Promise<Completion> {
  const current = words.at(-1) ?? "";
  const [verb, ...before] = words.slice(0, -1);
  if (verb === undefined) return beginning(current, programWords());
  if (verb === "help") return beginning(current, commandWords());
  const spec = findCommand(verb)?.spec;
  if (spec === undefined || before.includes("--")) return [];
  const equals = current.startsWith("--") ? current.indexOf("=") : -1;
  if (equals > 0) {
    const option = optionOf(spec, current.slice(0, equals));
    return valuesOf(option, current.slice(equals + 1));
  }
  const pending = optionOf(spec, before.at(-1) ?? "");
  if (pending !== undefined && pending.kind !== "flag") return valuesOf(pending, current);
  if (current.startsWith("-")) return beginning(current, optionWords(spec));
  return await positional(spec, plainWords(spec, before), { current, lookup });
}

function programWords(): readonly Candidate[] {
  return [
    ...commandWords(),
    { value: "help", description: "show the help of a command" },
    { value: "--help", description: "show the commands" },
    { value: "--version", description: "show the version" },
  ];
}

function commandWords(): readonly Candidate[] {
  return allCommands().filter(({ group }) => group !== undefined).map(({ spec }) => ({
    value: spec.name,
    description: spec.summary,
  }));
}

function optionWords(spec: CommandSpec): readonly Candidate[] {
  const words = spec.options.map((option) => ({
    value: option.long === undefined ? `-${option.short}` : `--${option.long}`,
    description: option.help,
  }));
  return [...words, { value: "--help", description: "show the help of this command" }];
}

function optionOf(spec: CommandSpec, word: string): OptionSpec | undefined {
  return spec.options.find(({ long, short }) =>
    (long !== undefined && word === `--${long}`) || (short !== undefined && word === `-${short}`)
  );
}

function valuesOf(option: OptionSpec | undefined, current: string): Completion {
  if (option === undefined || option.kind !== "text") return [];
  switch (option.value) {
    case "<scope>":
      return beginning(current, plain(["system", "project", "local"]));
    case "<target>":
      return beginning(current, plain(["local", "project", "git-config"]));
    case "<dir>":
      return "directories";
    default:
      return "files";
  }
}

// The words so far that are neither options nor their values.
function plainWords(spec: CommandSpec, before: readonly string[]): readonly string[] {
  return before.filter((word, index) => {
    if (word.startsWith("-")) return false;
    const option = optionOf(spec, before[index - 1] ?? "");
    return option === undefined || option.kind === "flag";
  });
}

async function positional(
  spec: CommandSpec,
  before: readonly string[],
  { current, lookup }: { readonly current: string; readonly lookup: Lookup },
): Promise<Completion> {
  switch (positionalKinds(spec)[before.length]) {
    case "event":
      return beginning(current, await eventWords(lookup));
    case "hook": {
      const names = (await lookup.events()).get(before[0] ?? "") ?? [];
      return beginning(current, plain(names.filter(isPlain)));
    }
    case "shell":
      return beginning(current, plain(["bash", "fish", "zsh"]));
    case "file":
    case "path":
      return "files";
    case "dir":
      return "directories";
    default:
      return [];
  }
}

// `<event>` and `<hook>` of the usage, in their order; values of options are not among them.
function positionalKinds(spec: CommandSpec): readonly string[] {
  const forms = spec.usage.map((usage) => {
    const bare = usage.replace(/\(?(?:-\w\|)?--?[\w-]+\)?(?:=| )<[\w-]+>/g, "");
    return [...bare.matchAll(/<(\w+)>/g)].map(([, kind = ""]) => kind);
  });
  return forms.reduce((longest, form) => form.length > longest.length ? form : longest, []);
}

async function eventWords(lookup: Lookup): Promise<readonly Candidate[]> {
  const found = await lookup.events();
  const names = new Set([...allEvents().map(({ name }) => name), ...found.keys()]);
  return [...names].filter(isPlain).map((value) => ({
    value,
    description: (found.get(value) ?? []).filter(isPlain).join(", "),
  }));
}

// What a shell would have to show escaped is typed by hand.
function isPlain(word: string): boolean {
  return printable(word) === word;
}

function plain(words: readonly string[]): readonly Candidate[] {
  return words.map((value) => ({ value, description: "" }));
}

function beginning(current: string, words: readonly Candidate[]): readonly Candidate[] {
  return words.filter(({ value }) => value.startsWith(current));
}
