// Which provider name servers belong to.
import { expect } from 'chai';
import { findProviderOf } from '../../../../../../shared/resources/messaging/domains/compliance/dns-providers.ts';

// biome-ignore format: a table.
const CASES: readonly (readonly [provider: string | undefined, ...servers: string[]])[] = [
  ['Cloudflare', 'ada.ns.cloudflare.com', 'bob.ns.cloudflare.com'],
  [
    'Amazon Route 53', 'ns-1.awsdns-00.com', 'ns-600.awsdns-11.net', 'ns-1500.awsdns-59.org',
    'ns-2000.awsdns-58.co.uk',
  ],
  [
    'Azure DNS', 'ns1-03.azure-dns.com', 'ns2-03.azure-dns.net', 'ns3-03.azure-dns.org',
    'ns4-03.azure-dns.info',
  ],
  ['GoDaddy', 'ns01.domaincontrol.com', 'ns02.domaincontrol.com'],
  ['IONOS', 'ns1045.ui-dns.com', 'ns1045.ui-dns.de'],
  ['Hetzner', 'hydrogen.ns.hetzner.com', 'helium.ns.hetzner.de'],
  ['deSEC', 'ns1.desec.io', 'ns2.desec.org'],
  ['Netlify or NS1', 'dns1.p01.nsone.net'],
  [undefined, 'ns1.acme.dev', 'ns2.acme.dev'],
  [undefined, 'ada.ns.cloudflare.com', 'ns1.acme.dev'],
  [undefined, 'ada.ns.cloudflare.com', 'ns01.domaincontrol.com'],
  [undefined, 'ns.cloudflare.com.acme.dev', 'ns1.notgandi.net'],
  [undefined],
];

describe('The provider of name servers', () => {
  for (const [name, ...servers] of CASES) {
    it(`${servers.join(', ') || 'none'}: ${name ?? 'not known'}`, () => {
      expect(findProviderOf(servers)?.name).to.equal(name);
    });
  }

  it('has an https page for its records, or none', () => {
    const { recordsUrl } = findProviderOf(['ada.ns.cloudflare.com']) ?? expect.fail('It is not known.');
    expect(new URL(recordsUrl ?? '').protocol).to.equal('https:');
    expect(findProviderOf(['dns1.p01.nsone.net'])).to.deep.include({ recordsUrl: null });
  });
});
