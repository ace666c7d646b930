// Liveness watchdog. A worker can run and still make no progress, for example after its queue's server was unavailable. So
// this watches the progress instead of the process: the age of the oldest waiting job against the last job that the
// worker took or ended. A process that makes no progress is stopped in order, and its platform starts a new one.
//
//   runs no job    jobs have waited for 30 s, and it has taken none: normally a worker takes a job within milliseconds
//   runs jobs      jobs have waited for 30 min, and none of its own has ended: all its jobs hang, because even a mail
//                  to the slowest server ends sooner (workers/transports/smtp/timeouts.ts)
//   a loop         tick or sweep has been running for 5 min: it waits for an answer that will not arrive
import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from '../../shared/platform/log/log.ts';
import type { Queues } from '../../shared/platform/queues/connect.ts';
import { MINUTE_MS } from '../../shared/platform/time/durations.ts';
import type { Repeat } from './repeat.ts';
import type { RunningWorker } from './run-worker.ts';

/** Interval between two checks. */
export const WATCH_EVERY_MS = 10_000;
const IDLE_STUCK_AFTER_MS = MINUTE_MS / 2;
const BUSY_STUCK_AFTER_MS = 30 * MINUTE_MS;
const LOOP_STUCK_AFTER_MS = 5 * MINUTE_MS;
/**
 * A worker that looks stuck is checked again after this time. The age of a job is measured by the clock of the process
 * that added it: if clocks differ by more than 30 s, a new job looks old, but it is taken by the second check.
 */
const CONFIRM_AFTER_MS = 2_000;

/** The dependencies of the watchdog. */
export interface LivenessDeps {
  workers: readonly RunningWorker[];
  queues: Pick<Queues, 'backlog'>;
  log: Logger;
  /** Called for a worker that makes no progress. */
  onStuck(worker: RunningWorker): void;
}

/** Checks every worker once. If a queue does not answer, its workers do not count as stuck. */
export async function watchProgress({ workers, queues, log, onStuck }: LivenessDeps): Promise<void> {
  for (const worker of workers) {
    if (!(await looksStuck(worker, queues))) continue;
    await delay(CONFIRM_AFTER_MS);
    if (!(await looksStuck(worker, queues))) continue;
    const silentMs = performance.now() - worker.lastProgressMs();
    const { active } = worker;
    log.error(
      { queue: worker.queue.name, silentMs, active: active() },
      'jobs wait and the worker takes none',
    );
    onStuck(worker);
  }
}

async function looksStuck(worker: RunningWorker, queues: Pick<Queues, 'backlog'>): Promise<boolean> {
  const afterMs = worker.active() > 0 ? BUSY_STUCK_AFTER_MS : IDLE_STUCK_AFTER_MS;
  if (performance.now() - worker.lastProgressMs() < afterMs) return false;
  const { oldestAt, paused } = await queues.backlog(worker.queue);
  return !paused && oldestAt !== undefined && Date.now() - oldestAt.getTime() >= afterMs;
}

/** The dependencies of the watchdog of loops. */
export interface LoopWatchDeps {
  loops: readonly Pick<Repeat, 'name' | 'runningForMs'>[];
  log: Logger;
  onStuck(): void;
}

/** Checks every loop once. */
export function watchLoops({ loops, log, onStuck }: LoopWatchDeps): void {
  for (const { name, runningForMs } of loops) {
    const runningMs = runningForMs();
    if (runningMs < LOOP_STUCK_AFTER_MS) continue;
    log.error({ loop: name, runningMs }, 'a loop is stuck in one run');
    onStuck();
  }
}
