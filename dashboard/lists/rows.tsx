// The rows of a list: a table whose rows are links to their records, moved through with `j` and `k`. Where there is little
// room, each row has two lines (rows.module.css). The roles are written out, because a browser takes them away from table
// elements that are displayed as blocks.
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useKeys } from '../design/keys/use-keys.ts';
import { focusPage } from '../design/layout/returned-focus.ts';
import { INTO_RECORD } from '../records/into-record.ts';
import { MarkBox } from './marks/mark-box.tsx';
import type { Marks } from './marks/use-marks.ts';
import { focusRow, markFocusedRow, rowEvents } from './row-events.ts';
import css from './rows.module.css';
import { isShown } from './state/is-shown.ts';

/** A column. */
export interface Column<Row> {
  id: string;
  header: string;
  render(row: Row): ReactNode;
  /**
   * Where it is when a row has two lines, and how soon it gives way: the `title` and the `time` are on the first line,
   * each `detail` on the second, `extra` is left out first, an `action` is at the corner. The first column is the title,
   * the one with the id `time` the time, the others are details by default.
   */
  kind?: 'title' | 'time' | 'detail' | 'extra' | 'action';
  /** CSS width; by default the rest. */
  width?: string;
}

interface RowsProps<Row> {
  /** The name of the table, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  /** Undefined: this row, or every one, leads nowhere. */
  hrefOf?: ((row: Row) => string | undefined) | undefined;
  /** Another page is on its way. */
  isDimmed?: boolean;
  /** The marks of rows; marked lists have records. */
  marking?: RowMarking<Row> | undefined;
}

/** The marks of a list, and the name of a row for screen readers. */
export interface RowMarking<Row> {
  marks: Marks;
  nameOf(row: Row): string;
}

/** The rows. */
export function Rows<Row extends { id: string }>(props: RowsProps<Row>) {
  const { label, columns, rows, hrefOf, isDimmed = false, marking } = props;
  const table = useRef<HTMLTableElement>(null);
  const [path, navigate] = useLocation();
  const search = useSearch();
  const marks = marking?.marks;
  useFocusAfterRecord(table, hrefOf && rows.find((row) => isOpenAt(hrefOf(row), path))?.id);
  const step = (by: number) => () => isShown(table.current) && focusRow(table.current, by);
  useKeys({
    ...(hrefOf && { j: step(1), k: step(-1) }),
    ...(marks && { x: () => isShown(table.current) && markFocusedRow(table.current, marks) }),
  });
  return (
    <div className={css['frame']}>
      <table
        ref={table}
        role="table"
        aria-label={label}
        className={css['table']}
        aria-busy={isDimmed}
        data-leads={hrefOf !== undefined || undefined}
        {...rowEvents(marks, (href) => navigate(`~${href}`, INTO_RECORD))}
      >
        <Head columns={columns} marks={marks} rows={rows} />
        <tbody role="rowgroup">
          {rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              columns={columns}
              href={hrefOf?.(row)}
              path={path}
              search={search}
              marking={marking}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface HeadProps<Row> {
  columns: readonly Column<Row>[];
  rows: readonly { id: string }[];
  marks: Marks | undefined;
}

function Head<Row>({ columns, rows, marks }: HeadProps<Row>) {
  const areAll = marks !== undefined && rows.every(({ id }) => marks.has(id));
  return (
    <thead role="rowgroup">
      <tr role="row">
        {marks && (
          <th role="columnheader" scope="col" data-kind="mark">
            <MarkBox
              label="Select all rows on this page"
              isMarked={areAll}
              isPartly={!areAll && marks.rows.length > 0}
              onChange={() => (areAll ? marks.clear() : marks.markShown())}
            />
          </th>
        )}
        {columns.map((column, index) => (
          <th
            key={column.id}
            role="columnheader"
            scope="col"
            data-kind={kindOf(column, index)}
            style={column.width === undefined ? undefined : { width: column.width }}
          >
            {column.header}
          </th>
        ))}
      </tr>
    </thead>
  );
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  href: string | undefined;
  /** The path of the page, read once for all rows. */
  path: string;
  search: string;
  marking: RowMarking<Row> | undefined;
}

function TableRow<Row extends { id: string }>(props: TableRowProps<Row>) {
  const { row, columns, href, path, search, marking } = props;
  const isOpen = isOpenAt(href, path);
  const isMarked = marking?.marks.has(row.id) === true;
  return (
    <tr role="row" data-id={row.id} data-open={isOpen || undefined} data-marked={isMarked || undefined}>
      {marking && (
        <td role="cell" data-kind="mark">
          <MarkBox
            label={`Select ${marking.nameOf(row)}`}
            isMarked={isMarked}
            onChange={(isRange) => marking.marks[isRange ? 'extendTo' : 'toggle'](row.id)}
          />
        </td>
      )}
      {columns.map((column, index) => (
        <td key={column.id} role="cell" data-kind={kindOf(column, index)}>
          {index === 0 && href !== undefined ? (
            <Link
              className={css['link']}
              href={search ? `${href}?${search}` : href}
              aria-current={isOpen ? 'true' : undefined}
              data-row-link
            >
              {column.render(row)}
            </Link>
          ) : (
            column.render(row)
          )}
        </td>
      ))}
    </tr>
  );
}

function isOpenAt(href: string | undefined, path: string): boolean {
  return href !== undefined && (path === href || path.startsWith(`${href}/`));
}

/** The focus is lost with a record that had it when it closes: its row takes it, or the page if the row disappeared too. */
function useFocusAfterRecord(table: RefObject<HTMLTableElement | null>, openId: string | undefined): void {
  const taker = useRef<HTMLElement | null>(null);
  useEffect(() => () => {
    if (taker.current === null || taker.current.isConnected) return;
    taker.current = null;
    focusPage();
  });
  useEffect(() => {
    if (openId === undefined) return undefined;
    return () => {
      if (document.activeElement !== document.body) return;
      const row = table.current?.querySelector(`tr[data-id="${openId}"]`);
      taker.current = row?.querySelector<HTMLElement>('[data-row-link]') ?? null;
      taker.current?.focus({ preventScroll: true });
    };
  }, [table, openId]);
}

function kindOf<Row>({ id, kind }: Column<Row>, index: number): NonNullable<Column<Row>['kind']> {
  if (kind !== undefined) return kind;
  if (index === 0) return 'title';
  return id === 'time' ? 'time' : 'detail';
}
