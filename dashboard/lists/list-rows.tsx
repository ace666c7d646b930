// The rows of a list while it is read: skeletons, a failure, nothing, or rows and the way to older ones.
import type { ReactNode } from 'react';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { OutOfDate } from '../design/feedback/out-of-date.tsx';
import { SkeletonRows } from '../design/feedback/skeleton.tsx';
import { NothingFound } from './parts/nothing-found.tsx';
import { Pager } from './parts/pager.tsx';
import { type Column, type RowMarking, Rows } from './rows.tsx';
import type { ListOperationId, RowOf } from './state/list-spec.ts';
import type { ListState } from './state/use-list.ts';

interface ListRowsProps<Id extends ListOperationId> {
  label: string;
  columns: readonly Column<RowOf<Id>>[];
  list: ListState<Id>;
  /** The record of a row, below /app; undefined: rows lead nowhere. */
  hrefOf?: ((item: RowOf<Id>) => string | undefined) | undefined;
  /** The content when there are none. */
  empty?: ReactNode;
  skeletonRows?: number;
  marking?: RowMarking<RowOf<Id>> | undefined;
}

/** The rows. */
export function ListRows<Id extends ListOperationId>(props: ListRowsProps<Id>) {
  const { label, columns, list, hrefOf, empty, skeletonRows = 3, marking } = props;
  const { rows, failure, retry, view, isTurning } = list;
  const isWhole = Object.keys(view.filters).length === 0 && view.cursor === undefined;
  if (!rows && failure) return <FailureNote failure={failure} onRetry={retry} />;
  // That another view had no rows says nothing about this one.
  if (!rows || (rows.length === 0 && isTurning)) {
    return <SkeletonRows rows={skeletonRows} columns={columns.length} />;
  }
  return (
    <div>
      {failure && (
        <OutOfDate
          what="This list"
          failure={failure}
          onRetry={view.cursor === undefined ? undefined : retry}
        />
      )}
      {rows.length > 0 && (
        <>
          <Rows
            label={label}
            columns={columns}
            rows={rows}
            hrefOf={hrefOf}
            isDimmed={isTurning}
            marking={marking}
          />
          <Pager label={label} list={list} />
        </>
      )}
      {rows.length === 0 && (isWhole ? empty : <NothingFound onClear={list.clearFilters} />)}
    </div>
  );
}
