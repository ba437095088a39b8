/**
 * git's answer to the question of a plan, as the text that sh compares.
 *
 * @module
 */

import type { GitConfig } from "../config/git_config.ts";
import type { Setting } from "../config/setting.ts";

/**
 * Says whether an answer may be compared as text.
 *
 * @param text the answer
 * @param config the same, as the resolver read it
 * @returns false when part of it comes from `-c` or the environment, which the next command does not have,
 *   or when a value holds a newline, so that two configurations could give the same text
 */
export function isCacheable(text: string, config: GitConfig): boolean {
  if (/^command\t/m.test(text)) return false;
  const settings = [...config.hooks, ...config.githooks];
  return settings.every(({ name, value, origin }) =>
    !hasNewline(name) && !hasNewline(value) && !hasNewline(origin.path)
  ) && !hasNewline(config.hooksPath?.value);
}

function hasNewline(text: string | undefined): boolean {
  return text !== undefined && /[\n\0]/.test(text);
}

/**
 * Says whether an answer is the one that the resolver had, so that no change fell between the two.
 *
 * @param text the answer
 * @param config what the resolver read
 * @returns true when both hold the same settings of the same scopes in the same order
 */
export function agreesWith(text: string, config: GitConfig): boolean {
  const lines = text === "" ? [] : text.split("\n");
  const said = lines.map((line) => {
    const [scope = "", , ...rest] = line.split("\t");
    return `${scope}\t${rest.join("\t")}`;
  });
  return same(said, "hook", config.hooks) && same(said, "githooks", config.githooks);
}

function same(said: readonly string[], section: string, settings: readonly Setting[]): boolean {
  const lines = said.filter((line) => line.slice(line.indexOf("\t") + 1).startsWith(`${section}.`));
  return lines.length === settings.length && settings.every((setting, index) => {
    const { scope, name, key, value } = setting;
    const middle = name === undefined ? "" : `${name}.`;
    const end = value === undefined ? "" : ` ${value}`;
    return lines[index] === `${scope}\t${section}.${middle}${key}${end}`;
  });
}
