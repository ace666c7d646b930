// The list of the backups that `ops backup` has made and that still exist.
import type { Queryable } from '../../../platform/db/connect.ts';

const KEPT_DAYS = 90;

/** A copy of the database. */
export interface NewBackup {
  id: string;
  /** The moment whose state it has. */
  takenAt: Date;
  /** The name of its file, without the directory. */
  name: string;
  bytes: number;
  /** How long it took. */
  seconds: number;
}

/**
 * Records a backup, and forgets those that were removed or are old. Only here the list grows, and the newest always stays.
 * A database of an older version has no list: it is backed up before it is migrated.
 */
export async function recordBackup(
  database: Queryable,
  { id, takenAt, name, bytes, seconds }: NewBackup,
  removed: readonly string[],
): Promise<void> {
  const { rowCount } = await database.query("SELECT WHERE to_regclass('backups') IS NOT NULL");
  if (rowCount === 0) return;
  await database.query(
    `WITH gone AS (DELETE FROM backups WHERE name = ANY($6) OR taken_at < $2::timestamptz - interval '${KEPT_DAYS} days')
     INSERT INTO backups (id, taken_at, name, bytes, seconds) VALUES ($1, $2::timestamptz, $3, $4, $5)`,
    [id, takenAt, name, bytes, seconds, removed],
  );
}
