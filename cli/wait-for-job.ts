// `--wait`: polls the job that a command has started (queued, in_progress) until it is completed, failed or canceled,
// and shows its progress. A job that does not complete is a failure of the command (docs/cli.md).
import { setTimeout as pause } from 'node:timers/promises';
import { CliFailure, jobFailed } from './failure.ts';
import type { Progress } from './transfer/progress.ts';

/** The fields of a job that all have. */
export interface Job {
  object?: string;
  id: string;
  status: string;
  /** In percent. */
  progress?: number;
  counts?: Record<string, number>;
  error?: string | null;
}

const RUNNING = new Set(['queued', 'in_progress']);
/** A short job is reported at once; a long one is asked after every five seconds. */
const FIRST_PAUSE_MS = 250;
const LAST_PAUSE_MS = 5_000;
const BACKOFF = 1.5;
/** About a minute: longer than a restart of the service. */
const FAILURES_MAX = 14;

/**
 * Waits for the end of a job.
 * @param read returns its present record
 * @param wait pauses for milliseconds
 * @returns the record of the completed job
 * @throws CliFailure `job_failed` if it has failed or was canceled
 */
export async function waitForJob(
  started: Job,
  read: () => Promise<unknown>,
  progress: Progress,
  wait: (ms: number) => Promise<unknown> = pause,
): Promise<Job> {
  let job = started;
  let failures = 0;
  for (
    let pauseMs = FIRST_PAUSE_MS;
    RUNNING.has(job.status);
    pauseMs = Math.min(pauseMs * BACKOFF, LAST_PAUSE_MS)
  ) {
    progress.show(describeJob(job));
    await wait(pauseMs);
    try {
      job = (await read()) as Job;
      failures = 0;
    } catch (error) {
      failures += 1;
      if (!isTemporary(error) || failures > FAILURES_MAX) throw withJob(error, job);
    }
  }
  if (job.status !== 'completed') throw jobFailed(describeEnd(job), job);
  return job;
}

/** The service restarts, or asks for fewer requests: the job continues at the same time. */
export function isTemporary(error: unknown): error is CliFailure {
  if (!(error instanceof CliFailure)) return false;
  const { statusCode } = error.body;
  return statusCode !== null && (statusCode === 0 || statusCode === 429 || statusCode >= 500);
}

/** The job continues, and without its id it could not be found. */
function withJob(error: unknown, job: Job): unknown {
  return error instanceof CliFailure ? new CliFailure({ ...error.body, job }) : error;
}

function describeJob({ status, progress, counts = {} }: Job): string {
  const numbers = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
  const percent = progress === undefined ? [] : [`${progress} %`];
  return `${status}: ${[...percent, ...numbers].join(', ')}`;
}

function describeEnd({ object = 'job', id, status, error }: Job): string {
  const name = `The ${object.replaceAll('_', ' ')} ${id}`;
  if (status === 'canceled') return `${name} was canceled.`;
  return error ? `${name} failed: ${error}` : `${name} failed.`;
}
