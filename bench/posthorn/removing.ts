// Retention during a load: everything that was stored before the load is too old. The month before this one is dropped,
// of this month the rows go, without a pause between the runs.
import { type Removed, removeOld } from '../../shared/platform/retention/remove-old.ts';
import { DAY_MS } from '../../shared/platform/time/durations.ts';
import { PARTITIONED_TABLES } from '../../shared/resources/partitioned-tables.ts';
import { retention } from '../../shared/resources/retention.ts';
import type { Run } from '../run.ts';

/** The partition of the month before always stays, so it is a month later. */
const DAYS = 31;

/** Removes until it is stopped. @returns what stops it, and prints what was removed */
export function startRemoving({ database }: Run): () => Promise<void> {
  const now = new Date(Date.now() + DAYS * DAY_MS);
  const rows = retention({
    emails: DAYS,
    webhookMessages: DAYS,
    receivedEvents: DAYS,
    logs: DAYS,
    receivedEmails: DAYS,
    campaigns: DAYS,
  });
  const all: Removed = { partitions: [], rows: {} };
  let isStopping = false;
  const removing = (async () => {
    while (!isStopping) {
      const removed = await removeOld({ database, now, partitioned: PARTITIONED_TABLES }, rows);
      all.partitions.push(...removed.partitions);
      for (const [what, count] of Object.entries(removed.rows))
        all.rows[what] = (all.rows[what] ?? 0) + count;
    }
  })();
  return async () => {
    isStopping = true;
    await removing;
    process.stderr.write(
      `removed during the load: ${all.partitions.join(', ')}; ${JSON.stringify(all.rows)}\n`,
    );
    if (all.partitions.length === 0 || !all.rows['emails']) throw new Error('Nothing was removed.');
  };
}
