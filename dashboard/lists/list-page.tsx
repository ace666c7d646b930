// A page with a list: header, filters, rows that open their records, newer and older pages. A wide window shows the
// open record next to the list; a narrow one shows the one or the other.
import type { ReactNode } from 'react';
import { useLocation, useSearch } from 'wouter';
import { CopyAs } from '../copy-as/copy-as.tsx';
import { PageBoundary } from '../design/feedback/boundary.tsx';
import { useKeys } from '../design/keys/use-keys.ts';
import { PageHeader } from '../design/layout/page-header.tsx';
import css from './list-page.module.css';
import { ListParts, ListTop } from './list-parts.tsx';
import type { RowActs } from './marks/row-act.ts';
import { useMarks } from './marks/use-marks.ts';
import type { FilterControl } from './parts/filters.tsx';
import { RECORD_EVENTS } from './row-events.ts';
import type { Column } from './rows.tsx';
import { isShown } from './state/is-shown.ts';
import type { ListOperationId, ListSpec, RowOf } from './state/list-spec.ts';
import { usePlacedList } from './state/use-placed-list.ts';

/** The contents of a list page. */
interface ListPageProps<Id extends ListOperationId> {
  title: string;
  description?: ReactNode;
  list: ListSpec<Id>;
  /** The path of the list, below /app. */
  path: string;
  columns: readonly Column<RowOf<Id>>[];
  filters?: readonly FilterControl[];
  /** The record of a row, below /app; undefined: rows lead nowhere. */
  hrefOf?: (item: RowOf<Id>) => string;
  actions?: ReactNode;
  /** `LinkTabs`, where the page has several lists. */
  tabs?: ReactNode;
  /** About the filters that are set. */
  note?: ReactNode;
  /** The content when the account has none of these. */
  empty: ReactNode;
  /** The open record, if there is one. */
  record?: ReactNode;
  /** Content about the whole list, shown while no record is open; below the list without room next to it. */
  aside?: ReactNode;
  /** The target of Esc from the open record, below /app: by default to the list. */
  closesTo?: string | undefined;
  /** The acts on marked rows. */
  acts?: RowActs<RowOf<Id>>;
}

/** A page with a list. */
export function ListPage<Id extends ListOperationId>(props: ListPageProps<Id>) {
  const { title, description, list: spec, path, filters = [], actions, record, acts } = props;
  const { list, top } = usePlacedList(spec);
  const marks = useMarks(list.rows ?? [], JSON.stringify(list.input), list.isTurning);
  const aside = record === undefined ? props.aside : undefined;
  const close = useClose(props.closesTo ?? path);
  // In a narrow window the record hides the list, and its keys with it.
  const turn = (to: (() => void) | undefined) => () => isShown(top.current) && to?.();
  const leave = () => {
    if (marks.rows.length > 0 && isShown(top.current)) marks.clear();
    else if (record === undefined) return false;
    else close();
    return true;
  };
  useKeys({
    '[': turn(list.toNewer),
    ']': turn(list.toOlder),
    Escape: leave,
  });
  return (
    <div
      className={css['page']}
      data-has-record={record !== undefined || undefined}
      data-has-aside={aside !== undefined || undefined}
      data-is-read={list.rows !== undefined || list.failure !== undefined || undefined}
    >
      <div className={css['list']}>
        <ListTop place={top} />
        <div className={css['head']} data-has-tabs={props.tabs !== undefined || undefined}>
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
          {props.tabs}
        </div>
        <ListParts
          label={title}
          columns={props.columns}
          filters={filters}
          list={list}
          hrefOf={props.hrefOf}
          note={props.note}
          empty={props.empty}
          marked={acts && { marks, acts }}
        />
        {description !== undefined && <div className={css['description']}>{description}</div>}
      </div>
      {record !== undefined && <OpenRecord title={title}>{record}</OpenRecord>}
      {aside !== undefined && <div className={css['aside']}>{aside}</div>}
    </div>
  );
}

/** A record that is shown alone sets the title of the page. */
function OpenRecord({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={css['record']} aria-label="Open record" data-record {...RECORD_EVENTS}>
      <h1 className={css['title']}>{title}</h1>
      <PageBoundary>{children}</PageBoundary>
    </section>
  );
}

/** Closes the record, and keeps filters and page. */
function useClose(path: string): () => void {
  const [, navigate] = useLocation();
  const search = useSearch();
  return () => navigate(search ? `${path}?${search}` : path);
}
