// The marks of a list that is shown. They survive that its rows are read again, and end with the filters or the page:
// what one does with them is done with what one has seen.
import { useState } from 'react';
import { announce } from '../../design/feedback/notices.ts';
import { dropMarks, extendMarks, type Marked, markAll, noMarks, toggleMark } from './marks.ts';

/** The marks, and what changes them. */
export interface Marks<Row extends { id: string } = { id: string }> {
  /** The marked rows as they were last read. */
  rows: readonly Row[];
  has(id: string): boolean;
  toggle(id: string): void;
  /** Marks a range from the row that was marked last, or else from the given one. */
  extendTo(id: string, from?: string): void;
  markShown(): void;
  /** Takes these marks away. */
  drop(ids: ReadonlySet<string>): void;
  clear(): void;
}

/**
 * @param key of the list's query
 * @param isTurning whether the rows still belong to another page
 */
export function useMarks<Row extends { id: string }>(
  shown: readonly Row[],
  key: string,
  isTurning: boolean,
): Marks<Row> {
  const [state, setState] = useState<{ key: string; marked: Marked<Row> }>({ key, marked: noMarks() });
  const marked = state.key === key ? state.marked : noMarks<Row>();
  const change = (next: (now: Marked<Row>) => Marked<Row>) => {
    if (isTurning) return;
    const { rows } = next(marked);
    if (rows.size !== marked.rows.size)
      announce(rows.size === 0 ? 'No rows selected' : `${rows.size} selected`);
    setState((now) => ({ key, marked: next(now.key === key ? now.marked : noMarks()) }));
  };
  const fresh = new Map(shown.map((row) => [row.id, row]));
  const rows = [...marked.rows.values()].map((row) => fresh.get(row.id) ?? row);
  return {
    rows,
    has: (id) => marked.rows.has(id),
    toggle: (id) => {
      const row = fresh.get(id);
      if (row) change((now) => toggleMark(now, row));
    },
    extendTo: (to, from) => change((now) => extendMarks(now, shown, { to, from })),
    markShown: () => change((now) => markAll(now, shown)),
    drop: (ids) => setState((now) => ({ ...now, marked: dropMarks(now.marked, ids) })),
    clear: () => change(noMarks),
  };
}
