// Which addresses count as one client of the rate limit: an IPv4 address or an IPv6 /64.
import { expect } from 'chai';
import {
  clientNetwork,
  clientSite,
  clientSubnet,
} from '../../../../shared/platform/addresses/client-network.ts';

describe('The client of an address', () => {
  const clients: [title: string, address: string, client: string][] = [
    ['an IPv4 address', '192.0.2.7', '192.0.2.7'],
    ['an IPv4 address that is mapped into IPv6', '::ffff:192.0.2.7', '192.0.2.7'],
    ['a mapped address in capitals', '::FFFF:192.0.2.7', '192.0.2.7'],
    ['an IPv4 address with the port of a connection', '192.0.2.7:50123', '192.0.2.7'],
    ['an IPv6 address with the port of a connection', '[2001:db8:1:2::3]:50123', '2001:db8:1:2::/64'],
    ['an IPv6 address in brackets', '[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    ['another address of the same /64', '2001:db8:1:2:ffff:ffff:ffff:ffff', '2001:db8:1:2::/64'],
    ['the same /64 in another spelling', '2001:0DB8:0001:0002:0::1', '2001:db8:1:2::/64'],
    ['the next /64', '2001:db8:1:3::3', '2001:db8:1:3::/64'],
    ['an IPv6 address with zeros in its network', '2001:db8::3', '2001:db8:0:0::/64'],
    ['an IPv6 address with zeros at its end', '2001:db8:1:2:3:4:5::', '2001:db8:1:2::/64'],
    ['the loopback address', '::1', '0:0:0:0::/64'],
    ['an IPv6 address that ends like IPv4', '64:ff9b:1:2::192.0.2.7', '64:ff9b:1:2::/64'],
    ['an IPv6 address with a zone', 'fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['text that is not an address', 'unknown', 'unknown'],
    ['long text that is not an address', 'x'.repeat(1_000), 'x'.repeat(64)],
    ['an empty text', '', ''],
  ];
  for (const [title, address, client] of clients) {
    it(`is ${client.slice(0, 24) || 'empty'} for ${title}`, () => {
      expect(clientNetwork(address)).to.equal(client);
    });
  }
});

describe('The site of an address', () => {
  it('is its IPv4 /24, or its IPv6 /48', () => {
    expect(clientSite('::ffff:192.0.2.7')).to.equal('192.0.2.0/24');
    for (const address of ['2001:db8:1:2::3', '2001:db8:1:ffff::'])
      expect(clientSite(address)).to.equal('2001:db8:1::/48');
    expect(clientSite('2001:db8:2::')).to.equal('2001:db8:2::/48');
  });
});

describe('The subnet of an address', () => {
  for (const [address, subnet] of [
    ['192.0.2.7', '192.0.2.0/24'],
    ['::ffff:192.0.2.255', '192.0.2.0/24'],
    ['2001:db8:1:2::3', '2001:db8:1:2::/64'],
  ] as const) {
    it(`is ${subnet} for ${address}`, () => {
      expect(clientSubnet(address)).to.equal(subnet);
    });
  }
});
