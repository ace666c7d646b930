// Races with a worker that is moving a run, in both orders. The worker is held at its write: another transaction has the
// lock against moves of the automation, which every write of its runs waits for.
import { expect } from 'chai';
import type { PoolClient } from 'pg';
import type { Transaction } from '../../../shared/platform/db/transaction.ts';
import { DAY_MS, HOUR_MS } from '../../../shared/platform/time/durations.ts';
import { deleteContact } from '../../../shared/resources/audience/contacts/delete.ts';
import { cancelRun } from '../../../shared/resources/flows/automations/runs/cancel.ts';
import { eventRunsWork } from '../../../shared/resources/flows/automations/runs/work.ts';
import { stopAutomation } from '../../../shared/resources/flows/automations/stop.ts';
import { lockAgainstTransitions } from '../../../shared/resources/flows/automations/transitions-lock.ts';
import { waitFor } from '../../support/factories/automation-factories.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { eventually } from '../../support/time/eventually.ts';
import { PAUSE, type Steps, useRuns } from './use-runs.ts';

describe('a worker that moves a run while something else happens', () => {
  const test = useRuns();
  const { database, clock } = test;
  let mail: Steps[number];
  beforeEach(async () => {
    mail = await test.mailStep();
  });
  /** Runs the job for a run, and `inBetween` once the job has decided and is about to write. */
  const moveWhile = async (automation: { id: string }, id: string, inBetween: () => Promise<unknown>) => {
    const blocker = await database.pool.connect();
    try {
      await blocker.query('BEGIN');
      await lockAgainstTransitions(blocker as unknown as Transaction, [automation.id]);
      const moved = test.advance(id);
      await someoneWaitsFor(blocker);
      await inBetween();
      await blocker.query('COMMIT');
      await moved;
    } finally {
      await blocker.query('ROLLBACK');
      blocker.release();
    }
  };
  const someoneWaitsFor = async (blocker: PoolClient) => {
    const { rows } = await blocker.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    await eventually('a session waits', async () => {
      const { rowCount } = await database.pool.query(
        'SELECT FROM pg_stat_activity WHERE datname = current_database() AND $1 = ANY(pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      return (rowCount ?? 0) > 0;
    });
  };
  const path = (automation: { id: string }, runId: string) => ({
    accountId: test.accountId,
    automationId: automation.id,
    runId,
  });

  it('writes no timeout when the event that ends the wait has just come', async () => {
    const automation = await test.automation([waitFor('paid', { timeout: '1 hour' }), PAUSE]);
    const id = await test.start(automation);
    await test.advance(id);
    clock.advance(HOUR_MS);
    await test.wake();
    // The event was sent in time, and its transaction comes late.
    await moveWhile(automation, id, () => test.send('paid', {}, new Date(clock.now().getTime() - 1)));
    expect(await test.steps(id)).to.deep.equal(['wait_paid waiting']);
    expect(await test.read(id)).to.include({ isClaimed: false, isWoken: true, attempts: 0 });
    await test.advance(id);
    expect(await test.output(id, 'wait_paid')).to.include({ result: 'event_received' });
  });

  it('does not enter a wait without an event that has just come', async () => {
    const automation = await test.automation([PAUSE, waitFor('paid')]);
    const id = await test.start(automation);
    await test.advance(id);
    clock.advance(DAY_MS);
    await test.wake();
    await moveWhile(automation, id, () => test.send('paid'));
    expect(await test.steps(id)).to.deep.equal(['pause waiting']);
    await test.advance(id);
    expect(await test.steps(id)).to.deep.equal(['pause completed', 'wait_paid completed']);
    expect(await test.output(id, 'wait_paid')).to.include({ result: 'event_received' });
  });

  describe('Accepts no mail for a run after the answer to its cancel or to the stop of its automation; mail that was accepted stays.', () => {
    it('the cancel comes before the mail', async () => {
      const automation = await test.automation([mail, PAUSE]);
      const id = await test.start(automation);
      await moveWhile(automation, id, () => cancelRun(test.deps, path(automation, id), clock.now()));
      expect(await test.countEmails()).to.equal(0);
      expect(await test.steps(id)).to.deep.equal([]);
      expect(await test.read(id)).to.include({ status: 'cancelled', isClaimed: false });
    });

    it('the cancel comes after the mail', async () => {
      const automation = await test.automation([mail, PAUSE]);
      const id = await test.start(automation);
      await test.advance(id);
      await cancelRun(test.deps, path(automation, id), clock.now());
      expect(await test.countEmails()).to.equal(1);
      expect(await test.read(id)).to.include({ status: 'cancelled', reason: 'cancelled' });
    });

    it('the stop comes before the mail', async () => {
      const automation = await test.automation([mail, PAUSE]);
      const id = await test.start(automation);
      const blocker = await database.pool.connect();
      try {
        // What stop does, held before its commit.
        await blocker.query('BEGIN');
        await lockAgainstTransitions(blocker as unknown as Transaction, [automation.id]);
        await blocker.query('UPDATE automations SET epoch = epoch + 1 WHERE id = $1', [automation.id]);
        const moved = test.advance(id);
        await someoneWaitsFor(blocker);
        await blocker.query('COMMIT');
        await moved;
      } finally {
        blocker.release();
      }
      expect(await test.countEmails()).to.equal(0);
      const run = await test.read(id);
      expect(run).to.include({ status: 'running', isClaimed: false, isWoken: false });
      // If no batch has come to it until then, the next worker cancels it.
      clock.advance(HOUR_MS);
      await test.advance(...(await test.wake()));
      expect(await test.read(id)).to.include({ status: 'cancelled', reason: 'stopped' });
    });

    it('the stop comes after the mail', async () => {
      const automation = await test.automation([mail, PAUSE, { ...mail, key: 'second' }]);
      const id = await test.start(automation);
      await test.advance(id);
      const stopped = { accountId: test.accountId, id: automation.id, cancelRuns: true };
      await stopAutomation(test.deps, stopped, clock.now());
      expect(await test.countEmails()).to.equal(1);
      clock.advance(DAY_MS);
      await test.advance(...(await test.wake()));
      expect(await test.countEmails()).to.equal(1);
      expect(await test.read(id)).to.include({ status: 'cancelled', reason: 'stopped' });
    });
  });

  it('sends nothing to a contact that has just been deleted, and changes none', async () => {
    const update: Steps[number] = { key: 'update', type: 'contact_update', config: { last_name: 'New' } };
    for (const step of [mail, update]) {
      const automation = await test.automation([step, PAUSE]);
      const { id: contactId } = await createContact(database.pool, { accountId: test.accountId });
      const id = await test.start(automation, { contactId });
      const remove = () =>
        deleteContact(test.deps, { accountId: test.accountId, id: contactId }, clock.now());
      // A change of the contact has locked it before the automation, so the deletion comes after it.
      if (step === mail) await moveWhile(automation, id, remove);
      else await Promise.all([test.advance(id), remove()]);
      expect(await test.read(id)).to.include({ status: 'cancelled', reason: 'contact_deleted' });
    }
    expect(await test.countEmails()).to.equal(0);
  });

  it('does nothing twice when a worker is taken for dead and goes on', async () => {
    const automation = await test.automation([mail, PAUSE]);
    const id = await test.start(automation);
    await moveWhile(automation, id, async () => {
      const rows = await test.query('SELECT id, claim_token AS token FROM automation_runs WHERE id = $1', [
        id,
      ]);
      expect(await eventRunsWork.table.reclaim(database.pool, rows, clock.now())).to.deep.equal([id]);
    });
    expect(await test.countEmails()).to.equal(0);
    expect(await test.read(id)).to.include({ isClaimed: false, attempts: 0 });
    expect(await test.wake()).to.deep.equal([id]);
    await test.advance(id);
    expect([await test.countEmails(), await test.steps(id)]).to.deep.equal([
      1,
      ['mail completed', 'pause waiting'],
    ]);
  });
});
