// A worker can look alive and do nothing, for example after its queue's server was away. So progress is watched,
// not the process: jobs wait, this worker runs none, and it has taken none for a while. Then the process ends in
// order and its platform starts a new one.
import type { Logger } from '../../shared/log.ts';
import type { Queues } from '../../shared/queues/connect.ts';
import type { RunningWorker } from './run-worker.ts';

/** Between two looks. */
export const WATCH_EVERY_MS = 10_000;
/** Waiting jobs and no progress for this long is not slowness: a worker takes a job within milliseconds. */
const STUCK_AFTER_MS = 30_000;

/** What the watch needs. */
export interface LivenessDeps {
  workers: readonly RunningWorker[];
  queues: Queues;
  log: Logger;
  /** Called for a worker that makes no progress. */
  onStuck(worker: RunningWorker): void;
}

/** Looks once at every worker. A queue that does not answer is no fault of its workers. */
export async function watchProgress({ workers, queues, log, onStuck }: LivenessDeps): Promise<void> {
  for (const worker of workers) {
    const silentMs = performance.now() - worker.lastProgressMs();
    if (worker.active() > 0 || silentMs < STUCK_AFTER_MS) continue;
    const { oldestAt, paused } = await queues.backlog(worker.entry.queue);
    if (paused || !oldestAt || Date.now() - oldestAt.getTime() < STUCK_AFTER_MS) continue;
    log.error({ queue: worker.entry.queue.name, silentMs }, 'jobs wait and the worker takes none');
    onStuck(worker);
  }
}
