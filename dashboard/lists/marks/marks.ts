// Which rows of a list are marked, so that one act is done with all of them. A range begins at the row that was marked
// last; a further step of Shift changes the range and leaves the rest. Rows are remembered as they were last read:
// newer ones may push a marked row to the next page.

interface MarkableRow {
  id: string;
}

/** Rows by their id. */
type RowsById<Row> = ReadonlyMap<string, Row>;

/** The marks of a list. */
export interface Marked<Row extends MarkableRow> {
  rows: RowsById<Row>;
  /** Id of the row at which a range begins. */
  anchor: string | undefined;
  /** The marks before the range. */
  before: RowsById<Row>;
}

/** No row is marked. */
export function noMarks<Row extends MarkableRow>(): Marked<Row> {
  return { rows: new Map(), anchor: undefined, before: new Map() };
}

/** Marks a row, or takes its mark away. */
export function toggleMark<Row extends MarkableRow>({ rows }: Marked<Row>, row: Row): Marked<Row> {
  const next = new Map(rows);
  if (!next.delete(row.id)) next.set(row.id, row);
  return { rows: next, anchor: row.id, before: next };
}

/**
 * Marks all rows between the begin of the range and a row.
 * @param from where the range begins when nothing was marked before
 */
export function extendMarks<Row extends MarkableRow>(
  { anchor, before }: Marked<Row>,
  shown: readonly Row[],
  { to, from = to }: { to: string; from?: string | undefined },
): Marked<Row> {
  const at = (id: string | undefined) => shown.findIndex((row) => row.id === id);
  const begin = at(anchor) === -1 ? from : anchor;
  const [first = 0, last = 0] = [at(begin), at(to)].sort((one, other) => one - other);
  const range = shown.slice(Math.max(0, first), last + 1);
  return { rows: withRows(before, range), anchor: begin, before };
}

/** Marks all rows that are shown. */
export function markAll<Row extends MarkableRow>({ rows }: Marked<Row>, shown: readonly Row[]): Marked<Row> {
  const all = withRows(rows, shown);
  return { rows: all, anchor: undefined, before: all };
}

/** Takes the marks of some rows away. */
export function dropMarks<Row extends MarkableRow>(
  { rows }: Marked<Row>,
  dropped: ReadonlySet<string>,
): Marked<Row> {
  const kept = new Map([...rows].filter(([id]) => !dropped.has(id)));
  return { rows: kept, anchor: undefined, before: kept };
}

function withRows<Row extends MarkableRow>(rows: RowsById<Row>, more: readonly Row[]): RowsById<Row> {
  return new Map([...rows, ...more.map((row) => [row.id, row] as const)]);
}
