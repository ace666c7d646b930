// When the database was last backed up by `ops backup` (docs/backup.md), which records each of its copies.
import type { Queryable } from '../../../platform/db/connect.ts';
import { HOUR_MS } from '../../../platform/time/durations.ts';

/** A backup is made each day and takes a while; an older one is no longer fresh. */
export const BACKUP_WITHIN_MS = 26 * HOUR_MS;

/** The moment of the newest copy; none: `ops backup` was never used, so another mechanism may be in place. */
export async function findLastBackupAt(database: Queryable): Promise<Date | undefined> {
  const { rows } = await database.query<{ at: Date | null }>('SELECT max(taken_at) AS at FROM backups');
  return rows[0]?.at ?? undefined;
}
