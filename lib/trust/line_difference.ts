/**
 * The difference between two lists of lines, as the unified format shows it. Pure.
 *
 * @module
 */

/** One line of a difference. */
export interface LineChange {
  /** `-` was there, `+` is there now, ` ` both. */
  readonly sign: " " | "+" | "-";
  /** The line itself. */
  readonly text: string;
  /** Its number in the old list, counted from 1; undefined for `+`. */
  readonly oldLine: number | undefined;
  /** Its number in the new list, counted from 1; undefined for `-`. */
  readonly newLine: number | undefined;
}

/** Lines that changed, with some that did not around them. */
export interface Hunk {
  /** The lines in order. */
  readonly lines: readonly LineChange[];
}

// Beyond this many changed lines the shortest difference is not looked for: memory grows with its square.
const SHORTEST_LIMIT = 1000;

/**
 * Compares two lists of lines.
 *
 * @param before the old lines
 * @param after the new lines
 * @returns every line of both, in order; the shortest difference when it is short enough to be read
 */
export function diffLines(
  before: readonly string[],
  after: readonly string[],
): readonly LineChange[] {
  let head = 0;
  const shorter = Math.min(before.length, after.length);
  while (head < shorter && before[head] === after[head]) head++;
  let tail = 0;
  while (
    tail < shorter - head && before[before.length - 1 - tail] === after[after.length - 1 - tail]
  ) tail++;
  const changes: LineChange[] = [];
  let oldLine = 1;
  let newLine = 1;
  const add = (sign: LineChange["sign"], text: string): void => {
    changes.push({
      sign,
      text,
      oldLine: sign === "+" ? undefined : oldLine++,
      newLine: sign === "-" ? undefined : newLine++,
    });
  };
  for (const line of before.slice(0, head)) add(" ", line);
  const middle = {
    before: before.slice(head, before.length - tail),
    after: after.slice(head, after.length - tail),
  };
  for (const [sign, line] of shortestEdit(middle.before, middle.after)) add(sign, line);
  for (const line of before.slice(before.length - tail)) add(" ", line);
  return changes;
}

type Edit = readonly [LineChange["sign"], string];

// Myers, "An O(ND) Difference Algorithm and Its Variations" (1986): `furthest[k]` is how far into `before`
// the path on diagonal k comes with d changes; the states of all d are kept to walk back.
function shortestEdit(before: readonly string[], after: readonly string[]): readonly Edit[] {
  const furthest = new Map<number, number>([[1, 0]]);
  const states: ReadonlyMap<number, number>[] = [];
  const limit = Math.min(before.length + after.length, SHORTEST_LIMIT);
  for (let d = 0; d <= limit; d++) {
    states.push(new Map(furthest));
    for (let k = -d; k <= d; k += 2) {
      let x = startOf(furthest, { d, k });
      while (x < before.length && x - k < after.length && before[x] === after[x - k]) x++;
      furthest.set(k, x);
      if (x >= before.length && x - k >= after.length) return walkBack({ before, after, states });
    }
  }
  return [
    ...before.map((line): Edit => ["-", line]),
    ...after.map((line): Edit => ["+", line]),
  ];
}

function startOf(
  furthest: ReadonlyMap<number, number>,
  at: { readonly d: number; readonly k: number },
): number {
  const { d, k } = at;
  const above = furthest.get(k + 1) ?? -1;
  const left = furthest.get(k - 1) ?? -1;
  return k === -d || (k !== d && left < above) ? above : left + 1;
}

function walkBack(
  found: {
    readonly before: readonly string[];
    readonly after: readonly string[];
    readonly states: readonly ReadonlyMap<number, number>[];
  },
): readonly Edit[] {
  const { before, after, states } = found;
  const edits: Edit[] = [];
  let x = before.length;
  let y = after.length;
  for (let d = states.length - 1; d >= 0; d--) {
    const state = states[d] ?? new Map<number, number>();
    const k = x - y;
    const start = startOf(state, { d, k });
    while (x > start && y > start - k) {
      edits.push([" ", before[--x] ?? ""]);
      y--;
    }
    if (d === 0) break;
    const above = state.get(k + 1) ?? -1;
    const left = state.get(k - 1) ?? -1;
    if (k === -d || (k !== d && left < above)) edits.push(["+", after[--y] ?? ""]);
    else edits.push(["-", before[--x] ?? ""]);
  }
  return edits.reverse();
}

/**
 * Cuts a difference into hunks.
 *
 * @param changes what {@linkcode diffLines} found
 * @param context how many unchanged lines to keep around what changed
 * @returns the hunks; none when nothing changed
 */
export function hunksOf(changes: readonly LineChange[], context = 3): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let start = -1;
  let end = -1;
  changes.forEach((change, index) => {
    if (change.sign === " ") return;
    if (start >= 0 && index - context > end) {
      hunks.push({ lines: changes.slice(start, end) });
      start = -1;
    }
    if (start < 0) start = Math.max(0, index - context);
    end = Math.min(changes.length, index + 1 + context);
  });
  if (start >= 0) hunks.push({ lines: changes.slice(start, end) });
  return hunks;
}
