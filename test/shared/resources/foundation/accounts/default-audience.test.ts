// The default audience of new accounts (docs/reference/audiences.md#the-audience-record).
import { expect } from 'chai';
import { transaction } from '../../../../../shared/platform/db/transaction.ts';
import { createSecrets } from '../../../../../shared/platform/security/secrets.ts';
import { createApiKeyToken } from '../../../../../shared/platform/security/tokens.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { createAccount } from '../../../../../shared/resources/people/new-accounts/create.ts';
import { createFirstAccount } from '../../../../../shared/resources/people/new-accounts/create-first-account.ts';
import { useDatabase } from '../../../../support/database/database.ts';
import { TEST_SECRET_KEYS } from '../../../../support/factories/dkim-key.ts';

describe('Gives every new account a default audience.', () => {
  const database = useDatabase();
  const deps = { ids: createIds(createSystemClock()), secrets: createSecrets(TEST_SECRET_KEYS) };
  const audiences = async () =>
    (await database.pool.query('SELECT account_id, name, is_default FROM audiences')).rows;
  beforeEach(() => database.pool.query('TRUNCATE accounts CASCADE'));

  it('an account that an operator creates, with a domain or without', async () => {
    const domain = { name: 'acme.dev', secrets: deps.secrets };
    for (const fields of [{}, { domain }]) {
      await database.pool.query('TRUNCATE accounts CASCADE');
      const account = { name: 'Acme', planId: 'free', ...fields };
      const { id } = await transaction(database.pool, (client) => createAccount(client, deps.ids, account));
      expect(await audiences()).to.deep.equal([{ account_id: id, name: 'Default', is_default: true }]);
    }
  });

  it('the first account, once', async () => {
    const first = { domain: 'acme.dev', apiKey: createApiKeyToken() };
    await Promise.all([1, 2].map(() => createFirstAccount(database.pool, deps, first)));
    const { rows } = await database.pool.query('SELECT id FROM accounts');
    expect(await audiences()).to.deep.equal([{ account_id: rows[0].id, name: 'Default', is_default: true }]);
  });
});
