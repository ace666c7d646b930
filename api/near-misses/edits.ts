// Counts the edits between two texts, by which a misspelt name is recognized: the Damerau-Levenshtein distance. An edit
// inserts, deletes or replaces a character, or swaps two neighbours. Only two edits are of interest, so this search
// stops there, which is much cheaper than the usual table of all distances.

/** The most edits that can be counted. */
export const EDITS_MAX = 2;

/**
 * @param edits up to EDITS_MAX
 * @param from,to positions in `a` and `b` from which they are compared
 * @returns whether so many edits, or fewer, make `a` into `b`
 */
export function isWithinEdits(edits: number, a: string, b: string, from = 0, to = 0): boolean {
  if (Math.abs(a.length - from - (b.length - to)) > edits) return false;
  let i = from;
  let j = to;
  while (i < a.length && a[i] === b[j]) {
    i += 1;
    j += 1;
  }
  if (i === a.length && j === b.length) return true;
  if (edits === 0) return false;
  return (
    isWithinEdits(edits - 1, a, b, i + 1, j + 1) ||
    isWithinEdits(edits - 1, a, b, i + 1, j) ||
    isWithinEdits(edits - 1, a, b, i, j + 1) ||
    isWithinSwap(edits, a, b, i, j)
  );
}

/** The second edit may delete a character between the two that are swapped, or insert one: `axb` ↔ `ba`. */
const SWAPS = [
  { edits: 1, deleted: 0, inserted: 0 },
  { edits: 2, deleted: 1, inserted: 0 },
  { edits: 2, deleted: 0, inserted: 1 },
];

function isWithinSwap(edits: number, a: string, b: string, i: number, j: number): boolean {
  return SWAPS.some(
    ({ edits: used, deleted, inserted }) =>
      used <= edits &&
      a[i] === b[j + 1 + inserted] &&
      a[i + 1 + deleted] === b[j] &&
      isWithinEdits(edits - used, a, b, i + 2 + deleted, j + 2 + inserted),
  );
}
