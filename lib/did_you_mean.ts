/**
 * Finds the word that a user most probably meant.
 *
 * @module
 */

/**
 * Chooses the candidate nearest to a misspelt word (Damerau-Levenshtein distance, adjacent letters
 * swapped count as one).
 *
 * @param word what was written
 * @param candidates the words that exist
 * @returns the nearest candidate, or undefined when none is near enough to be worth a suggestion
 * @example Usage
 * ```ts
 * import { didYouMean } from "@git-hooks/git-hooks";
 * console.assert(didYouMean("precommit", ["pre-commit", "pre-push"]) === "pre-commit");
 * ```
 */
export function didYouMean(word: string, candidates: Iterable<string>): string | undefined {
  const lower = word.toLowerCase();
  let best: string | undefined;
  let bestDistance = Math.max(1, Math.floor(Math.min(word.length, 64) / 3)) + 1;
  for (const candidate of candidates) {
    // Two words whose lengths differ by more than the limit cannot be near.
    if (Math.abs(candidate.length - word.length) >= bestDistance) continue;
    const distance = editDistance(lower, candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

function editDistance(left: string, right: string): number {
  let beforePrevious: number[] = [];
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= left.length; row++) {
    const current = [row];
    for (let column = 1; column <= right.length; column++) {
      const same = left[row - 1] === right[column - 1];
      let distance = Math.min(
        (previous[column] ?? 0) + 1,
        (current[column - 1] ?? 0) + 1,
        (previous[column - 1] ?? 0) + (same ? 0 : 1),
      );
      const swapped = row > 1 && column > 1 && left[row - 1] === right[column - 2] &&
        left[row - 2] === right[column - 1];
      if (swapped) distance = Math.min(distance, (beforePrevious[column - 2] ?? 0) + 1);
      current.push(distance);
    }
    beforePrevious = previous;
    previous = current;
  }
  return previous[right.length] ?? 0;
}
