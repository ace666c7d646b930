// The liveness watchdog finds a worker that makes no progress, but not one that is idle, busy, paused or disconnected.
import { expect } from 'chai';
import { createLog } from '../../../shared/platform/log/log.ts';
import type { Queues } from '../../../shared/platform/queues/connect.ts';
import { watchLoops, watchProgress } from '../../../workers/runtime/liveness.ts';
import { repeat } from '../../../workers/runtime/repeat.ts';
import type { RunningWorker } from '../../../workers/runtime/run-worker.ts';
import { useDatabase } from '../../support/database/database.ts';
import { failureOf } from '../../support/failure-of.ts';
import { connectTestQueues, testQueue } from '../../support/queues/queues.ts';
import { HAS_REDIS } from '../../support/queues/redis.ts';
import { startRedisCluster } from '../../support/queues/redis-topologies.ts';
import { startResharding } from '../../support/queues/reshard.ts';
import { eventually } from '../../support/time/eventually.ts';

const log = createLog({ level: 'silent', process: 'test' });
const LONG_AGO_MS = 31_000;
const HALF_AN_HOUR_MS = 30 * 60_000 + 1_000;

describe('a worker counts as stuck', () => {
  let queues: Queues;
  after(() => queues.close());
  const database = useDatabase();
  before(async () => {
    queues = connectTestQueues({ databaseUrl: database.url });
    await eventually('the queue takes a write', () => queues.checkWrite().then(() => true));
  });
  beforeEach(() => queues.all()[0]?.obliterate({ force: true }));

  const addJob = (ageMs: number) =>
    queues.all()[0]?.add('do-nothing', { ids: [] }, { timestamp: Date.now() - ageMs });
  const worker = (silentMs: number, active = 0): RunningWorker => ({
    queue: testQueue,
    active: () => active,
    lastProgressMs: () => performance.now() - silentMs,
    stop: () => Promise.resolve(),
  });
  /** Number of workers that are reported as stuck. */
  const watch = async (workers: RunningWorker[], watched: Pick<Queues, 'backlog'> = queues) => {
    const stuck: RunningWorker[] = [];
    await watchProgress({ workers, queues: watched, log, onStuck: (found) => stuck.push(found) });
    return stuck;
  };

  it('when a job has waited and it has run none for more than 30 s', async () => {
    await addJob(LONG_AGO_MS);
    const stuck = worker(LONG_AGO_MS);
    expect(await watch([worker(0), stuck])).to.deep.equal([stuck]);
  });

  it('also when younger jobs wait after the old one', async () => {
    await addJob(LONG_AGO_MS);
    await addJob(0);
    expect(await watch([worker(LONG_AGO_MS)])).to.have.length(1);
  });

  it('but not when its queue is empty', async () => {
    expect(await watch([worker(LONG_AGO_MS)])).to.deep.equal([]);
  });

  it('when none of its running jobs has ended for 30 minutes, and others have waited as long', async () => {
    await addJob(HALF_AN_HOUR_MS);
    const stuck = worker(HALF_AN_HOUR_MS, 2);
    expect(await watch([worker(29 * 60_000, 2), stuck])).to.deep.equal([stuck]);
  });

  it('but not when the job is gone at the second check, because clocks of machines differ', async () => {
    await addJob(LONG_AGO_MS);
    const backlogs = [queues.backlog(testQueue), Promise.resolve({ oldestAt: undefined, paused: false })];
    let looks = 0;
    const passing = {
      ...queues,
      backlog: () => backlogs[looks++] ?? expect.fail('There were more looks than two.'),
    };
    expect(await watch([worker(LONG_AGO_MS)], passing)).to.deep.equal([]);
    expect(looks).to.equal(2);
  });

  it('but not when it runs a job', async () => {
    await addJob(LONG_AGO_MS);
    expect(await watch([worker(LONG_AGO_MS, 1)])).to.deep.equal([]);
  });

  it('but not when it took a job less than 30 s ago', async () => {
    await addJob(LONG_AGO_MS);
    expect(await watch([worker(29_000)])).to.deep.equal([]);
  });

  it('but not when the job has waited for less than 30 s', async () => {
    await addJob(29_000);
    expect(await watch([worker(LONG_AGO_MS)])).to.deep.equal([]);
  });

  it('but not when its queue is paused', async () => {
    await addJob(LONG_AGO_MS);
    await queues.all()[0]?.pause();
    expect(await watch([worker(LONG_AGO_MS)])).to.deep.equal([]);
  });

  it('but not when its queue does not answer', async () => {
    const away = connectTestQueues({ databaseUrl: 'postgres://postgres@127.0.0.1:1/x' });
    let found = 0;
    const onStuck = () => {
      found += 1;
    };
    await failureOf(watchProgress({ workers: [worker(LONG_AGO_MS)], queues: away, log, onStuck }));
    expect(found).to.equal(0);
    await away.close();
  });

  (HAS_REDIS ? it : it.skip)('but not while a Redis Cluster moves its keys to another node', async () => {
    const redis = await startRedisCluster({ masters: 2 });
    const moved = connectTestQueues({ redisUrl: redis.url });
    await eventually('it takes a job', () =>
      moved.all()[0]?.add('do-nothing', { ids: [] }, { timestamp: Date.now() - LONG_AGO_MS }),
    );
    expect(await watch([worker(LONG_AGO_MS)], moved)).to.have.length(1);
    const resharding = await startResharding(redis, '{test}');
    // Reading the queue fails: it asks for keys that are not there, and may have moved.
    expect((await failureOf(watch([worker(LONG_AGO_MS)], moved))).message).to.match(/^(ASK|TRYAGAIN) /);
    await resharding.finish();
    await moved.close();
    await redis.stop();
  });
});

describe('a loop counts as stuck', () => {
  const watch = (...runningMs: number[]) => {
    let found = 0;
    const onStuck = () => {
      found += 1;
    };
    const loops = runningMs.map((ms, index) => ({ name: `loop ${index}`, runningForMs: () => ms }));
    watchLoops({ loops, log, onStuck });
    return found;
  };

  it('when one run has taken five minutes', () => {
    expect(watch(0, 5 * 60_000)).to.equal(1);
  });

  it('but not before', () => {
    expect(watch(0, 5 * 60_000 - 1)).to.equal(0);
  });

  it('measured by how long it has waited for an answer', async () => {
    let answer: () => void = () => {};
    const run = () =>
      new Promise<void>((resolve) => {
        answer = resolve;
      });
    const loop = repeat({ name: 'waiting', everyMs: 60_000, log, run });
    await eventually('it has been under way for a while', () => loop.runningForMs() > 50);
    answer();
    await eventually('it is between two runs', () => loop.runningForMs() === 0);
    await loop.stop();
  });
});
