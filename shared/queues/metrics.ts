// What the queues count. A dropped wake-up costs time, never mail: the sweeper finds its rows.
import { Counter, type Registry } from 'prom-client';

/** Counters of the queues. */
export interface QueueMetrics {
  /** Ids told to a queue, by what became of the wake-up: `sent`, `failed`, `dropped`. */
  wakes: Counter<'queue' | 'outcome'>;
  /** Jobs that workers ended, by `completed` or `failed`. */
  jobs: Counter<'queue' | 'outcome'>;
}

/** Creates the counters in a process's registry. */
export function createQueueMetrics(registry: Registry): QueueMetrics {
  return {
    wakes: new Counter({
      name: 'mail_queue_wakes_total',
      help: 'Ids told to a queue, by outcome (sent, failed, dropped).',
      labelNames: ['queue', 'outcome'],
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'mail_queue_jobs_total',
      help: 'Jobs that workers ended, by outcome (completed, failed).',
      labelNames: ['queue', 'outcome'],
      registers: [registry],
    }),
  };
}
