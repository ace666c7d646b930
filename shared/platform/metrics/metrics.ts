// What a process counts and measures, in Prometheus' form. Labels have few values by design: a route's path, never
// a URL, since each distinct value is a series that lives as long as the process.
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The metrics of a process. */
export interface Metrics {
  registry: Registry;
  /** Seconds from the first byte of a request to the end of its answer. */
  httpRequestDuration: Histogram<'method' | 'route' | 'status'>;
  /** Attempts to send to a recipient, by how they ended (shared/resources/emails/delivery/record.ts). */
  attempts: Counter<'result'>;
  /** How mail servers answered, each server that a message was offered to: `2xx`, `4xx`, `5xx`, `connection_error`. */
  smtpResponses: Counter<'class'>;
  /** Request logs (shared/resources/logs/writer.ts) that were written, or dropped. */
  requestLogs: Counter<'outcome'>;
  /** Recipients of dead workers that were freed: each may have been sent to without anybody having written it. */
  possibleDuplicates: Counter;
  /** Attempts to deliver a webhook message, by what they made of it: `delivered`, `retried`, `failed`. */
  webhookDeliveries: Counter<'outcome'>;
}

/** From a cached read (1 ms) to a slow batch (25 s, BATCH_TIMEOUT_MS). */
const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** Creates the metrics of a process. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  return {
    registry,
    httpRequestDuration: new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Time to answer a request, by method, operation path and status.',
      labelNames: ['method', 'route', 'status'],
      buckets: DURATION_BUCKETS_S,
      registers: [registry],
    }),
    attempts: new Counter({
      name: 'mail_attempts_total',
      help: 'Attempts to send to a recipient, by result.',
      labelNames: ['result'],
      registers: [registry],
    }),
    smtpResponses: new Counter({
      name: 'mail_smtp_responses_total',
      help: 'How mail servers ended what was offered to them, by class (2xx, 4xx, 5xx, connection_error).',
      labelNames: ['class'],
      registers: [registry],
    }),
    requestLogs: new Counter({
      name: 'request_logs_total',
      help: 'Logs of requests, by what became of them: written or dropped.',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    possibleDuplicates: new Counter({
      name: 'mail_possible_duplicates_total',
      help: 'Recipients of dead workers that were freed; each may be sent to twice.',
      registers: [registry],
    }),
    webhookDeliveries: new Counter({
      name: 'mail_webhook_deliveries_total',
      help: 'Attempts to deliver a webhook message, by outcome (delivered, retried, failed).',
      labelNames: ['outcome'],
      registers: [registry],
    }),
  };
}

/** Adds memory, CPU, garbage collection and event-loop lag; observers run from here on, so once in a process. */
export function collectProcessMetrics({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry });
}
