// The rows of a list that is a part of a page, as it is read: skeletons, what went wrong, nothing, or rows and the way
// to older ones. ListPage is the same with a page of its own.
import type { ReactNode } from 'react';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { SkeletonRows } from '../design/feedback/skeleton.tsx';
import { NothingFound } from './parts/nothing-found.tsx';
import { Pager } from './parts/pager.tsx';
import { type Column, Rows } from './rows.tsx';
import type { ListOperationId, RowOf } from './state/list-spec.ts';
import type { ListState } from './state/use-list.ts';

interface ListRowsProps<Id extends ListOperationId> {
  label: string;
  columns: readonly Column<RowOf<Id>>[];
  list: ListState<Id>;
  /** The record of a row, below /app; undefined: rows lead nowhere. */
  hrefOf?: ((item: RowOf<Id>) => string) | undefined;
  /** What is shown when there is none. */
  empty?: ReactNode;
  skeletonRows?: number;
}

/** The rows. */
export function ListRows<Id extends ListOperationId>(props: ListRowsProps<Id>) {
  const { label, columns, list, hrefOf, empty, skeletonRows = 3 } = props;
  const { rows, failure, retry, view } = list;
  if (!rows) {
    if (failure) return <FailureNote failure={failure} onRetry={retry} />;
    return <SkeletonRows rows={skeletonRows} columns={columns.length} />;
  }
  const isWhole = Object.keys(view.filters).length === 0 && view.cursor === undefined;
  if (rows.length === 0) return isWhole ? empty : <NothingFound onClear={list.clearFilters} />;
  return (
    <div>
      {failure && <FailureNote title="This list may be out of date" failure={failure} onRetry={retry} />}
      <Rows label={label} columns={columns} rows={rows} hrefOf={hrefOf} isDimmed={list.isTurning} />
      <Pager label={label} list={list} />
    </div>
  );
}
