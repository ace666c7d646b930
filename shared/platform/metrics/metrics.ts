// What a process counts and measures, in Prometheus' form. Labels have few values by design: a route's path, never
// a URL, since each distinct value is a series that lives as long as the process.
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** What every process measures of itself. */
export interface ProcessMetrics {
  registry: Registry;
  /** Seconds from the first byte of a request to the end of its answer. */
  httpRequestDuration: Histogram<'method' | 'route' | 'status'>;
}

/** From a cached read (1 ms) to a slow batch (25 s, BATCH_TIMEOUT_MS). */
const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** Creates them, with a registry of their own. */
export function createProcessMetrics(): ProcessMetrics {
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
  };
}

/** Adds memory, CPU, garbage collection and event-loop lag; observers run from here on, so once in a process. */
export function collectProcessMetrics({ registry }: Pick<ProcessMetrics, 'registry'>): void {
  collectDefaultMetrics({ register: registry });
}
