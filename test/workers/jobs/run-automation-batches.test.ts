// The job that cancels or removes the runs of automations that were stopped or deleted, a thousand a step.
import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { NIL_UUID } from '../../../shared/platform/time/ids.ts';
import { batchWalk } from '../../../shared/resources/flows/automations/batches/step.ts';
import { automationBatchWork } from '../../../shared/resources/flows/automations/batches/work.ts';
import { deleteAutomation } from '../../../shared/resources/flows/automations/delete.ts';
import { stopAutomation } from '../../../shared/resources/flows/automations/stop.ts';
import { createAutomation } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../support/factories/factories.ts';
import { createRun, readRun } from '../../support/factories/run-factories.ts';
import { runJob } from '../../support/work/run-job.ts';
import { useJob } from '../support/use-job.ts';

describe('batches of runs', () => {
  const job = useJob();
  const { clock, query } = job;
  let automation: Awaited<ReturnType<typeof createAutomation>>;
  let contactId: string;
  beforeEach(async () => {
    const { id: accountId } = await createAccount(job.pool);
    const { id: domainId } = await createDomain(job.pool, accountId);
    automation = await createAutomation(job.pool, accountId, { domainId });
    contactId = (await createContact(job.pool, { accountId })).id;
  });
  const path = () => ({ accountId: automation.accountId, id: automation.id });
  const insertRuns = (count: number) =>
    query(
      `INSERT INTO automation_runs (id, account_id, automation_id, version_id, epoch, domain_id, contact_id, source_id,
         is_exclusive, chain, listens, step_key, clock, created_at, next_attempt_at, woken_at, claimed_by, claim_token)
       SELECT uuid_v7(now()), $1, $2, $3, 0, $4, $5, uuid_v7(now()), false, '{}', '{x}', 'delay', now(), now(), now(),
              now(), CASE WHEN number % 2 = 0 THEN gen_random_uuid() END, CASE WHEN number % 2 = 0 THEN gen_random_uuid() END
       FROM generate_series(1, $6) AS number`,
      [automation.accountId, automation.id, automation.versionId, automation.domainId, contactId, count],
    );
  const batchIds = async () => {
    const rows = await query(
      'SELECT id FROM automation_batch_work WHERE automation_id = $1 AND ended_at IS NULL',
      [automation.id],
    );
    return rows.map(({ id }) => id);
  };
  const countOf = async (table: string, condition = 'true'): Promise<number> =>
    (await query(`SELECT FROM ${table} WHERE automation_id = $1 AND ${condition}`, [automation.id])).length;
  const runAll = async () => {
    for (;;) {
      const ids = await batchIds();
      if (ids.length === 0) return;
      await automationBatchWork.table.markDue(job.pool, clock.now(), 10);
      await runJob(automationBatchWork, ids, job.deps);
    }
  };

  it('cancels the runs of earlier epochs, takes them away from workers, and leaves later ones alone', async () => {
    await insertRuns(2_500);
    const { id: ended } = await createRun(job.pool, { automation, contactId });
    await query("UPDATE automation_runs SET status = 'completed', reason = NULL WHERE id = $1", [ended]);
    await stopAutomation(job.deps, { ...path(), cancelRuns: true }, clock.now());
    const { id: later } = await createRun(job.pool, { automation, contactId });
    expect(await runJob(automationBatchWork, await batchIds(), job.deps)).to.equal('1 woken, 1 claimed');
    expect(await batchIds()).to.deep.equal([]);
    const free = 'claimed_by IS NULL AND woken_at IS NULL AND next_attempt_at IS NULL AND attempts = 0';
    expect(
      await countOf(
        'automation_runs',
        `status = 'cancelled' AND reason = 'stopped' AND listens = '{}' AND ${free}`,
      ),
    ).to.equal(2_500);
    expect(await readRun(job.pool, ended)).to.include({ status: 'completed', reason: null });
    expect(await readRun(job.pool, later)).to.include({ status: 'running', isWoken: true });
  });

  it('removes a deleted automation with its runs, steps, versions and entries', async () => {
    await insertRuns(1_500);
    await query(
      `INSERT INTO automation_step_runs (run_id, position, step_id, key, status, started_at)
       SELECT id, 0, id, 'x', 'completed', now() FROM automation_runs WHERE automation_id = $1`,
      [automation.id],
    );
    await query(
      "INSERT INTO automation_entries SELECT $1, 'a' || number FROM generate_series(1, 10001) AS number",
      [automation.id],
    );
    const other = await createAutomation(job.pool, automation.accountId, { domainId: automation.domainId });
    const { id: untouched } = await createRun(job.pool, { automation: other, contactId });
    await deleteAutomation(job.deps, path(), clock.now());
    await runAll();
    for (const table of ['automation_runs', 'automation_versions', 'automation_entries'])
      expect(await countOf(table), table).to.equal(0);
    const rows = await query(
      `SELECT (SELECT count(*)::integer FROM automation_step_runs) AS steps,
              (SELECT count(*)::integer FROM automations WHERE id = $1) AS automations`,
      [automation.id],
    );
    expect(rows).to.deep.equal([{ steps: 0, automations: 0 }]);
    expect(await readRun(job.pool, untouched)).to.include({ status: 'running' });
  });

  it('goes on where a worker has died, and writes nothing without the claim', async () => {
    await insertRuns(1_500);
    await stopAutomation(job.deps, { ...path(), cancelRuns: true }, clock.now());
    const [id = ''] = await batchIds();
    const lease = { worker: job.deps.lease.workerId, token: randomUUID() };
    const [claim] = await automationBatchWork.table.claim(job.pool, [id], lease);
    const step = () => batchWalk.step(job.deps, claim ?? expect.fail(), clock.now());
    for (const each of ['begins', 'counts', 'cancels a thousand'])
      expect(await step(), each).to.equal('more');
    expect(await countOf('automation_runs', "status = 'cancelled'")).to.equal(1_000);
    await automationBatchWork.table.abandon(job.pool, lease, clock.now());
    expect(await step()).to.equal('done');
    expect(await countOf('automation_runs', "status = 'cancelled'")).to.equal(1_000);
    await runAll();
    expect(await countOf('automation_runs', "status = 'cancelled'")).to.equal(1_500);
  });

  describe('of an automation that is stopped again', () => {
    const stop = () => stopAutomation(job.deps, { ...path(), cancelRuns: true }, clock.now());
    const stateOf = () =>
      query(
        `SELECT position, claimed_by IS NOT NULL AS "isClaimed", woken_at IS NOT NULL AS "isWoken"
         FROM automation_batch_work WHERE automation_id = $1`,
        [automation.id],
      );
    const claim = async (worker = job.deps.lease.workerId) => {
      const lease = { worker, token: randomUUID() };
      const [claimed] = await automationBatchWork.table.claim(job.pool, await batchIds(), lease);
      return claimed ?? expect.fail();
    };

    it('begins again instead of a second one, and is woken', async () => {
      await insertRuns(1_500);
      await stop();
      const claimed = await claim();
      await batchWalk.step(job.deps, claimed, clock.now());
      await automationBatchWork.table.release(job.pool, [{ ...claimed, nextAttemptAt: clock.now() }]);
      await stop();
      await stop();
      expect(await stateOf()).to.deep.equal([{ position: NIL_UUID, isClaimed: false, isWoken: true }]);
      await runAll();
      expect(await countOf('automation_runs', "status = 'cancelled'")).to.equal(1_500);
      await stop();
      expect(await batchIds()).to.have.length(1);
    });

    it('begins again under the worker that has it, also during a step', async () => {
      await insertRuns(1_500);
      await stop();
      const claimed = await claim();
      await batchWalk.step(job.deps, claimed, clock.now());
      // After the position.
      await query(
        `UPDATE automation_runs SET status = 'running' WHERE id = (
           SELECT id FROM automation_runs WHERE automation_id = $1 ORDER BY id LIMIT 1)`,
        [automation.id],
      );
      const [, step] = await Promise.all([stop(), batchWalk.step(job.deps, claimed, clock.now())]);
      expect(step).to.equal('more');
      await stop();
      expect(await stateOf()).to.deep.equal([{ position: NIL_UUID, isClaimed: true, isWoken: true }]);
      for (let steps = 0; steps < 5; steps += 1) await batchWalk.step(job.deps, claimed, clock.now());
      expect(await countOf('automation_runs', "status = 'cancelled'")).to.equal(1_500);
      expect(await batchIds()).to.deep.equal([]);
    });

    it('is a new one when the last step of the other ends in the meantime, and one of its own for a deletion', async () => {
      await stop();
      const claimed = await claim();
      await Promise.all([batchWalk.step(job.deps, claimed, clock.now()), stop()]);
      expect((await batchIds()).length).to.be.at.most(1);
      await stop();
      await deleteAutomation(job.deps, path(), clock.now());
      expect(await batchIds()).to.have.length(2);
      await runAll();
    });
  });
});
