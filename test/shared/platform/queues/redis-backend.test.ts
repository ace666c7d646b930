// Queues on Redis: a Redis that may evict jobs is refused, and a frozen or unreachable Redis never delays a caller.
import { expect } from 'chai';
import { freePort } from '../../../../dev/processes/ports.ts';
import type { Queues } from '../../../../shared/platform/queues/connect.ts';
import { failureOf } from '../../../support/failure-of.ts';
import { connectTestQueues, testQueue, wakeCounts } from '../../../support/queues/queues.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../../../support/queues/redis.ts';
import { cpuMsOf } from '../../../support/time/cpu-time.ts';
import { eventually } from '../../../support/time/eventually.ts';

/** `wake` does no I/O before it returns. */
const WAKE_MAX_MS = 50;
/** The timeout of a command is 2 s; a check and a close must not wait for ever. */
const BOUND_MS = 30_000;

async function durationOf(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work;
  return performance.now() - startedAt;
}

function wakeDuration(queues: Queues, ids: readonly string[]): number {
  return cpuMsOf(() => queues.wake(testQueue, ids));
}

if (HAS_REDIS) {
  describe('Redis', () => {
    let redis: TestRedis;
    let queues: Queues;
    const start = async (...settings: string[]) => {
      redis = await startRedis(settings);
      queues = connectTestQueues({ redisUrl: redis.url });
    };
    const checked = () => eventually('Redis takes a write', () => queues.checkWrite().then(() => true));
    afterEach(async () => {
      redis.thaw();
      await queues.close();
      await redis.kill();
    });

    for (const policy of ['allkeys-lru', 'volatile-ttl']) {
      it(`is refused with maxmemory-policy ${policy}, with a sentence for operators`, async () => {
        await start('--maxmemory', '50mb', '--maxmemory-policy', policy);
        const failure = await eventually('Redis answers', async () => {
          const { message } = await failureOf(queues.checkWrite());
          return message.includes('maxmemory-policy') && message;
        });
        expect(failure).to.equal(
          `Redis may drop jobs. Set maxmemory-policy to noeviction (it is ${policy}).`,
        );
      });
    }

    it('is accepted with maxmemory-policy noeviction', async () => {
      await start('--maxmemory', '50mb', '--maxmemory-policy', 'noeviction');
      await checked();
    });

    it('that is frozen fails the check within its timeout', async () => {
      await start();
      await checked();
      redis.freeze();
      expect(await durationOf(failureOf(queues.checkWrite()))).to.be.below(BOUND_MS);
    });

    it('that is frozen does not delay wake, and every lost wake-up is counted', async () => {
      await start();
      await checked();
      redis.freeze();
      expect(wakeDuration(queues, ['a', 'b', 'c'])).to.be.below(WAKE_MAX_MS);
      const counts = await eventually('the wake-up is given up', async () => {
        const soFar = await wakeCounts(queues);
        return soFar['failed'] ? soFar : undefined;
      });
      expect(counts).to.deep.equal({ failed: 3 });
      expect(wakeDuration(queues, ['d'])).to.be.below(WAKE_MAX_MS);
      await eventually('the next one is dropped', async () => (await wakeCounts(queues))['dropped'] === 1);
    });

    it('that is frozen does not keep the queues from closing', async () => {
      await start();
      await checked();
      redis.freeze();
      expect(await durationOf(queues.close())).to.be.below(BOUND_MS);
    });

    it('that comes back is used again', async () => {
      await start();
      await checked();
      await redis.kill();
      await failureOf(queues.checkWrite());
      await redis.restart();
      await checked();
      queues.wake(testQueue, ['a']);
      await eventually('the wake-up is sent', async () => (await wakeCounts(queues))['sent'] === 1);
    });
  });
}

describe('a Redis that was never reachable', () => {
  let queues: Queues;
  beforeEach(async () => {
    queues = connectTestQueues({ redisUrl: `redis://127.0.0.1:${await freePort()}` });
  });
  afterEach(() => queues.close());

  it('fails the check at once', async () => {
    expect(await durationOf(failureOf(queues.checkWrite()))).to.be.below(BOUND_MS);
  });

  it('does not delay wake, and the lost wake-up is counted', async () => {
    expect(wakeDuration(queues, ['a'])).to.be.below(WAKE_MAX_MS);
    await eventually('the wake-up is given up', async () => (await wakeCounts(queues))['failed'] === 1);
  });

  it('does not keep the queues from closing', async () => {
    expect(await durationOf(queues.close())).to.be.below(BOUND_MS);
  });

  it('does not prevent a worker from closing', async () => {
    const worker = queues.work(testQueue, () => Promise.resolve('done'), {});
    worker.on('error', () => {});
    expect(await durationOf(worker.close(true))).to.be.below(BOUND_MS);
  });
});
