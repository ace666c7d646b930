// Conformance suite of the queue on both backends, part 1: every woken row is processed once, whatever happens to its
// jobs.
import { expect } from 'chai';
import { createJobOptions } from '../../../shared/platform/queues/definition.ts';
import type { JobHandler } from '../../../workers/runtime/job.ts';
import { withClaims } from '../../../workers/runtime/with-claims.ts';
import { describeOnEachBackend, describeOnOneBackend } from '../../support/queues/queue-backends.ts';
import { eventually } from '../../support/time/eventually.ts';
import {
  countProbeWork,
  doProbeWork,
  insertProbeWork,
  probeEntry,
  probeQueue,
  probeTable,
} from '../../support/work/probe-work.ts';
import { closeWorkerDeps, createWorkerDeps, startTestWorker } from '../../support/work/worker.ts';
import { useProbe } from './support/use-probe.ts';

describeOnEachBackend('A queue', (backend) => {
  const { db, servers } = useProbe(backend);

  const allDone = (rows: number) =>
    eventually(`${rows} rows are done`, async () => {
      const counts = await countProbeWork(db.pool);
      return counts.done === rows && counts;
    });

  it('processes every woken row once with two workers', async () => {
    const workers = await Promise.all([startTestWorker(servers()), startTestWorker(servers())]);
    for (let batch = 0; batch < 20; batch += 1) {
      workers[0].deps.queues.wake(probeQueue, await insertProbeWork(db.pool, 50));
    }
    const counts = await allDone(1_000);
    await Promise.all(workers.map((worker) => worker.stop()));
    expect(counts).to.deep.equal({ rows: 1_000, done: 1_000, doubled: 0 });
  });

  it('processes a row once although it has many jobs', async () => {
    const worker = await startTestWorker(servers());
    const ids = await insertProbeWork(db.pool, 100);
    const [queue] = worker.deps.queues.all();
    await queue?.addBulk(Array.from({ length: 30 }, () => ({ name: probeQueue.jobName, data: { ids } })));
    await allDone(100);
    await eventually(
      'every job has been taken',
      async () => (await queue?.getJobCounts('waiting', 'active'))?.waiting === 0,
    );
    await worker.stop();
    expect(await countProbeWork(db.pool)).to.deep.equal({ rows: 100, done: 100, doubled: 0 });
  });

  it('processes a row whose job was lost', async () => {
    const producer = await createWorkerDeps(servers());
    producer.queues.wake(probeQueue, await insertProbeWork(db.pool, 10));
    const [queue] = producer.queues.all();
    await eventually('the job waits', async () => (await queue?.getWaitingCount()) === 1);
    await queue?.drain();
    // Longer ago than the sweeper waits for a job that has just been taken.
    await db.pool.query(`UPDATE probe_work SET woken_at = woken_at - interval '1 minute'`);
    const worker = await startTestWorker(servers());
    const counts = await allDone(10);
    await worker.stop();
    await closeWorkerDeps(producer);
    expect(counts.doubled).to.equal(0);
  });

  it('processes a row without a wake-up when it is due, and not before', async () => {
    let now = new Date('2026-11-20T12:00:00Z');
    const worker = await startTestWorker(servers(), { clock: { now: () => now } });
    await db.pool.query(
      `INSERT INTO probe_work (next_attempt_at) VALUES ('2026-11-20T12:00:00Z'), ('2026-11-20T18:00:00Z')`,
    );
    await allDone(1);
    now = new Date('2026-11-20T17:59:59Z');
    await insertProbeWork(db.pool, 0);
    const { rows } = await db.pool.query(
      'SELECT 1 FROM probe_work WHERE woken_at IS NULL AND next_attempt_at IS NOT NULL',
    );
    expect(rows).to.have.length(1);
    now = new Date('2026-11-20T18:00:00Z');
    const counts = await allDone(2);
    await worker.stop();
    expect(counts).to.deep.equal({ rows: 2, done: 2, doubled: 0 });
  });

  it('fails a job without ids and continues with the next', async () => {
    const worker = await startTestWorker(servers());
    const [queue] = worker.deps.queues.all();
    await queue?.add(probeQueue.jobName, 'rubbish' as never);
    worker.deps.queues.wake(probeQueue, await insertProbeWork(db.pool, 1));
    await allDone(1);
    const failed = await eventually('the job has failed', async () => {
      const jobs = (await queue?.getFailed()) ?? [];
      return jobs.length > 0 && jobs;
    });
    await worker.stop();
    expect(failed[0]?.failedReason).to.equal('The job names no ids.');
  });

  it('keeps a completed job with what it did', async () => {
    const worker = await startTestWorker(servers());
    const ids = await insertProbeWork(db.pool, 2);
    worker.deps.queues.wake(probeQueue, [...ids, '0197a000-0000-7000-8000-000000000000']);
    await allDone(2);
    const [queue] = worker.deps.queues.all();
    const [job] = await eventually('the job is completed', async () => {
      const jobs = (await queue?.getCompleted()) ?? [];
      return jobs.length > 0 && jobs;
    });
    await worker.stop();
    expect(job?.returnvalue).to.equal('3 woken, 2 claimed, 1 held elsewhere');
    expect(job?.opts.removeOnComplete).to.deep.equal({ age: 3_600 });
  });

  it('retries a row later when its work throws', async () => {
    let now = new Date('2026-11-20T12:00:00Z');
    let throws = true;
    const handle: JobHandler = (payload, deps) =>
      throws
        ? withClaims(probeTable, payload.ids, deps, () => Promise.reject(new Error('a bug'))).then(String)
        : doProbeWork(payload, deps);
    const worker = await startTestWorker(servers(), {
      entries: [probeEntry(handle)],
      clock: { now: () => now },
    });
    worker.deps.queues.wake(probeQueue, await insertProbeWork(db.pool, 1));
    await eventually('the row was let go', async () => {
      const { rows } = await db.pool.query(
        'SELECT 1 FROM probe_work WHERE woken_at IS NULL AND claimed_by IS NULL AND attempts = 0',
      );
      return rows.length === 1;
    });
    throws = false;
    now = new Date(Date.now() + 24 * 3600_000);
    const counts = await allDone(1);
    await worker.stop();
    expect(counts).to.deep.equal({ rows: 1, done: 1, doubled: 0 });
  });
});

// What is removed, and when, is our own choice; Redis only costs less for it.
describeOnOneBackend('postgres', 'The completed jobs of a queue', (backend) => {
  const { servers } = useProbe(backend);

  it('are about the newest thousand of them', async () => {
    const deps = await createWorkerDeps(servers());
    const [queue] = deps.queues.all();
    const nextOptions = createJobOptions();
    const jobs = Array.from({ length: 1_120 }, (_, number) => ({
      name: probeQueue.jobName,
      data: { ids: [`id-${number}`] },
      opts: nextOptions(),
    }));
    await eventually('the queue takes a write', () => deps.queues.checkWrite().then(() => true));
    await queue?.addBulk(jobs);
    const worker = await startTestWorker(servers(), { entries: [probeEntry(() => Promise.resolve('done'))] });
    await eventually('no job is left', async () => {
      const counts = (await queue?.getJobCounts('waiting', 'active')) ?? {};
      return counts['waiting'] === 0 && counts['active'] === 0;
    });
    await worker.stop();
    const kept = (await queue?.getCompleted(0, 2_000)) ?? [];
    expect(kept).to.have.length.within(1_000, 1_050);
    expect(kept.some(({ data }) => data.ids[0] === 'id-1119')).to.equal(true);
    expect(kept.some(({ data }) => data.ids[0] === 'id-0')).to.equal(false);
    await queue?.obliterate({ force: true });
    await closeWorkerDeps(deps);
  });
});
