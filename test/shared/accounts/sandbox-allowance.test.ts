// The day's share of an account in the sandbox: exact, whoever takes from it at the same time.
import { expect } from 'chai';
import {
  SANDBOX_DAILY_RECIPIENTS,
  takeSandboxAllowance,
} from '../../../shared/accounts/sandbox-allowance.ts';
import { useDatabase } from '../../support/database.ts';
import { createAccount } from '../../support/factories.ts';

const NOON = new Date('2026-11-20T12:00:00.000Z');

describe('The allowance of an account in the sandbox', () => {
  const database = useDatabase();
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool, { productionAccess: false })).id;
  });
  const take = (recipients: number[], at = NOON) =>
    takeSandboxAllowance(
      database.pool,
      recipients.map((count) => ({ accountId, recipients: count, at })),
    );

  it('is 100 recipients', async () => {
    expect(SANDBOX_DAILY_RECIPIENTS).to.equal(100);
    expect(await take([99, 1, 1])).to.deep.equal([true, true, false]);
    expect(await take([1])).to.deep.equal([false]);
  });

  it('is taken wholly or not at all, and what still fits is granted', async () => {
    expect(await take([60, 50, 40, 1])).to.deep.equal([true, false, true, false]);
  });

  it('is never enough for more than a day of it at once', async () => {
    expect(await take([101])).to.deep.equal([false]);
    expect(await take([100])).to.deep.equal([true]);
  });

  it('is exact when many take from it at once', async () => {
    const rounds = await Promise.all(Array.from({ length: 40 }, () => take([3, 4])));
    const taken = rounds.flatMap(([three, four]) => [three ? 3 : 0, four ? 4 : 0]);
    const sum = taken.reduce((total, count) => total + count, 0);
    const { rows } = await database.pool.query('SELECT used FROM sandbox_usage WHERE account_id = $1', [
      accountId,
    ]);
    expect(rows).to.deep.equal([{ used: sum }]);
    expect(sum).to.be.within(98, 100);
  });

  it('is taken from two accounts at once in either order', async () => {
    const other = (await createAccount(database.pool)).id;
    const ask = (ids: string[]) =>
      takeSandboxAllowance(
        database.pool,
        ids.map((id) => ({ accountId: id, recipients: 1, at: NOON })),
      );
    const rounds = Array.from({ length: 40 }, (_, index) =>
      ask(index % 2 === 0 ? [accountId, other] : [other, accountId]),
    );
    expect((await Promise.all(rounds)).flat().every(Boolean)).to.equal(true);
  });

  it('is whole again at midnight UTC', async () => {
    await take([100], new Date('2026-11-20T23:59:59.999Z'));
    expect(await take([1], new Date('2026-11-20T23:59:59.999Z'))).to.deep.equal([false]);
    expect(await take([100], new Date('2026-11-21T00:00:00.000Z'))).to.deep.equal([true]);
  });

  it('is not whole again for a process whose clock is a day behind', async () => {
    await take([100], new Date('2026-11-21T00:00:00.000Z'));
    expect(await take([1], NOON)).to.deep.equal([false]);
    expect(await take([1], new Date('2026-11-21T12:00:00.000Z'))).to.deep.equal([false]);
  });
});
