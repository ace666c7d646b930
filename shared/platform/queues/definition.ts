// Definition of a queue: a name, and jobs that carry ids of rows. A job is only a wake-up ("check these rows now");
// the data is in Postgres. So a job may be lost, duplicated or late, and no work is lost, done twice or wrong because
// of it. See docs/architecture/guarantees.md#jobs.
import type { JobsOptions } from 'bullmq';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../time/durations.ts';

/** A queue. Each one is defined in a file `queue.ts` next to the table whose rows it wakes. */
export interface QueueDefinition {
  /** Shown in bull-board and in metrics; part of the keys in Redis. */
  readonly name: string;
  /** Verb-noun name of its only kind of job; the file in workers/jobs/ has the same name. */
  readonly jobName: string;
}

/** The payload of every job. */
export interface WakeUp {
  /** Keys of the rows to check, at most 100 (shared/platform/queues/waker.ts). */
  readonly ids: readonly string[];
}

/** How long, and how many, failed jobs are stored for operators (age in seconds). The sweeper finds their rows again. */
const FAILED_JOBS_KEPT = { age: (7 * DAY_MS) / SECOND_MS, count: 1_000 };
/** The same for completed jobs, so that the board shows what was done. */
const COMPLETED_JOBS_KEPT = { age: HOUR_MS / SECOND_MS, count: 1_000 };
/**
 * One job of so many also removes the completed jobs beyond the count: on Postgres BullMQ reads all stored ones to do
 * so. Up to as many more are stored.
 */
const TRIM_EVERY = 50;

/** Options of a job: one attempt, because a retry is a row with a due time (docs/architecture/guarantees.md#retries). */
const JOB_OPTIONS: JobsOptions = {
  attempts: 1,
  removeOnComplete: { age: COMPLETED_JOBS_KEPT.age },
  removeOnFail: FAILED_JOBS_KEPT,
};
const TRIMMING_OPTIONS: JobsOptions = { ...JOB_OPTIONS, removeOnComplete: COMPLETED_JOBS_KEPT };

/** Options of the jobs of one producer, one after the other. */
export function createJobOptions(): () => JobsOptions {
  let jobs = 0;
  return () => {
    jobs += 1;
    return jobs % TRIM_EVERY === 0 ? TRIMMING_OPTIONS : JOB_OPTIONS;
  };
}
