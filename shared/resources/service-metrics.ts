// What a process counts of the service's work, and what every process tells of the service as a whole (queues, rows of
// work, what stops sending) and of its own connections. A scrape never waits long for it: what cannot be read in time
// is left out, and `mail_metrics_readable` says so.
import { Counter, type Registry } from 'prom-client';
import type { Database } from '../platform/db/connect.ts';
import type { Logger } from '../platform/log/log.ts';
import { createProcessMetrics, type ProcessMetrics } from '../platform/metrics/metrics.ts';
import { registerPoolMetrics } from '../platform/metrics/pool-metrics.ts';
import { registerSnapshotGauge } from '../platform/metrics/snapshot-gauge.ts';
import type { Queues } from '../platform/queues/connect.ts';
import { registerQueueMetrics } from '../platform/queues/depth-metrics.ts';
import type { Clock } from '../platform/time/clock.ts';
import { registerWorkMetrics } from '../platform/work/metrics.ts';
import { registerSendingMetrics } from './sending/metrics.ts';
import { WORK_KINDS } from './work-kinds.ts';

/** The metrics of a process. */
export interface Metrics extends ProcessMetrics {
  /** Attempts to send to a recipient, by how they ended (emails/delivery/record.ts). */
  attempts: Counter<'result'>;
  /** How mail servers answered, each server that a message was offered to: `2xx`, `4xx`, `5xx`, `connection_error`. */
  smtpResponses: Counter<'class'>;
  /** Request logs (logs/writer.ts) that were written, or dropped. */
  requestLogs: Counter<'outcome'>;
  /** Recipients of dead workers that were freed: each may have been sent to without anybody having written it. */
  possibleDuplicates: Counter;
  /** Attempts to deliver a webhook message, by what they made of it: `delivered`, `retried`, `failed`. */
  webhookDeliveries: Counter<'outcome'>;
}

/** Creates the metrics of a process. */
export function createMetrics(): Metrics {
  const metrics = createProcessMetrics();
  const registers = [metrics.registry];
  return {
    ...metrics,
    attempts: new Counter({
      name: 'mail_attempts_total',
      help: 'Attempts to send to a recipient, by result.',
      labelNames: ['result'],
      registers,
    }),
    smtpResponses: new Counter({
      name: 'mail_smtp_responses_total',
      help: 'How mail servers ended what was offered to them, by class (2xx, 4xx, 5xx, connection_error).',
      labelNames: ['class'],
      registers,
    }),
    requestLogs: new Counter({
      name: 'request_logs_total',
      help: 'Logs of requests, by what became of them: written or dropped.',
      labelNames: ['outcome'],
      registers,
    }),
    possibleDuplicates: new Counter({
      name: 'mail_possible_duplicates_total',
      help: 'Recipients of dead workers that were freed; each may be sent to twice.',
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'mail_webhook_deliveries_total',
      help: 'Attempts to deliver a webhook message, by outcome (delivered, retried, failed).',
      labelNames: ['outcome'],
      registers,
    }),
  };
}

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
  const tables = WORK_KINDS.map(({ table }) => table);
  const readings = {
    queues: [registerQueueMetrics(deps)],
    work: [registerWorkMetrics({ ...deps, tables }), registerSendingMetrics(deps)],
  };
  registerSnapshotGauge({
    registry,
    name: 'mail_metrics_readable',
    help: '1 when what a scrape asks of the queues, or of the rows of work, was answered in time, else 0.',
    labelNames: ['source'],
    series: () =>
      Promise.all(
        Object.entries(readings).map(async ([source, parts]) => {
          const values = await Promise.all(parts.map((reading) => reading.latest()));
          return { labels: { source }, value: values.includes(undefined) ? 0 : 1 };
        }),
      ),
  });
}
