// GET /domains/:id/dns-provider (docs/reference/domain-compliance.md).
import { expect } from 'chai';
import { useLiveDns } from './support/use-live-dns.ts';

describe('GET /domains/:id/dns-provider', () => {
  const live = useLiveDns();
  const providerOf = async (name: string) => (await live.addDomain(name)).get('dns-provider');
  const serve = (zone: string, ...servers: string[]) => live.dns().zone(zone, servers);

  it('Names the provider of the name servers, and its page for records.', async () => {
    const domain = await live.addDomain('served.dev');
    serve('served.dev', 'bob.ns.cloudflare.com', 'Ada.NS.Cloudflare.com');
    expect(await domain.get('dns-provider')).to.deep.equal({
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
    expect(await providerOf('mail.shop.zones.dev')).to.deep.include({ provider: 'GoDaddy' });
    expect(await providerOf('mail.own.zones.dev')).to.deep.include({
      provider: 'deSEC',
      nameservers: ['ns1.desec.io', 'ns2.desec.org'],
    });
    expect(live.dns().questions).not.to.include('NS dev');
  });

  it('Answers null for a provider that is not known, or not the same for all name servers, and lists them.', async () => {
    const unknown = { provider: null, records_url: null };
    serve('unknown.dev', 'ns1.unknown.dev');
    expect(await providerOf('unknown.dev')).to.deep.include({
      ...unknown,
      nameservers: ['ns1.unknown.dev'],
    });
    serve('mixed.dev', 'ns01.domaincontrol.com', 'ada.ns.cloudflare.com');
    expect(await providerOf('mixed.dev')).to.deep.include({
      ...unknown,
      nameservers: ['ada.ns.cloudflare.com', 'ns01.domaincontrol.com'],
    });
  });

  it('Answers null, and no name servers, when DNS did not answer.', async () => {
    live.dns().set('silent.dev', 'refused');
    expect(await providerOf('mail.silent.dev')).to.deep.include({
      provider: null,
      records_url: null,
      nameservers: [],
    });
  });
});
