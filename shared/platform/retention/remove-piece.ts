// Removes one piece of the old rows of a table, with what belongs to them, in one statement: at most `atOnce` rows are
// read and locked. Rows that another transaction has locked are left to a later run.

import type { Queryable } from '../db/connect.ts';
import { idBound } from '../db/partitions.ts';
import { contentsDeletion } from '../storage/uploads.ts';
import { DAY_MS } from '../time/durations.ts';
import { NIL_UUID } from '../time/ids.ts';
import { type Bounds, type Dependent, deletionsOf, type RetainedRows } from './retention.ts';

/** About 0.1 s of work. */
export const REMOVED_AT_ONCE = 1_000;
/** The rows of an email are made within seconds of each other; clocks of machines differ. */
const MADE_TOGETHER_MS = DAY_MS;

/** The start of the first piece. */
const FIRST = { uuid: NIL_UUID, bigint: '0', time: '-infinity' };

/** Between the two columns of a key. */
const SEPARATOR = '/';

/** The result of one statement. */
export interface Piece {
  removed: number;
  /** The start of the next piece; undefined: no more rows may be removed. */
  from: string | undefined;
}

/**
 * Removes a piece.
 * @param from the value of the column where the piece before has ended; undefined: from the oldest row on
 */
export async function removePiece(
  database: Queryable,
  rows: RetainedRows,
  end: Date,
  from: string | undefined,
): Promise<Piece> {
  const { atOnce = REMOVED_AT_ONCE, idKind } = rows;
  const [at, rest] = (from ?? firstOf(rows, end)).split(SEPARATOR);
  const until = idKind === undefined ? end : idBound({ idKind }, end);
  const { rows: answers } = await database.query<{ found: number; removed: number; last: string | null }>(
    statementOf(rows, boundsOf(rows, end)),
    rows.within === undefined ? [at, until] : [at, until, rest ?? NIL_UUID],
  );
  const [{ found, removed, last } = { found: 0, removed: 0, last: null }] = answers;
  // A page of times has only rows that may be removed, so a page with only locked rows would be found again and again.
  const isEnd = found < atOnce || last === null || (removed === 0 && (idKind === undefined || last === from));
  return { removed, from: isEnd ? undefined : last };
}

/** Returns where the run after a complete one begins; undefined: at the oldest row. */
export function startAfter({ idKind, lookBackDays }: RetainedRows, end: Date): string | undefined {
  return idKind === undefined || lookBackDays === undefined ? undefined : idBound({ idKind }, end);
}

function firstOf({ idKind, lookBackDays }: RetainedRows, end: Date): string {
  if (idKind === undefined || lookBackDays === undefined) return FIRST[idKind ?? 'time'];
  return idBound({ idKind }, new Date(end.getTime() - lookBackDays * DAY_MS));
}

/** Returns the values that conditions compare with. @param latest all rows that are read are older; `end` by default */
export function boundsOf({ idKind = 'uuid' }: RetainedRows, end: Date, latest = end): Bounds {
  const until = new Date(latest.getTime() + MADE_TOGETHER_MS);
  return {
    time: `'${end.toISOString()}'::timestamptz`,
    id: `'${idBound({ idKind }, end)}'::${idKind}`,
    until: `'${idBound({ idKind }, until)}'::${idKind}`,
  };
}

function statementOf(rows: RetainedRows, bounds: Bounds): string {
  const kept = [
    ...(rows.empties ? [`${rows.empties} IS NULL`] : []),
    ...(rows.retainedWhile?.(bounds) ?? []),
  ];
  const mayGo = kept.map((condition) => `AND NOT (${condition})`).join(' ');
  return rows.within === undefined
    ? removeStatement(rows, mayGo)
    : removeWithinStatement({ ...rows, within: rows.within }, mayGo);
}

/**
 * Reads a page of ids before it checks which of them may be removed: so a statement is short, however many rows stay.
 * By time it reads only rows that may be removed.
 */
function removeStatement(rows: RetainedRows, mayGo: string): string {
  const { table, column, idKind, dependents = [], empties, atOnce = REMOVED_AT_ONCE } = rows;
  const type = idKind ?? 'timestamptz';
  const key = idKind === undefined && dependents.length === 0 ? 'ctid' : 'id';
  const chosen = 'ARRAY(SELECT key FROM chosen)';
  const remove = empties === undefined ? `DELETE FROM ${table}` : `UPDATE ${table} SET ${empties} = NULL`;
  const parts = dependents
    .flatMap((dependent) => deletionsOf(dependent, chosen))
    .map(({ text }, index) => `part_${index} AS (${text}), `);
  return `
    WITH page AS MATERIALIZED (
      SELECT ${key} AS key, ${column} AS at FROM ${table}
      WHERE ${column} >= $1::${type} AND ${column} < $2::${type} ${idKind === undefined ? mayGo : ''}
      ORDER BY ${column} LIMIT ${atOnce}
    ), chosen AS MATERIALIZED (
      SELECT ${key} AS key FROM ${table}
      WHERE ${key} = ANY(ARRAY(SELECT key FROM page)) AND ${column} < $2::${type} ${mayGo}
      FOR UPDATE OF ${table} SKIP LOCKED
    ), ${parts.join('')}
    removed AS (${remove} WHERE ${key} = ANY(${chosen}))
    SELECT (SELECT count(*) FROM page)::integer AS found, (SELECT count(*) FROM chosen)::integer AS removed,
           (SELECT at::text FROM page ORDER BY at DESC LIMIT 1) AS last`;
}

/** The same by a key of two columns. */
function removeWithinStatement(
  { table, column, within, idKind, atOnce = REMOVED_AT_ONCE }: RetainedRows & { within: string },
  mayGo: string,
): string {
  return `
    WITH page AS MATERIALIZED (
      SELECT ${column} AS at, ${within} AS rest FROM ${table}
      WHERE ${column} >= $1::${idKind} AND ${column} < $2::${idKind}
        AND (${column}, ${within}) >= ($1::${idKind}, $3::uuid)
      ORDER BY ${column}, ${within} LIMIT ${atOnce}
    ), chosen AS MATERIALIZED (
      SELECT at, rest FROM page JOIN ${table} ON ${column} = at AND ${within} = rest
      WHERE ${column} < $2::${idKind} ${mayGo} FOR UPDATE OF ${table} SKIP LOCKED
    ), removed AS (DELETE FROM ${table} USING chosen WHERE ${column} = at AND ${within} = rest)
    SELECT (SELECT count(*) FROM page)::integer AS found, (SELECT count(*) FROM chosen)::integer AS removed,
           (SELECT concat(at, '${SEPARATOR}', rest) FROM page ORDER BY at DESC, rest DESC LIMIT 1) AS last`;
}

/**
 * Removes a piece of the dependents whose rows are gone, because their month was dropped: those before the oldest row.
 * @returns whether there may be more
 */
export async function removeOrphans(
  database: Queryable,
  { table, column, content, chunks }: Dependent,
  oldest: string,
): Promise<boolean> {
  const own = `SELECT ${content} FROM ${table} WHERE id = ANY(ARRAY(SELECT id FROM orphans)) AND ${content} IS NOT NULL`;
  const contents =
    content === undefined ? '' : `, contents AS (${contentsDeletion(`ARRAY(${own})`, chunks)})`;
  const { rowCount } = await database.query(
    `WITH orphans AS MATERIALIZED (
       SELECT id FROM ${table} WHERE ${column} < $1::uuid ORDER BY ${column} LIMIT ${REMOVED_AT_ONCE}
     )${contents}
     DELETE FROM ${table} WHERE id = ANY(ARRAY(SELECT id FROM orphans))`,
    [oldest],
  );
  return (rowCount ?? 0) >= REMOVED_AT_ONCE;
}
