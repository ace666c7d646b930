// The verbs that delete an account and take that back.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { DAY_MS } from '../../shared/platform/time/durations.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount } from '../support/factories/factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

describe('ops', () => {
  const database = useDatabase();
  const ops = (...args: string[]) =>
    runCommand(args, { DATABASE_URL: database.url, DATA_DIR: '/nonexistent' });
  let operatorId: string;
  let accountId: string;
  before(async () => {
    operatorId = (await createAccount(database.pool, { name: 'Operator' })).id;
  });
  beforeEach(async () => {
    accountId = (await createAccount(database.pool, { name: 'Acme "1" & Söhne' })).id;
  });
  const remove = (...options: string[]) =>
    ops('delete-account', accountId, '--confirm', 'Acme "1" & Söhne', ...options);
  const eventsOf = async () => {
    const { rows } = await database.pool.query(
      'SELECT operation, target_id FROM audit_events WHERE account_id = $1 ORDER BY id',
      [accountId],
    );
    return rows.map(({ operation, target_id }) => (target_id === accountId ? operation : target_id));
  };
  const graceOf = (deletion: Record<string, unknown>) =>
    Date.parse(String(deletion['deletes_at'])) - Date.parse(String(deletion['requested_at']));

  it('delete-account suspends an account that is deleted in seven days, and says the same when it is repeated', async () => {
    const deletion = expectDone(await remove());
    expect(deletion).to.include({ object: 'account_deletion', account_id: accountId, phase: 'waiting' });
    expect(graceOf(deletion)).to.equal(7 * DAY_MS);
    expect(expectDone(await remove())).to.deep.equal(deletion);
    expect(await eventsOf()).to.deep.equal(['ops delete-account']);
    const { data } = expectDone(await ops('list-accounts')) as { data: { id: string; suspension: object }[] };
    const shown = data.find(({ id }) => id === accountId);
    const suspension = (shown?.suspension ?? {}) as { cause: string; deletes_at: string };
    expect(suspension.cause).to.equal('deletion');
    expect(new Date(suspension.deletes_at).toISOString()).to.equal(deletion['deletes_at']);
  });

  it('delete-account --now leaves out the grace, also what is left of it', async () => {
    expectDone(await remove());
    const hastened = expectDone(await remove('--now'));
    expect(graceOf(hastened)).to.be.within(0, DAY_MS);
    expect(expectDone(await remove('--now'))).to.deep.equal(hastened);
    expect(expectDone(await remove())).to.deep.equal(hastened);
    expect(await eventsOf()).to.deep.equal(['ops delete-account', 'ops delete-account']);
    const { rows } = await database.pool.query(
      `SELECT next_attempt_at <= now() AS is_due, next_attempt_at = deletes_at AS is_shown
       FROM account_deletions JOIN account_suspensions USING (account_id) WHERE account_id = $1`,
      [accountId],
    );
    expect(rows).to.deep.equal([{ is_due: true, is_shown: true }]);
  });

  it('delete-account makes a deletion that an owner has asked for one of the operator, with and without --now', async () => {
    const ofOwner = `UPDATE account_deletions SET actor_type = 'person', actor_id = account_id WHERE account_id = $1`;
    for (const options of [[], ['--now']]) {
      expectDone(await remove());
      await database.pool.query(ofOwner, [accountId]);
      expectDone(await remove(...options));
      const { rows } = await database.pool.query(
        'SELECT actor_type, actor_id FROM account_deletions WHERE account_id = $1',
        [accountId],
      );
      expect(rows).to.deep.equal([{ actor_type: 'operator', actor_id: null }]);
    }
    expect(await eventsOf()).to.deep.equal(Array(3).fill('ops delete-account'));
  });

  it('keep-account takes a deletion back, once, and not when it has begun', async () => {
    expectDone(await remove());
    expect(expectDone(await ops('keep-account', accountId))).to.include({ id: accountId, suspension: null });
    expect(await eventsOf()).to.deep.equal(['ops delete-account', 'ops keep-account']);
    expect(expectRefused(await ops('keep-account', accountId), 1)).to.include('No deletion can be canceled');
    expectDone(await remove());
    await database.pool.query(`UPDATE account_deletions SET phase = 'settling' WHERE account_id = $1`, [
      accountId,
    ]);
    expect(expectRefused(await ops('keep-account', accountId), 1)).to.include('has already begun');
  });

  it('delete-account refuses another name, the account of the operator and an unknown one', async () => {
    for (const name of ['acme "1" & söhne', 'Acme', '', ' Acme "1" & Söhne'])
      expectRefused(await ops('delete-account', accountId, '--confirm', name), 2);
    expectRefused(await ops('delete-account', accountId), 2);
    const own = await ops('delete-account', operatorId, '--confirm', 'Operator', '--now');
    expect(expectRefused(own, 1)).to.include('This account belongs to the operator');
    expectRefused(await ops('delete-account', 'nothing', '--confirm', 'x'), 1);
    const { rows } = await database.pool.query(
      'SELECT FROM account_deletions WHERE account_id = ANY($1::uuid[])',
      [[accountId, operatorId]],
    );
    expect(rows).to.deep.equal([]);
  });
});
