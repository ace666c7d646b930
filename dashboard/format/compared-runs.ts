// What two lists have in common, and what only the one has: the lines of two texts, the characters of two values. Bounded:
// where they differ in too much, what lies between their equal ends is one difference. Pure.
import { diffArrays } from 'diff';

/** A run of items that both have, or only the one. */
export interface ComparedRun {
  of: 'both' | 'mine' | 'theirs';
  items: readonly string[];
}

/** All runs in their order, none of them empty. @param editsMax items that are only in the one, in all */
export function comparedRuns(
  mine: readonly string[],
  theirs: readonly string[],
  editsMax: number,
): ComparedRun[] {
  const most = Math.min(mine.length, theirs.length);
  let begin = 0;
  while (begin < most && mine[begin] === theirs[begin]) begin += 1;
  let end = 0;
  while (end < most - begin && mine.at(-1 - end) === theirs.at(-1 - end)) end += 1;
  const left = mine.slice(begin, mine.length - end);
  const right = theirs.slice(begin, theirs.length - end);
  const changes = diffArrays(left, right, { maxEditLength: editsMax }) ?? [
    { value: left, removed: true, added: false },
    { value: right, removed: false, added: true },
  ];
  const between = changes.map(
    ({ value, added, removed }): ComparedRun => ({
      of: added ? 'theirs' : removed ? 'mine' : 'both',
      items: value,
    }),
  );
  const runs: ComparedRun[] = [
    { of: 'both', items: mine.slice(0, begin) },
    ...between,
    { of: 'both', items: mine.slice(mine.length - end) },
  ];
  return runs.filter(({ items }) => items.length > 0);
}
