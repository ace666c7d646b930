// The allowlist of addresses (SSRF): one address of every special range of the IANA registries is refused.
import { expect } from 'chai';
import { isAllowedAddress } from '../../../../shared/platform/addresses/allowed-address.ts';

const SPECIAL: [address: string, range: string][] = [
  ['0.0.0.0', 'unspecified'],
  ['0.1.2.3', '"this network"'],
  ['10.0.0.1', 'private'],
  ['100.64.0.1', 'carrier-grade NAT'],
  ['100.127.255.255', 'the end of carrier-grade NAT'],
  ['169.254.169.254', 'link-local, the metadata server of clouds'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'the end of private'],
  ['192.0.0.8', 'IETF protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.31.196.1', 'AS112'],
  ['192.52.193.1', 'AMT'],
  ['192.88.99.1', '6to4 relays'],
  ['192.168.1.1', 'private'],
  ['198.18.0.1', 'benchmarking'],
  ['198.19.255.255', 'the end of benchmarking'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.250', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::7f00:1', 'IPv4-compatible'],
  ['::808:808', 'IPv4-compatible, of a public address'],
  ['::ffff:127.0.0.1', 'IPv4-mapped'],
  ['::ffff:8.8.8.8', 'IPv4-mapped, of a public address'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b::808:808', 'NAT64, of a public address'],
  ['64:ff9b:1::a00:1', 'local NAT64'],
  ['100::1', 'discard-only'],
  ['100:0:0:1::1', 'dummy prefix'],
  ['2001::1', 'Teredo'],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', 'Teredo, with an address in it'],
  ['2001:2::1', 'benchmarking'],
  ['2001:3::1', 'AMT'],
  ['2001:4:112::1', 'AS112'],
  ['2001:10::1', 'ORCHID'],
  ['2001:20::1', 'ORCHIDv2'],
  ['2001:30::1', 'drone remote id'],
  ['2001:1ff::1', 'IETF protocol assignments'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::1', '6to4'],
  ['2002:808:808::1', '6to4, of a public address'],
  ['2620:4f:8000::1', 'AS112'],
  ['3fff::1', 'documentation'],
  ['4000::1', 'not assigned'],
  ['5f00::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd00:ec2::254', 'unique local, the metadata server of a cloud'],
  ['fe80::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['ff02::1', 'multicast'],
];
const LOOPBACK = ['127.0.0.1', '127.255.255.254', '::1'];
const PUBLIC = [
  '8.8.8.8',
  '100.63.255.255',
  '172.32.0.1',
  '223.255.255.255',
  '2606:4700::1111',
  '2a00:1450::1',
];

describe('The address of a URL that a user gave', () => {
  const expectAllowed = (address: string, expected: Record<'public' | 'loopback' | 'all', boolean>) => {
    for (const reach of ['public', 'loopback', 'all'] as const)
      expect(isAllowedAddress(address, reach), `${address}, ${reach}`).to.equal(expected[reach]);
  };

  it('is refused when it is in a special range, unless all are allowed', () => {
    for (const [address] of SPECIAL) expectAllowed(address, { public: false, loopback: false, all: true });
  });

  it('is refused when it is of this machine, unless loopback is allowed', () => {
    for (const address of LOOPBACK) expectAllowed(address, { public: false, loopback: true, all: true });
  });

  it('is allowed when it is public', () => {
    for (const address of PUBLIC) expectAllowed(address, { public: true, loopback: true, all: true });
  });

  it('is refused when it is not an address', () => {
    for (const text of ['', 'localhost', '127.0.0', '1.2.3.4.5', 'example.com'])
      expectAllowed(text, { public: false, loopback: false, all: false });
  });
});
