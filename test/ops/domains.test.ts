// The verbs for domains: what `add-domain` makes is what `domain-records` prints, with the service's own name in it.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { useDatabase } from '../support/database.ts';
import { TEST_SECRET_KEY } from '../support/dkim-key.ts';
import { createAccount, createDomain } from '../support/factories.ts';
import { expectDone, expectRefused } from './run-ops.ts';

interface PrintedRecord {
  record: string;
  name: string;
  type: string;
  value: string;
}

describe('ops', () => {
  const database = useDatabase();
  const MAIL_HOST = { PUBLIC_URL: 'https://posthorn.dev', SPF_INCLUDE: 'spf.provider.dev' };
  const opsIn = (environment: Record<string, string>, ...args: string[]) =>
    runCommand(args, {
      DATABASE_URL: database.url,
      SECRET_KEY: TEST_SECRET_KEY,
      DATA_DIR: '/nonexistent',
      ...environment,
    });
  const ops = (...args: string[]) => opsIn(MAIL_HOST, ...args);

  it('add-domain adds a domain that may send, with a new key, and prints its records', async () => {
    const { id } = await createAccount(database.pool);
    const domain = expectDone(await ops('add-domain', id, 'Shop.ACME.dev'));
    expect(domain).to.include({ account_id: id, name: 'shop.acme.dev', status: 'verified' });
    const { rows } = await database.pool.query<{ public_key: string }>(
      'SELECT public_key FROM dkim_keys JOIN domains ON domain_id = domains.id WHERE account_id = $1',
      [id],
    );
    const records = domain['records'] as PrintedRecord[];
    expect(
      records.map(({ record, type, name, value }) => `${record} ${type} ${name} ${value}`),
    ).to.deep.equal([
      `DKIM TXT ph1._domainkey.shop.acme.dev v=DKIM1; k=rsa; p=${rows[0]?.public_key}`,
      'SPF MX send.shop.acme.dev posthorn.dev',
      'SPF TXT send.shop.acme.dev v=spf1 include:spf.provider.dev ~all',
      'DMARC TXT _dmarc.shop.acme.dev v=DMARC1; p=none;',
    ]);
    expect(domain['zone_file']).to.have.length(records.length);
    expect(expectDone(await ops('domain-records', 'shop.acme.dev'))).to.deep.equal(domain);
  });

  it('add-domain can be repeated, and keeps the key that is published', async () => {
    const { id } = await createAccount(database.pool);
    const first = expectDone(await ops('add-domain', id, 'again.dev'));
    expect(expectDone(await ops('add-domain', id, 'again.dev'))).to.deep.equal(first);
  });

  it('add-domain refuses a domain below that of another account, and an account that does not exist', async () => {
    const { id } = await createAccount(database.pool);
    await createDomain(database.pool, (await createAccount(database.pool)).id, { name: 'owned.dev' });
    expect(expectRefused(await ops('add-domain', id, 'mail.owned.dev'), 1)).to.include('mail.owned.dev');
    expect(expectRefused(await ops('add-domain', 'nobody', 'free.dev'), 1)).to.include('no account nobody');
    expect(expectRefused(await ops('add-domain', id, 'not a domain'), 2)).to.include('not a domain');
    const { rows } = await database.pool.query(
      "SELECT FROM domains WHERE name IN ('mail.owned.dev', 'free.dev')",
    );
    expect(rows).to.have.length(0);
  });

  it('domain-records refuses a domain that nobody has', async () => {
    expect(expectRefused(await ops('domain-records', 'nobodys.dev'), 1)).to.include('nobodys.dev');
  });

  for (const [what, environment] of [
    ['PUBLIC_URL is this machine', {}],
    ['PUBLIC_URL is an IP address', { PUBLIC_URL: 'http://192.0.2.1' }],
  ] as const) {
    it(`both refuse while ${what}, because the records would be worthless, and add nothing`, async () => {
      const { id } = await createAccount(database.pool);
      for (const args of [
        ['add-domain', id, 'early.dev'],
        ['domain-records', 'early.dev'],
      ]) {
        expect(expectRefused(await opsIn(environment, ...args), 78)).to.include('MAIL_HOSTNAME');
      }
      const { rows } = await database.pool.query('SELECT FROM domains WHERE account_id = $1', [id]);
      expect(rows).to.have.length(0);
    });
  }
});
