// The metrics of a process: counters of its own work, and gauges of the whole service (queues, rows of work, stopped
// sending, reputations) and of its database pools. A scrape never waits long: a value that cannot be read in time is left out, and
// `mail_metrics_readable` is 0.
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
import { REPORT_EFFECTS } from './messaging/emails/reports/report.ts';
import { MANIFESTS } from './resources.ts';
import { WORK_KINDS } from './work-kinds.ts';

/** The metrics of a process. */
export interface Metrics extends ProcessMetrics {
  /** Attempts to send to a recipient, by result (emails/delivery/record.ts). */
  attempts: Counter<'result'>;
  /**
   * Final replies of mail servers, one for each server that a message was offered to: `2xx`, `4xx`, `5xx`,
   * `connection_error`.
   */
  smtpResponses: Counter<'class'>;
  mtaStsTestMisses: Counter;
  /** Sessions with recipients' servers, by TLS policy and result (workers/transports/mx/tls-sessions.ts). */
  tlsSessions: Counter<'policy' | 'result'>;
  /** Request logs (logs/writer.ts), `written` or `dropped`. */
  requestLogs: Counter<'outcome'>;
  /** Hits of pixels and tracked links (tracking/hits/gather.ts): `written`, `repeated` or `dropped`. */
  trackingHits: Counter<'outcome'>;
  /** Votes in polls (voting/vote.ts), by outcome: `first`, `changed`, `same` or `refused`. */
  pollVotes: Counter<'outcome'>;
  /** Recipients that were freed from dead workers, or that no work held: each may have been sent to, without an outcome. */
  possibleDuplicates: Counter;
  /** Attempts to deliver a webhook message, by outcome: `delivered`, `retried`, `failed`. */
  webhookDeliveries: Counter<'outcome'>;
  /** Reports, complaints and feedback of providers that were read, by what became of them (emails/reports/report.ts). */
  reports: Counter<'source' | 'purpose' | 'kind' | 'effect'>;
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
      help: 'Final replies of mail servers that a message was offered to, by class (2xx, 4xx, 5xx, connection_error).',
      labelNames: ['class'],
      registers,
    }),
    ...createDirectCounters(registers),
    requestLogs: new Counter({
      name: 'request_logs_total',
      help: 'Request logs, by outcome: written or dropped.',
      labelNames: ['outcome'],
      registers,
    }),
    trackingHits: new Counter({
      name: 'mail_tracking_hits_total',
      help: 'Loaded pixels and followed links, by outcome: written, repeated (within ten seconds) or dropped.',
      labelNames: ['outcome'],
      registers,
    }),
    pollVotes: new Counter({
      name: 'mail_poll_votes_total',
      help: 'Votes in polls of mail, by outcome: first (of an address), changed, same (as before), refused (the poll has ended) or limited (changed too often).',
      labelNames: ['outcome'],
      registers,
    }),
    possibleDuplicates: new Counter({
      name: 'mail_possible_duplicates_total',
      help: 'Recipients that were freed without an outcome; each may be sent to twice.',
      registers,
    }),
    webhookDeliveries: new Counter({
      name: 'mail_webhook_deliveries_total',
      help: 'Attempts to deliver a webhook message, by outcome (delivered, retried, failed).',
      labelNames: ['outcome'],
      registers,
    }),
    reports: new Counter({
      name: 'mail_reports_total',
      help: `Reports (at return paths), feedback (complaints) and what providers said, by source (mail, or the name of the provider), kind and effect (${REPORT_EFFECTS.join(', ')}).`,
      labelNames: ['source', 'purpose', 'kind', 'effect'],
      registers,
    }),
  };
}

/** Those of direct delivery alone. */
function createDirectCounters(registers: Registry[]) {
  return {
    mtaStsTestMisses: new Counter({
      name: 'mail_mta_sts_test_misses_total',
      help: 'Mail to servers that an enforced MTA-STS policy would refuse, of domains whose policy is only tested.',
      registers,
    }),
    tlsSessions: new Counter({
      name: 'mail_tls_sessions_total',
      help: "Sessions with recipients' servers (direct delivery), by TLS policy and result, in the terms of RFC 8460.",
      labelNames: ['policy', 'result'],
      registers,
    }),
  };
}

/** Dependencies of the service's metrics. */
export interface ServiceMetricsDeps {
  registry: Registry;
  database: Database;
  /** Further database pools, by name, in addition to `database` and the pool of the queues. */
  pools?: Readonly<Record<string, Database>>;
  queues: Queues;
  clock: Clock;
  log: Logger;
}

/** Registers the gauges and pool metrics; call it once per process. */
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
    work: [
      registerWorkMetrics({ ...deps, tables }),
      ...MANIFESTS.flatMap((manifest) => manifest.registerMetrics?.(deps) ?? []),
    ],
  };
  registerSnapshotGauge({
    registry,
    name: 'mail_metrics_readable',
    help: '1 if the queues, or the rows of work, could be read in time for this scrape, else 0.',
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
