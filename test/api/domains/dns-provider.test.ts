// GET /domains/:id/dns-provider (docs/reference/domain-compliance.md).
import { expect } from 'chai';
import { type LiveDomain, useLiveDns } from './support/use-live-dns.ts';

async function providerOf(domain: LiveDomain) {
  const { status, body } = await domain.get('dns-provider');
  expect(status).to.equal(200);
  return body as object;
}

describe('GET /domains/:id/dns-provider', () => {
  const live = useLiveDns();
  const serve = (zone: string, ...servers: string[]) => live.dns().zone(zone, servers);

  it('Names the provider of the name servers, and its page for records.', async () => {
    const domain = await live.addDomain('served.dev');
    serve('served.dev', 'bob.ns.cloudflare.com', 'Ada.NS.Cloudflare.com');
    expect(await providerOf(domain)).to.deep.equal({
      object: 'domain_dns_provider',
      id: domain.id,
      name: 'served.dev',
      provider: 'Cloudflare',
      records_url: 'https://dash.cloudflare.com/?to=/:account/:zone/dns',
      nameservers: ['ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
    });
  });

  it('Finds the name servers of the zone that a subdomain belongs to.', async () => {
    serve('dev', 'ns.registry.dev');
    serve('zones.dev', 'ns01.domaincontrol.com', 'ns02.domaincontrol.com');
    serve('own.zones.dev', 'ns1.desec.io', 'ns2.desec.org');
    const below = await live.addDomain('mail.shop.zones.dev');
    expect(await providerOf(below)).to.deep.include({ provider: 'GoDaddy' });
    const own = await live.addDomain('mail.own.zones.dev');
    expect(await providerOf(own)).to.deep.include({
      provider: 'deSEC',
      nameservers: ['ns1.desec.io', 'ns2.desec.org'],
    });
    expect(live.dns().questions).not.to.include('NS dev');
  });

  it('Answers null for a provider that is not known, or not the same for all name servers, and lists them.', async () => {
    const unknown = { provider: null, records_url: null };
    serve('unknown.dev', 'ns1.unknown.dev');
    expect(await providerOf(await live.addDomain('unknown.dev'))).to.deep.include({
      ...unknown,
      nameservers: ['ns1.unknown.dev'],
    });
    serve('mixed.dev', 'ns01.domaincontrol.com', 'ada.ns.cloudflare.com');
    expect(await providerOf(await live.addDomain('mixed.dev'))).to.deep.include({
      ...unknown,
      nameservers: ['ada.ns.cloudflare.com', 'ns01.domaincontrol.com'],
    });
  });

  it('Answers null, and no name servers, when DNS did not answer.', async () => {
    live.dns().set('silent.dev', 'refused');
    expect(await providerOf(await live.addDomain('mail.silent.dev'))).to.deep.include({
      provider: null,
      records_url: null,
      nameservers: [],
    });
  });
});
