// Gauge `mail_reputations`: how many domains and accounts are warned, paused or recover, so that operators notice a pause.
// Every process reports the same values, so take the maximum over processes. Good ones are not counted: that
// would read all domains.
import type { Registry } from 'prom-client';
import { REPUTATION_STATUSES } from '../../../../contract/reputation/values.ts';
import type { Database } from '../../../../platform/db/connect.ts';
import type { Logger } from '../../../../platform/log/log.ts';
import { type CachedReading, createCachedReading } from '../../../../platform/metrics/cached-reading.ts';
import { registerSnapshotGauge } from '../../../../platform/metrics/snapshot-gauge.ts';
import { isWatched } from '../../../foundation/reputation/watched-reputation.ts';

const SUBJECTS = ['domain', 'account'] as const;
const COUNTED = REPUTATION_STATUSES.filter((status) => status !== 'good');

/** Dependencies of the gauge. */
export interface ReputationMetricsDeps {
  registry: Registry;
  database: Database;
  log: Logger;
}

/**
 * Registers the gauge.
 * @returns the cached reading that it shows
 */
export function registerReputationMetrics({
  registry,
  database,
  log,
}: ReputationMetricsDeps): CachedReading<unknown> {
  const reading = createCachedReading({ name: 'reputations', log, read: () => countReputations(database) });
  registerSnapshotGauge({
    registry,
    name: 'mail_reputations',
    help: 'Domains and accounts by the status of their reputation (warned, paused, recovering).',
    labelNames: ['subject', 'status'],
    async series() {
      const counts = await reading.latest();
      if (!counts) return [];
      return SUBJECTS.flatMap((subject) =>
        COUNTED.map((status) => ({
          labels: { subject, status },
          value: counts.get(`${subject} ${status}`) ?? 0,
        })),
      );
    },
  });
  return reading;
}

/** Reads the partial indexes of those that are watched. */
async function countReputations(database: Database): Promise<ReadonlyMap<string, number>> {
  const { rows } = await database.query<{ name: string; count: number }>(
    `SELECT 'domain ' || reputation AS name, count(*)::integer AS count
     FROM domains WHERE ${isWatched('domains')} GROUP BY 1
     UNION ALL
     SELECT 'account ' || reputation, count(*)::integer
     FROM accounts WHERE ${isWatched('accounts')} GROUP BY 1`,
  );
  return new Map(rows.map(({ name, count }) => [name, count]));
}
