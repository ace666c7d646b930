// A worker that makes no progress is found; one that is merely idle, busy, paused or cut off is not.
import { expect } from 'chai';
import { createLog } from '../../../shared/log.ts';
import type { Queues } from '../../../shared/queues/connect.ts';
import { watchProgress } from '../../../workers/runtime/liveness.ts';
import type { RunningWorker } from '../../../workers/runtime/run-worker.ts';
import { useDatabase } from '../../support/database.ts';
import { eventually } from '../../support/eventually.ts';
import { failureOf } from '../../support/failure-of.ts';
import { probeEntry } from '../../support/probe-work.ts';
import { connectTestQueues, testQueue } from '../../support/queues.ts';

const log = createLog({ level: 'silent', process: 'test' });
const LONG_AGO_MS = 31_000;

describe('a worker is taken for stuck', () => {
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
    entry: { ...probeEntry(), queue: testQueue },
    active: () => active,
    lastProgressMs: () => performance.now() - silentMs,
    stop: () => Promise.resolve(),
  });
  /** How many of the workers are reported. */
  const watch = async (workers: RunningWorker[], watched = queues) => {
    const stuck: RunningWorker[] = [];
    await watchProgress({ workers, queues: watched, log, onStuck: (found) => stuck.push(found) });
    return stuck;
  };

  it('when a job waits, it runs none, and both for more than 30 s', async () => {
    await addJob(LONG_AGO_MS);
    const stuck = worker(LONG_AGO_MS);
    expect(await watch([worker(0), stuck])).to.deep.equal([stuck]);
  });

  it('also when younger jobs wait behind the old one', async () => {
    await addJob(LONG_AGO_MS);
    await addJob(0);
    expect(await watch([worker(LONG_AGO_MS)])).to.have.length(1);
  });

  it('but not when its queue is empty', async () => {
    expect(await watch([worker(LONG_AGO_MS)])).to.deep.equal([]);
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

  it('but not when its queue cannot be asked', async () => {
    const away = connectTestQueues({ databaseUrl: 'postgres://postgres@127.0.0.1:1/x' });
    let found = 0;
    const onStuck = () => {
      found += 1;
    };
    await failureOf(watchProgress({ workers: [worker(LONG_AGO_MS)], queues: away, log, onStuck }));
    expect(found).to.equal(0);
    await away.close();
  });
});
