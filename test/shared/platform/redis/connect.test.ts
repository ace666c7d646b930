// Redis Cluster and Sentinel: everything that Posthorn stores in Redis works on them too (queues with a worker, and the
// rate limit).
import { expect } from 'chai';
import { createLog } from '../../../../shared/platform/log/log.ts';
import type { Queues } from '../../../../shared/platform/queues/connect.ts';
import { createRedisStore } from '../../../../shared/platform/rate-limit/redis-store.ts';
import { connectTestQueues, testQueue } from '../../../support/queues/queues.ts';
import { HAS_REDIS } from '../../../support/queues/redis.ts';
import {
  type RedisTopology,
  startRedisCluster,
  startSentinel,
} from '../../../support/queues/redis-topologies.ts';
import { eventually } from '../../../support/time/eventually.ts';

for (const [title, start] of [
  ['a Redis Cluster', startRedisCluster],
  ['a Redis master that a Sentinel names', startSentinel],
  ['a Redis master that a Sentinel with a login names', () => startSentinel({ password: 'secret' })],
] as const) {
  (HAS_REDIS ? describe : describe.skip)(`On ${title}`, () => {
    let redis: RedisTopology;
    let queues: Queues;
    before(async () => {
      redis = await start();
      queues = connectTestQueues({ redisUrl: redis.url });
      await eventually('it takes a write', () => queues.checkWrite().then(() => true));
    });
    after(async () => {
      await queues.close();
      await redis.stop();
    });

    it('a wake-up reaches a worker', async () => {
      const taken: string[] = [];
      const worker = queues.work(
        testQueue,
        (job) => {
          taken.push(...job.data.ids);
          return Promise.resolve('taken');
        },
        { concurrency: 1 },
      );
      queues.wake(testQueue, ['a', 'b']);
      await eventually('it was taken', () => taken.length === 2);
      await worker.close();
      expect(taken).to.deep.equal(['a', 'b']);
    });

    it('the backlog can be read', async () => {
      queues.wake(testQueue, ['c']);
      const backlog = await eventually('it waits', async () => {
        const found = await queues.backlog(testQueue);
        return found.oldestAt !== undefined && found;
      });
      expect(backlog.paused).to.equal(false);
    });

    it('requests are counted', async () => {
      const log = createLog({ level: 'silent', process: 'test' });
      const store = createRedisStore({ url: redis.url, prefix: '{test}', log });
      const count = (names: string[]) =>
        store.count(
          names.map((key) => ({ key, count: 1 })),
          60_000,
        );
      await eventually('it answers', () => count(['first']));
      await count(['a', 'b']);
      expect((await count(['b', 'c'])).map(({ used }) => used)).to.deep.equal([2, 1]);
      store.close();
    });
  });
}
