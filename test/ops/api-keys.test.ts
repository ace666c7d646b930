// The verbs of `npm run ops` for API keys, on a real database.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { createApiKeyAuthentication } from '../../shared/resources/foundation/api-keys/authenticate.ts';
import { insertApiKey } from '../../shared/resources/foundation/api-keys/insert.ts';
import { untilBlocked } from '../support/database/blocked-sessions.ts';
import { useDatabase } from '../support/database/database.ts';
import { createAccount, createApiKey, createDomain } from '../support/factories/factories.ts';
import { factoryIds } from '../support/factories/factory-ids.ts';
import { failureOf } from '../support/failure-of.ts';
import { expectDone, expectRefused } from './run-ops.ts';

const DAY_MS = 86_400_000;

describe('ops, of API keys', () => {
  const database = useDatabase();
  const ops = (...args: string[]) => runCommand(args, { DATABASE_URL: database.url });
  const authenticate = (token: unknown, address = '192.0.2.1', now = new Date()) =>
    createApiKeyAuthentication(database.pool)({ token: String(token), address, now });
  const countKeys = async (accountId: string) =>
    (await database.pool.query('SELECT FROM api_keys WHERE account_id = $1', [accountId])).rowCount;

  it('create-api-key creates a full-access key and prints it, once', async () => {
    const { id } = await createAccount(database.pool);
    const key = expectDone(await ops('create-api-key', id, '--name', 'Deploys'));
    expect(key).to.deep.include({
      object: 'api_key',
      account_id: id,
      name: 'Deploys',
      permission: 'full_access',
      domain: null,
      allowed_addresses: null,
      expires_at: null,
      revoked_at: null,
    });
    expect(key['api_key']).to.match(/^ph_\w{32}$/);
    expect(await authenticate(key['api_key'])).to.include({ accountId: id, permission: 'full_access' });
    const list = await ops('list-api-keys', id);
    expect(list.stdout).not.to.include(String(key['api_key']).slice(8));
  });

  it('create-api-key binds a key to a domain of its account', async () => {
    const { id } = await createAccount(database.pool);
    const domain = await createDomain(database.pool, id, { name: 'bound.dev' });
    const args = ['--name', 'a', '--permission', 'sending_access', '--domain', 'Bound.DEV'];
    const key = expectDone(await ops('create-api-key', id, ...args));
    expect(key).to.include({ permission: 'sending_access', domain: 'bound.dev' });
    expect(await authenticate(key['api_key'])).to.include({ domainId: domain.id });
  });

  it('create-api-key sets the expiry of a key', async () => {
    const { id } = await createAccount(database.pool);
    const key = expectDone(await ops('create-api-key', id, '--name', 'a', '--expires', 'in 90 days'));
    const expiresAt = new Date(String(key['expires_at']));
    expect(expiresAt.getTime() - Date.now()).to.be.within(89 * DAY_MS, 91 * DAY_MS);
    await authenticate(key['api_key']);
    const failure = await failureOf(authenticate(key['api_key'], '192.0.2.1', expiresAt));
    expect(failure.name).to.equal('invalid_api_key');
  });

  it('create-api-key limits the addresses from which a key may be used', async () => {
    const { id } = await createAccount(database.pool);
    const args = ['--name', 'a', '--addresses', '192.0.2.1, 10.1.2.3/8,2001:db8::/32'];
    const key = expectDone(await ops('create-api-key', id, ...args));
    expect(key['allowed_addresses']).to.deep.equal(['192.0.2.1/32', '10.0.0.0/8', '2001:db8::/32']);
    for (const address of ['192.0.2.1', '10.255.0.1', '2001:db8:5::1'])
      await authenticate(key['api_key'], address);
    expect((await failureOf(authenticate(key['api_key'], '192.0.2.2'))).name).to.equal('invalid_api_key');
  });

  const refused: [args: string[], code: number, sentence: string][] = [
    [['--permission', 'admin'], 2, 'The permission must be full_access or sending_access.'],
    [['--domain', 'acme.dev'], 1, 'Only a key with sending_access can be restricted to a domain.'],
    [['--permission', 'sending_access', '--domain', 'other.dev'], 1, 'The account has no domain other.dev.'],
    [['--expires', '2020-01-01'], 2, '"2020-01-01" is not a time in the future.'],
    [['--expires', 'never'], 2, '"never" is not a time in the future.'],
    [['--addresses', ''], 2, '"" is not an address or a range such as 10.0.0.0/8.'],
    [['--addresses', '10.0.0.0/8,x'], 2, '"x" is not an address or a range such as 10.0.0.0/8.'],
  ];
  for (const [args, code, sentence] of refused) {
    it(`create-api-key refuses ${args.join(' ')}, and creates nothing`, async () => {
      const { id } = await createAccount(database.pool);
      const other = await createAccount(database.pool);
      await createDomain(database.pool, other.id, { name: `${other.id}.dev` });
      expect(expectRefused(await ops('create-api-key', id, '--name', 'a', ...args), code)).to.equal(sentence);
      expect(await countKeys(id)).to.equal(0);
    });
  }

  it("create-api-key refuses another account's domain", async () => {
    const { id } = await createAccount(database.pool);
    await createDomain(database.pool, (await createAccount(database.pool)).id, { name: 'foreign.dev' });
    const args = ['--name', 'a', '--permission', 'sending_access', '--domain', 'foreign.dev'];
    expect(expectRefused(await ops('create-api-key', id, ...args), 1)).to.include('foreign.dev');
  });

  it('verbs for the keys of an account refuse one that does not exist', async () => {
    for (const args of [
      ['create-api-key', 'acme', '--name', 'a'],
      ['list-api-keys', 'acme'],
      ['revoke-keys', 'acme'],
    ])
      expect(expectRefused(await ops(...args), 1)).to.equal('There is no account acme.');
  });

  it('list-api-keys lists the keys of one account, the oldest first', async () => {
    const one = await createApiKey(database.pool, { name: 'one' });
    const two = await createApiKey(database.pool, {
      accountId: one.accountId,
      name: 'two',
      revokedAt: new Date(),
    });
    await createApiKey(database.pool);
    const { data } = expectDone(await ops('list-api-keys', one.accountId)) as { data: { id: string }[] };
    expect(data.map(({ id }) => id)).to.deep.equal([one.id, two.id]);
  });

  it('revoke-api-key revokes one key at once and no other, and can be repeated', async () => {
    const { id, token, accountId } = await createApiKey(database.pool);
    const other = await createApiKey(database.pool, { accountId });
    const revoked = expectDone(await ops('revoke-api-key', id));
    expect(revoked['revoked_at']).to.be.a('string');
    expect((await failureOf(authenticate(token))).name).to.equal('invalid_api_key');
    await authenticate(other.token);
    expect(expectDone(await ops('revoke-api-key', id))).to.deep.equal(revoked);
  });

  it('revoke-keys revokes every key of one account at once, with an event each, and can be repeated', async () => {
    const first = await createApiKey(database.pool);
    const { accountId } = first;
    const second = await createApiKey(database.pool, { accountId });
    const before = await createApiKey(database.pool, { accountId, revokedAt: new Date('2026-01-01') });
    const foreign = await createApiKey(database.pool);
    const { data } = expectDone(await ops('revoke-keys', accountId)) as {
      data: { id: string; revoked_at: string }[];
    };
    expect(data.map(({ id }) => id)).to.deep.equal([first.id, second.id]);
    expect(data[0]).to.have.property('revoked_at').that.is.a('string');
    for (const { token } of [first, second])
      expect((await failureOf(authenticate(token))).name).to.equal('invalid_api_key');
    await authenticate(foreign.token);
    expect(expectDone(await ops('revoke-keys', accountId))['data']).to.deep.equal([]);
    const { rows } = await database.pool.query(
      `SELECT target_id FROM audit_events WHERE account_id = $1 AND operation = 'ops revoke-keys' ORDER BY id`,
      [accountId],
    );
    expect(rows.map((row) => row.target_id)).to.deep.equal([first.id, second.id]);
    const listed = expectDone(await ops('list-api-keys', accountId)) as { data: { revoked_at: string }[] };
    expect(listed.data[2]?.revoked_at, before.id).to.equal('2026-01-01T00:00:00.000Z');
  });

  it('revoke-keys revokes a key that is being created at the same time', async () => {
    const { id: accountId } = await createAccount(database.pool);
    const client = await database.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM accounts WHERE id = $1 FOR NO KEY UPDATE', [accountId]);
      const revoking = ops('revoke-keys', accountId);
      await untilBlocked(database.pool, client);
      const id = await insertApiKey(client, factoryIds, { accountId, name: 'new', token: 'ph_new' });
      await client.query('COMMIT');
      const { data } = expectDone(await revoking) as { data: { id: string }[] };
      expect(data.map((key) => key.id)).to.deep.equal([id]);
    } finally {
      client.release(true);
    }
  });

  for (const key of ['0197a000-0000-7000-8000-000000000000', 'ph_abc']) {
    it(`revoke-api-key refuses a key that does not exist (${key})`, async () => {
      expect(expectRefused(await ops('revoke-api-key', key), 1)).to.equal(`There is no API key ${key}.`);
    });
  }
});
