// The verbs that suspend and resume an account.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
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
    operatorId = (await createAccount(database.pool)).id;
    accountId = (await createAccount(database.pool, { name: 'Acme' })).id;
  });
  const suspensionOf = async (id: string) => {
    const { data } = expectDone(await ops('list-accounts')) as { data: { id: string; suspension: object }[] };
    return data.find((account) => account.id === id)?.suspension;
  };

  it('suspend-account suspends an account, says so with its reason, and keeps both when it is repeated', async () => {
    const first = expectDone(await ops('suspend-account', accountId, '--reason', 'Too much spam.'));
    expect(first).to.include({ object: 'account', id: accountId });
    expect(first['suspension']).to.include({ cause: 'operator', reason: 'Too much spam.', deletes_at: null });
    expect(expectDone(await ops('suspend-account', accountId))).to.deep.equal(first);
    expect(await suspensionOf(accountId)).to.deep.equal(first['suspension']);
    expect(await suspensionOf(operatorId)).to.equal(null);
    expect(expectDone(await ops('resume-account', accountId))['suspension']).to.equal(null);
  });

  it('suspend-account and resume-account may follow each other a hundred times, and each leaves its event', async () => {
    for (let time = 0; time < 50; time += 1) {
      expectDone(await ops('suspend-account', accountId));
      expectDone(await ops('resume-account', accountId));
    }
    expect(await suspensionOf(accountId)).to.equal(null);
    const { rows } = await database.pool.query(
      `SELECT operation, count(*)::integer FROM audit_events
       WHERE account_id = $1 AND target_id = $2 AND outcome = 'succeeded' GROUP BY operation HAVING count(*) >= 50`,
      [accountId, accountId],
    );
    expect(rows).to.have.length(2);
  });

  it('suspend-account refuses the account of the operator, an unknown one and an empty reason', async () => {
    expect(expectRefused(await ops('suspend-account', operatorId), 1)).to.contain('cannot be suspended');
    expect(expectRefused(await ops('suspend-account', 'nothing'), 1)).to.contain(
      'There is no account nothing.',
    );
    expectRefused(await ops('suspend-account', accountId, '--reason', ''), 2);
    expect(await suspensionOf(operatorId)).to.equal(null);
  });

  it('resume-account refuses an account that no operator has suspended', async () => {
    expect(expectRefused(await ops('resume-account', accountId), 1)).to.contain('No operator has suspended');
  });
});
