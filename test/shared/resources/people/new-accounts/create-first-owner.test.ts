import { expect } from 'chai';
import type { Database } from '../../../../../shared/platform/db/connect.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { createFirstOwner } from '../../../../../shared/resources/people/new-accounts/create-first-owner.ts';
import { createCheapHashes } from '../../../../support/api/cheap-hashes.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { createAccount } from '../../../../support/factories/factories.ts';
import { createMember } from '../../../../support/factories/people-factories.ts';

const EMAIL = 'owner@posthorn.local';

describe('createFirstOwner', () => {
  const test = useDatabase();
  const passwordHashes = createCheapHashes();
  const deps = { ids: createIds(createSystemClock()), passwordHashes };
  let database: Database;
  let accountId: string;

  before(() => {
    database = test.pool;
  });
  beforeEach(async () => {
    await database.query('TRUNCATE accounts, people CASCADE');
    accountId = (await createAccount(test.pool)).id;
  });

  const create = (password: string) =>
    createFirstOwner(database, deps, { accountId, email: EMAIL, name: 'Owner', password, now: new Date() });
  /** The owners, each with what its password is. */
  async function read(passwords: readonly string[]) {
    const { rows } = await database.query(
      `SELECT email, name, role, account_id AS "accountId", password_hash AS hash, confirmed_at IS NOT NULL AS confirmed,
         is_proven AS "isProven"
       FROM people JOIN members ON person_id = people.id`,
    );
    return await Promise.all(
      rows.map(async ({ hash, ...owner }) => {
        const isRight = await Promise.all(passwords.map((password) => passwordHashes.verify(password, hash)));
        return { ...owner, password: passwords.filter((_, index) => isRight[index]).join() };
      }),
    );
  }
  const owner = () => ({
    email: EMAIL,
    name: 'Owner',
    role: 'owner',
    accountId,
    confirmed: true,
    isProven: true,
  });

  it('creates a confirmed owner with the password, once, also at the same time', async () => {
    await Promise.all([1, 2, 3].map(() => create('a first password')));
    await create('a first password');
    expect(await read(['a first password'])).to.deep.equal([{ ...owner(), password: 'a first password' }]);
  });

  it('keeps a hash of the password, and sets a password that was changed', async () => {
    const hash = async () => (await database.query('SELECT password_hash FROM people')).rows;
    await create('a first password');
    const before = await hash();
    await create('a first password');
    expect(await hash()).to.deep.equal(before);
    await create('a second password');
    expect(await read(['a first password', 'a second password'])).to.deep.equal([
      { ...owner(), password: 'a second password' },
    ]);
  });

  it('keeps the name and the role of a person who is there already, and confirms the address', async () => {
    await createMember(test.pool, {
      accountId,
      email: EMAIL,
      name: 'Ada',
      role: 'viewer',
      confirmedAt: null,
      isProven: false,
      hasPassword: false,
    });
    await create('a first password');
    expect(await read(['a first password'])).to.deep.equal([
      { ...owner(), name: 'Ada', role: 'viewer', password: 'a first password' },
    ]);
  });
});
