// What a backend of BullMQ must offer. There are two, and everything above them is the same code.
import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';
import type { PoolCounts } from '../metrics/pool-metrics.ts';
import type { WakeUp } from './definition.ts';

/** Runs one job. What it returns is dropped; what it throws fails the job. */
export type JobProcessor = (job: Job<WakeUp>) => Promise<void>;

/** How a worker of a queue runs. */
export type WorkOptions = Pick<WorkerOptions, 'concurrency'>;

/** BullMQ on one kind of server. */
export interface QueueBackend {
  readonly name: 'postgres' | 'redis';
  /** Its connections to Postgres; absent on Redis. */
  readonly pool?: PoolCounts;
  /** A producer: it adds jobs and looks at them. */
  createQueue(name: string): Queue<WakeUp>;
  /** A consumer with its own blocking connection. */
  createWorker(name: string, processor: JobProcessor, options: WorkOptions): Worker<WakeUp>;
  /** When the job that has waited longest was added; undefined: none waits. */
  oldestWaiting(queue: Queue<WakeUp>): Promise<Date | undefined>;
  /** Fails, with a reason for operators, when the server is not fit to hold our queues. */
  checkServer(): Promise<void>;
  /** Closes the connections; its queues and workers are closed before. */
  close(): Promise<void>;
}

/**
 * Options of every worker.
 * A stalled job is never failed for being stalled: it is only a wake-up. Fetching is tried again soon after the
 * server was away; BullMQ's own default is 15 s.
 */
export const WORKER_OPTIONS = {
  maxStalledCount: 1_000,
  stalledInterval: 30_000,
  lockDuration: 30_000,
  drainDelay: 5,
  runRetryDelay: 1_000,
} as const;
