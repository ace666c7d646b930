// A worker can look alive and do nothing, for example after its queue's server was away. So progress is watched,
// not the process: the age of the oldest job that waits against the last one that this worker took or ended. Whoever
// makes none ends its process in order, and its platform starts a new one.
//
//   runs no job    jobs have waited and it has taken none for 30 s: a worker takes a job within milliseconds
//   runs jobs      jobs have waited and none of its own has ended for 30 min: all its jobs hang, since even a mail to
//                  the slowest server ends sooner (workers/transports/smtp/timeouts.ts)
//   a loop         tick or sweep has been under way for 5 min: it waits for an answer that will not come
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Queues } from '../../shared/platform/queues/connect.ts';
import { MINUTE_MS } from '../../shared/platform/time/durations.ts';
import type { Repeat } from './repeat.ts';
import type { RunningWorker } from './run-worker.ts';

/** Between two looks. */
export const WATCH_EVERY_MS = 10_000;
const IDLE_STUCK_AFTER_MS = MINUTE_MS / 2;
const BUSY_STUCK_AFTER_MS = 30 * MINUTE_MS;
const LOOP_STUCK_AFTER_MS = 5 * MINUTE_MS;
/**
 * What looks stuck is looked at again after this. The age of a job is by the clock of the process that added it: where
 * clocks differ by more than 30 s, a job that has only just come would look old, but it is gone by then.
 */
const CONFIRM_AFTER_MS = 2_000;

/** What the watch needs. */
export interface LivenessDeps {
  workers: readonly RunningWorker[];
  queues: Pick<Queues, 'backlog'>;
  log: Logger;
  /** Called for a worker that makes no progress. */
  onStuck(worker: RunningWorker): void;
}

/** Looks once at every worker. A queue that does not answer is no fault of its workers. */
export async function watchProgress({ workers, queues, log, onStuck }: LivenessDeps): Promise<void> {
  for (const worker of workers) {
    if (!(await looksStuck(worker, queues))) continue;
    await delay(CONFIRM_AFTER_MS);
    if (!(await looksStuck(worker, queues))) continue;
    const silentMs = performance.now() - worker.lastProgressMs();
    const { active } = worker;
    log.error(
      { queue: worker.entry.queue.name, silentMs, active: active() },
      'jobs wait and the worker takes none',
    );
    onStuck(worker);
  }
}

async function looksStuck(worker: RunningWorker, queues: Pick<Queues, 'backlog'>): Promise<boolean> {
  const afterMs = worker.active() > 0 ? BUSY_STUCK_AFTER_MS : IDLE_STUCK_AFTER_MS;
  if (performance.now() - worker.lastProgressMs() < afterMs) return false;
  const { oldestAt, paused } = await queues.backlog(worker.entry.queue);
  return !paused && oldestAt !== undefined && Date.now() - oldestAt.getTime() >= afterMs;
}

/** What watching loops needs. */
export interface LoopWatchDeps {
  loops: readonly Pick<Repeat, 'name' | 'runningForMs'>[];
  log: Logger;
  onStuck(): void;
}

/** Looks once at every loop. */
export function watchLoops({ loops, log, onStuck }: LoopWatchDeps): void {
  for (const { name, runningForMs } of loops) {
    const runningMs = runningForMs();
    if (runningMs < LOOP_STUCK_AFTER_MS) continue;
    log.error({ loop: name, runningMs }, 'a loop does not come back');
    onStuck();
  }
}
