// A list as a value: what it reads, the index that has its order, and how a filter becomes a condition. Lists whose
// statement depends on more than filters write their ListedRows themselves (page.ts).
// A whole list is read in pages too, for answers that may be larger than memory.
// test/shared/resources/list-plans.test.ts finds all values and explains their statements.

import { uuidV7LowerBound } from '../time/ids.ts';
import type { Queryable } from './connect.ts';
import { findPage, type ListedRows, type Page, type PageRequest, searchWindow } from './page.ts';

/** Adds a value to the statement. @returns its placeholder, such as `$3` */
type Parameter = (value: unknown) => string;

/** @returns the SQL condition of a filter; undefined: none is needed. `$1` is an array with the owner */
type Condition<Value> = (value: Value, parameter: Parameter, owner: string) => string | undefined;

type Conditions<Filters> = { readonly [Name in keyof Filters]-?: Condition<NonNullable<Filters[Name]>> };

/** A list of rows that belong to an owner: to an account, a webhook, a person. Newest first. */
export interface List<Row extends object, Filters extends object = object, Searched extends object = object> {
  columns: string;
  /** A table, or a subselect with its alias. */
  from: string;
  /** The column of the owner in the index that serves the list: `account_id`. See ListedRows. */
  within: string;
  /** An SQL condition that is true for every row of the list. */
  where?: string;
  /** Filters that an index serves, or that few rows have to be read for. */
  filters?: Conditions<Filters>;
  /** Filters without an index. They search SEARCH_WINDOW rows from the cursor on, among those of `filters`. */
  searched?: Conditions<Searched>;
  /** For the type checker only. */
  row?: Row;
}

/** The filters may be left out unless one of them must be given. */
export type Given<Filters> = object extends Filters ? [filters?: Filters] : [filters: Filters];

/** The condition that a column has the filter's value. */
export function equals(column: string): Condition<unknown> {
  return (value, parameter) => `${column} = ${parameter(value)}`;
}

/** Filters by the time at which a row was made: `since` a time on, and before `until`. Its id has it. */
export interface TimeFilters {
  since?: Date | undefined;
  until?: Date | undefined;
}

export const BY_TIME: Conditions<TimeFilters> = {
  since: (time, parameter) => `id >= ${parameter(uuidV7LowerBound(time))}`,
  until: (time, parameter) => `id < ${parameter(uuidV7LowerBound(time))}`,
};

/** Lists a page of an owner's rows. A filter that is undefined does not apply. */
export function findPageOf<Row extends object, Filters extends object, Searched extends object>(
  database: Queryable,
  list: List<Row, Filters, Searched>,
  owner: string,
  page: PageRequest,
  ...filters: Given<NoInfer<Filters & Searched>>
): Promise<Page<Row>> {
  return findPage<Row>(database, rowsOf(list, owner, page, ...filters), page);
}

/** The rows of a list, for findPage and for tests that run EXPLAIN. */
export function rowsOf<Filters extends object, Searched extends object>(
  { columns, from, within, where, filters, searched }: List<object, Filters, Searched>,
  owner: string,
  page: PageRequest,
  ...[given]: Given<NoInfer<Filters & Searched>>
): ListedRows {
  const values: unknown[] = [[owner]];
  const parameter: Parameter = (value) => `$${values.push(value)}`;
  const conditionsOf = (conditions: object = {}) =>
    (Object.entries(conditions) as [keyof typeof given, Condition<unknown>][]).flatMap(
      ([name, condition]) => {
        const value = given?.[name];
        return value === undefined ? [] : (condition(value, parameter, owner) ?? []);
      },
    );
  const listed = {
    select: `SELECT ${columns} FROM ${from}`,
    where: [`${within} = ANY($1::uuid[])`, ...(where ? [where] : []), ...conditionsOf(filters)].join(' AND '),
    values,
    orderedWithin: within,
  };
  const search = conditionsOf(searched).map((condition) => `(${condition})`);
  if (search.length === 0) return listed;
  // All columns, because a search may use one that is not shown.
  const window = searchWindow({ ...listed, select: `SELECT * FROM ${from}`, parameter }, page);
  return { ...listed, select: `SELECT ${columns} FROM (${window}) AS ${from}`, where: search.join(' AND ') };
}

/** Runs a statement when its account has a place for one. @returns undefined: its result is no longer needed */
export type BoundedReader = <Result>(
  read: (database: Queryable) => Promise<Result>,
) => Promise<Result | undefined>;

/** The start of a walk, and its step. */
interface WalkRequest {
  /** Rows of a page. */
  limit: number;
  /** Only rows that are older than this id. */
  after?: string | undefined;
}

/**
 * The pages of an owner's list, newest first, none of them empty. No statement is open, and no connection is in use,
 * while the caller works on a page. A row that exists throughout is in one page, once; one that is added later is in
 * none.
 */
export async function* walkList<Row extends { id: string }, Filters extends object>(
  read: BoundedReader,
  list: List<Row, Filters>,
  owner: string,
  { limit, after }: WalkRequest,
  ...filters: Given<NoInfer<Filters>>
): AsyncGenerator<Row[]> {
  for (let cursor = after, hasMore = true; hasMore; ) {
    const page = { limit, ...(cursor !== undefined && { after: cursor }) };
    const found = await read((database) =>
      findPage<Row>(database, rowsOf(list, owner, page, ...filters), page),
    );
    if (!found || found.rows.length === 0) return;
    hasMore = found.hasMore;
    cursor = found.rows.at(-1)?.id;
    yield found.rows;
  }
}
