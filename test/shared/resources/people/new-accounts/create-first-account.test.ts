import { expect } from 'chai';
import type { Database } from '../../../../../shared/platform/db/connect.ts';
import { createSecrets } from '../../../../../shared/platform/security/secrets.ts';
import { createApiKeyToken, hashToken } from '../../../../../shared/platform/security/tokens.ts';
import { createSystemClock } from '../../../../../shared/platform/time/clock.ts';
import { createIds } from '../../../../../shared/platform/time/ids.ts';
import { createFirstAccount } from '../../../../../shared/resources/people/new-accounts/create-first-account.ts';
import { useDatabase } from '../../../../support/database/database.ts';

describe('createFirstAccount', () => {
  const test = useDatabase();
  const ids = createIds(createSystemClock());
  const deps = { ids, secrets: createSecrets(['a key of a test, long enough for this']) };
  let database: Database;

  before(() => {
    database = test.pool;
  });

  beforeEach(() => database.query('TRUNCATE accounts CASCADE'));

  async function count(table: 'accounts' | 'domains' | 'api_keys' | 'dkim_keys'): Promise<number> {
    const { rows } = await database.query(`SELECT count(*)::integer AS count FROM ${table}`);
    return rows[0].count;
  }

  it('creates an unlimited account, a default domain that sends and receives, and a full-access key', async () => {
    const apiKey = createApiKeyToken();
    await createFirstAccount(database, deps, { domain: 'example.org', apiKey });
    const { rows } = await database.query(
      `SELECT plan_id, production_access, domains.name, status, sending_enabled, receiving_enabled, is_default, default_from,
         permission, key_hash
       FROM accounts JOIN domains ON domains.account_id = accounts.id JOIN api_keys ON api_keys.account_id = accounts.id`,
    );
    expect(rows).to.deep.equal([
      {
        plan_id: 'unlimited',
        production_access: true,
        name: 'example.org',
        status: 'verified',
        sending_enabled: true,
        receiving_enabled: true,
        is_default: true,
        default_from: 'hello@example.org',
        permission: 'full_access',
        key_hash: hashToken(apiKey),
      },
    ]);
  });

  it('gives the domain a DKIM key if it has none, and keeps an existing one', async () => {
    const first = { domain: 'example.org', apiKey: createApiKeyToken() };
    const keys = async () =>
      (await database.query('SELECT dkim_keys.id FROM dkim_keys JOIN domains ON domains.id = domain_id'))
        .rows;
    await createFirstAccount(database, deps, first);
    expect(await keys()).to.have.length(1);
    await database.query('DELETE FROM dkim_keys');
    await createFirstAccount(database, deps, first);
    const made = await keys();
    expect(made).to.have.length(1);
    await createFirstAccount(database, deps, first);
    expect(await keys()).to.deep.equal(made);
  });

  it('creates nothing twice, neither in sequence nor at the same time', async () => {
    const first = { domain: 'example.org', apiKey: createApiKeyToken() };
    await Promise.all([1, 2, 3].map(() => createFirstAccount(database, deps, first)));
    await createFirstAccount(database, deps, first);
    const tables = ['accounts', 'domains', 'api_keys', 'dkim_keys'] as const;
    expect(await Promise.all(tables.map(count))).to.deep.equal([1, 1, 1, 1]);
  });

  it('adds a new key to the same account when the old one was lost', async () => {
    await createFirstAccount(database, deps, { domain: 'example.org', apiKey: createApiKeyToken() });
    await createFirstAccount(database, deps, { domain: 'example.org', apiKey: createApiKeyToken() });
    expect([await count('accounts'), await count('domains'), await count('api_keys')]).to.deep.equal([
      1, 1, 2,
    ]);
  });

  it('adds a second domain to the account of the key, even if an older account exists', async () => {
    await createFirstAccount(database, deps, { domain: 'older.example', apiKey: createApiKeyToken() });
    const own = ids.next();
    const apiKey = createApiKeyToken();
    await database.query(`INSERT INTO accounts (id, name, plan_id) VALUES ($1, 'Own', 'free')`, [own]);
    await database.query(
      `INSERT INTO api_keys (id, account_id, name, prefix, key_hash, permission) VALUES ($1, $2, 'k', 'p', $3, 'full_access')`,
      [ids.next(), own, hashToken(apiKey)],
    );
    await createFirstAccount(database, deps, { domain: 'second.example', apiKey });
    const { rows } = await database.query(`SELECT account_id FROM domains WHERE name = 'second.example'`);
    expect(rows).to.deep.equal([{ account_id: own }]);
  });
});
