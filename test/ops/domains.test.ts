// The verbs for domains: what `add-domain` makes is what `domain-records` prints, with the service's own name in it.
import { expect } from 'chai';
import { runCommand } from '../../ops/run-command.ts';
import { listenForEvents } from '../support/api/announced-events.ts';
import { useDatabase } from '../support/database/database.ts';
import { TEST_SECRET_KEY } from '../support/factories/dkim-key.ts';
import { createAccount, createDomain } from '../support/factories/factories.ts';
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

  it('add-domain takes any name, also that of the mail service, and leaves a domain that the account has unchanged', async () => {
    const { id } = await createAccount(database.pool);
    const own = expectDone(await ops('add-domain', id, 'posthorn.dev'));
    expect(own).to.include({ status: 'verified', vouched: true });
    const { id: domainId } = await createDomain(database.pool, id, { name: 'tried.dev', status: 'pending' });
    const tried = expectDone(await ops('add-domain', id, 'tried.dev'));
    expect(tried).to.include({ id: domainId, status: 'pending', vouched: false });
  });

  it('add-domain refuses a domain below that of another account, and an account that does not exist', async () => {
    const { id } = await createAccount(database.pool);
    await createDomain(database.pool, (await createAccount(database.pool)).id, { name: 'owned.dev' });
    expect(expectRefused(await ops('add-domain', id, 'mail.owned.dev'), 1)).to.include('mail.owned.dev');
    expect(expectRefused(await ops('add-domain', 'unknown', 'free.dev'), 1)).to.include('no account unknown');
    expect(expectRefused(await ops('add-domain', id, 'not a domain'), 2)).to.include('not a domain');
    const { rows } = await database.pool.query(
      "SELECT FROM domains WHERE name IN ('mail.owned.dev', 'free.dev')",
    );
    expect(rows).to.have.length(0);
  });

  it('list-domains lists those of the service or of one account, the newest first', async () => {
    const one = await createAccount(database.pool);
    const other = await createAccount(database.pool);
    const older = await createDomain(database.pool, one.id, { name: 'older.dev', isDefault: true });
    const foreign = await createDomain(database.pool, other.id, { receivingEnabled: true });
    const newer = await createDomain(database.pool, one.id, { name: 'newer.dev', isVouched: true });
    await database.pool.query(`UPDATE domain_checks SET checked_at = '2026-11-20T12:00:00Z' WHERE id = $1`, [
      older.id,
    ]);
    const list = async (...args: string[]) =>
      expectDone(await ops('list-domains', ...args)) as { has_more: boolean; data: { id: string }[] };
    const namesOf = ({ data }: { data: { id: string }[] }) => data.map(({ id }) => id);
    expect(namesOf(await list()).slice(0, 3)).to.deep.equal([newer.id, foreign.id, older.id]);
    const firstOfAll = await list('--limit', '1');
    expect([namesOf(firstOfAll), firstOfAll.has_more]).to.deep.equal([[newer.id], true]);
    const own = await list('--account', one.id);
    expect([namesOf(own), own.has_more]).to.deep.equal([[newer.id, older.id], false]);
    const { created_at, ...shown } = own.data[1] as Record<string, unknown>;
    expect(created_at).to.be.a('string');
    expect(shown).to.deep.equal({
      object: 'domain',
      id: older.id,
      account_id: one.id,
      name: 'older.dev',
      status: 'verified',
      status_reason: null,
      vouched: false,
      default: true,
      capabilities: { sending: true, receiving: false },
      reputation: 'good',
      source_pool: null,
      checked_at: '2026-11-20T12:00:00.000Z',
    });
    expect(expectRefused(await ops('list-domains', '--account', 'acme'), 1)).to.include('no account acme');
    expect(expectRefused(await ops('list-domains', '--limit', '1001'), 2)).to.include('from 1 to 1000');
  });

  it('domain-records refuses a domain that no account has', async () => {
    expect(expectRefused(await ops('domain-records', 'nobodys.dev'), 1)).to.include('nobodys.dev');
  });

  describe('set-pool', () => {
    const SOURCES = { MX_SOURCES: '203.0.113.5/mx1.acme.dev,vip=203.0.113.6/mx2.acme.dev' };
    const poolOf = async (domainId: string) => {
      const select = 'SELECT source_pool FROM domains WHERE id = $1';
      const { rows } = await database.pool.query<{ source_pool: string | null }>(select, [domainId]);
      return rows[0]?.source_pool;
    };

    it('gives a domain a pool of MX_SOURCES, shows it in list-domains, and takes it back', async () => {
      const { id: accountId } = await createAccount(database.pool);
      const { id, name } = await createDomain(database.pool, accountId);
      const set = async (pool: string) => expectDone(await opsIn(SOURCES, 'set-pool', name, pool));
      const shown = { object: 'domain', id, account_id: accountId, name };
      expect(await set('vip')).to.deep.equal({ ...shown, source_pool: 'vip' });
      const { data } = expectDone(await ops('list-domains', '--account', accountId));
      expect(data).to.have.nested.property('[0].source_pool', 'vip');
      expect(await set('default')).to.include({ source_pool: 'default' });
      expect(await set('none')).to.deep.equal({ ...shown, source_pool: null });
      expect(await poolOf(id)).to.equal(null);
    });

    it('changes the domain of one account where several have the name', async () => {
      const one = await createAccount(database.pool);
      const two = await createAccount(database.pool);
      const first = await createDomain(database.pool, one.id, { name: 'pooled.dev' });
      const second = await createDomain(database.pool, two.id, { name: 'pooled.dev', status: 'pending' });
      expectDone(await ops('set-pool', 'pooled.dev', 'vip', '--account', two.id));
      expect([await poolOf(first.id), await poolOf(second.id)]).to.deep.equal([null, 'vip']);
    });

    it('refuses a pool that MX_SOURCES lacks, a text that is no name of one, and an unknown domain', async () => {
      const { name } = await createDomain(database.pool, (await createAccount(database.pool)).id);
      expect(expectRefused(await opsIn(SOURCES, 'set-pool', name, 'bulk'), 2)).to.equal(
        '"bulk" is not a pool of MX_SOURCES: it has default, vip.',
      );
      for (const text of ['', 'Vip', 'a pool', 'p'.repeat(33)])
        expect(expectRefused(await ops('set-pool', name, text), 2)).to.include(
          'is not a pool of MX_SOURCES.',
        );
      expect(expectRefused(await ops('set-pool', 'nobodys.dev', 'vip'), 1)).to.include('nobodys.dev');
    });
  });

  describe('vouch-domain', () => {
    const stateOf = async (domainId: string) => {
      const { rows } = await database.pool.query(
        `SELECT is_vouched, status, status_reason, state, next_attempt_at IS NOT NULL AS is_due
         FROM domains JOIN dkim_keys ON domain_id = domains.id JOIN domain_checks ON domain_checks.id = domains.id
         WHERE domains.id = $1 ORDER BY dkim_keys.id`,
        [domainId],
      );
      return rows;
    };
    const VOUCHED = { is_vouched: true, status: 'verified', status_reason: null, state: 'active' };

    it('makes a domain verified with a key that signs, and announces it once', async () => {
      const { id: accountId } = await createAccount(database.pool, { planId: 'free' });
      await createDomain(database.pool, accountId);
      const announced = await listenForEvents(database.pool, accountId, ['domain.*']);
      const { id } = await createDomain(database.pool, accountId, {
        name: 'vouched.dev',
        status: 'failed',
        keyState: 'pending',
      });
      await database.pool.query(`UPDATE domains SET status_reason = 'claimed' WHERE id = $1`, [id]);
      for (const _ of ['first', 'again']) {
        const domain = expectDone(await ops('vouch-domain', 'Vouched.dev'));
        expect(domain).to.include({ id, name: 'vouched.dev', status: 'verified', vouched: true });
      }
      expect(await stateOf(id)).to.deep.equal([{ ...VOUCHED, is_due: false }]);
      expect((await announced()).map(({ type, data }) => [type, data['id'], data['status']])).to.deep.equal([
        ['domain.updated', id, 'verified'],
      ]);
    });

    it('leaves a key that waits for its record waiting while another one signs', async () => {
      const { id: accountId } = await createAccount(database.pool);
      const { id } = await createDomain(database.pool, accountId, {
        name: 'rotating.dev',
        status: 'pending',
      });
      await database.pool.query(
        `INSERT INTO dkim_keys (id, domain_id, selector, public_key, private_key, state)
         SELECT uuid_v7(now()), domain_id, 'ph2', public_key, private_key, 'pending' FROM dkim_keys WHERE domain_id = $1`,
        [id],
      );
      expectDone(await ops('vouch-domain', 'rotating.dev'));
      expect((await stateOf(id)).map(({ state }) => state)).to.have.members(['active', 'pending']);
    });

    it('--withdraw makes a domain wait for its records, which are checked at once', async () => {
      const { id: accountId } = await createAccount(database.pool);
      const { id } = await createDomain(database.pool, accountId, { name: 'alone.dev', isVouched: true });
      for (const _ of ['first', 'again']) {
        const domain = expectDone(await ops('vouch-domain', 'alone.dev', '--withdraw'));
        expect(domain).to.include({ id, status: 'pending', vouched: false });
      }
      expect(await stateOf(id)).to.deep.equal([
        { ...VOUCHED, is_vouched: false, status: 'pending', is_due: true },
      ]);
    });

    it('refuses a name that another account owns, a name that no account has, and an account without the name', async () => {
      const first = await createAccount(database.pool);
      const second = await createAccount(database.pool);
      await createDomain(database.pool, first.id, { name: 'shared.dev' });
      const { id } = await createDomain(database.pool, second.id, { name: 'shared.dev', status: 'pending' });
      const vouch = async (...args: string[]) => expectRefused(await ops('vouch-domain', ...args), 1);
      expect(await vouch('shared.dev', '--account', second.id)).to.include(
        'Another account has already verified',
      );
      expect(await vouch('nobodys.dev')).to.include('nobodys.dev');
      expect(await vouch('posthorn.org', '--account', second.id)).to.include('posthorn.org');
      expect(await stateOf(id)).to.have.nested.property('[0].is_vouched', false);
      const done = expectDone(await ops('vouch-domain', 'shared.dev', '--account', first.id));
      expect(done).to.include({ account_id: first.id, vouched: true });
    });
  });

  for (const [what, environment] of [
    ['PUBLIC_URL is this machine', {}],
    ['PUBLIC_URL is an IP address', { PUBLIC_URL: 'http://192.0.2.1' }],
  ] as const) {
    it(`all refuse while ${what}, because the records would be worthless, and add nothing`, async () => {
      const { id } = await createAccount(database.pool);
      for (const args of [
        ['add-domain', id, 'early.dev'],
        ['domain-records', 'early.dev'],
        ['vouch-domain', 'early.dev'],
      ]) {
        expect(expectRefused(await opsIn(environment, ...args), 78)).to.include('MAIL_HOSTNAME');
      }
      const { rows } = await database.pool.query('SELECT FROM domains WHERE account_id = $1', [id]);
      expect(rows).to.have.length(0);
    });
  }
});
