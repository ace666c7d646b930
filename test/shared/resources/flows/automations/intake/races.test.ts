// Events that meet something else about the same contact or automation, in both orders: one transaction holds its locks
// while the other waits for them, so the order is forced (docs/architecture/guarantees.md#lock-order).
import { expect } from 'chai';
import type { PoolClient } from 'pg';
import { transaction } from '../../../../../../shared/platform/db/transaction.ts';
import type { IncomingCustomEvent } from '../../../../../../shared/resources/flows/events/incoming-event.ts';
import { useDatabase } from '../../../../../support/database/database.ts';
import {
  type AutomationFields,
  createAutomation,
  waitFor,
} from '../../../../../support/factories/automation-factories.ts';
import { createContact } from '../../../../../support/factories/contact-factories.ts';
import { createAccount, createDomain } from '../../../../../support/factories/factories.ts';
import { factoryIds } from '../../../../../support/factories/factory-ids.ts';
import { eventually } from '../../../../../support/time/eventually.ts';
import { useEventIntake } from '../../../../../support/work/event-intake.ts';

describe('Events that meet', () => {
  const database = useDatabase();
  const testIntake = useEventIntake(database);
  let holder: PoolClient;
  let accountId: string;
  let domainId: string;
  let contactId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool, { planId: 'free' })).id;
    domainId = (await createDomain(database.pool, accountId)).id;
    contactId = (await createContact(database.pool, { accountId })).id;
    holder = await database.pool.connect();
  });
  afterEach(() => holder.release());

  const automate = (fields: Partial<AutomationFields> = {}) =>
    createAutomation(database.pool, accountId, { domainId, trigger: 'paid', ...fields });
  const event = (name: string): IncomingCustomEvent => ({
    kind: 'custom',
    id: factoryIds.next(),
    accountId,
    domainId,
    contactId,
    name,
    payload: null,
    at: new Date(),
    chain: [],
    lane: 'event' as const,
  });
  const runs = async () => {
    const { rows } = await database.pool.query(
      'SELECT * FROM automation_runs WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
    return rows;
  };
  const reasons = async () => {
    const { rows } = await database.pool.query(
      `SELECT outcome ->> 'reason' AS reason FROM received_events, jsonb_array_elements(outcomes) AS outcome
       WHERE account_id = $1`,
      [accountId],
    );
    return rows.map(({ reason }) => reason);
  };
  /** Runs `first` in a transaction that ends when `second` waits for its locks. @returns the result of `second` */
  const meet = async <Result>(
    first: () => Promise<unknown>,
    second: () => Promise<Result>,
  ): Promise<Result> => {
    await holder.query('BEGIN');
    await first();
    const { rows } = await holder.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const waiting = second();
    await eventually('the second one waits', async () => {
      const { rowCount } = await database.pool.query(
        'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))',
        [rows[0]?.pid],
      );
      return (rowCount ?? 0) > 0;
    });
    await holder.query('COMMIT');
    return await waiting;
  };
  const hold = (sql: string, ...values: unknown[]) => holder.query(sql, values);
  const started = { outcome: 'taken', runsStarted: 1, waitsResolved: 0 };
  const nothing = { ...started, runsStarted: 0 };
  const take = async (...names: string[]) => {
    const [taken] = await testIntake.take(names.map(event));
    if (taken?.outcome !== 'taken') return taken;
    const { eventIds: _, reasons: __, ...counts } = taken;
    return counts;
  };
  /** Takes an event in a transaction that continues until the other one waits. */
  const takeFirst = async <Result>(name: string, second: () => Promise<Result>): Promise<Result> => {
    let waiting: Promise<Result> | undefined;
    await transaction(database.pool, async (client) => {
      await testIntake.intake.take(client, [event(name)], { now: new Date(), beyondQuota: 'refuse' });
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      waiting = second();
      await eventually('the second one waits', async () => {
        const { rowCount } = await database.pool.query(
          'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))',
          [rows[0]?.pid],
        );
        return (rowCount ?? 0) > 0;
      });
    });
    return await (waiting as Promise<Result>);
  };

  for (const [reentry, reason] of [
    ['when_done', 'active'],
    ['once', 'once'],
  ] as const)
    it(`start one run together, with reentry ${reentry}`, async () => {
      await automate({ reentry });
      expect(await takeFirst('paid', () => take('paid'))).to.deep.equal(nothing);
      expect((await reasons()).sort()).to.deep.equal([reason, null].sort());
      expect(await runs()).to.have.lengthOf(1);
    });

  it('a wait of the run that has caused them: it does not hear of them', async () => {
    await automate({ trigger: 'cart', steps: [waitFor('paid')] });
    await testIntake.take([event('cart'), event('cart')]);
    const [first, second] = await runs();
    await testIntake.take([{ ...event('paid'), runId: first.id }]);
    expect((await runs()).map(({ id, inbox }) => [id, inbox.length])).to.deep.equal([
      [first.id, 0],
      [second.id, 1],
    ]);
  });

  it('a deletion of the contact: the later event finds no contact', async () => {
    await automate();
    const taken = await meet(
      () => hold('DELETE FROM contacts WHERE id = $1', contactId),
      () => take('paid'),
    );
    expect(taken).to.deep.equal({ outcome: 'gone' });
    expect(await runs()).to.deep.equal([]);
  });

  it('a deletion of the contact: the earlier event has started its run, which the deletion sees', async () => {
    await automate();
    const seen = await takeFirst('paid', async () => {
      await hold('BEGIN');
      await hold('SELECT FROM contacts WHERE id = $1 FOR UPDATE', contactId);
      const { rowCount } = await hold('SELECT FROM automation_runs WHERE contact_id = $1', contactId);
      await hold('COMMIT');
      return rowCount;
    });
    expect(seen).to.equal(1);
  });

  it('a stop of the automation, which does not wait: the run has the epoch before, so it is cancelled', async () => {
    const { id } = await automate();
    await transaction(database.pool, async (client) => {
      await testIntake.intake.take(client, [event('paid')], { now: new Date(), beyondQuota: 'refuse' });
      await database.pool.query(
        "UPDATE automations SET status = 'disabled', epoch = epoch + 1 WHERE id = $1",
        [id],
      );
    });
    expect((await runs())[0]).to.include({ epoch: 0, status: 'running' });
    expect(await take('paid')).to.deep.equal(nothing);
    expect((await reasons()).sort()).to.deep.equal(['disabled', null].sort());
  });

  /** A run that pauses in its wait, and is claimed because the pause has ended. */
  const pause = async () => {
    await automate({ trigger: 'cart', steps: [waitFor('paid', { timeout: '1 hour' })] });
    await take('cart');
    await database.pool.query(
      `UPDATE automation_runs SET wait_until = clock + interval '1 hour', claimed_by = id, claim_token = id,
         attempts = 1, woken_at = clock WHERE account_id = $1`,
      [accountId],
    );
  };
  const END = `UPDATE automation_runs SET status = 'completed', step_key = NULL, listens = '{}', claimed_by = NULL,
                 claim_token = NULL, woken_at = NULL, next_attempt_at = NULL
               WHERE account_id = $1 AND claim_token IS NOT NULL`;

  it('the timeout of a wait: the event that comes later finds the run at its end', async () => {
    await pause();
    expect(
      await meet(
        () => hold(END, accountId),
        () => take('paid'),
      ),
    ).to.deep.equal(nothing);
    expect((await runs())[0]).to.deep.include({ status: 'completed', inbox: [] });
  });

  it('the timeout of a wait: an event that comes earlier takes the claim away', async () => {
    await pause();
    const { rowCount } = await takeFirst('paid', () => hold(END, accountId));
    expect(rowCount).to.equal(0);
    const [run] = await runs();
    expect(run).to.include({ status: 'running', claim_token: null, attempts: 0 });
    expect(run.inbox).to.have.lengthOf(1);
    expect(run.woken_at).to.be.an.instanceOf(Date);
  });

  it('the last runs of a quota: the later event finds none left', async () => {
    await database.pool.query("UPDATE plans SET automation_run_limit = 1 WHERE id = 'free'");
    await automate();
    const other = (await createContact(database.pool, { accountId })).id;
    const refused = await takeFirst('paid', () =>
      testIntake.take([{ ...event('paid'), contactId: other }], { beyondQuota: 'refuse' }),
    );
    expect(refused).to.deep.equal([{ outcome: 'over_quota', limit: 1 }]);
    expect(await runs()).to.have.lengthOf(1);
  });

  it('the last runs of a quota: after a rollback they are free again', async () => {
    await database.pool.query("UPDATE plans SET automation_run_limit = 1 WHERE id = 'free'");
    await automate();
    const lost = transaction(database.pool, async (client) => {
      await testIntake.intake.take(client, [event('paid')], { now: new Date(), beyondQuota: 'refuse' });
      throw new Error('rolled back');
    });
    await lost.catch(() => undefined);
    expect(await take('paid')).to.deep.equal(started);
    expect(await reasons()).to.deep.equal([null]);
  });
});
