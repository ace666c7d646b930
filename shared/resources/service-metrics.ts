// What every process tells of the service as a whole (queues, rows of work) and of its own connections, beside what it
// counts itself (metrics.ts). A scrape never waits long for it: what cannot be read in time is left out, and
// `mail_metrics_readable` says so.
import type { Registry } from 'prom-client';
import type { Database } from '../platform/db/connect.ts';
import type { Logger } from '../platform/log/log.ts';
import { registerPoolMetrics } from '../platform/metrics/pool-metrics.ts';
import { registerFilledGauge } from '../platform/metrics/snapshot-gauge.ts';
import type { Queues } from '../platform/queues/connect.ts';
import { registerQueueMetrics } from '../platform/queues/depth-metrics.ts';
import type { Clock } from '../platform/time/clock.ts';
import { registerWorkMetrics } from '../platform/work/metrics.ts';

/** What is told of. */
export interface ServiceMetricsDeps {
  registry: Registry;
  database: Database;
  /** Pools beside `database` and that of the queues, by name. */
  pools?: Readonly<Record<string, Database>>;
  queues: Queues;
  clock: Clock;
  log: Logger;
}

/** Adds the gauges; once in a process. */
export function collectServiceMetrics(deps: ServiceMetricsDeps): void {
  const { registry, database, pools = {}, queues } = deps;
  registerPoolMetrics(registry, {
    main: database,
    ...pools,
    ...(queues.pool && { queue: queues.pool }),
  });
  const readings = { queues: registerQueueMetrics(deps), work: registerWorkMetrics(deps) };
  registerFilledGauge({
    registry,
    name: 'mail_metrics_readable',
    help: '1 when what a scrape asks of the queues, or of the rows of work, was answered in time, else 0.',
    labelNames: ['source'],
    series: () =>
      Promise.all(
        Object.entries(readings).map(async ([source, reading]) => ({
          labels: { source },
          value: (await reading.latest()) === undefined ? 0 : 1,
        })),
      ),
  });
}
