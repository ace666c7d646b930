// The verbs of `npm run ops` for accounts, on a real database.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { createApiKeyAuthentication } from '../../shared/resources/foundation/api-keys/authenticate.ts';
import { useDatabase } from '../support/database/database.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

describe('ops', () => {
  const database = useDatabase();
  const ops = (...args: string[]) =>
    runCommand(args, { DATABASE_URL: database.url, SECRET_KEY: TEST_SECRET_KEY });
  const countAccounts = async () =>
    (await database.pool.query('SELECT count(*)::integer FROM accounts')).rows[0].count;

  it('create-account creates an account in the sandbox and prints a key that works', async () => {
    const account = expectDone(
      await ops('create-account', '--name', 'Acme', '--owner', 'Ana@Acme.dev', '--domain', 'Acme.DEV'),
    );
    expect(account).to.deep.include({
      object: 'account',
      name: 'Acme',
      plan: 'free',
      production_access: false,
      domains: ['acme.dev'],
      confirmed_addresses: ['ana@acme.dev'],
    });
    const presented = { token: String(account['api_key']), now: new Date(), address: '192.0.2.1' };
    const key = await createApiKeyAuthentication(database.pool)(presented);
    expect(key).to.include({ accountId: account['id'], permission: 'full_access' });
    const { rows } = await database.pool.query(
      'SELECT status FROM domains JOIN dkim_keys ON domain_id = domains.id WHERE account_id = $1',
      [account['id']],
    );
    expect(rows).to.deep.equal([{ status: 'verified' }]);
  });

  it('create-account refuses a domain that another account has verified, and creates nothing', async () => {
    const { id } = await createAccount(database.pool);
    await createDomain(database.pool, id, { name: 'taken.dev' });
    const before = await countAccounts();
    const result = await ops('create-account', '--name', 'Other', '--domain', 'mail.taken.dev');
    expect(expectRefused(result, 1)).to.include('mail.taken.dev');
    expect(await countAccounts()).to.equal(before);
  });

  it('create-account refuses a plan that does not exist, and names the existing ones', async () => {
    const result = await ops('create-account', '--name', 'Acme', '--plan', 'gold');
    expect(expectRefused(result, 1)).to.equal(
      'There is no plan gold. The plans are free, pro, scale, unlimited.',
    );
  });

  it('create-account with a domain needs SECRET_KEY', async () => {
    const args = ['create-account', '--name', 'Acme', '--domain', 'keyless.dev'];
    const result = await runCommand(args, { DATABASE_URL: database.url, DATA_DIR: '/nonexistent' });
    expect(expectRefused(result, 78)).to.include('SECRET_KEY');
  });

  it('list-accounts lists them, the oldest first', async () => {
    const older = await createAccount(database.pool, { name: 'Older' });
    const newer = await createAccount(database.pool, { name: 'Newer', planId: 'pro' });
    const { data, ...list } = expectDone(await ops('list-accounts')) as {
      data: { id: string; name: string; plan: string }[];
    };
    expect(list).to.deep.equal({ object: 'list' });
    expect(data.slice(-2).map(({ id, name, plan }) => [id, name, plan])).to.deep.equal([
      [older.id, 'Older', 'unlimited'],
      [newer.id, 'Newer', 'pro'],
    ]);
  });

  it('set-plan changes the plan of one account and of no other', async () => {
    const one = await createAccount(database.pool);
    const other = await createAccount(database.pool);
    expect(expectDone(await ops('set-plan', one.id, 'scale'))).to.include({ id: one.id, plan: 'scale' });
    const { rows } = await database.pool.query('SELECT plan_id FROM accounts WHERE id = $1', [other.id]);
    expect(rows).to.deep.equal([{ plan_id: 'unlimited' }]);
  });

  it('set-plan refuses a plan that does not exist', async () => {
    const { id } = await createAccount(database.pool);
    expect(expectRefused(await ops('set-plan', id, 'gold'), 1)).to.include('gold');
  });

  it('grant-production-access and revoke-production-access change one account, and can be repeated', async () => {
    const { id } = await createAccount(database.pool, { productionAccess: false });
    for (const [verb, isGranted] of [
      ['grant-production-access', true],
      ['grant-production-access', true],
      ['revoke-production-access', false],
    ] as const) {
      expect(expectDone(await ops(verb, id))).to.include({ id, production_access: isGranted });
    }
  });

  it('confirm-address adds an address once, in whatever case', async () => {
    const { id } = await createAccount(database.pool);
    await ops('confirm-address', id, 'Bo@Customer.dev');
    const account = expectDone(await ops('confirm-address', id, 'bo@customer.dev'));
    expect(account['confirmed_addresses']).to.deep.equal(['bo@customer.dev']);
  });

  it('confirm-address refuses an invalid address, with exit code 2', async () => {
    const { id } = await createAccount(database.pool);
    expect(expectRefused(await ops('confirm-address', id, 'bo'), 2)).to.equal(
      '"bo" is not an email address.',
    );
  });

  for (const account of ['0197a000-0000-7000-8000-000000000000', 'acme']) {
    it(`refuses an account that does not exist (${account})`, async () => {
      const result = await ops('grant-production-access', account);
      expect(expectRefused(result, 1)).to.equal(`There is no account ${account}.`);
    });
  }
});
