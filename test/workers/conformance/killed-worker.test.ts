// Conformance suite of the queue on both backends, part 3: a killed worker loses nothing, and a graceful shutdown
// finishes the claimed rows.
import { once } from 'node:events';
import { expect } from 'chai';
import { createSystemClock } from '../../../shared/platform/time/clock.ts';
import type { JobHandler } from '../../../workers/runtime/job.ts';
import { describeOnEachBackend, describeOnOneBackend } from '../../support/queues/queue-backends.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal } from '../../support/time/signal.ts';
import {
  countProbeWork,
  doProbeWork,
  insertProbeWork,
  probeEntry,
  probeQueue,
  probeTable,
} from '../../support/work/probe-work.ts';
import {
  closeWorkerDeps,
  createWorkerDeps,
  spawnProbeWorker,
  startTestWorker,
} from '../../support/work/worker.ts';
import { useProbe } from './support/use-probe.ts';

describeOnEachBackend('A worker', (backend) => {
  const { db, servers } = useProbe(backend);

  const claimed = (rows: number) =>
    eventually(`${rows} rows are claimed`, async () => {
      const { rowCount } = await db.pool.query('SELECT FROM probe_work WHERE claimed_by IS NOT NULL');
      return rowCount === rows;
    });

  /** Makes the heartbeats of other workers older than the limit of a minute, so that they count as dead. */
  const ageDeadHeartbeats = (livingWorker: string) =>
    db.pool.query(
      `UPDATE worker_processes SET heartbeat_at = heartbeat_at - interval '61 seconds' WHERE id <> $1`,
      [livingWorker],
    );

  /** Frees the rows of dead workers, as a sweep does. */
  const reclaim = async () => {
    const now = createSystemClock().now();
    return await probeTable.reclaim(db.pool, await probeTable.findLost(db.pool, 60_000, 100), now);
  };

  it('that is killed leaves its rows to other workers, which process them once', async () => {
    const producer = await createWorkerDeps(servers());
    const victim = await spawnProbeWorker(servers(), { PROBE_HANGS: 'true' });
    producer.queues.wake(probeQueue, await insertProbeWork(db.pool, 150));
    await claimed(150);
    victim.kill('SIGKILL');
    await once(victim, 'exit');

    const survivor = await startTestWorker(servers(), { lease: { mayReclaim: () => true } });
    await ageDeadHeartbeats(survivor.deps.lease.workerId);
    await eventually('150 rows are done', async () => (await countProbeWork(db.pool)).done === 150);
    await survivor.stop();
    await closeWorkerDeps(producer);
    expect(await countProbeWork(db.pool)).to.deep.equal({ rows: 150, done: 150, doubled: 0 });
  });

  it('keeps its rows while its heartbeat is fresh', async () => {
    const holder = await createWorkerDeps(servers());
    const ids = await insertProbeWork(db.pool, 3);
    const token = '018f0000-0000-7000-8000-000000000001';
    await probeTable.claim(db.pool, ids, { worker: holder.lease.workerId, token });
    expect(await reclaim()).to.deep.equal([]);
    await closeWorkerDeps(holder);
    expect(await reclaim()).to.have.members(ids);
  });

  it('that was considered dead cannot overwrite the work of its successor (fencing token)', async () => {
    const ids = await insertProbeWork(db.pool, 1);
    const first = {
      worker: '018f0000-0000-7000-8000-00000000000a',
      token: '018f0000-0000-7000-8000-000000000001',
    };
    const second = {
      worker: '018f0000-0000-7000-8000-00000000000b',
      token: '018f0000-0000-7000-8000-000000000002',
    };
    const [stale] = await probeTable.claim(db.pool, ids, first);
    await reclaim();
    await probeTable.markDue(db.pool, createSystemClock().now(), 100);
    const [fresh] = await probeTable.claim(db.pool, ids, second);
    if (!stale || !fresh) throw new Error('both must have claimed the row');
    expect(await probeTable.release(db.pool, [{ ...stale, nextAttemptAt: null }])).to.deep.equal([]);
    expect(await probeTable.release(db.pool, [{ ...fresh, nextAttemptAt: null }])).to.deep.equal(ids);
  });

  it('that is stopped finishes its claimed rows and ends its lease', async () => {
    const { given: gate, give: finish } = createSignal();
    const handle: JobHandler = async (payload, deps) => {
      await gate;
      return await doProbeWork(payload, deps);
    };
    const worker = await startTestWorker(servers(), { entries: [probeEntry(handle)] });
    const [queue] = worker.deps.queues.all();
    worker.deps.queues.wake(probeQueue, await insertProbeWork(db.pool, 4));
    await eventually('the job has been taken', async () => (await queue?.getActiveCount()) === 1);
    const stopped = worker.stop();
    finish();
    await stopped;
    expect(await countProbeWork(db.pool)).to.deep.equal({ rows: 4, done: 4, doubled: 0 });
    const { rowCount } = await db.pool.query('SELECT FROM worker_processes WHERE id = $1', [
      worker.deps.lease.workerId,
    ]);
    expect(rowCount).to.equal(0);
  });

  it('that is stopped before it has connected leaves no connection', async () => {
    const worker = await startTestWorker(servers());
    await worker.stop();
  });

  it('without a valid lease skips jobs and leaves their rows woken', async () => {
    const worker = await startTestWorker(servers(), {
      lease: { mayStartWork: () => false },
      schedules: false,
    });
    const [queue] = worker.deps.queues.all();
    worker.deps.queues.wake(probeQueue, await insertProbeWork(db.pool, 2));
    await eventually('the job has passed', async () => {
      const counts = (await queue?.getJobCounts('waiting', 'active')) ?? {};
      return (
        Object.values(counts).every((count) => count === 0) &&
        (await db.pool.query('SELECT FROM probe_work WHERE woken_at IS NOT NULL AND claimed_by IS NULL'))
          .rowCount === 2
      );
    });
    await worker.stop();
    expect((await countProbeWork(db.pool)).done).to.equal(0);
  });
});

// On Postgres test/workers/main.test.ts stops a process of the product.
describeOnOneBackend('redis', 'A worker', (backend) => {
  const { db, servers } = useProbe(backend);

  it('in its own process shuts down gracefully at SIGTERM', async () => {
    const child = await spawnProbeWorker(servers());
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    expect(code).to.equal(0);
    const { rowCount } = await db.pool.query('SELECT FROM worker_processes');
    expect(rowCount).to.equal(0);
  });
});
