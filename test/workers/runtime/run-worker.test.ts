// How a worker handles a job: it validates the payload, counts the result and reports progress.
import { expect } from 'chai';
import type { Queues } from '../../../shared/platform/queues/connect.ts';
import type { JobHandler, WorkerDeps } from '../../../workers/runtime/job.ts';
import type { Lease } from '../../../workers/runtime/lease.ts';
import { type RunningWorker, runWorkers } from '../../../workers/runtime/run-worker.ts';
import { useDatabase } from '../../support/database/database.ts';
import { eventually } from '../../support/time/eventually.ts';
import { createSignal, watchEnd } from '../../support/time/signal.ts';
import { probeEntry, probeQueue } from '../../support/work/probe-work.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../support/work/worker.ts';

/** The worker of the only queue of an entry. */
function workerOf(...given: Parameters<typeof runWorkers>): RunningWorker {
  return runWorkers(...given)[0] ?? expect.fail('There is no worker.');
}

describe('a job', () => {
  const database = useDatabase();
  let deps: WorkerDeps;
  let worker: RunningWorker;
  let handled: string[][];

  const start = async (handle: JobHandler, lease: Partial<Lease> = {}) => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, { lease });
    await eventually('the queue takes a write', () => deps.queues.checkWrite().then(() => true));
    await deps.queues.all()[0]?.obliterate({ force: true });
    worker = workerOf(probeEntry(handle), deps);
  };
  const keep: JobHandler = ({ ids }) => {
    handled.push([...ids]);
    return Promise.resolve('kept');
  };
  const add = (data: unknown) => deps.queues.all()[0]?.add(probeQueue.jobName, data as never);
  const counts = async () => {
    const { values } = await deps.queues.metrics.jobs.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.outcome, value]));
  };
  beforeEach(() => {
    handled = [];
  });
  afterEach(async () => {
    await worker.stop();
    await closeWorkerDeps(deps);
  });

  it('gets its ids, and is counted when it is done', async () => {
    await start(keep);
    await add({ ids: ['a', 'b'], other: 'dropped' });
    await eventually('it is counted', async () => (await counts())['completed'] === 1);
    expect(handled).to.deep.equal([['a', 'b']]);
  });

  for (const data of [{}, null, { ids: 'a' }, { ids: [1] }, { ids: [null] }, ['a']]) {
    it(`fails without being handled when its payload is ${JSON.stringify(data)}`, async () => {
      await start(keep);
      await add(data);
      await eventually('it is counted', async () => (await counts())['failed'] === 1);
      expect(handled).to.deep.equal([]);
    });
  }

  it('that throws fails once, is counted, and does not run again', async () => {
    await start(({ ids }) => {
      handled.push([...ids]);
      return Promise.reject(new Error('a bug'));
    });
    await add({ ids: ['a'] });
    await eventually('it is counted', async () => (await counts())['failed'] === 1);
    expect(await deps.queues.all()[0]?.getFailedCount()).to.equal(1);
    expect(handled).to.have.length(1);
    expect(worker.active()).to.equal(0);
  });

  it('is skipped while the lease is not valid', async () => {
    await start(keep, { mayStartWork: () => false });
    await add({ ids: ['a'] });
    await eventually('it has passed', async () => (await counts())['completed'] === 1);
    expect(handled).to.deep.equal([]);
  });

  it('counts as active and as progress while it runs', async () => {
    const { given: gate, give: finish } = createSignal();
    await start(() => gate.then(() => 'done'));
    const startedAt = worker.lastProgressMs();
    await add({ ids: ['a'] });
    await eventually('it is active', () => worker.active() === 1);
    const begunAt = worker.lastProgressMs();
    expect(begunAt).to.be.above(startedAt);
    finish();
    await eventually('it has ended', () => worker.active() === 0);
    expect(worker.lastProgressMs()).to.be.above(begunAt);
  });
});

const STOP_TIMEOUT_MS = 100;

describe('a worker that BullMQ does not close', () => {
  const database = useDatabase();
  let deps: WorkerDeps;

  beforeEach(async () => {
    deps = await createWorkerDeps({ databaseUrl: database.url, redisUrl: undefined }, {});
    await eventually('the queue takes a write', () => deps.queues.checkWrite().then(() => true));
  });
  afterEach(() => closeWorkerDeps(deps));

  /** Starts a worker whose connection hangs when it is closed, as it may after its server was unavailable. */
  const start = (handle: JobHandler) => {
    const { given: hung, give: letGo } = createSignal();
    const work: Queues['work'] = (...args) => {
      const worker = deps.queues.work(...args);
      const close = worker.close.bind(worker);
      let closing: Promise<void> | undefined;
      worker.close = () => {
        closing ??= hung.then(() => close());
        return closing;
      };
      return worker;
    };
    const hanging = { ...deps, queues: { ...deps.queues, work } };
    return { worker: workerOf(probeEntry(handle), hanging, STOP_TIMEOUT_MS), letGo };
  };

  it('stops, unless a job still runs', async () => {
    const { given: gate, give: finish } = createSignal();
    const busy = start(() => gate.then(() => 'done'));
    await deps.queues.all()[0]?.add(probeQueue.jobName, { ids: ['a'] });
    await eventually('the job runs', () => busy.worker.active() === 1);
    const idle = start(() => Promise.resolve('done'));
    const stopped = busy.worker.stop();
    const stop = watchEnd(stopped);
    await idle.worker.stop();
    expect(stop.hasEnded).to.equal(false);
    finish();
    busy.letGo();
    await stopped;
    expect(busy.worker.active()).to.equal(0);
    idle.letGo();
  });
});
