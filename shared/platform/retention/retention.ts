// Retention as data: which rows are removed, and when. A row of the product's table (shared/resources/retention.ts, from the manifests)
// names a table and a time from which its rows are kept; remove-old.ts removes what is older. See
// docs/architecture/database.md#retention.

import type { Database } from '../db/connect.ts';
import type { PartitionedTable } from '../db/partitions.ts';
import { type ChunkTable, contentsDeletion } from '../storage/uploads.ts';

/** The values that conditions on rows compare with, as literals of SQL. */
export interface Bounds {
  /** Rows that ended before this time may be removed. */
  time: string;
  /** The smallest id of that time. */
  id: string;
  /** No row that was created together with one of the rows that are read has this id or a larger one. */
  until: string;
}

/** A table whose rows belong to rows of another one and are removed with them. */
export interface Dependent {
  table: string;
  /** The column with the id of the row to which it belongs; the table has an index that begins with it. */
  column: string;
  /** A column with the id of a stored content (shared/platform/storage) that is removed too. */
  content?: string;
  /** The table with the chunks of that content; `attachment_chunks` by default. */
  chunks?: ChunkTable;
}

/**
 * The statements that remove dependents and their contents.
 * @param ids SQL of an array with the ids of the rows to which they belong
 * @returns each with the table of which it removes rows
 */
export function deletionsOf(
  { table, column, content, chunks = 'attachment_chunks' }: Dependent,
  ids: string,
): { of: string; text: string }[] {
  const own = { of: table, text: `DELETE FROM ${table} WHERE ${column} = ANY(${ids})` };
  if (content === undefined) return [own];
  const contents = `SELECT ${content} FROM ${table} WHERE ${column} = ANY(${ids}) AND ${content} IS NOT NULL`;
  return [own, { of: chunks, text: contentsDeletion(`ARRAY(${contents})`, chunks) }];
}

interface Retained {
  /** The operators' name for the rows: `request logs`. */
  what: string;
  /** Days from the time in `column`; Infinity: for ever. */
  days: number;
  /** Removed each minute instead of each hour, because there are many. */
  isContinuous?: true;
}

/** Rows of a table. */
export interface RetainedRows extends Retained {
  table: string;
  /** A time, or an id that is ordered by time. There is an index that begins with it. */
  column: string;
  /** How ids contain their time; absent: the column is a time. */
  idKind?: PartitionedTable['idKind'];
  /**
   * The second column of the key, a UUID, where many rows have one value in `column`. Such a table needs no column `id`, and
   * has no dependents.
   */
  within?: string;
  /** SQL conditions on a row, which has the name of its table: while one of them is true, the row stays, however old it is. */
  retainedWhile?(bounds: Bounds): readonly string[];
  /** A column that is emptied while the row stays; such a row has no dependents. */
  empties?: string;
  /**
   * A process reads no row twice, and begins at rows that are older than the end by so many days; absent: each run begins at
   * the oldest row.
   */
  lookBackDays?: number;
  dependents?: readonly Dependent[];
  /** Most rows that one statement reads and removes; REMOVED_AT_ONCE by default. */
  atOnce?: number;
  /** The time was written by the clock of the database; absent: by the injected one. */
  clock?: 'database';
}

/** Rows that need a function to find the old ones. */
export interface RetainedSpecially extends Retained {
  /** Removes one piece of what is older than a time. @returns whether there may be more */
  removePiece(database: Database, end: Date): Promise<boolean>;
}

/** One row of the table of retention. */
export type Retention = RetainedRows | RetainedSpecially;

/** Rows that are removed so many days after a time in one of their columns. */
export function rowsByTime(what: string, table: string, column: string, days: number): RetainedRows {
  return { what, table, column, days };
}

/** Rows whose ids are ordered by time. */
export function rowsById(what: string, table: string, days: number): RetainedRows {
  return { what, table, column: 'id', idKind: 'uuid', days };
}
