// What a queue is to us: a name, and jobs that carry ids. Postgres holds the truth; a job only says "look at
// these rows now". So any job may be lost, doubled or late, and nothing is lost, doubled or wrong by it.
import type { JobsOptions } from 'bullmq';
import { DAY_MS, SECOND_MS } from '../time/durations.ts';

/** A queue. Each has a file of its own beside this one. */
export interface QueueDefinition {
  /** Shown in bull-board and in metrics; part of the keys in Redis. */
  readonly name: string;
  /** Verb-noun of the one kind of job in it; the file in workers/jobs/ is named the same. */
  readonly jobName: string;
}

/** The payload of every job. */
export interface WakeUp {
  /** Keys of rows to look at, at most 100 (shared/platform/queues/waker.ts). */
  readonly ids: readonly string[];
}

/** Failed jobs that operators can still look at (age in seconds). Their rows are found again by the sweeper all the same. */
const FAILED_JOBS_KEPT = { age: (7 * DAY_MS) / SECOND_MS, count: 1000 };

/** Options of every job: tried once, because retries are rows (design rule 7), and removed when done. */
export const JOB_OPTIONS: JobsOptions = {
  attempts: 1,
  removeOnComplete: true,
  removeOnFail: FAILED_JOBS_KEPT,
};
