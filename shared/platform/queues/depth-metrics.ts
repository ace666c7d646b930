// Gauges of the queue depth. Every process reports the same values: over several processes take the maximum (`max by
// (…)`), not the sum. Jobs are wake-ups of up to 100 rows; shared/platform/work/metrics.ts counts the rows.
import type { Registry } from 'prom-client';
import type { Logger } from '../log/log.ts';
import { type CachedReading, createCachedReading } from '../metrics/cached-reading.ts';
import { registerSnapshotGauge } from '../metrics/snapshot-gauge.ts';
import { JOB_STATES, type Queues } from './connect.ts';

/** Dependencies of the gauges. */
export interface QueueDepthDeps {
  registry: Registry;
  queues: Pick<Queues, 'inspect'>;
  log: Logger;
}

/** Registers the gauges. @returns the cached reading that they show */
export function registerQueueMetrics({ registry, queues, log }: QueueDepthDeps): CachedReading<unknown> {
  const reading = createCachedReading({ name: 'queues', log, read: () => queues.inspect() });
  const latest = async () => (await reading.latest()) ?? [];
  registerSnapshotGauge({
    registry,
    name: 'mail_queue_jobs',
    help: 'Jobs in a queue, by state (waiting, active, delayed, failed).',
    labelNames: ['queue', 'state'],
    series: async () =>
      (await latest()).flatMap(({ name: queue, jobs }) =>
        JOB_STATES.map((state) => ({ labels: { queue, state }, value: jobs[state] })),
      ),
  });
  registerSnapshotGauge({
    registry,
    name: 'mail_queue_oldest_age_seconds',
    help: 'How long the oldest waiting job has waited, by the clock of the process that added it; 0 when none waits.',
    labelNames: ['queue'],
    series: async () =>
      (await latest()).map(({ name: queue, oldestAt }) => ({
        labels: { queue },
        // BullMQ takes the time of a job from the machine's clock, not from the injected one.
        value: oldestAt ? Math.max(0, (Date.now() - oldestAt.getTime()) / 1000) : 0,
      })),
  });
  registerSnapshotGauge({
    registry,
    name: 'mail_queue_paused',
    help: '1 while an operator has paused the queue.',
    labelNames: ['queue'],
    series: async () =>
      (await latest()).map(({ name: queue, paused }) => ({ labels: { queue }, value: paused ? 1 : 0 })),
  });
  return reading;
}
