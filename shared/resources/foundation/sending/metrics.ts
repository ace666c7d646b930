// Gauges `mail_sending_stopped`, whether all sending is stopped, and `mail_provider_stopped`, whether a provider takes no mail.
// Every process reports the same values, so take the maximum over processes.
import type { Registry } from 'prom-client';
import type { Database } from '../../../platform/db/connect.ts';
import type { Logger } from '../../../platform/log/log.ts';
import { type CachedReading, createCachedReading } from '../../../platform/metrics/cached-reading.ts';
import { registerSnapshotGauge } from '../../../platform/metrics/snapshot-gauge.ts';
import type { ProviderState } from '../providers/provider.ts';
import { findProviders } from '../providers/stored.ts';
import { SENDING_STOPS } from './stop.ts';

/** The switches that stop all sending. */
const SWITCHES = ['pause', 'configuration'] as const;
/** The reasons that stop a provider; several may apply. */
const STOPS = ['paused', 'refused', 'unreachable'] as const satisfies ProviderState[];

/** Dependencies of the gauges. */
export interface SendingMetricsDeps {
  registry: Registry;
  database: Database;
  log: Logger;
}

/**
 * Registers the gauges.
 * @returns the cached reading that they show
 */
export function registerSendingMetrics({
  registry,
  database,
  log,
}: SendingMetricsDeps): CachedReading<unknown> {
  const reading = createCachedReading({ name: 'sending', log, read: () => readStops(database) });
  registerSnapshotGauge({
    registry,
    name: 'mail_sending_stopped',
    help: '1 while all sending is stopped: by operators (pause) or because every provider refuses us (configuration).',
    labelNames: ['by'],
    async series() {
      const stops = await reading.latest();
      if (!stops) return [];
      return SWITCHES.map((by) => ({ labels: { by }, value: stops.switches.has(by) ? 1 : 0 }));
    },
  });
  registerSnapshotGauge({
    registry,
    name: 'mail_provider_stopped',
    help: '1 while a provider does not accept mail: operators paused it, it refuses us, or it accepts no connections.',
    labelNames: ['provider', 'by'],
    async series() {
      const stops = await reading.latest();
      return (stops?.providers ?? []).flatMap(({ name: provider, pausedAt, refusedAt, unreachableSince }) => {
        const since = { paused: pausedAt, refused: refusedAt, unreachable: unreachableSince };
        return STOPS.map((by) => ({ labels: { provider, by }, value: since[by] ? 1 : 0 }));
      });
    },
  });
  return reading;
}

async function readStops(database: Database) {
  const switches = await findSwitches(database);
  const providers = await findProviders(database);
  return { switches, providers };
}

async function findSwitches(database: Database): Promise<ReadonlySet<string>> {
  const { rows } = await database.query<{ name: string }>(SENDING_STOPS);
  return new Set(rows.map(({ name }) => name));
}
