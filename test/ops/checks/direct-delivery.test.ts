// What `ops check` says where mail is delivered directly, asked of a DNS server and of a large provider's server that are both
// the test's own.
import type { Socket } from 'node:net';
import { expect } from 'chai';
import { checkDirectDelivery } from '../../../ops/checks/direct-delivery.ts';
import type { Check } from '../../../ops/checks/finding.ts';
import { checkMailHostname } from '../../../ops/checks/mail-hostname.ts';
import { checkProvider } from '../../../ops/checks/provider.ts';
import { findService } from '../../../ops/service.ts';
import type { OpsDeps } from '../../../ops/verb.ts';
import { createDnsServer, type DnsServer } from '../../support/net/dns-server.ts';
import { createTcpServer, type TcpServer } from '../../support/net/tcp-server.ts';

const SOURCES = '127.0.0.2/mx1.posthorn.dev,bulk=127.0.0.3/mx2.posthorn.dev';

describe('The check of direct delivery', () => {
  let dns: DnsServer;
  let provider: TcpServer;
  let greet: (socket: Socket) => void;
  /** Addresses from which the provider was asked. */
  const askedFrom = new Set<string | undefined>();

  beforeEach(async () => {
    dns = await createDnsServer();
    greet = (socket) => socket.write('220 mx.gmail.com ESMTP\r\n');
    askedFrom.clear();
    provider = await createTcpServer((socket) => {
      askedFrom.add(socket.remoteAddress);
      greet(socket);
    });
    dns.publish('gmail.com', { type: 'MX', value: 'mx.gmail.com', priority: 5 });
    dns.set('mx.gmail.com', ['127.0.0.1']);
    for (const number of [2, 3]) {
      const host = `mx${number - 1}.posthorn.dev`;
      dns.set(host, [`127.0.0.${number}`]);
      dns.publish(`${number}.0.0.127.in-addr.arpa`, { type: 'PTR', value: host });
    }
  });
  afterEach(async () => {
    await provider.close();
    await dns.close();
  });

  const check = async (changes: Record<string, string> = {}, looks: Check = checkDirectDelivery) => {
    const service = await findService({
      DATABASE_URL: 'postgres://127.0.0.1/x',
      DNS_SERVERS: dns.address,
      SMTP_URL: 'mx:',
      MX_SOURCES: SOURCES,
      MX_PORT: `${provider.port}`,
      ...changes,
    });
    const findings = await looks({ service } as OpsDeps);
    return findings.map((finding) => `${finding.check} ${finding.status}: ${finding.message}`);
  };
  const linesOf = async (name: string, changes: Record<string, string>) =>
    (await check(changes)).filter((line) => line.startsWith(`${name} `)).join('\n');

  it('asks a large provider, DNS and SPF about each source', async () => {
    expect(await check()).to.deep.equal([
      `port_25 met: A server of gmail.com accepts connections from 127.0.0.2 on port ${provider.port}.`,
      `port_25 met: A server of gmail.com accepts connections from 127.0.0.3 on port ${provider.port}.`,
      'ptr met: 127.0.0.2 has the PTR record mx1.posthorn.dev, which resolves back to it.',
      'ptr met: 127.0.0.3 has the PTR record mx2.posthorn.dev, which resolves back to it.',
      'spf met: The SPF records of domains allow 127.0.0.2.',
      'spf met: The SPF records of domains allow 127.0.0.3.',
    ]);
    expect([...askedFrom].sort()).to.deep.equal(['127.0.0.2', '127.0.0.3']);
  });

  it('asks from the address of the system where there are no sources, and nothing where there is a relay', async () => {
    expect(await check({ MX_SOURCES: '' })).to.deep.equal([
      `port_25 met: A server of gmail.com accepts connections from the default address of the system on port ${provider.port}.`,
    ]);
    expect(await check({ SMTP_URL: 'smtp://127.0.0.1' })).to.deep.equal([]);
  });

  it('leaves no line about a relay, and none about the name of MAIL_HOSTNAME where mail leaves from sources', async () => {
    dns.set('mail.posthorn.dev', ['127.0.0.9']);
    const host = { MAIL_HOSTNAME: 'mail.posthorn.dev' };
    expect(await check(host, checkProvider)).to.deep.equal([]);
    const found = 'mail_hostname met: mail.posthorn.dev has the address 127.0.0.9.';
    expect(await check(host, checkMailHostname)).to.deep.equal([found]);
    const [, name] = await check({ ...host, MX_SOURCES: '' }, checkMailHostname);
    expect(name).to.match(/^ptr advice: 127\.0\.0\.9 has no PTR record/);
  });

  it('recognizes a closed port, a server that refuses the address, and an address of another machine', async () => {
    expect(await linesOf('port_25', { MX_PORT: '1' })).to.match(
      /^port_25 unmet: No server accepts connections from 127\.0\.0\.2 on port 1 \(gmail\.com: connect ECONNREFUSED/,
    );
    greet = (socket) => socket.write('554 5.7.1 Listed\r\n');
    expect(await linesOf('port_25', {})).to.include('(gmail.com: it answers "554 5.7.1 Listed"). Check');
    const elsewhere = { MX_SOURCES: '203.0.113.5/mx1.posthorn.dev' };
    expect(await linesOf('port_25', elsewhere)).to.match(/unmet: .*gmail\.com: .*EADDRNOTAVAIL/);
  });

  it('does not judge the port by a provider without an address of the family, or by DNS that does not answer', async () => {
    const v6 = { MX_SOURCES: '[::1]/mx1.posthorn.dev' };
    expect(await linesOf('port_25', v6)).to.match(/^port_25 advice: DNS returned no server of gmail\.com, /);
    dns.fail('REFUSED');
    expect(await linesOf('port_25', {})).to.match(/^port_25 advice: /);
  });

  it('recognizes a name that does not match or does not lead back, and DNS that does not answer', async () => {
    const ptr = (number: number, host: string) =>
      linesOf('ptr', { MX_SOURCES: `127.0.0.${number}/${host}.posthorn.dev` });
    expect(await ptr(2, 'mx2')).to.equal(
      'ptr unmet: 127.0.0.2 has the PTR record mx1.posthorn.dev, but needs mx2.posthorn.dev. The operator of this service sets it at the host of the address.',
    );
    expect(await ptr(4, 'mx2')).to.include('unmet: 127.0.0.4 has no PTR record, but needs mx2.posthorn.dev');
    dns.publish('5.0.0.127.in-addr.arpa', { type: 'PTR', value: 'mx2.posthorn.dev' });
    expect(await ptr(5, 'mx2')).to.include('unmet: mx2.posthorn.dev does not resolve to 127.0.0.5');
    dns.set('mx1.posthorn.dev', 'refused');
    expect(await ptr(2, 'mx1')).to.include('advice: DNS did not answer for 127.0.0.2 and mx1.posthorn.dev');
  });

  it('recognizes SPF mechanisms that do not allow every source, also by way of other records', async () => {
    dns.publish('_spf.posthorn.dev', { type: 'TXT', value: 'v=spf1 a:mx1.posthorn.dev -all' });
    expect(await linesOf('spf', { SPF_INCLUDE: '_spf.posthorn.dev' })).to.equal(
      'spf met: The SPF records of domains allow 127.0.0.2.\n' +
        'spf unmet: SPF_INCLUDE (include:_spf.posthorn.dev) does not allow 127.0.0.3. Add ip4: or ip6: with the address, or remove SPF_INCLUDE.',
    );
    dns.fail('SERVFAIL', '_spf.posthorn.dev');
    expect(await linesOf('spf', { SPF_INCLUDE: '_spf.posthorn.dev' })).to.include('spf advice: ');
  });
});
