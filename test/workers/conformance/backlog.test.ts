// Conformance suite of the queue on both backends, part 2: a backlog is never enqueued twice.
import { expect } from 'chai';
import type { Lease } from '../../../workers/runtime/lease.ts';
import { sweep } from '../../../workers/runtime/sweep.ts';
import { describeOnEachBackend } from '../../support/queues/queue-backends.ts';
import { eventually } from '../../support/time/eventually.ts';
import { insertProbeWork, probeEntry, probeQueue } from '../../support/work/probe-work.ts';
import { closeWorkerDeps, createWorkerDeps } from '../../support/work/worker.ts';
import { useProbe } from './support/use-probe.ts';

describeOnEachBackend('A backlog', (backend) => {
  const { db, servers } = useProbe(backend);
  const lease: Partial<Lease> = { mayReclaim: () => true };

  async function withProducer(run: (deps: Awaited<ReturnType<typeof createWorkerDeps>>) => Promise<void>) {
    const deps = await createWorkerDeps(servers(), { lease });
    try {
      await run(deps);
    } finally {
      await closeWorkerDeps(deps);
    }
  }

  /** Changes the rows as if they had been woken a minute ago; the tests add jobs of the same age. */
  const ageWakeUps = () => db.pool.query(`UPDATE probe_work SET woken_at = woken_at - interval '1 minute'`);

  it('is not woken again by the sweeper while its jobs wait', () =>
    withProducer(async (deps) => {
      const [queue] = deps.queues.all();
      const ids = await insertProbeWork(db.pool, 5);
      await ageWakeUps();
      await queue?.add(probeQueue.jobName, { ids }, { timestamp: Date.now() - 60_000 });
      for (let run = 0; run < 3; run += 1) await sweep({ ...deps, kinds: [probeEntry()] });
      expect(await queue?.getWaitingCount()).to.equal(1);
    }));

  it('is not woken again by the sweeper while its queue is paused', () =>
    withProducer(async (deps) => {
      const [queue] = deps.queues.all();
      await queue?.pause();
      const ids = await insertProbeWork(db.pool, 5);
      await ageWakeUps();
      await queue?.add(probeQueue.jobName, { ids }, { timestamp: Date.now() - 60_000 });
      for (let run = 0; run < 3; run += 1) await sweep({ ...deps, kinds: [probeEntry()] });
      expect(await queue?.getJobs(['waiting'])).to.have.length(1);
    }));

  it('is woken once when its jobs are gone', () =>
    withProducer(async (deps) => {
      const [queue] = deps.queues.all();
      await insertProbeWork(db.pool, 250);
      await ageWakeUps();
      for (let run = 0; run < 3; run += 1) await sweep({ ...deps, kinds: [probeEntry()] });
      const jobs = await eventually('the jobs wait', async () => {
        const waiting = (await queue?.getWaiting()) ?? [];
        return waiting.length === 3 && waiting;
      });
      const ids = jobs.flatMap((job) => job.data.ids);
      expect(ids).to.have.length(250);
      expect(new Set(ids).size).to.equal(250);
      expect(Math.max(...jobs.map((job) => job.data.ids.length))).to.equal(100);
    }));
});
