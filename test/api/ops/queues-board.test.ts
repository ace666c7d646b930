// The buttons of bull-board neither lose nor duplicate work, because jobs are only wake-ups
// (docs/architecture/queues.md). The test sends the request of each button to the board, on both queue backends, while
// workers process the rows of work.
import type { Queue } from 'bullmq';
import { expect } from 'chai';
import express from 'express';
import supertest from 'supertest';
import { createQueuesBoard } from '../../../api/ops/queues-board.ts';
import type { WakeUp } from '../../../shared/platform/queues/definition.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { sweep } from '../../../workers/runtime/sweep.ts';
import { OPS_TOKEN, useApp } from '../../support/api/app.ts';
import { useDatabase } from '../../support/database/database.ts';
import { describeOnEachBackend } from '../../support/queues/queue-backends.ts';
import { eventually } from '../../support/time/eventually.ts';
import {
  countProbeWork,
  createProbeTables,
  doProbeWork,
  insertProbeWork,
  probeEntry,
  probeQueue,
} from '../../support/work/probe-work.ts';
import {
  closeWorkerDeps,
  createWorkerDeps,
  startTestWorker,
  type TestWorker,
} from '../../support/work/worker.ts';

/** Longer ago than the 5 s during which the sweeper assumes that a wake-up is still in the queue. */
const WOKEN_LONG_AGO = `UPDATE probe_work SET woken_at = woken_at - interval '1 minute'`;
const ROWS = 20;

describeOnEachBackend('The buttons of bull-board', (backend) => {
  const workers: TestWorker[] = [];
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  let deps: WorkerDeps;
  let queue: Queue<WakeUp>;
  let board: express.Express;

  before(async () => {
    await createProbeTables(database.pool);
    deps = await createWorkerDeps(servers());
    await eventually('the queue takes a write', () => deps.queues.checkWrite().then(() => true));
    const [first] = deps.queues.all();
    queue = first ?? expect.fail('There is no queue.');
    board = express().use('/ops/queues', createQueuesBoard(deps.queues));
  });
  // After each and not after all: the suite's Redis ends first.
  afterEach(() => Promise.all(workers.splice(0).map((worker) => worker.stop())));
  beforeEach(async () => {
    await queue.obliterate({ force: true });
    await queue.resume();
    await database.pool.query('TRUNCATE probe_work, probe_runs');
  });

  const servers = () => ({ databaseUrl: database.url, redisUrl: backend.redisUrl });
  const press = async (path: string, body: object = {}) => {
    const url = `/ops/queues/api/queues/${probeQueue.name}/${path}`;
    const { status, text } = await supertest(board).put(url).send(body);
    expect(status, `${path}: ${text}`).to.be.within(200, 204);
  };
  const startWorker = async (handle = doProbeWork) => {
    const worker = await startTestWorker(servers(), { entries: [probeEntry(handle)], schedules: false });
    workers.push(worker);
    return worker;
  };
  const addJobs = async (ids: readonly string[], options: { delay?: number; timestamp?: number } = {}) => {
    for (const id of ids) await queue.add(probeQueue.jobName, { ids: [id] }, options);
  };
  /** Adds jobs that a worker then fails; their rows are free again. */
  const addFailedJobs = async (ids: readonly string[]) => {
    const failing = await startWorker(() => Promise.reject(new Error('a bug')));
    await addJobs(ids);
    await eventually('the jobs have failed', async () => (await queue.getFailedCount()) === ids.length);
    await failing.stop();
    workers.length = 0;
  };
  /** What worker-schedule does every five seconds. */
  const sweepNow = () => sweep({ ...deps, kinds: [probeEntry()] });
  const allDoneOnce = async () => {
    const counts = await eventually('every row is done', async () => {
      const found = await countProbeWork(database.pool);
      return found.done === ROWS && found;
    });
    expect(counts).to.deep.equal({ rows: ROWS, done: ROWS, doubled: 0 });
    await eventually('no job runs any more', async () => (await queue.getActiveCount()) === 0);
    expect(await countProbeWork(database.pool)).to.deep.equal(counts);
  };

  describe('Loses no work and does none twice, whichever button of the board is used.', () => {
    it('retry: failed jobs process their rows, once, even if the sweeper has woken them in the meantime', async () => {
      const ids = await insertProbeWork(database.pool, ROWS);
      await addFailedJobs(ids);
      await startWorker();
      await press('retry/failed');
      await database.pool.query(WOKEN_LONG_AGO);
      await sweepNow();
      await allDoneOnce();
    });

    it('retry of one job: processes its row; a second retry finds nothing to do', async () => {
      const ids = await insertProbeWork(database.pool, ROWS);
      await addFailedJobs(ids);
      const [failed] = await queue.getFailed();
      await press(`${failed?.id}/retry`);
      await startWorker();
      await eventually('one row is done', async () => (await countProbeWork(database.pool)).done === 1);
      await addJobs(failed?.data.ids ?? []);
      await press('retry/failed');
      await allDoneOnce();
    });

    it('promote: delayed jobs process their rows at once, and once', async () => {
      const ids = await insertProbeWork(database.pool, ROWS);
      await addJobs(ids, { delay: 3_600_000 });
      await startWorker();
      await press('promote');
      await allDoneOnce();
    });

    for (const state of ['failed', 'delayed', 'wait'] as const) {
      it(`clean of ${state} jobs: the sweeper wakes their rows again`, async () => {
        const ids = await insertProbeWork(database.pool, ROWS);
        const old = { timestamp: Date.now() - 60_000 };
        if (state === 'failed') await addFailedJobs(ids);
        else await addJobs(ids, state === 'delayed' ? { delay: 3_600_000, ...old } : old);
        await press(`clean/${state}`);
        await database.pool.query(WOKEN_LONG_AGO);
        await startWorker();
        await sweepNow();
        await allDoneOnce();
      });
    }

    it('clean of one job: the sweeper wakes its row again', async () => {
      const ids = await insertProbeWork(database.pool, ROWS);
      await addJobs(ids);
      const [job] = await queue.getWaiting();
      await press(`${job?.id}/clean`);
      expect(await queue.getWaitingCount()).to.equal(ROWS - 1);
      await startWorker();
      await eventually(
        'the others are done',
        async () => (await countProbeWork(database.pool)).done === ROWS - 1,
      );
      await database.pool.query(WOKEN_LONG_AGO);
      await sweepNow();
      await allDoneOnce();
    });

    it('empty while workers run: the sweeper wakes the rows that were not taken', async () => {
      const ids = await insertProbeWork(database.pool, ROWS);
      await startWorker();
      await addJobs(ids);
      await press('empty');
      await eventually('nothing waits', async () => (await queue.getWaitingCount()) === 0);
      await database.pool.query(WOKEN_LONG_AGO);
      await sweepNow();
      await allDoneOnce();
    });

    it('pause and forced obliterate while workers run: the sweeper wakes all rows again', async () => {
      const ids = await insertProbeWork(database.pool, ROWS);
      await startWorker();
      await addJobs(ids);
      await press('pause');
      await press('obliterate', { force: true });
      await press('resume');
      await database.pool.query(WOKEN_LONG_AGO);
      await eventually('every row is done', async () => {
        await sweepNow();
        return (await countProbeWork(database.pool)).done === ROWS;
      });
      await allDoneOnce();
    });

    it('add: a job for rows that are finished or do not exist does nothing', async () => {
      const ids = await insertProbeWork(database.pool, ROWS);
      await startWorker();
      await addJobs(ids);
      await allDoneOnce();
      const strangers = ['00000000-0000-7000-8000-000000000000'];
      for (const data of [{ ids }, { ids: strangers }, { ids: ['no-id'] }, { ids: 7 }, {}]) {
        const { status } = await supertest(board)
          .post(`/ops/queues/api/queues/${probeQueue.name}/add`)
          .send({ name: probeQueue.jobName, data, options: {} });
        expect(status).to.equal(200);
      }
      await eventually('all jobs are taken', async () => (await queue.getWaitingCount()) === 0);
      await allDoneOnce();
    });
  });
});

describe('The page of bull-board', () => {
  const app = useApp();
  const open = (path: string) => app.bare().get(path).set('Authorization', `Bearer ${OPS_TOKEN}`);

  it('Says on each page of the board that a job is only a wake-up.', async () => {
    for (const path of ['/ops/queues', '/ops/queues/queue/send', '/ops/queues/queue/send/1']) {
      const { status, text } = await open(path);
      expect(status, path).to.equal(200);
      expect(text.split('A job is only a wake-up.'), path).to.have.length(2);
    }
  });

  it('Shows every queue on the board.', async () => {
    const { body } = await open('/ops/queues/api/queues');
    const names = (body.queues as { name: string }[]).map(({ name }) => name);
    expect(names.sort()).to.deep.equal(
      app.deps.queues
        .all()
        .map(({ name }) => name)
        .sort(),
    );
  });

  it('Shows the data of jobs unchanged.', async () => {
    const [queue] = app.deps.queues.all();
    const text = '<div id="root">';
    const job = await eventually('the queue takes a job', () => queue?.add('look-here', { ids: [text] }));
    const { body } = await open(`/ops/queues/api/queues/${queue?.name}/${job.id}`);
    expect(body.job.data).to.deep.equal({ ids: [text] });
  });
});
