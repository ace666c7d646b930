// Looking up DNS records, with a real server.
import { expect } from 'chai';
import { createDnsRecords } from '../../../../shared/platform/net/dns-records.ts';
import { createDnsServer, type DnsServer } from '../../../support/dns-server.ts';
import { failureOf } from '../../../support/failure-of.ts';

describe('DNS records', () => {
  let server: DnsServer;
  before(async () => {
    server = await createDnsServer();
  });
  after(() => server.close());
  const dns = () => createDnsRecords([server.address]);

  it('joins the strings of a TXT record, and tells records apart', async () => {
    const long = `v=DKIM1; p=${'A'.repeat(390)}`;
    server.publish('acme.dev', { type: 'TXT', value: long });
    server.publish('acme.dev', { type: 'TXT', value: 'v=spf1 -all' });
    expect(await dns().txt('acme.dev')).to.have.members([long, 'v=spf1 -all']);
  });

  it('lists MX records, the preferred one first, in lower case', async () => {
    server.publish('mx.acme.dev', { type: 'MX', value: 'Backup.acme.dev', priority: 20 });
    server.publish('mx.acme.dev', { type: 'MX', value: 'mail.acme.dev', priority: 10 });
    expect(await dns().mx('mx.acme.dev')).to.deep.equal([
      { exchange: 'mail.acme.dev', priority: 10 },
      { exchange: 'backup.acme.dev', priority: 20 },
    ]);
  });

  it('lists the addresses of a host and the names of an address', async () => {
    server.set('mail.acme.dev', ['192.0.2.1', '2001:db8::1']);
    server.publish(`f${'.0'.repeat(23)}.8.b.d.0.1.0.0.2.ip6.arpa`, { type: 'PTR', value: 'mail.acme.dev' });
    server.publish('1.2.0.192.in-addr.arpa', { type: 'PTR', value: 'Mail.acme.dev' });
    expect(await dns().addresses('mail.acme.dev')).to.deep.equal(['192.0.2.1', '2001:db8::1']);
    expect(await dns().names('192.0.2.1')).to.deep.equal(['mail.acme.dev']);
    expect(await dns().names('2001:db8::f')).to.deep.equal(['mail.acme.dev']);
  });

  it('answers nothing for a name that does not exist, or that has no such record', async () => {
    expect(await dns().txt('absent.dev')).to.deep.equal([]);
    expect(await dns().mx('acme.dev')).to.deep.equal([]);
    expect(await dns().names('192.0.2.99')).to.deep.equal([]);
  });

  it('rejects when the server refuses, so that no answer is taken for an absent record', async () => {
    server.set('refused.dev', 'refused');
    expect(await failureOf(dns().addresses('refused.dev'))).to.have.property('code', 'EREFUSED');
  });
});
