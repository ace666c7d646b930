// The addresses of the people who are responsible for an account.
import { expect } from 'chai';
import { confirmAddress } from '../../../../../shared/resources/foundation/accounts/confirmed-addresses.ts';
import { ownerAddressesOf } from '../../../../../shared/resources/foundation/accounts/owner-addresses.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { createMember } from '../../../../support/factories/people-factories.ts';

describe('The addresses of the owners of an account', () => {
  const database = useDatabase();
  let accountId: string;
  beforeEach(async () => {
    accountId = (await createAccount(database.pool)).id;
  });
  const addresses = async (): Promise<string[]> => {
    const { rows } = await database.pool.query(
      `SELECT ${ownerAddressesOf('accounts.id')} AS found FROM accounts
                                                WHERE id = $1`,
      [accountId],
    );
    return rows[0].found;
  };

  it('are those of owners, then of admins, each by the time since when they are members', async () => {
    const add = (email: string, role: 'owner' | 'admin') =>
      createMember(database.pool, { accountId, email, role });
    for (const [email, role] of [
      ['d@acme.dev', 'admin'],
      ['c@acme.dev', 'owner'],
      ['b@acme.dev', 'admin'],
      ['a@acme.dev', 'owner'],
    ] as const)
      await add(email, role);
    expect(await addresses()).to.deep.equal(['c@acme.dev', 'a@acme.dev', 'd@acme.dev', 'b@acme.dev']);
  });

  it('are 50 at most, so that they fit into one email', async () => {
    for (let n = 0; n < 51; n += 1)
      await createMember(database.pool, { accountId, role: n < 50 ? 'admin' : 'owner', hasPassword: false });
    const found = await addresses();
    expect(found).to.have.length(50);
    const { rows } = await database.pool.query(
      "SELECT email FROM members JOIN people ON people.id = person_id WHERE account_id = $1 AND role = 'owner'",
      [accountId],
    );
    expect(found[0]).to.equal(rows[0].email);
  });

  it('leave out addresses that are not confirmed, and other members', async () => {
    await confirmAddress(database.pool, accountId, 'first@acme.dev');
    await createMember(database.pool, { accountId, confirmedAt: null });
    await createMember(database.pool, { accountId, isProven: false });
    await createMember(database.pool, { accountId, role: 'member' });
    await createMember(database.pool, { accountId, role: 'viewer' });
    await createMember(database.pool);
    expect(await addresses()).to.deep.equal(['first@acme.dev']);
  });

  it('are none when nothing is confirmed', async () => {
    expect(await addresses()).to.deep.equal([]);
  });
});
