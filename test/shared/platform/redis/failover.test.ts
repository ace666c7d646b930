// What happens to jobs when the master of Redis freezes and a replica takes its place, and when a server comes back as
// something else than it was. Clusters and the other ways to lose a machine: deploy/lab/redis-ha.ts.
import { expect } from 'chai';
import { failureOf } from '../../../support/failure-of.ts';
import { connectTestQueues } from '../../../support/queues/queues.ts';
import { HAS_REDIS, startRedis, type TestRedis } from '../../../support/queues/redis.ts';
import { ask, startRedisCluster, startSentinel } from '../../../support/queues/redis-topologies.ts';
import { startResharding } from '../../../support/queues/reshard.ts';
import { eventually } from '../../../support/time/eventually.ts';
import { startFakeSentinel } from './support/fake-sentinel.ts';
import { expectQuickAgain, startJobs } from './support/jobs.ts';

(HAS_REDIS ? describe : describe.skip)('A Redis that changes', () => {
  it('a frozen master is left as soon as the Sentinel names another one', async () => {
    const redis = await startSentinel({ replicas: 1, downAfterMs: 1_000 });
    const jobs = await startJobs(redis.url);
    const master = await redis.write();
    master.freeze();
    await eventually('there is another one', async () => (await redis.write()) !== master);
    // The silence that a client endures, and half of it to connect.
    await expectQuickAgain(jobs, 7_500);
    await jobs.stop();
    await redis.stop();
  });

  it('a Sentinel that reports another master while it is asked ends no connection', async () => {
    const first = await startRedis();
    const second = await startRedis();
    const sentinel = await startFakeSentinel(first.url);
    const jobs = await startJobs(sentinel.url);
    sentinel.master = second.url;
    await first.kill();
    await expectQuickAgain(jobs);
    await jobs.stop();
    sentinel.close();
    await second.kill();
  });

  it('keys that move to another master of a Cluster are used there when all have moved', async () => {
    const redis = await startRedisCluster({ masters: 2 });
    const jobs = await startJobs(redis.url);
    const resharding = await startResharding(redis, '{test}');
    expect((await failureOf(jobs.queues.checkWrite())).message).to.match(/^(ASK|TRYAGAIN) /);
    await eventually('all keys have moved', async () => {
      await resharding.moveKeys();
      return true;
    });
    await resharding.finish();
    await expectQuickAgain(jobs);
    await jobs.stop();
    await redis.stop();
  });

  describe('of one server', () => {
    let redis: TestRedis;
    before(async () => {
      redis = await startRedis();
    });
    after(() => redis.kill());

    const becomes = (...master: [string, string | number]) => ask(redis.url, 'REPLICAOF', ...master);

    it('one that became a replica is used again when it is the master', async () => {
      const jobs = await startJobs(redis.url);
      await becomes('127.0.0.1', 1);
      await eventually('it takes no jobs', () =>
        jobs.queues.checkWrite().then(
          () => false,
          () => true,
        ),
      );
      await becomes('NO', 'ONE');
      await expectQuickAgain(jobs);
      await jobs.stop();
    });

    it('one that comes back empty, with another run id, is used again', async () => {
      const jobs = await startJobs(redis.url);
      await redis.kill();
      await redis.restart();
      await expectQuickAgain(jobs);
      await jobs.stop();
    });

    it('the URL of a replica is refused with a sentence that says so', async () => {
      await becomes('127.0.0.1', 1);
      const queues = connectTestQueues({ redisUrl: redis.url });
      const refusal = await eventually('it says why', () =>
        queues.checkWrite().catch(({ message }: Error) => message.includes('REDIS_URL') && message),
      );
      expect(refusal).to.equal(
        'REDIS_URL names a replica, which does not accept jobs. Name its master or its Sentinels.',
      );
      await queues.close();
    });
  });
});
