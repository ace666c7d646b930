// Retention of received events: they are kept for 30 days.
import { EVENT_RETENTION_DAYS } from '../../../contract/limits.ts';
import type { Database } from '../../../platform/db/connect.ts';
import { deleteExpired, type Removed } from '../../../platform/db/retention.ts';
import { DAY_MS } from '../../../platform/time/durations.ts';
import { RECEIVED_EVENTS_TABLE } from '../../partitioned-tables.ts';

/** Removes events that came more than 30 days ago. */
export function removeOldEvents(database: Database, now: Date): Promise<Removed> {
  const keptFrom = new Date(now.getTime() - EVENT_RETENTION_DAYS * DAY_MS);
  return deleteExpired(database, RECEIVED_EVENTS_TABLE, keptFrom, now);
}
