// Marks of change: values by which GET /app/changes (docs/architecture/changes.md) sees that something of an account
// has changed. A resource that workers or visitors change has a mark in its folder, and
// shared/resources/change-marks.ts lists it. A mark is read once a second for each account that is watched, and costs
// its writers nothing: it reads existing rows, a few by an index. Data that only operations change needs none: each
// write leaves a request log or an audit event (ChangeLog).

/** Something that is not what it was when a row of a resource was created, changed or deleted. */
export interface ChangeMark {
  /** The parts of the API that show it: the first parts of the paths of its operations. */
  names: readonly string[];
  /**
   * A scalar of SQL: a number that is another one after a change.
   * @param account the SQL of the id of the account
   * @param now the SQL of the time
   */
  value(account: string, now: string): string;
}

/** A log of writes: its rows name what was written. */
export interface ChangeLog {
  /** The parts of the API that show the log itself. */
  names: readonly string[];
  /**
   * A SELECT of the newest rows with an id from `after` on, the newest first: `id` and `what`, both texts.
   * @param after the SQL of an id as text
   */
  rows(account: string, after: string, limit: number): string;
  /** Less than every id. */
  firstId: string;
  /** Names the parts of the API that were written. @param what null: nothing */
  namesOf(what: string | null): readonly string[];
}

/**
 * The version of rows: the transaction that has written each (`xmin`), and how many there are.
 * @param rows a SELECT of `xmin` of a few rows
 */
export function versionOf(rows: string): string {
  return `(SELECT hashtextextended(coalesce(string_agg(version.xmin::text, ' '), ''), 0) FROM (${rows}) AS version)`;
}

/**
 * The version of the newest rows of an account. Of a table with an index on (account_id, id). The `ANY` keeps Postgres from
 * another index, which has the rows of all accounts (docs/architecture/database.md#pages).
 */
export function newestRows(table: string, account: string, limit: number): string {
  return versionOf(`SELECT xmin FROM ${table} WHERE account_id = ANY(ARRAY[${account}])
                    ORDER BY account_id DESC, id DESC LIMIT ${limit}`);
}
