// One page of a list, cut by id (keyset pagination). Ids are ordered by time, so "newest first" is "largest id
// first", an index on (account_id, id) answers any page in the same time, and a page needs no cursor row: the
// object that a cursor names may be deleted between two pages (decisions.md §1).
import type { Queryable } from './connect.ts';

/** What no index serves looks at this many rows from the cursor on: about 0.1 s of work when none of them matches. */
export const SEARCH_WINDOW = 50_000;

/** Which page is asked for. `after` and `before` are never both present. */
export interface PageRequest {
  /** 1 to PAGE_LIMIT_MAX. */
  limit: number;
  /** The page of older objects that starts after this id. */
  after?: string;
  /** The page of newer objects that ends before this id: the nearest ones. */
  before?: string;
}

/** Rows, newest first in either direction. */
export interface Page<Row> {
  rows: Row[];
  /** True when more rows follow in the direction of paging. */
  hasMore: boolean;
}

/** What is listed. The text is ours, never a caller's: only `values` come from outside. */
export interface ListedRows {
  /** `SELECT … FROM …` whose result has a column `id`. */
  select: string;
  /** Conditions on the rows, with `$1`… for `values`. */
  where: string;
  values: readonly unknown[];
  /**
   * The column before the id in the index that is to serve the page, when other indexes end in the id too: the page
   * is then ordered by both, so that no other index has its order. Its condition must not be an equality, because
   * Postgres leaves a constant out of an order: `account_id = ANY($1)` with one account.
   */
  orderedWithin?: string;
}

/** How a page lies in its list: which ids come after its cursor, and in which order they are read. */
interface PageDirection {
  cursor: string | undefined;
  comparison: '<' | '>';
  order: 'DESC' | 'ASC';
}

/** The direction in which a page is read. */
function directionOf({ after, before }: PageRequest): PageDirection {
  if (before === undefined) return { cursor: after, comparison: '<', order: 'DESC' };
  return { cursor: before, comparison: '>', order: 'ASC' };
}

/** Rows that are searched, of which an index gives those nearest to the cursor in their order. */
export interface SearchedRows extends Required<Pick<ListedRows, 'where' | 'orderedWithin'>> {
  /** `SELECT … FROM …` without a condition. */
  select: string;
  /** Adds a value to the statement. @returns its parameter */
  parameter: (value: unknown) => string;
}

/** The SELECT of the rows that a search looks at: SEARCH_WINDOW of them, from the cursor on. */
export function searchWindow(
  { select, where, orderedWithin, parameter }: SearchedRows,
  page: PageRequest,
): string {
  const { cursor, comparison, order } = directionOf(page);
  const beyondCursor = cursor === undefined ? '' : `AND id ${comparison} ${parameter(cursor)}`;
  return `${select} WHERE ${where} ${beyondCursor}
          ORDER BY ${orderedWithin} ${order}, id ${order} LIMIT ${SEARCH_WINDOW}`;
}

/** The pattern (LIKE) of a text that is found anywhere, with nothing special in it. */
export function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Finds one page; one row more than asked tells whether another page follows. */
export async function findPage<Row extends object>(
  database: Queryable,
  { select, where, values, orderedWithin }: ListedRows,
  request: PageRequest,
): Promise<Page<Row>> {
  const { limit, before } = request;
  const { cursor, comparison, order } = directionOf(request);
  const leading = orderedWithin === undefined ? '' : `${orderedWithin} ${order}, `;
  const limitParameter = `$${values.length + 1}`;
  const cursorCondition = cursor === undefined ? '' : `AND id ${comparison} $${values.length + 2}`;
  const { rows } = await database.query<Row>(
    `${select} WHERE (${where}) ${cursorCondition} ORDER BY ${leading}id ${order} LIMIT ${limitParameter}`,
    [...values, limit + 1, ...(cursor === undefined ? [] : [cursor])],
  );
  const page = rows.slice(0, limit);
  return { rows: before === undefined ? page : page.reverse(), hasMore: rows.length > limit };
}
