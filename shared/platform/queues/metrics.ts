// What the queues of a process count and when its workers last made progress. A dropped wake-up costs time, never mail:
// the sweeper finds its rows.
import { Counter, Gauge, type Registry } from 'prom-client';

/** Figures of the queues of one process. */
export interface QueueMetrics {
  /** Ids told to a queue, by what became of the wake-up: `sent`, `failed`, `dropped`. */
  wakes: Counter<'queue' | 'outcome'>;
  /** Jobs that workers ended, by `completed` or `failed`. */
  jobs: Counter<'queue' | 'outcome'>;
  /** Jobs that the worker of a queue runs now. */
  activeJobs: Gauge<'queue'>;
  /** When the worker of a queue last took or ended a job; at first when it was started. */
  lastProgress: Gauge<'queue'>;
}

/** Creates the figures in a process's registry. */
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
    activeJobs: new Gauge({
      name: 'mail_worker_active_jobs',
      help: 'Jobs that the worker of a queue runs in this process.',
      labelNames: ['queue'],
      registers: [registry],
    }),
    lastProgress: new Gauge({
      name: 'mail_worker_last_progress_timestamp_seconds',
      help: 'When the worker of a queue in this process last took or ended a job, or was started.',
      labelNames: ['queue'],
      registers: [registry],
    }),
  };
}
