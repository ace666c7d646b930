// Workers start with the given dependencies, and stop in the order that loses nothing (graceful shutdown).
import { expect } from 'chai';
import type { JobHandler, RegistryEntry, WorkerDeps } from '../../workers/runtime/job.ts';
import { startWorkers, type Workers } from '../../workers/start.ts';
import { useDatabase } from '../support/database/database.ts';
import { eventually } from '../support/time/eventually.ts';
import { createSignal } from '../support/time/signal.ts';
import {
  countProbeWork,
  createProbeTables,
  doProbeWork,
  insertProbeWork,
  probeEntry,
  probeQueue,
} from '../support/work/probe-work.ts';
import { createWorkerDeps } from '../support/work/worker.ts';

describe('workers', () => {
  const database = useDatabase();
  before(() => createProbeTables(database.pool));
  let deps: WorkerDeps;
  let workers: Workers | undefined;

  beforeEach(async () => {
    await database.pool.query('TRUNCATE probe_work, probe_runs, worker_processes');
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined });
    await eventually('the queue takes a write', () => deps.queues.checkWrite().then(() => true));
    await deps.queues.all()[0]?.obliterate({ force: true });
  });
  afterEach(async () => {
    await workers?.stop();
    workers = undefined;
    await deps.queues.close();
    await deps.database.end();
  });

  const start = (entries: readonly RegistryEntry[], schedules: boolean) => {
    workers = startWorkers({ deps, kinds: [probeEntry()], entries, schedules, onStuck: () => {} });
    return workers;
  };
  const insertDue = () => database.pool.query('INSERT INTO probe_work (next_attempt_at) VALUES (now())');
  const waiting = async () => (await deps.queues.all()[0]?.getWaitingCount()) ?? 0;

  it('process the jobs of their queues', async () => {
    start([probeEntry()], false);
    deps.queues.wake(probeQueue, await insertProbeWork(database.pool, 3));
    await eventually('3 rows are done', async () => (await countProbeWork(database.pool)).done === 3);
  });

  it('of the group schedule wake due rows, also for queues of other processes', async () => {
    await insertDue();
    start([], true);
    await eventually('a job waits', async () => (await waiting()) === 1);
  });

  it('of other groups do not wake due rows', async () => {
    await insertDue();
    start([probeEntry()], false);
    deps.queues.wake(probeQueue, await insertProbeWork(database.pool, 1));
    await eventually('the other row is done', async () => (await countProbeWork(database.pool)).done === 1);
    const { rows } = await database.pool.query('SELECT FROM probe_work WHERE next_attempt_at IS NOT NULL');
    expect(rows).to.have.length(1);
  });

  it('write what was written last again when another server answers', async () => {
    const listeners: (() => void)[] = [];
    const watch = { onMove: (listener: () => void) => void listeners.push(listener) };
    const again = createSignal();
    const writeAgain = () => Promise.resolve(again.give());
    const writtenOutcomes = { forget: () => {}, stop: () => Promise.resolve(), writeAgain } as never;
    const started = { ...deps, writtenOutcomes };
    workers = startWorkers({
      deps: started,
      kinds: [],
      entries: [],
      schedules: false,
      watch,
      onStuck: () => {},
    });
    for (const move of listeners) move();
    await again.given;
  });

  it('finish their jobs before they end the lease, and take no more, when they are stopped', async () => {
    const order: string[] = [];
    const { given: gate, give: finish } = createSignal();
    const handle: JobHandler = async (payload, jobDeps) => {
      order.push('job began');
      await gate;
      const did = await doProbeWork(payload, jobDeps);
      order.push('job ended');
      return did;
    };
    const end = deps.lease.end.bind(deps.lease);
    deps = {
      ...deps,
      lease: {
        ...deps.lease,
        async end() {
          order.push('lease ended');
          await end();
        },
      },
    };
    const tickEnd = createSignal();
    const slowTick = { ...probeEntry().table, markDue: () => tickEnd.given.then(() => []) };
    const running = startWorkers({
      deps,
      kinds: [{ ...probeEntry(), table: slowTick }],
      entries: [{ ...probeEntry(handle), concurrency: 1 }],
      schedules: true,
      onStuck: () => {},
    });
    deps.queues.wake(probeQueue, await insertProbeWork(database.pool, 1));
    await eventually('the job has begun', () => order.length > 0);
    const stopped = running.stop();
    deps.queues.wake(probeQueue, await insertProbeWork(database.pool, 1));
    await eventually('the second job waits', async () => (await waiting()) === 1);
    expect(order).to.deep.equal(['job began']);
    finish();
    await eventually('the job has ended', () => order.includes('job ended'));
    tickEnd.give();
    await stopped;
    expect(order).to.deep.equal(['job began', 'job ended', 'lease ended']);
    expect((await countProbeWork(database.pool)).done).to.equal(1);
    expect((await database.pool.query('SELECT FROM worker_processes')).rowCount).to.equal(0);
  });
});
