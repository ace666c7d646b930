// A page with a list: header, filters, rows that lead to their records, newer and older pages. A wide window shows the
// open record beside the list; a narrow one shows the one or the other.
import { type ReactNode, useRef } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CopyAs } from '../copy-as/copy-as.tsx';
import { FailureNote } from '../design/feedback/failure-note.tsx';
import { Notice } from '../design/feedback/notice.tsx';
import { SkeletonRows } from '../design/feedback/skeleton.tsx';
import { PageHeader } from '../design/layout/page-header.tsx';
import { useKeys } from '../shell/use-keys.ts';
import css from './list-page.module.css';
import { Arrivals } from './parts/arrivals-button.tsx';
import { type FilterControl, Filters } from './parts/filters.tsx';
import { NothingFound } from './parts/nothing-found.tsx';
import { Pager } from './parts/pager.tsx';
import { type Column, Rows } from './rows.tsx';
import type { ListOperationId, ListSpec, RowOf } from './state/list-spec.ts';
import { useIsScrolled } from './state/use-is-scrolled.ts';
import { type ListState, useList } from './state/use-list.ts';

/** What a list page shows. */
interface ListPageProps<Id extends ListOperationId> {
  title: string;
  description?: ReactNode;
  list: ListSpec<Id>;
  /** Where the list is, below /app. */
  path: string;
  columns: readonly Column<RowOf<Id>>[];
  filters?: readonly FilterControl[];
  /** The record of a row, below /app; undefined: rows lead nowhere. */
  hrefOf?: (item: RowOf<Id>) => string;
  actions?: ReactNode;
  /** What is shown when the account has none of these. */
  empty: ReactNode;
  /** The open record, if there is one. */
  record?: ReactNode;
  /** Where Esc leads from the open record, below /app: by default to the list. */
  closesTo?: string | undefined;
}

/** A page with a list. */
export function ListPage<Id extends ListOperationId>(props: ListPageProps<Id>) {
  const { title, description, list: spec, path, filters = [], actions, record } = props;
  const top = useRef<HTMLDivElement>(null);
  const isScrolled = useIsScrolled(top);
  const list = useList(spec, { isHeld: isScrolled });
  const close = useClose(props.closesTo ?? path);
  const showWaiting = () => {
    list.showWaiting();
    top.current?.scrollIntoView();
  };
  useKeys({
    '[': () => list.toNewer?.(),
    ']': () => list.toOlder?.(),
    ...(record !== undefined && { Escape: close }),
  });
  return (
    <div className={css['page']} data-has-record={record !== undefined || undefined}>
      <div className={css['list']}>
        <div ref={top} />
        <PageHeader
          title={title}
          description={description}
          actions={
            <>
              <CopyAs operation={spec.operation} input={list.input} label="Copy this list as" />
              {actions}
            </>
          }
        />
        {filters.length > 0 && <Filters controls={filters} list={list} />}
        <Arrivals waiting={list.waiting} onShow={showWaiting} />
        <ListBody {...props} state={list} />
      </div>
      {record !== undefined && (
        <section className={css['record']} aria-label="Open record">
          {/* Where the record stands alone, it takes the title of the page with it. */}
          <h1 className={css['title']}>{title}</h1>
          {record}
        </section>
      )}
    </div>
  );
}

function ListBody<Id extends ListOperationId>({
  title,
  columns,
  hrefOf,
  empty,
  state,
}: ListPageProps<Id> & { state: ListState<Id> }) {
  const { rows, failure, isTurning, retry, view } = state;
  if (!rows) {
    if (failure) return <FailureNote failure={failure} onRetry={retry} />;
    return <SkeletonRows rows={12} columns={columns.length} />;
  }
  const isUnfiltered = Object.keys(view.filters).length === 0 && view.cursor === undefined;
  if (rows.length === 0) return isUnfiltered ? empty : <NothingFound onClear={state.clearFilters} />;
  return (
    <>
      {failure && (
        <Notice kind="warn">
          This list may be out of date: {failure.message} Trying again every two seconds.
        </Notice>
      )}
      <Rows label={title} columns={columns} rows={rows} hrefOf={hrefOf} isDimmed={isTurning} />
      <Pager label={title} list={state} />
    </>
  );
}

/** Closes the record, and keeps filters and page. */
function useClose(path: string): () => void {
  const [, navigate] = useLocation();
  const search = useSearch();
  return () => navigate(search ? `${path}?${search}` : path);
}
