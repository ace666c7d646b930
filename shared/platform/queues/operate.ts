// Commands of operators on the jobs of a queue: drain, retry failed jobs. None of them can lose work or do it twice: a
// job is only a wake-up, and the sweeper wakes the rows whose job was removed.
import { setTimeout as delay } from 'node:timers/promises';
import { TimeoutError } from '../time/timeout.ts';
import type { Queues } from './connect.ts';

/** Connecting takes milliseconds; a server that takes longer than this is not reachable. */
const REACHABLE_WITHIN_MS = 5_000;
const ASK_EVERY_MS = 50;

/**
 * Waits until the server of the queues accepts a write: on Redis, commands fail until the connection is made.
 * @throws the error of the last attempt
 */
export async function untilReachable(queues: Pick<Queues, 'checkWrite'>): Promise<void> {
  const deadline = performance.now() + REACHABLE_WITHIN_MS;
  let lastError: unknown = new TimeoutError('The queue does not answer.');
  while (performance.now() < deadline) {
    try {
      return await queues.checkWrite();
    } catch (error) {
      lastError = error;
    }
    await delay(ASK_EVERY_MS);
  }
  throw lastError;
}

/** Removes the waiting and delayed jobs; active and failed jobs stay. @returns the number of removed jobs */
export async function drainQueue(queues: Queues, name: string): Promise<number> {
  const queue = queueOf(queues, name);
  const { waiting = 0, delayed = 0 } = await queue.getJobCounts('waiting', 'delayed');
  await queue.drain(true);
  return waiting + delayed;
}

/** Puts the failed jobs of a queue back into the queue. @returns the number of failed jobs */
export async function retryFailedJobs(queues: Queues, name: string): Promise<number> {
  const queue = queueOf(queues, name);
  const { failed = 0 } = await queue.getJobCounts('failed');
  if (failed > 0) await queue.retryJobs({ state: 'failed' });
  return failed;
}

function queueOf(queues: Queues, name: string) {
  const queue = queues.all().find((one) => one.name === name);
  if (!queue) throw new Error(`The queue "${name}" was not given to connectQueues.`);
  return queue;
}
