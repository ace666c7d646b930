// GET /domains/:id (docs/reference/domains.md#the-domain-record).
import { expect } from 'chai';
import { newRecordState } from '../../../shared/resources/messaging/domains/records/record-state.ts';
import { useAccount } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { chooseProviderOf, createProvider } from '../../support/factories/provider-factories.ts';

interface Shown {
  record: string;
  type: string;
  name: string;
  host: string;
  value: string;
  priority: number | null;
  required: boolean;
}

describe('GET /domains/:id', () => {
  const app = useApp({
    config: {
      mailHostname: 'mx.posthorn.dev',
      spfMechanisms: 'include:spf.posthorn.dev',
      publicUrl: 'https://api.posthorn.dev',
    },
  });
  const account = useAccount(app);
  const create = async (body: object) => (await account.api.post('/domains').send(body).expect(201)).body;

  it('Answers a domain by its id, with its DNS records.', async () => {
    const created = await create({ name: 'acme.dev' });
    for (const asked of [created.id, created.id.toUpperCase()])
      expect(await account.read(`/domains/${asked}`)).to.deep.equal(created);
    const [dkim] = created.records;
    expect({ ...dkim, value: '', key: { ...dkim.key, created_at: '' } }).to.deep.equal({
      record: 'DKIM',
      name: 'ph1._domainkey.acme.dev',
      host: 'ph1._domainkey',
      type: 'TXT',
      ttl: 'Auto',
      status: 'not_started',
      value: '',
      priority: null,
      required: true,
      found: [],
      detail: null,
      problem: null,
      last_seen_at: null,
      key: { state: 'pending', created_at: '', retires_at: null },
    });
    expect(dkim.value).to.match(/^v=DKIM1; k=rsa; p=MII[A-Za-z0-9+/]{380,}=*$/);
  });

  it('Names in missing_records what is not verified of what is to be published, and nothing for a domain for which an operator vouches.', async () => {
    const { id } = await create({ name: 'missing.dev' });
    await account.api.post(`/domains/${id}/dkim/rotate`).expect(200);
    const readMissing = async (): Promise<{ name: string; problem: string | null }[]> =>
      (await account.read(`/domains/${id}`)).missing_records;
    const missingOf = async () => (await readMissing()).map(({ name }) => name);
    const names = ['_dmarc', 'ph1._domainkey', 'send', 'send'].map((label) => `${label}.missing.dev`);
    expect((await missingOf()).toSorted()).to.deep.equal(names);
    const states = [
      newRecordState('DKIM ph1', 'verified', app.clock.now()),
      { ...newRecordState('SPF TXT', 'failed', app.clock.now()), problem: 'several' as const },
    ];
    await app.pool.query('UPDATE domain_checks SET records = $2 WHERE id = $1', [id, JSON.stringify(states)]);
    expect((await missingOf()).toSorted()).to.deep.equal(names.filter((name) => !name.startsWith('ph1')));
    expect(new Set((await readMissing()).map(({ problem }) => problem))).to.deep.equal(
      new Set([null, 'several']),
    );
    await app.pool.query('UPDATE domains SET is_vouched = true WHERE id = $1', [id]);
    expect(await missingOf()).to.deep.equal([]);
  });

  it('Shows the records of the enabled capabilities and of the tracking subdomain, with the host below the registrable domain.', async () => {
    const linesOf = async (body: object) => {
      const created = await create(body);
      return created.records
        .slice(created.capabilities.sending === 'enabled' ? 1 : 0)
        .map(({ record, type, name, host, value, priority, required }: Shown) =>
          [record, type, name, host, priority ?? '-', value, required].join(' | '),
        );
    };
    const receiving = { sending: 'enabled', receiving: 'enabled' };
    expect(
      await linesOf({ name: 'news.acme.co.uk', capabilities: receiving, tracking_subdomain: 'links' }),
    ).to.deep.equal([
      'SPF | MX | send.news.acme.co.uk | send.news | 10 | mx.posthorn.dev | true',
      'SPF | TXT | send.news.acme.co.uk | send.news | - | v=spf1 include:spf.posthorn.dev ~all | true',
      'DMARC | TXT | _dmarc.news.acme.co.uk | _dmarc.news | - | v=DMARC1; p=none; | false',
      'Receiving | MX | news.acme.co.uk | news | 10 | mx.posthorn.dev | true',
      'Tracking | CNAME | links.news.acme.co.uk | links.news | - | api.posthorn.dev | false',
    ]);
    expect(
      await linesOf({ name: 'acme.dev', capabilities: { ...receiving, sending: 'disabled' } }),
    ).to.deep.equal(['Receiving | MX | acme.dev | @ | 10 | mx.posthorn.dev | true']);
  });

  describe('with several providers', () => {
    const shown = async (id: string) => {
      const { provider, records } = await account.read(`/domains/${id}`);
      const spf = records.find(({ record, type }: Shown) => record === 'SPF' && type === 'TXT').value;
      return [provider, spf.replace(/^v=spf1 (.*) ~all$/, '$1')];
    };
    before(async () => {
      await createProvider(app.pool, 'second', { spfInclude: 'include:second.dev' });
      await createProvider(app.pool, 'first', {
        spfInclude: 'include:first.dev ip4:192.0.2.1',
        failover: 'second',
      });
      await createProvider(app.pool, 'bulk', {
        spfInclude: 'include:bulk.dev ip4:192.0.2.1',
        failover: 'default',
      });
      // They name each other.
      await app.pool.query(`UPDATE providers SET failover = 'first' WHERE name = 'second'`);
    });

    it('Names in provider the one that operators have chosen for the transactional mail of the domain, else `default`.', async () => {
      const { id } = await create({ name: 'chosen.dev' });
      const providerOf = async () => (await shown(id))[0];
      expect(await providerOf()).to.equal('default');
      await chooseProviderOf(app.pool, 'bulk', { domainId: id, lane: 'campaign' });
      expect(await providerOf()).to.equal('default');
      await chooseProviderOf(app.pool, 'second', { lane: 'transactional' });
      expect(await providerOf()).to.equal('second');
      await chooseProviderOf(app.pool, 'first', { accountId: account.accountId });
      expect(await providerOf()).to.equal('first');
      await chooseProviderOf(app.pool, 'bulk', { domainId: id });
      expect(await providerOf()).to.equal('bulk');
      const [listed] = (await account.read('/domains')).data;
      expect(listed).to.include({ name: 'chosen.dev', provider: 'bulk' });
      await app.pool.query('DELETE FROM provider_choices');
    });

    it('Allows in the SPF record each provider that mail of the domain may take: those that operators have chosen for it, and the failovers of these.', async () => {
      const { id } = await create({ name: 'allowed.dev' });
      expect(await shown(id)).to.deep.equal(['default', 'include:spf.posthorn.dev']);
      await chooseProviderOf(app.pool, 'bulk', { domainId: id, lane: 'campaign' });
      expect(await shown(id)).to.deep.equal([
        'default',
        'include:spf.posthorn.dev include:bulk.dev ip4:192.0.2.1',
      ]);
      await chooseProviderOf(app.pool, 'first', { domainId: id });
      const spf =
        'include:first.dev ip4:192.0.2.1 include:second.dev include:bulk.dev include:spf.posthorn.dev';
      expect(await shown(id)).to.deep.equal(['first', spf]);
      const { zone_file } = await account.read(`/domains/${id}/zone-file`);
      const { csv } = await account.read(`/domains/${id}/records-csv`);
      for (const file of [zone_file, csv]) expect(file).to.include(spf);
      const other = await create({ name: 'other.dev' });
      expect(await shown(other.id)).to.deep.equal(['default', 'include:spf.posthorn.dev']);
    });
  });
});
