/**
 * What a hook with `refs` sees of an event: the lines, or the arguments, that concern the refs it names.
 *
 * @module
 */

import { joinBytes } from "../bytes.ts";

/**
 * Says whether a ref is one of those a hook names. Patterns are those of sh's `case`: `*` stands for any
 * text, slashes included, `?` for one character, `[...]` and `[!...]` for one of a set. One that begins with
 * `!` takes refs away, wherever it stands; where there are only such, all others are named.
 *
 * @param patterns a hook's `refs`
 * @param ref a full ref name, for example `refs/heads/main`
 * @returns true when one of the patterns is the whole name, and none that takes away is
 */
export function matchesRef(patterns: readonly string[], ref: string): boolean {
  return matcherOf(patterns)(ref);
}

/**
 * Parts a hook's `refs` into the patterns that name refs and those that take some away.
 *
 * @param patterns a hook's `refs`
 * @returns both, without the `!`; where nothing is named, all refs are
 */
export function splitPatterns(
  patterns: readonly string[],
): { readonly named: readonly string[]; readonly takenAway: readonly string[] } {
  const named = patterns.filter((pattern) => !pattern.startsWith("!"));
  const takenAway = patterns.filter((pattern) => pattern.startsWith("!"))
    .map((pattern) => pattern.slice(1));
  return { named: named.length === 0 ? ["*"] : named, takenAway };
}

// A set such as `[z-a]` means nothing: the hook then sees every ref, so that no gate stands open.
const EVERY = /^/;
const NONE = /^(?!)/;

function matcherOf(patterns: readonly string[]): (ref: string) => boolean {
  const { named, takenAway } = splitPatterns(patterns);
  const yes = named.map((pattern) => expressionOf(pattern) ?? EVERY);
  const no = takenAway.map((pattern) => expressionOf(pattern) ?? NONE);
  return (ref) => yes.some((one) => one.test(ref)) && !no.some((one) => one.test(ref));
}

function expressionOf(pattern: string): RegExp | undefined {
  const source = pattern.replace(/\[([!^]?)([^\]]+)\]|[\s\S]/g, (part, not, set) => {
    if (part === "*") return "[\\s\\S]*";
    if (part === "?") return "[\\s\\S]";
    if (typeof set !== "string") return part.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return `[${not === "" ? "" : "^"}${set.replace(/[\\\]^[]/g, "\\$&")}]`;
  });
  try {
    return new RegExp(`^(?:${source})$`);
  } catch {
    return undefined;
  }
}

// Which word of a line names the ref (githooks(5)).
const FIELD_OF_LINE: ReadonlyMap<string, number> = new Map([
  ["pre-receive", 2],
  ["post-receive", 2],
  ["reference-transaction", 2],
  ["pre-push", 2],
]);

/** What one hook gets of an event. */
export interface Share {
  /** Its arguments. */
  readonly args: readonly string[];
  /** Its input; undefined when the event has none. */
  readonly stdin: Uint8Array | undefined;
}

/**
 * Takes from an event what concerns the refs that a hook names.
 *
 * @param event the event's name
 * @param patterns the hook's `refs`
 * @param whole the event's arguments and input
 * @returns the hook's share, or undefined when nothing concerns it and it is not to be started; for an
 *   event that says nothing of refs, the whole
 */
export function shareOf(
  event: string,
  patterns: readonly string[],
  whole: Share,
): Share | undefined {
  if (event === "update") {
    return matchesRef(patterns, whole.args[0] ?? "") ? whole : undefined;
  }
  if (event === "post-update") {
    const args = whole.args.filter(matcherOf(patterns));
    return args.length === 0 ? undefined : { ...whole, args };
  }
  const field = FIELD_OF_LINE.get(event);
  if (field === undefined || whole.stdin === undefined) return whole;
  const stdin = matchingLines(patterns, whole.stdin, field);
  return stdin.length === 0 ? undefined : { ...whole, stdin };
}

function matchingLines(patterns: readonly string[], input: Uint8Array, field: number): Uint8Array {
  const decoder = new TextDecoder();
  const matches = matcherOf(patterns);
  const kept: Uint8Array[] = [];
  for (let start = 0; start < input.length;) {
    const newline = input.indexOf(0x0a, start);
    const end = newline < 0 ? input.length : newline + 1;
    const line = input.subarray(start, end);
    const ref = decoder.decode(line).replace(/\n$/, "").split(" ")[field];
    if (ref !== undefined && matches(ref)) kept.push(line);
    start = end;
  }
  return joinBytes(kept);
}
