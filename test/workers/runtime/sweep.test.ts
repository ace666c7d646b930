// The sweeper wakes rows whose wake-up was lost, frees the rows of dead workers, and does not take a backlog for lost
// wake-ups.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import type { WorkKind } from '../../../shared/platform/work/define-work.ts';
import type { WorkTable } from '../../../shared/platform/work/work-table.ts';
import type { WorkerDeps } from '../../../workers/runtime/job.ts';
import { sweep, sweepEveryMs } from '../../../workers/runtime/sweep.ts';
import { useDatabase } from '../../support/database/database.ts';
import { describeOnEachBackend } from '../../support/queues/queue-backends.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createProbeTables, insertProbeWork, probeEntry, probeQueue } from '../../support/work/probe-work.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../support/work/worker.ts';

describeOnEachBackend('A sweep', (backend) => {
  after(() => closeWorkerDeps(deps));
  const database = useDatabase();
  let deps: WorkerDeps;
  let mayReclaim: boolean;

  before(async () => {
    await createProbeTables(database.pool);
    const lease = { mayReclaim: () => mayReclaim };
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: backend.redisUrl }, { lease });
    await eventually('the queue takes a write', () => deps.queues.checkWrite().then(() => true));
  });
  beforeEach(async () => {
    mayReclaim = true;
    await database.pool.query('TRUNCATE probe_work');
    await deps.queues.all()[0]?.obliterate({ force: true });
  });

  const run = (kinds: readonly WorkKind[] = [probeEntry()]) => sweep({ ...deps, kinds });
  const ageWakeUps = (interval: string) =>
    database.pool.query('UPDATE probe_work SET woken_at = woken_at - $1::interval', [interval]);
  const addJob = (ids: string[], ageMs: number) =>
    deps.queues.all()[0]?.add(probeQueue.jobName, { ids }, { timestamp: Date.now() - ageMs });
  const wokenAt = async () =>
    (await database.pool.query('SELECT woken_at FROM probe_work ORDER BY id')).rows.map(
      (row) => row.woken_at,
    );
  /** A row that a sweep wakes again gets a new `woken_at`. */
  const sweepsNothing = async () => {
    const before = await wokenAt();
    await run();
    expect(await wokenAt()).to.deep.equal(before);
  };

  it('wakes a row again that was woken more than 5 s ago and has no job', async () => {
    const ids = await insertProbeWork(database.pool, 2);
    await ageWakeUps('6 seconds');
    await run();
    const [job] = await eventually('a job waits', async () => {
      const jobs = (await deps.queues.all()[0]?.getWaiting()) ?? [];
      return jobs.length > 0 && jobs;
    });
    expect(job?.data.ids).to.have.members(ids);
  });

  it('does not wake a row again that was woken less than 5 s ago', async () => {
    await insertProbeWork(database.pool, 2);
    await ageWakeUps('3 seconds');
    await sweepsNothing();
  });

  it('does not wake a backlog again, also when younger jobs wait after it', async () => {
    const ids = await insertProbeWork(database.pool, 2);
    await ageWakeUps('1 minute');
    await addJob(ids, 60_000);
    await addJob([], 30_000);
    await addJob([], 0);
    await sweepsNothing();
  });

  it('wakes rows that were forgotten before the oldest waiting job', async () => {
    await insertProbeWork(database.pool, 1);
    await ageWakeUps('1 minute');
    await addJob([], 30_000);
    const before = await wokenAt();
    await run();
    expect(await wokenAt()).not.to.deep.equal(before);
  });

  it('frees the rows of a dead worker', async () => {
    const ids = await insertProbeWork(database.pool, 1);
    await probeEntry().table.claim(database.pool, ids, { worker: randomUUID(), token: randomUUID() });
    await run();
    const { rows } = await database.pool.query('SELECT FROM probe_work WHERE claimed_by IS NULL');
    expect(rows).to.have.length(1);
  });

  it('frees nothing while others may only look dead', async () => {
    mayReclaim = false;
    const ids = await insertProbeWork(database.pool, 1);
    await probeEntry().table.claim(database.pool, ids, { worker: randomUUID(), token: randomUUID() });
    await run();
    const { rows } = await database.pool.query('SELECT FROM probe_work WHERE claimed_by IS NULL');
    expect(rows).to.have.length(0);
  });

  it('continues with the next source when one fails', async () => {
    await insertProbeWork(database.pool, 1);
    await ageWakeUps('6 seconds');
    const before = await wokenAt();
    const failing = { findLost: () => Promise.reject(new Error('away')) } as unknown as WorkTable;
    const table = { ...probeEntry().table, ...failing };
    await run([{ ...probeEntry(), table }, probeEntry()]);
    expect(await wokenAt()).not.to.deep.equal(before);
  });
});

describe('Sweeps', () => {
  it('come every 5 s, and sooner only where workers count as dead within 15 s', () => {
    const production = 60_000;
    const test = 15_000;
    const short = 3_000;
    expect([production, test, short].map((deadAfterMs) => sweepEveryMs({ deadAfterMs }))).to.deep.equal([
      5_000, 5_000, 1_000,
    ]);
  });
});
