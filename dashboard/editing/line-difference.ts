// The differences of two texts by lines, as two columns have them: equal lines face each other, and lines that were
// changed face what they have become. Long runs of equal lines are left out. Pure.
import { comparedRuns } from '../format/compared-runs.ts';

/** A row of both columns. */
export interface LineRow {
  kind: 'same' | 'changed' | 'left-out';
  /** Undefined: this side has no such line. */
  mine?: string | undefined;
  theirs?: string | undefined;
  /** How many equal lines are left out. */
  count?: number;
}

/** Equal lines that stay around a change. */
const CONTEXT_LINES = 2;
/** Beyond these, more than one screen of changes, what lies between the equal ends is one change. */
const EDITS_MAX = 500;

/** Compares two texts. */
export function differenceOf(mine: string, theirs: string): LineRow[] {
  const rows: LineRow[] = [];
  const gone: string[] = [];
  const come: string[] = [];
  const close = () => rows.push(...faced(gone.splice(0), come.splice(0)));
  for (const { of, items } of comparedRuns(mine.split('\n'), theirs.split('\n'), EDITS_MAX)) {
    if (of === 'mine') gone.push(...items);
    else if (of === 'theirs') come.push(...items);
    else {
      close();
      rows.push(...items.map(same));
    }
  }
  close();
  return leaveOut(rows);
}

function faced(gone: readonly string[], come: readonly string[]): LineRow[] {
  return Array.from({ length: Math.max(gone.length, come.length) }, (_, index) => ({
    kind: 'changed',
    mine: gone[index],
    theirs: come[index],
  }));
}

function same(line: string): LineRow {
  return { kind: 'same', mine: line, theirs: line };
}

function leaveOut(rows: readonly LineRow[]): LineRow[] {
  const isNear = (index: number) =>
    rows
      .slice(Math.max(0, index - CONTEXT_LINES), index + CONTEXT_LINES + 1)
      .some(({ kind }) => kind !== 'same');
  const shown: LineRow[] = [];
  let count = 0;
  const close = () => {
    if (count > 0) shown.push({ kind: 'left-out', count });
    count = 0;
  };
  rows.forEach((row, index) => {
    if (isNear(index)) {
      close();
      shown.push(row);
    } else count += 1;
  });
  close();
  return shown;
}
