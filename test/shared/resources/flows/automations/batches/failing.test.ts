// A batch that meets a bug: it is tried again with back-off, shown to operators, and fails after ten tries. It holds up no other.
import { expect } from 'chai';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { HOUR_MS, SECOND_MS } from '../../../../../../shared/platform/time/durations.ts';
import { redriveWork } from '../../../../../../shared/platform/work/redrive.ts';
import { startAutomationBatch } from '../../../../../../shared/resources/flows/automations/batches/start.ts';
import { batchWalk } from '../../../../../../shared/resources/flows/automations/batches/step.ts';
import { automationBatchWork } from '../../../../../../shared/resources/flows/automations/batches/work.ts';
import { deleteAutomation } from '../../../../../../shared/resources/flows/automations/delete.ts';
import { terminateWaiting } from '../../../../../support/database/terminate-waiting.ts';
import { SILENT_QUEUES } from '../../../../../support/queues/queues.ts';
import { runJob, stoppingAfter } from '../../../../../support/work/run-job.ts';
import { useManyContacts } from './use-many-contacts.ts';

const TRIES_MAX = 10;
const CONTACTS = 1_200;

describe('batches that meet a bug', () => {
  const test = useManyContacts();
  const { database, clock } = test;

  const rowOf = async (id: string) => {
    const { rows } = await database.pool.query(
      `SELECT status, attempts, last_error AS "lastError", next_attempt_at AS "nextAttemptAt",
              claimed_by IS NOT NULL AS "isClaimed", ended_at AS "endedAt" FROM automation_batch_work WHERE id = $1`,
      [id],
    );
    return rows[0] ?? expect.fail('The batch is gone.');
  };
  /** Then no step finds out whom the batch starts. */
  const breakBatch = (id: string) =>
    database.pool.query('UPDATE automation_batch_work SET selection = NULL WHERE id = $1', [id]);
  const mend = (id: string) =>
    database.pool.query(`UPDATE automation_batch_work SET selection = '{"all": true}' WHERE id = $1`, [id]);
  const inFuture = (ms: number) => new Date(clock.now().getTime() + ms);

  it('hold up no other batch of the job, and wait for the next try', async () => {
    await test.insertContacts(1, 10);
    const automation = await test.automationOf();
    const broken = await test.enroll(automation);
    const sound = await test.enroll(automation);
    await breakBatch(broken);
    expect(await test.run(broken, sound)).to.include(broken);
    expect(await test.read(sound)).to.include({ status: 'completed', total: 10, done: 10 });
    expect(await test.read(broken)).to.include({ done: 0, total: null });
    const { lastError, ...row } = await rowOf(broken);
    expect(lastError).to.equal(`The batch ${broken} does not say whom it starts.`);
    expect(row).to.deep.equal({
      status: 'running',
      attempts: 1,
      isClaimed: false,
      endedAt: null,
      nextAttemptAt: inFuture(30 * SECOND_MS),
    });
  });

  it('fail after ten tries in sequence, with what is left', async () => {
    await test.insertContacts(1, CONTACTS);
    const id = await test.enroll(await test.automationOf());
    const claimed = await test.claim(id);
    for (const _ of ['begins', 'counts', 'starts a thousand'])
      await batchWalk.step(test.deps(), claimed, clock.now());
    await automationBatchWork.table.release(database.pool, [{ ...claimed, nextAttemptAt: clock.now() }]);
    await database.pool.query('UPDATE automation_batch_work SET attempts = 0 WHERE id = $1', [id]);
    await breakBatch(id);
    let waitedMs = 0;
    for (let tries = 1; tries < TRIES_MAX; tries += 1) {
      await test.run(id);
      const row = await rowOf(id);
      expect(row).to.include({ status: 'running', attempts: tries });
      const waitMs = row.nextAttemptAt.getTime() - clock.now().getTime();
      expect(waitMs, `try ${tries}`).to.be.within(waitedMs, HOUR_MS);
      waitedMs = waitMs;
      clock.advance(waitMs - 1);
      expect(await test.markDue()).not.to.include(id);
      clock.advance(1);
    }
    await test.run(id);
    expect(await rowOf(id)).to.deep.include({ status: 'failed', nextAttemptAt: null, endedAt: clock.now() });
    expect((await rowOf(id)).lastError).to.include('does not say');
    const counts = { total: CONTACTS, done: 1_000, skipped: 0, failed: 200, reasons: {} };
    expect(await test.read(id)).to.deep.equal({ status: 'failed', ...counts });
    clock.advance(HOUR_MS);
    expect(await test.markDue()).not.to.include(id);
  });

  it('forget their tries once they go on, also when operators have them tried at once', async () => {
    await test.insertContacts(1, 10);
    const id = await test.enroll(await test.automationOf());
    await breakBatch(id);
    await test.run(id);
    await mend(id);
    await redriveWork(database.pool, automationBatchWork.table.definition, clock.now());
    const claimed = await test.claim(id);
    expect(await batchWalk.step(test.deps(), claimed, clock.now()), 'counts').to.equal('more');
    expect(await batchWalk.step(test.deps(), claimed, clock.now())).to.equal('done');
    expect(await test.read(id)).to.include({ status: 'completed', done: 10 });
    expect(await rowOf(id)).to.include({ lastError: null });
  });

  it('count a job that goes on as no try', async () => {
    await test.insertContacts(1, CONTACTS);
    const id = await test.enroll(await test.automationOf());
    await runJob(automationBatchWork, [id], stoppingAfter(3, test.deps()));
    // Woken again at once.
    expect(await rowOf(id)).to.include({ status: 'running', attempts: 0, isClaimed: false });
    await runJob(automationBatchWork, [id], test.deps());
    expect(await test.read(id)).to.include({ status: 'completed', total: CONTACTS, done: CONTACTS });
  });

  it('count a connection that is lost as no try', async () => {
    await test.insertContacts(1, 10);
    const id = await test.enroll(await test.automationOf());
    const holder = await database.pool.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM contacts WHERE account_id = $1 FOR UPDATE', [test.accountId()]);
      const running = test.run(id);
      await terminateWaiting(database.pool, holder);
      expect(await running).to.be.a('string');
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    expect(await rowOf(id)).to.deep.include({
      status: 'running',
      attempts: 0,
      lastError: null,
      isClaimed: false,
      nextAttemptAt: inFuture(0),
    });
    expect(await test.run(id)).to.equal(undefined);
    expect(await test.read(id)).to.include({ status: 'completed', done: 10 });
  });

  it('of counts are gone after ten tries, so that the next question counts again', async () => {
    const automation = await test.automationOf();
    const path = { accountId: test.accountId(), id: automation.id };
    await transaction(database.pool, async (client) => {
      const count = {
        id: test.deps().ids.next(),
        automationId: path.id,
        accountId: path.accountId,
        now: clock.now(),
      };
      await startAutomationBatch(client, SILENT_QUEUES, { ...count, type: 'count' });
    });
    const { rows } = await database.pool.query(
      "UPDATE automation_batch_work SET attempts = 9, status = 'running' WHERE type = 'count' RETURNING id",
    );
    await database.pool.query('ALTER TABLE automation_runs RENAME TO away');
    try {
      expect(await test.run(rows[0].id)).to.include('automation_runs');
    } finally {
      await database.pool.query('ALTER TABLE away RENAME TO automation_runs');
    }
    expect(
      (await database.pool.query("SELECT FROM automation_batch_work WHERE type = 'count'")).rowCount,
    ).to.equal(0);
  });

  it('go on deleting an automation, whatever happens', async () => {
    const automation = await test.automationOf();
    await deleteAutomation(test.deps(), { accountId: test.accountId(), id: automation.id }, clock.now());
    const { rows } = await database.pool.query(
      "SELECT id FROM automation_batch_work WHERE automation_id = $1 AND type = 'delete'",
      [automation.id],
    );
    const { id } = rows[0];
    await database.pool.query(
      `ALTER TABLE automation_entries RENAME TO away; UPDATE automation_batch_work SET attempts = 20, status = 'running'`,
    );
    try {
      expect(await test.run(id)).to.include('automation_entries');
    } finally {
      await database.pool.query('ALTER TABLE away RENAME TO automation_entries');
    }
    const row = await rowOf(id);
    expect(row).to.deep.include({ status: 'running', attempts: 21, nextAttemptAt: inFuture(HOUR_MS) });
    clock.advance(HOUR_MS);
    expect(await test.run(id)).to.equal(undefined);
    const { rowCount } = await database.pool.query('SELECT FROM automations WHERE id = $1', [automation.id]);
    expect(rowCount).to.equal(0);
  });
});
