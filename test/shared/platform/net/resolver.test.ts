// The DNS resolver, against a DNS server in the test.
import { expect } from 'chai';
import { createHostResolver } from '../../../../shared/platform/net/resolver.ts';
import { createDnsServer, type DnsServer } from '../../../support/dns-server.ts';
import { failureOf } from '../../../support/failure-of.ts';

describe('The resolver', () => {
  let dns: DnsServer;
  beforeEach(async () => {
    dns = await createDnsServer();
  });
  afterEach(() => dns.close());

  it('returns the IPv4 and IPv6 addresses from the configured server', async () => {
    dns.set('hooks.acme.dev', ['8.8.8.8', '8.8.4.4', '2606:4700::1111']);
    expect(await createHostResolver([dns.address]).resolve('hooks.acme.dev')).to.deep.equal([
      { address: '8.8.8.8', family: 4 },
      { address: '8.8.4.4', family: 4 },
      { address: '2606:4700::1111', family: 6 },
    ]);
  });

  it('returns no address for a name that does not exist or has none', async () => {
    dns.set('empty.acme.dev', []);
    const resolver = createHostResolver([dns.address]);
    expect(await resolver.resolve('absent.acme.dev')).to.deep.equal([]);
    expect(await resolver.resolve('empty.acme.dev')).to.deep.equal([]);
  });

  it('fails when the server answers one of the two queries with an error', async () => {
    dns.set('half.acme.dev', (type) => (type === 'A' ? ['8.8.8.8'] : 'refused'));
    const error = await failureOf(createHostResolver([dns.address]).resolve('half.acme.dev'));
    expect(error.code).to.equal('EREFUSED');
  });

  it('resolves localhost without a query', async () => {
    const addresses = await createHostResolver([dns.address]).resolve('app.localhost');
    expect(addresses.map(({ address }) => address)).to.deep.equal(['127.0.0.1', '::1']);
    expect(dns.questions).to.deep.equal([]);
  });

  it('uses the resolver of the system when no server is configured', async () => {
    const addresses = await createHostResolver([]).resolve('127.0.0.1');
    expect(addresses).to.deep.equal([{ address: '127.0.0.1', family: 4 }]);
  });
});
