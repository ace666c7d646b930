// Steps of several runs that are moved together lock their contacts in the order in which events do
// (docs/architecture/guarantees.md#lock-order).
import { expect } from 'chai';
import { expectLocksInOrder } from '../../support/database/lock-order.ts';
import { createContact } from '../../support/factories/contact-factories.ts';
import { PAUSE, useRuns } from './use-runs.ts';

describe('steps that change contacts together', () => {
  const test = useRuns();

  it('lock all contacts in one order when one of them decides an address', async () => {
    const { accountId, database } = test;
    const first = await createContact(database.pool, { accountId, email: 'a@x.dev' });
    const last = await createContact(database.pool, { accountId, email: 'z@x.dev' });
    const runOf = async (config: object, contactId: string) => {
      const automation = await test.automation([{ key: 'update', type: 'contact_update', config }, PAUSE]);
      return await test.start(automation, { contactId });
    };
    const runs = [await runOf({ first_name: 'Bo' }, first.id), await runOf({ unsubscribed: true }, last.id)];
    await expectLocksInOrder(database.pool, [first.id, last.id], () => test.advance(...runs));
    for (const run of runs) expect((await test.read(run)).stepKey).to.equal('pause');
  });

  it('lock what has caused the runs before the runs', async () => {
    const { accountId, database } = test;
    const update = { key: 'update', type: 'contact_update', config: { first_name: 'Eve' } } as const;
    const run = await test.start(await test.automation([update, PAUSE]));
    // A run without a stored cause is its own.
    await database.pool.query(`INSERT INTO automation_causes VALUES ($1, $2, '{}', now())`, [run, accountId]);
    await expectLocksInOrder(
      database.pool,
      [run, run],
      () => test.advance(run),
      'automation_causes',
      'automation_runs',
    );
    expect((await test.read(run)).stepKey).to.equal('pause');
  });
});
