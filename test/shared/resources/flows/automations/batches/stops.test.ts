// A stop, or a disable, while a step of a schedule is being written: whichever comes first, nothing that it has started
// continues after a stop, nothing starts afterwards, and the counts add up.
import { expect } from 'chai';
import { type Transaction, transaction } from '../../../../../../shared/platform/db/transaction.ts';
import { HOUR_MS } from '../../../../../../shared/platform/time/durations.ts';
import { planSchedule } from '../../../../../../shared/resources/flows/automations/batches/schedule.ts';
import { batchWalk } from '../../../../../../shared/resources/flows/automations/batches/step.ts';
import { lockAutomation } from '../../../../../../shared/resources/flows/automations/find.ts';
import { stopAutomation } from '../../../../../../shared/resources/flows/automations/stop.ts';
import { lockForTransitions } from '../../../../../../shared/resources/flows/automations/transitions-lock.ts';
import { eventually } from '../../../../../support/time/eventually.ts';
import { useManyContacts } from './use-many-contacts.ts';

const CONTACTS = 1_500;
/** The length of a step. */
const STEP = 1_000;

describe('a stop while a step of a schedule is written', () => {
  const test = useManyContacts();
  const { database, clock } = test;
  let automation: { id: string };
  let id: string;
  let step: () => ReturnType<typeof batchWalk.step>;

  /** A schedule that has begun and counted. */
  beforeEach(async () => {
    await test.insertContacts(1, CONTACTS);
    automation = await test.automationOf({ trigger: 'service:schedule' });
    const at = new Date(clock.now().getTime() + HOUR_MS).toISOString();
    await database.pool.query('UPDATE automations SET trigger_config = $2 WHERE id = $1', [
      automation.id,
      JSON.stringify({ at, timezone: 'UTC' }),
    ]);
    await transaction(database.pool, async (client) => {
      const planned = await lockAutomation(client, path());
      await planSchedule(client, planned, { ids: test.deps().ids, now: clock.now() });
    });
    id = await batchOf('schedule');
    clock.advance(HOUR_MS);
    const claimed = await test.claim(id);
    step = () => batchWalk.step(test.deps(), claimed, clock.now());
    for (const each of ['begins', 'counts']) expect(await step(), each).to.equal('more');
  });

  const path = () => ({ accountId: test.accountId(), id: automation.id });
  const batchOf = async (type: string): Promise<string> => {
    const { rows } = await database.pool.query(
      'SELECT id FROM automation_batch_work WHERE automation_id = $1 AND type = $2',
      [automation.id, type],
    );
    return rows[0]?.id ?? expect.fail(`There is no batch ${type}.`);
  };
  const stop = (cancelRuns: boolean) => stopAutomation(test.deps(), { ...path(), cancelRuns }, clock.now());

  /** Does `waiting` while a transaction holds what it needs, and `inBetween` once it waits. */
  const overlap = async (
    hold: (client: Transaction) => Promise<unknown>,
    waiting: () => Promise<unknown>,
    inBetween: () => Promise<unknown>,
  ) => {
    let waited: Promise<unknown> = Promise.resolve();
    await transaction(database.pool, async (client) => {
      await hold(client);
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      waited = waiting();
      await eventually('it waits', async () => {
        const text = 'SELECT FROM pg_stat_activity WHERE $1 = ANY(pg_blocking_pids(pid))';
        return (await database.pool.query(text, [rows[0]?.pid])).rowCount === 1;
      });
      await inBetween();
    });
    await waited;
  };
  /** A step waits for it before it decides who starts. */
  const holdContact = (client: Transaction) =>
    client.query('SELECT FROM contacts WHERE account_id = $1 ORDER BY id LIMIT 1 FOR UPDATE', [
      test.accountId(),
    ]);
  /** A step waits for it when it has decided, before it writes the runs. */
  const holdRuns = (client: Transaction) => client.query('LOCK TABLE automation_runs IN SHARE MODE');
  /** A stop waits for it, before it writes anything. */
  const holdMoves = (client: Transaction) => lockForTransitions(client, [automation.id]);

  const expectEnded = async (done = STEP) => {
    expect(await step()).to.equal('done');
    const rest = CONTACTS - done;
    expect(await test.read(id)).to.deep.equal({
      status: 'cancelled',
      total: CONTACTS,
      done,
      skipped: rest,
      failed: 0,
      reasons: { disabled: rest },
    });
    expect(await test.countRuns(automation)).to.deep.equal({ runs: done, contacts: done });
  };
  const expectCancelled = async () => {
    await test.run(await batchOf('cancel'));
    const cancelled = { runs: STEP, contacts: STEP };
    expect(await test.countRuns(automation, "status = 'cancelled' AND reason = 'stopped'")).to.deep.equal(
      cancelled,
    );
  };

  it('cancels what the step commits after it', async () => {
    await overlap(holdRuns, step, () => stop(true));
    await expectEnded();
    await expectCancelled();
  });

  for (const cancelRuns of [true, false])
    it(`lets no contact start that is decided about after ${cancelRuns ? 'it' : 'a disable'}`, async () => {
      await overlap(holdContact, step, () => stop(cancelRuns));
      await expectEnded(0);
    });

  it('cancels what the step has committed while it began', async () => {
    await overlap(holdMoves, () => stop(true), step);
    await expectEnded();
    await expectCancelled();
  });

  it('leaves what the step commits after a disable, and starts no more', async () => {
    await overlap(holdRuns, step, () => stop(false));
    await expectEnded();
    expect((await test.countRuns(automation, "status = 'running'")).runs).to.equal(STEP);
  });

  it('leaves what the step has committed before a disable, and starts no more', async () => {
    await step();
    await stop(false);
    await expectEnded();
    expect((await test.countRuns(automation, "status = 'running'")).runs).to.equal(STEP);
  });
});
