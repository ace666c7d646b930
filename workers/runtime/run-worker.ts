// Binds one queue to its handler: takes jobs, gives each its own logger, counts how they end, and knows when it
// last made progress. A process without a valid lease lets jobs pass: their rows stay, and the sweeper wakes them.
import { UnrecoverableError, type Worker } from 'bullmq';
import type { WakeUp } from '../../shared/platform/queues/definition.ts';
import { withTimeout } from '../../shared/platform/time/timeout.ts';
import type { RegistryEntry } from '../registry.ts';
import type { WorkerDeps } from './job.ts';

/** A worker that takes jobs. */
export interface RunningWorker {
  readonly entry: RegistryEntry;
  /** Jobs that run now. */
  active(): number;
  /** When it last took or ended a job, on the process's monotonic clock in milliseconds. */
  lastProgressMs(): number;
  /** Takes no more jobs and waits for those that run. */
  stop(): Promise<void>;
}

/** What is in a queue may have been put there by hand; only ids are let through. */
function checkPayload(data: unknown): WakeUp {
  const ids = (data as Partial<WakeUp> | null)?.ids;
  if (!Array.isArray(ids) || !ids.every((id) => typeof id === 'string')) {
    throw new UnrecoverableError('The job names no ids.');
  }
  return { ids };
}

/** Starts to work a queue. */
export function runWorker(entry: RegistryEntry, deps: WorkerDeps): RunningWorker {
  const { queues, lease } = deps;
  const log = deps.log.child({ queue: entry.queue.name });
  const openJob = entry.open(deps);
  let active = 0;
  let lastProgressMs = performance.now();
  const { activeJobs, lastProgress } = queues.metrics;
  const labels = { queue: entry.queue.name };
  const progress = (change: number) => {
    active += change;
    lastProgressMs = performance.now();
    activeJobs.set(labels, active);
    lastProgress.setToCurrentTime(labels);
  };
  progress(0);
  // A rate needs a series before its first event.
  for (const outcome of ['completed', 'failed']) queues.metrics.jobs.inc({ ...labels, outcome }, 0);
  const worker = queues.work(
    entry.queue,
    async (job) => {
      if (!lease.mayStartWork()) return;
      progress(+1);
      try {
        await openJob.handle(checkPayload(job.data), { ...deps, log: log.child({ job: job.id }) });
      } finally {
        progress(-1);
      }
    },
    { concurrency: entry.concurrency },
  );
  worker.on('completed', () => queues.metrics.jobs.inc({ ...labels, outcome: 'completed' }));
  worker.on('failed', (job, error) => {
    queues.metrics.jobs.inc({ ...labels, outcome: 'failed' });
    log.error({ err: error, job: job?.id }, 'a job failed; the sweeper will wake its rows');
  });
  worker.on('error', (error) => log.debug({ err: error }, 'queue connection'));
  return {
    entry,
    active: () => active,
    lastProgressMs: () => lastProgressMs,
    // Together: a job may wait for room that only the drain makes.
    async stop() {
      await Promise.all([stopWorker(worker), openJob.drain?.()]);
    },
  };
}

/** How long running jobs may take to end, of the 25 s that a process has (design rule 11). */
const STOP_TIMEOUT_MS = 20_000;

/** With its server frozen BullMQ would wait for ever to close; then it is cut off. */
async function stopWorker(worker: Worker<WakeUp>): Promise<void> {
  await withTimeout(STOP_TIMEOUT_MS, 'Stopping a worker', worker.close()).catch(() => worker.close(true));
}
