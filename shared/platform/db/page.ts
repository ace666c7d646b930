// Keyset pagination: one page of a list, selected by id. Ids are ordered by time, so "newest first" means "largest id
// first", an index on (account_id, id) reads any page equally fast, and the row of the cursor need not exist: it may be
// deleted between two pages. docs/reference/pagination.md has the rules for clients.
import type { Queryable } from './connect.ts';

/** A search without an index reads this many rows from the cursor on: about 0.1 s when none of them matches. */
export const SEARCH_WINDOW = 50_000;

/** The requested page. `after` and `before` are never both set. */
export interface PageRequest {
  /** 1 to PAGE_LIMIT_MAX. */
  limit: number;
  /** Cursor: the page of older objects that follows this id. */
  after?: string;
  /** Cursor: the page of the nearest newer objects, which ends before this id. */
  before?: string;
}

/** Rows, newest first in either direction. */
export interface Page<Row> {
  rows: Row[];
  /** True when more rows follow in the direction of paging. */
  hasMore: boolean;
}

/** The rows of a list. The SQL is a constant in our code; only `values` come from a request. */
export interface ListedRows {
  /** `SELECT … FROM …` whose result has a column `id`. */
  select: string;
  /** SQL conditions on the rows, with `$1`… for `values`. */
  where: string;
  values: readonly unknown[];
  /**
   * The column before the id in the index that must serve the page, if other indexes end in the id too. The page is
   * then ordered by both columns, an order that no other index has. The condition on this column must not be an
   * equality, because Postgres drops a constant column from the order: write `account_id = ANY($1)`, with one account.
   */
  orderedWithin?: string;
}

/** The direction of a page: which ids follow its cursor, and in which order they are read. */
export interface PageDirection {
  cursor: string | undefined;
  comparison: '<' | '>';
  order: 'DESC' | 'ASC';
}

/** The direction in which a page is read. */
export function directionOf({ after, before }: PageRequest): PageDirection {
  if (before === undefined) return { cursor: after, comparison: '<', order: 'DESC' };
  return { cursor: before, comparison: '>', order: 'ASC' };
}

/** Rows that are searched by a condition without an index; an index returns them in order from the cursor on. */
export interface SearchedRows extends Required<Pick<ListedRows, 'where' | 'orderedWithin'>> {
  /** `SELECT … FROM …` without a condition. */
  select: string;
  /** Adds a value to the statement. @returns its placeholder, such as `$3` */
  parameter: (value: unknown) => string;
}

/** The SELECT of the rows that a search reads: the first SEARCH_WINDOW rows from the cursor on. */
export function searchWindow(
  { select, where, orderedWithin, parameter }: SearchedRows,
  page: PageRequest,
): string {
  const { cursor, comparison, order } = directionOf(page);
  const beyondCursor = cursor === undefined ? '' : `AND id ${comparison} ${parameter(cursor)}`;
  return `${select} WHERE ${where} ${beyondCursor}
          ORDER BY ${orderedWithin} ${order}, id ${order} LIMIT ${SEARCH_WINDOW}`;
}

/** A LIKE pattern that matches rows which contain the text; its special characters are escaped. */
export function patternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Reads one page, plus one row more: if that row exists, another page follows. */
export async function findPage<Row extends object>(
  database: Queryable,
  { select, where, values, orderedWithin }: ListedRows,
  request: PageRequest,
): Promise<Page<Row>> {
  const { limit } = request;
  const { cursor, comparison, order } = directionOf(request);
  const leading = orderedWithin === undefined ? '' : `${orderedWithin} ${order}, `;
  const limitParameter = `$${values.length + 1}`;
  const cursorCondition = cursor === undefined ? '' : `AND id ${comparison} $${values.length + 2}`;
  const { rows } = await database.query<Row>(
    `${select} WHERE (${where}) ${cursorCondition} ORDER BY ${leading}id ${order} LIMIT ${limitParameter}`,
    [...values, limit + 1, ...(cursor === undefined ? [] : [cursor])],
  );
  return cutPage(rows, request);
}

/** The page of rows that were read in its direction, one more than the limit if there are as many. */
export function cutPage<Row>(rows: readonly Row[], { limit, before }: PageRequest): Page<Row> {
  const page = rows.slice(0, limit);
  return { rows: before === undefined ? page : page.reverse(), hasMore: rows.length > limit };
}
