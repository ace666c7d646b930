// Gauge `mail_sending_stopped`: whether all sending is stopped. Every process reports the same value, so take the
// maximum over processes.
import type { Registry } from 'prom-client';
import type { Database } from '../../../platform/db/connect.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { type CachedReading, createCachedReading } from '../../../platform/metrics/cached-reading.ts';
import { registerSnapshotGauge } from '../../../platform/metrics/snapshot-gauge.ts';

/** Values of `name` in the table `sending_switches`. */
const SWITCHES = ['pause', 'configuration'] as const;

/** Dependencies of the gauge. */
export interface SendingMetricsDeps {
  registry: Registry;
  database: Database;
  log: Logger;
}

/**
 * Registers the gauge.
 * @returns the cached reading that it shows
 */
export function registerSendingMetrics({
  registry,
  database,
  log,
}: SendingMetricsDeps): CachedReading<unknown> {
  const reading = createCachedReading({ name: 'sending', log, read: () => findSwitches(database) });
  registerSnapshotGauge({
    registry,
    name: 'mail_sending_stopped',
    help: '1 while all sending is stopped: by operators (pause) or because the provider refuses us (configuration).',
    labelNames: ['by'],
    async series() {
      const switches = await reading.latest();
      if (!switches) return [];
      return SWITCHES.map((by) => ({ labels: { by }, value: switches.has(by) ? 1 : 0 }));
    },
  });
  return reading;
}

async function findSwitches(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ name: string }>('SELECT name FROM sending_switches');
  return new Set(rows.map(({ name }) => name));
}
