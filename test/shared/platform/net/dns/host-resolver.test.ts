// The DNS resolver of the guarded fetch, against a DNS server in the test.
import { expect } from 'chai';
import { createHostResolver } from '../../../../../shared/platform/net/dns/host-resolver.ts';
import { createDnsServer, type DnsServer } from '../../../../support/net/dns-server.ts';

describe('The host resolver', () => {
  let dns: DnsServer;
  beforeEach(async () => {
    dns = await createDnsServer();
  });
  afterEach(() => dns.close());

  it('finds the IPv4 and IPv6 addresses at the configured server, also with a final dot', async () => {
    dns.set('hooks.acme.dev', ['8.8.8.8', '8.8.4.4', '2606:4700::1111']);
    const found = {
      kind: 'found',
      values: [
        { address: '8.8.8.8', family: 4 },
        { address: '8.8.4.4', family: 4 },
        { address: '2606:4700::1111', family: 6 },
      ],
    };
    const resolver = createHostResolver([dns.address]);
    expect(await resolver.resolve('hooks.acme.dev')).to.deep.equal(found);
    expect(await resolver.resolve('hooks.acme.dev.')).to.deep.equal(found);
  });

  it('answers `absent` for a name that does not exist or has no address', async () => {
    dns.set('empty.acme.dev', []);
    const resolver = createHostResolver([dns.address]);
    expect(await resolver.resolve('absent.acme.dev')).to.deep.equal({ kind: 'absent' });
    expect(await resolver.resolve('empty.acme.dev')).to.deep.equal({ kind: 'absent' });
  });

  it('has no answer when the server answers one of the two questions with an error', async () => {
    dns.set('half.acme.dev', (type) => (type === 'A' ? ['8.8.8.8'] : 'refused'));
    expect(await createHostResolver([dns.address]).resolve('half.acme.dev')).to.deep.equal({
      kind: 'unanswered',
      reason: 'refused',
    });
  });

  it('resolves localhost without a question', async () => {
    const answer = await createHostResolver([dns.address]).resolve('app.localhost');
    expect(answer).to.deep.equal({
      kind: 'found',
      values: [
        { address: '127.0.0.1', family: 4 },
        { address: '::1', family: 6 },
      ],
    });
    expect(dns.questions).to.deep.equal([]);
  });

  it('uses the resolver of the system when no server is configured', async () => {
    expect(await createHostResolver([]).resolve('127.0.0.1')).to.deep.equal({
      kind: 'found',
      values: [{ address: '127.0.0.1', family: 4 }],
    });
  });
});
