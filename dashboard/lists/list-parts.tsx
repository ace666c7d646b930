// The common part of lists with filters below the header, on a page (ListPage), in a section or in a record: filters,
// new rows, rows, and the way to older ones.
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import css from './list-parts.module.css';
import { ListRows } from './list-rows.tsx';
import { MarksBarLater } from './marks/marks-bar-later.tsx';
import type { RowActs } from './marks/row-act.ts';
import type { Marks } from './marks/use-marks.ts';
import { type FilterControl, Filters } from './parts/filters.tsx';
import { Arrivals } from './parts/new-rows-button.tsx';
import { focusRow } from './row-events.ts';
import type { Column } from './rows.tsx';
import type { ListOperationId, RowOf } from './state/list-spec.ts';
import type { ListState } from './state/use-list.ts';

/** Rows of the first glimpse: as many as a window has. */
const SKELETON_ROWS = 12;

interface ListPartsProps<Id extends ListOperationId> {
  label: string;
  columns: readonly Column<RowOf<Id>>[];
  filters: readonly FilterControl[];
  list: ListState<Id>;
  /** The record of a row, below /app; undefined: rows lead nowhere. */
  hrefOf?: ((item: RowOf<Id>) => string | undefined) | undefined;
  /** About the filters that are set. */
  note?: ReactNode;
  /** The content when there are none. */
  empty: ReactNode;
  /** The acts on marked rows. */
  marked?: { marks: Marks; acts: RowActs<RowOf<Id>> } | undefined;
}

/** The parts. */
export function ListParts<Id extends ListOperationId>({ filters, note, marked, ...of }: ListPartsProps<Id>) {
  const { list } = of;
  const { marks, acts } = marked ?? {};
  const place = useRef<HTMLDivElement>(null);
  const toRows = useWayToRows(place, list.isTurning);
  return (
    <div ref={place}>
      {filters.length > 0 && <Filters controls={filters} list={list} onDown={toRows} />}
      {note}
      <Arrivals waiting={list.waiting} onShow={list.showWaiting} />
      <ListRows
        {...of}
        skeletonRows={SKELETON_ROWS}
        marking={marks && acts && { marks, nameOf: acts.nameOf }}
      />
      {marks && acts && <MarksBarLater marks={marks} shown={list.rows?.length ?? 0} of={acts} />}
    </div>
  );
}

/** Moves from a search to the first row, once the rows match the typed text. */
function useWayToRows(place: RefObject<HTMLDivElement | null>, isTurning: boolean): () => void {
  const [isWanted, want] = useState(false);
  useEffect(() => {
    if (!isWanted || isTurning) return;
    want(false);
    // This is skipped if the focus has moved elsewhere in the meantime.
    const { activeElement } = document;
    if (activeElement instanceof HTMLInputElement && place.current?.contains(activeElement))
      focusRow(place.current.querySelector('table'), 0);
  }, [place, isWanted, isTurning]);
  return () => want(true);
}

/** The beginning of a list: while it is in sight, the person does not read further down. */
export function ListTop({ place }: { place: RefObject<HTMLDivElement | null> }) {
  return <div ref={place} className={css['top']} />;
}
