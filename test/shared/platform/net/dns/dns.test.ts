// DNS as values: what each kind of answer and of failure of a real server becomes.
import { expect } from 'chai';
import type { Dns } from '../../../../../shared/platform/net/dns/answer.ts';
import { createDns } from '../../../../../shared/platform/net/dns/dns.ts';
import { createDnsServer, type DnsFault, type DnsServer } from '../../../../support/net/dns-server.ts';

const SHORT_MS = 300;
const ABSENT = { kind: 'absent' };
const found = (...values: unknown[]) => ({ kind: 'found', values });
const unanswered = (reason: string) => ({ kind: 'unanswered', reason });

describe('DNS', () => {
  let server: DnsServer;
  let dns: Dns;
  beforeEach(async () => {
    server = await createDnsServer();
    dns = createDns({ servers: [server.address], reach: 'public', timeoutMs: SHORT_MS });
  });
  afterEach(() => server.close());

  it('joins the strings of a TXT record, and keeps records apart', async () => {
    const long = `v=DKIM1; p=${'A'.repeat(390)}`;
    server.publish('acme.dev', { type: 'TXT', value: long });
    server.publish('acme.dev', { type: 'TXT', value: 'v=spf1 -all' });
    expect(await dns.txt('acme.dev')).to.deep.equal(found(long, 'v=spf1 -all'));
  });

  it('lists MX records, the preferred one first, in lower case', async () => {
    server.publish('acme.dev', { type: 'MX', value: 'Backup.acme.dev', priority: 20 });
    server.publish('acme.dev', { type: 'MX', value: 'mail.acme.dev', priority: 10 });
    expect(await dns.mx('acme.dev')).to.deep.equal(
      found({ exchange: 'mail.acme.dev', priority: 10 }, { exchange: 'backup.acme.dev', priority: 20 }),
    );
  });

  it('lists the addresses of a host, and the names of an address', async () => {
    server.set('mail.acme.dev', ['192.0.2.1', '2001:db8::1']);
    server.publish(`f${'.0'.repeat(23)}.8.b.d.0.1.0.0.2.ip6.arpa`, { type: 'PTR', value: 'mail.acme.dev' });
    server.publish('1.2.0.192.in-addr.arpa', { type: 'PTR', value: 'Mail.acme.dev' });
    expect(await dns.addresses('mail.acme.dev')).to.deep.equal(
      found({ address: '192.0.2.1', family: 4 }, { address: '2001:db8::1', family: 6 }),
    );
    expect(await dns.ptr('192.0.2.1')).to.deep.equal(found('mail.acme.dev'));
    expect(await dns.ptr('2001:db8::f')).to.deep.equal(found('mail.acme.dev'));
    expect(await dns.ptr('192.0.2.99')).to.deep.equal(ABSENT);
    expect(await dns.ptr('no address')).to.deep.equal(ABSENT);
  });

  it('finds aliases and name servers', async () => {
    server.publish('links.acme.dev', { type: 'CNAME', value: 'Links.posthorn.dev' });
    server.publish('acme.dev', { type: 'NS', value: 'ns1.host.dev' });
    expect(await dns.cname('links.acme.dev')).to.deep.equal(found('links.posthorn.dev'));
    expect(await dns.ns('acme.dev')).to.deep.equal(found('ns1.host.dev'));
  });

  it('answers `absent` for a name that does not exist, and for one without such a record', async () => {
    server.publish('acme.dev', { type: 'A', value: '192.0.2.1' });
    expect(await dns.txt('absent.dev')).to.deep.equal(ABSENT);
    expect(await dns.txt('acme.dev')).to.deep.equal(ABSENT);
    expect(await dns.mx('acme.dev')).to.deep.equal(ABSENT);
    expect(await dns.addresses('absent.dev')).to.deep.equal(ABSENT);
  });

  const failures: [DnsFault, string][] = [
    ['silence', 'timeout'],
    ['SERVFAIL', 'servfail'],
    ['REFUSED', 'refused'],
    ['FORMERR', 'malformed'],
    ['NOTIMP', 'malformed'],
    ['garbage', 'malformed'],
    ['cut', 'malformed'],
    ['wrong-id', 'timeout'],
    ['byte-by-byte', 'timeout'],
  ];
  for (const [fault, reason] of failures) {
    it(`answers \`unanswered\` (${reason}) for ${fault}, to every question`, async () => {
      server.fail(fault);
      const questions = [
        dns.txt('acme.dev'),
        dns.mx('acme.dev'),
        dns.addresses('acme.dev'),
        dns.cname('acme.dev'),
        dns.ns('acme.dev'),
        dns.ptr('192.0.2.1'),
      ];
      for (const answer of await Promise.all(questions)) expect(answer).to.deep.equal(unanswered(reason));
    });
  }
});
