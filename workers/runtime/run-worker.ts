// Connects the queues of a kind of work to its handler: takes jobs, gives each its own logger, counts their results and remembers the last
// progress. Without a valid lease the process skips jobs: their rows stay, and the sweeper wakes them again.

import type { Logger } from '../../shared/platform/log/log.ts';
import { requirePackage } from '../../shared/platform/process/require-package.ts';
import type { QueueDefinition, WakeUp } from '../../shared/platform/queues/definition.ts';
import { withTimeout } from '../../shared/platform/time/timeout.ts';
import { queuesOf } from '../../shared/platform/work/define-work.ts';
import type { OpenJob, RegistryEntry, WorkerDeps } from './job.ts';

const { UnrecoverableError } = requirePackage<typeof import('bullmq')>('bullmq');

/** A worker that takes jobs. */
export interface RunningWorker {
  readonly queue: QueueDefinition;
  /** Number of jobs that run now. */
  active(): number;
  /** When it last took or ended a job, on the monotonic clock of the process in milliseconds. */
  lastProgressMs(): number;
  /** Takes no more jobs and waits for the running ones. */
  stop(): Promise<void>;
}

/** Validates the data of a job: an operator may have added it by hand, so only ids are accepted. */
function checkPayload(data: unknown): WakeUp {
  const ids = (data as Partial<WakeUp> | null)?.ids;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
    throw new UnrecoverableError('The job names no ids.');
  }
  return { ids };
}

/** Time for running jobs at a stop, of the 25 s that a process has (docs/architecture/guarantees.md#shutdown). */
const STOP_TIMEOUT_MS = 20_000;

/**
 * Starts to take jobs from the queues of a kind of work, which share one handler.
 * @param stopTimeoutMs shorter in tests
 */
export function runWorkers(
  entry: RegistryEntry,
  deps: WorkerDeps,
  stopTimeoutMs = STOP_TIMEOUT_MS,
): RunningWorker[] {
  const { handle, drain } = entry.open(deps);
  let draining: Promise<void> | undefined;
  const openJob: OpenJob = {
    handle,
    async drain() {
      draining ??= drain?.();
      await draining;
    },
  };
  return queuesOf(entry).map((queue) => runWorker({ ...entry, queue }, openJob, deps, stopTimeoutMs));
}

function runWorker(
  { queue, concurrency }: RegistryEntry,
  openJob: OpenJob,
  deps: WorkerDeps,
  stopTimeoutMs: number,
): RunningWorker {
  const { queues, lease } = deps;
  const log = deps.log.child({ queue: queue.name });
  let active = 0;
  let lastProgressMs = performance.now();
  const { activeJobs, lastProgress } = queues.metrics;
  const labels = { queue: queue.name };
  const progress = (change: number) => {
    active += change;
    lastProgressMs = performance.now();
    activeJobs.set(labels, active);
    lastProgress.setToCurrentTime(labels);
  };
  progress(0);
  // A rate in Prometheus needs a series before its first event.
  for (const outcome of ['completed', 'failed']) queues.metrics.jobs.inc({ ...labels, outcome }, 0);
  const worker = queues.work(
    queue,
    async (job) => {
      if (!lease.mayStartWork()) return 'nothing claimed: the lease of this worker is not valid';
      progress(+1);
      try {
        const jobDeps = { ...deps, log: log.child({ job: job.id }) };
        return await openJob.handle(checkPayload(job.data), jobDeps, queue.name);
      } finally {
        progress(-1);
      }
    },
    { concurrency },
  );
  worker.on('completed', () => queues.metrics.jobs.inc({ ...labels, outcome: 'completed' }));
  worker.on('failed', (job, error) => {
    queues.metrics.jobs.inc({ ...labels, outcome: 'failed' });
    log.error({ err: error, job: job?.id }, 'a job failed; the sweeper will wake its rows');
  });
  worker.on('error', (error) => log.debug({ err: error }, 'queue connection'));
  return {
    queue,
    active: () => active,
    lastProgressMs: () => lastProgressMs,
    // At the same time: a job may wait for places that only the drain frees.
    async stop() {
      const closing = waitUntilClosed(worker.close(), {
        active: () => active,
        timeoutMs: stopTimeoutMs,
        log,
      });
      await Promise.all([closing, openJob.drain?.()]);
    },
  };
}

/**
 * BullMQ may wait for ever (docs/architecture/queues.md#repairs-of-bullmq). So a worker without a job is not awaited:
 * its connection is cut with those of the queues.
 */
async function waitUntilClosed(
  closing: Promise<void>,
  { active, timeoutMs, log }: Pick<RunningWorker, 'active'> & { timeoutMs: number; log: Logger },
): Promise<void> {
  await withTimeout(timeoutMs, 'Stopping a worker', closing).catch((error: unknown) => {
    log.warn({ err: error }, 'a worker could not be closed in time');
    return active() > 0 ? closing : undefined;
  });
}
