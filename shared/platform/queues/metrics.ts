// Counters of wake-ups and jobs, and the progress of the workers of a process (for liveness). A dropped wake-up delays
// mail but never loses it: the sweeper finds its rows.
import { Counter, Gauge, type Registry } from 'prom-client';

/** Metrics of the queues of one process. */
export interface QueueMetrics {
  /** Ids of wake-ups, by outcome: `sent`, `failed`, `dropped`. */
  wakes: Counter<'queue' | 'outcome'>;
  /** Finished jobs, by outcome: `completed`, `failed`. */
  jobs: Counter<'queue' | 'outcome'>;
  /** Jobs that the worker of a queue runs now. */
  activeJobs: Gauge<'queue'>;
  /** When the worker of a queue last started or finished a job; at first when the worker was started. Unix seconds. */
  lastProgress: Gauge<'queue'>;
}

/** Creates the metrics in the registry of a process. */
export function createQueueMetrics(registry: Registry): QueueMetrics {
  return {
    wakes: new Counter({
      name: 'mail_queue_wakes_total',
      help: 'Ids of rows in wake-ups, by queue and outcome (sent, failed, dropped).',
      labelNames: ['queue', 'outcome'],
      registers: [registry],
    }),
    jobs: new Counter({
      name: 'mail_queue_jobs_total',
      help: 'Jobs that workers have finished, by queue and outcome (completed, failed).',
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
      help: 'When the worker of a queue in this process last started or finished a job, or was started itself.',
      labelNames: ['queue'],
      registers: [registry],
    }),
  };
}
