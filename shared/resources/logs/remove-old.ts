// Retention of request logs: they are kept for LOG_RETENTION_DAYS.
import type { Database } from '../../platform/db/connect.ts';
import { deleteExpired, type Removed } from '../../platform/db/retention.ts';
import { DAY_MS } from '../../platform/time/durations.ts';
import { LOGS_TABLE } from '../partitioned-tables.ts';

/** Removes logs that are older than this number of days. */
export function removeOldLogs(database: Database, retentionDays: number, now: Date): Promise<Removed> {
  return deleteExpired(database, LOGS_TABLE, new Date(now.getTime() - retentionDays * DAY_MS), now);
}
