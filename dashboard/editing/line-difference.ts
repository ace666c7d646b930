// The differences of two texts by lines, as two columns have them: equal lines face each other, and lines that were
// changed face what they have become. Long runs of equal lines are left out. Pure, and bounded: where the texts differ in
// too many lines to compare each with each, what lies between is one change.

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
/** Four million steps take about 20 ms. */
const STEPS_AT_MOST = 4_000_000;

/** Compares two texts. */
export function differenceOf(mine: string, theirs: string): LineRow[] {
  const left = mine.split('\n');
  const right = theirs.split('\n');
  let begin = 0;
  while (begin < Math.min(left.length, right.length) && left[begin] === right[begin]) begin += 1;
  let end = 0;
  const most = Math.min(left.length, right.length) - begin;
  while (end < most && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const between = compare(left.slice(begin, left.length - end), right.slice(begin, right.length - end));
  const tail = end === 0 ? [] : left.slice(-end);
  return leaveOut([...left.slice(0, begin).map(same), ...between, ...tail.map(same)]);
}

/** The longest common subsequence of lines, and what lies between its lines as changes. */
function compare(left: readonly string[], right: readonly string[]): LineRow[] {
  if (left.length * right.length > STEPS_AT_MOST) return faced(left, right);
  const lengths = commonLengths(left, right);
  const rows: LineRow[] = [];
  const gone: string[] = [];
  const come: string[] = [];
  const close = () => rows.push(...faced(gone.splice(0), come.splice(0)));
  let [at, to] = [0, 0];
  while (at < left.length || to < right.length) {
    const [line, other] = [left[at], right[to]];
    if (line !== undefined && line === other) {
      close();
      rows.push(same(line));
      at += 1;
      to += 1;
    } else if (line !== undefined && (lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0)) {
      gone.push(line);
      at += 1;
    } else if (other !== undefined) {
      come.push(other);
      to += 1;
    } else {
      gone.push(line ?? '');
      at += 1;
    }
  }
  close();
  return rows;
}

/** How many lines the texts from each pair of lines on have in common. */
function commonLengths(left: readonly string[], right: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: left.length + 1 }, () => new Uint16Array(right.length + 1));
  for (let at = left.length - 1; at >= 0; at -= 1) {
    const row = table[at];
    const below = table[at + 1];
    if (!row || !below) continue;
    for (let to = right.length - 1; to >= 0; to -= 1) {
      row[to] =
        left[at] === right[to] ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  }
  return table;
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
