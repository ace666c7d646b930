// Interface of a queue backend (BullMQ on Postgres or on Redis). All other code is the same for both backends.
import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';
import type { PoolCounts } from '../metrics/pool-metrics.ts';
import type { WakeUp } from './definition.ts';

/** Runs one job. The job fails when it throws. @returns what it did, which is stored with the job */
export type JobProcessor = (job: Job<WakeUp>) => Promise<string>;

/** Options of a worker of a queue. */
export type WorkOptions = Pick<WorkerOptions, 'concurrency'>;

/** BullMQ on one kind of server. */
export interface QueueBackend {
  readonly name: 'postgres' | 'redis';
  /** Its connections to Postgres; absent on Redis. */
  readonly pool?: PoolCounts;
  /** Creates a producer: it adds and reads jobs. */
  createQueue(name: string): Queue<WakeUp>;
  /** Creates a consumer with its own blocking connection. */
  createWorker(name: string, processor: JobProcessor, options: WorkOptions): Worker<WakeUp>;
  /** When the oldest waiting job was added; undefined: no job waits. */
  oldestWaiting(queue: Queue<WakeUp>): Promise<Date | undefined>;
  /** Rejects, with a reason for operators, when the server may lose jobs or does not answer. */
  checkServer(): Promise<void>;
  /** Closes the connections. The caller has closed the queues and workers before. */
  close(): Promise<void>;
}

/**
 * Options of every worker.
 * A stalled job is never failed for being stalled: it is only a wake-up. After an outage of the server jobs are fetched
 * again within a second; BullMQ's default is 15 s.
 */
export const WORKER_OPTIONS = {
  maxStalledCount: 1_000,
  stalledInterval: 30_000,
  lockDuration: 30_000,
  drainDelay: 5,
  runRetryDelay: 1_000,
} as const;
