// The manifest of what is no resource: tables of the platform and of operators (foundation/manifest.ts).
import { rowsByTime } from '../platform/retention/retention.ts';
import { DAY_MS, HOUR_MS } from '../platform/time/durations.ts';
import { recurringWork } from '../platform/work/recurring/work.ts';
import type { Manifest } from './foundation/manifest.ts';

/** How long dead workers stay listed for operators. What they had claimed was freed after a minute. */
const DEAD_WORKER_DAYS = 1;
/** Longer than any request: the server ends one that has not arrived within two hours (api/http/server.ts). */
const ABANDONED_UPLOAD_DAYS = (3 * HOUR_MS) / DAY_MS;

export const serviceManifest = {
  work: [recurringWork],
  retention: () => [
    {
      ...rowsByTime('abandoned uploads', 'attachment_uploads', 'started_at', ABANDONED_UPLOAD_DAYS),
      dependents: [
        { table: 'attachment_chunks', column: 'id' },
        { table: 'received_chunks', column: 'id' },
      ],
      // Each may have a hundred chunks.
      atOnce: 10,
      clock: 'database',
    },
    {
      ...rowsByTime('rate limits', 'rate_limits', 'window_ends_at', 0),
      clock: 'database',
      isContinuous: true,
    },
    {
      ...rowsByTime('dead workers', 'worker_processes', 'heartbeat_at', DEAD_WORKER_DAYS),
      clock: 'database',
    },
  ],
  staying: {
    attachment_uploads: 'have no owner; retention removes what no email has taken over',
    rate_limits: 'are counters that end with their window',
    backups: 'are of the service',
    operator_alerts: 'are of the service',
    recurring_work: 'is of the service',
    worker_processes: 'are of the service',
    knex_migrations: 'are of the schema',
    knex_migrations_lock: 'is of the schema',
  },
} satisfies Manifest;
