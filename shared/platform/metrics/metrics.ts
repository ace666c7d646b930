// Prometheus metrics of a process. Labels must have few values (low cardinality): the path of a route, never a URL,
// because each distinct value makes a series that exists until the process ends.
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';

/** The metrics that every process has. */
export interface ProcessMetrics {
  registry: Registry;
  /** Seconds from the first byte of a request to the end of its answer. */
  httpRequestDuration: Histogram<'method' | 'route' | 'status'>;
}

/** From a fast read (1 ms) to a slow batch (25 s, BATCH_TIMEOUT_MS). */
const DURATION_BUCKETS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25];

/** Creates the metrics of a process in a new registry. */
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

/** Adds memory, CPU, garbage collection and event-loop lag. It starts observers: call it once per process. */
export function collectProcessMetrics({ registry }: Pick<ProcessMetrics, 'registry'>): void {
  collectDefaultMetrics({ register: registry });
}
