// A producer and a worker of one queue, as two processes have them.
import { connectTestQueues, testQueue } from '../../../../support/queues/queues.ts';
import { eventually } from '../../../../support/time/eventually.ts';

/** Both, connected. */
export interface Jobs {
  readonly queues: ReturnType<typeof connectTestQueues>;
  /** Ids that the worker has got. */
  readonly taken: ReadonlySet<string>;
  stop(): Promise<void>;
}

/** A wake-up takes milliseconds; one that is lost is found by no sweeper here. */
const QUICK_MS = 500;

/** Starts them; resolves when a job gets through. */
export async function startJobs(redisUrl: string): Promise<Jobs> {
  const queues = connectTestQueues({ redisUrl });
  const consuming = connectTestQueues({ redisUrl }, 1);
  const taken = new Set<string>();
  const worker = consuming.work(
    testQueue,
    (job) => {
      for (const id of job.data.ids) taken.add(id);
      return Promise.resolve('taken');
    },
    { concurrency: 1 },
  );
  worker.on('error', () => {});
  const jobs = {
    queues,
    taken,
    async stop() {
      await worker.close();
      await Promise.all([queues.close(), consuming.close()]);
    },
  };
  await expectQuickAgain(jobs);
  return jobs;
}

let wakeUps = 0;

/** New wake-ups get through at once again, before the deadline. */
export async function expectQuickAgain({ queues, taken }: Jobs, deadlineMs?: number): Promise<void> {
  const isQuick = async () => {
    wakeUps += 1;
    const id = `wake-up ${wakeUps}`;
    queues.wake(testQueue, [id]);
    return await eventually('it is taken', () => taken.has(id), QUICK_MS);
  };
  await eventually('wake-ups are quick', isQuick, deadlineMs);
}
