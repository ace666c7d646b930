// The rows of a list: a table whose rows are links to their records, moved through with `j` and `k`, and with the arrows
// from a row that has the focus: everywhere else the arrows scroll. Where there is little room, the rows become cards (rows.module.css). The roles are written out, because a browser takes them away from
// table elements that are displayed as blocks.
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { useKeys } from '../shell/use-keys.ts';
import css from './rows.module.css';
import { isShown } from './state/is-shown.ts';

/** A column. */
export interface Column<Row> {
  id: string;
  header: string;
  render(row: Row): ReactNode;
  /**
   * What it is on a card, and how soon it gives way: the `title` never does, a `detail` stays, `extra` is left out
   * first, an `action` is at its corner. The first column is the title, the others are details by default.
   */
  kind?: 'title' | 'detail' | 'extra' | 'action';
  /** CSS width; by default what is left. */
  width?: string;
}

interface RowsProps<Row> {
  /** Of the table, for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  hrefOf?: ((row: Row) => string) | undefined;
  /** Another page is on its way. */
  isDimmed?: boolean;
}

/** The rows. */
export function Rows<Row extends { id: string }>({
  label,
  columns,
  rows,
  hrefOf,
  isDimmed = false,
}: RowsProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const [path] = useLocation();
  const search = useSearch();
  const step = (by: number) => () => isShown(table.current) && focusRow(table.current, by);
  useKeys(hrefOf ? { j: step(1), k: step(-1) } : {});
  return (
    <div className={css['frame']}>
      <table
        ref={table}
        role="table"
        aria-label={label}
        className={css['table']}
        aria-busy={isDimmed}
        onKeyDown={stepWithArrows}
      >
        <Head columns={columns} />
        <tbody role="rowgroup">
          {rows.map((row) => (
            <TableRow
              key={row.id}
              row={row}
              columns={columns}
              href={hrefOf?.(row)}
              path={path}
              search={search}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Head<Row>({ columns }: { columns: readonly Column<Row>[] }) {
  return (
    <thead role="rowgroup">
      <tr role="row">
        {columns.map(({ id, header, width, kind }, index) => (
          <th
            key={id}
            role="columnheader"
            scope="col"
            data-kind={kind ?? (index === 0 ? 'title' : 'detail')}
            style={width === undefined ? undefined : { width }}
          >
            {header}
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
  /** Of the page, read once for all rows. */
  path: string;
  search: string;
}

function TableRow<Row>({ row, columns, href, path, search }: TableRowProps<Row>) {
  const isOpen = href !== undefined && (path === href || path.startsWith(`${href}/`));
  return (
    <tr role="row" data-open={isOpen || undefined}>
      {columns.map(({ id, render, kind }, index) => (
        <td key={id} role="cell" data-kind={kind ?? (index === 0 ? 'title' : 'detail')}>
          {index === 0 && href !== undefined ? (
            <Link
              className={css['link']}
              href={search ? `${href}?${search}` : href}
              aria-current={isOpen ? 'true' : undefined}
              data-row-link
            >
              {render(row)}
            </Link>
          ) : (
            render(row)
          )}
        </td>
      ))}
    </tr>
  );
}

const ARROWS: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 };

function stepWithArrows(event: KeyboardEvent<HTMLTableElement>): void {
  const by = ARROWS[event.key];
  const isModified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
  const isRow = event.target instanceof Element && event.target.matches('[data-row-link]');
  if (by === undefined || isModified || !isRow) return;
  // At either end the page scrolls on.
  if (focusRow(event.currentTarget, by)) event.preventDefault();
}

/**
 * Moves the focus between the links of the rows; without a focused row to the open one, else to the first.
 * @returns whether it has moved
 */
function focusRow(table: HTMLTableElement | null, by: number): boolean {
  const links = [...(table?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const focused = links.indexOf(document.activeElement as HTMLElement);
  const open = links.findIndex((link) => link.ariaCurrent === 'true');
  const from = focused >= 0 ? focused : open;
  const to = from < 0 ? 0 : Math.min(links.length - 1, Math.max(0, from + by));
  links[to]?.focus();
  return to !== focused;
}
