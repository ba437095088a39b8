/**
 * Writes `share/man/git-hooks.1`: commands, options and keys from the tables that the program itself
 * reads, all else from `tasks/man/git-hooks.1.in`.
 *
 * @module
 */

import { allCommands } from "../cli/commands_table.ts";
import { processConsole } from "../cli/ui/console.ts";
import type { CommandSpec, OptionSpec } from "../cli/options.ts";
import { tomlKeysOf, type TomlPlace } from "../lib/config/toml_keys.ts";
import { VERSION } from "../lib/version.ts";
import { checkoutRoot } from "./checkout.ts";

const PLACES: readonly (readonly [TomlPlace, string])[] = [
  ["top level", "At the top of the file:"],
  ["hook", "In the table [hook]:"],
  ["hook.<name>", "In a table [hook.<name>], one for each hook; the name is free:"],
  ["hook.<event>", "In a table [hook.<event>], the switches of an event:"],
];

/**
 * Draws the manual page.
 *
 * @returns its text, as it is committed
 */
export async function manText(): Promise<string> {
  const frame = await Deno.readTextFile(`${checkoutRoot}/tasks/man/git-hooks.1.in`);
  return frame
    .replace("@VERSION@", () => VERSION)
    .replace("@COMMANDS@\n", () => commandsText())
    .replace("@KEYS@\n", () => keysText());
}

function commandsText(): string {
  return allCommands()
    .filter((command) => command.group !== undefined)
    .map((command) => commandText(command.spec))
    .join("");
}

function commandText(spec: CommandSpec): string {
  const [example, meaning] = spec.example;
  return [
    `.SS ${roff(spec.name)}`,
    sentence(spec.summary),
    ".PP",
    ".ad l",
    ...spec.usage.map(roff).join("\n.br\n").split("\n"),
    ".ad b",
    ...spec.options.flatMap(optionLines),
    ".PP",
    `Example: \\fB${roff(example)}\\fR`,
    ".br",
    sentence(meaning),
    "",
  ].join("\n");
}

function optionLines(option: OptionSpec): readonly string[] {
  const names = [
    ...(option.short === undefined ? [] : [`-${option.short}`]),
    ...(option.long === undefined ? [] : [`--${option.long}`]),
  ].map((name) => `\\fB${roff(name)}\\fR`).join(", ");
  const value = option.value === undefined ? "" : ` \\fI${roff(option.value)}\\fR`;
  return [".TP", names + value, sentence(option.help)];
}

function keysText(): string {
  return PLACES.map(([place, title]) =>
    [
      ".PP",
      roff(title),
      ...[...tomlKeysOf(place).values()].flatMap((key) => [
        ".TP",
        `\\fB${roff(key.name)}\\fR`,
        roff(key.doc),
      ]),
      "",
    ].join("\n")
  ).join("");
}

function sentence(text: string): string {
  const end = /[.!?]$/.test(text) ? "" : ".";
  return roff(`${text.slice(0, 1).toUpperCase()}${text.slice(1)}${end}`);
}

// groff(7): a backslash and a leading dot or quote are its own, and a plain - is a hyphen.
function roff(text: string): string {
  return text.replaceAll("\\", "\\e").replaceAll("-", "\\-").replace(/^([.'])/, "\\&$1");
}

if (import.meta.main) {
  await Deno.writeTextFile(`${checkoutRoot}/share/man/git-hooks.1`, await manText());
  processConsole().out("wrote share/man/git-hooks.1\n");
}
