// Parsing of address ranges (CIDR), and tests whether an address is in one.
import { expect } from 'chai';
import { isInRanges, parseAddressRange } from '../../../../shared/platform/addresses/address-ranges.ts';

describe('A range of addresses', () => {
  for (const [text, range] of [
    ['192.0.2.1', '192.0.2.1/32'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['10.1.2.3/8', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['10.0.0.0/08', '10.0.0.0/8'],
    ['2001:db8::1', '2001:db8::1/128'],
    ['2001:DB8::1/32', '2001:db8::/32'],
    ['::/0', '::/0'],
  ] as const) {
    it(`is parsed from "${text}"`, () => {
      const parsed = parseAddressRange(text) ?? expect.fail('It was not read.');
      const [network, length] = parsed.split('/');
      // `URL` normalizes the spelling of an IPv6 address.
      expect([
        new URL(`http://${network?.includes(':') ? `[${network}]` : network}`).hostname,
        length,
      ]).to.deep.equal([
        new URL(`http://${range.includes(':') ? `[${range.split('/')[0]}]` : range.split('/')[0]}`).hostname,
        range.split('/')[1],
      ]);
    });
  }

  it('is not parsed from any other text', () => {
    // biome-ignore format: a table.
    const others = [
      '', 'localhost', 'acme.dev', '10.0.0', '0x7f.1', '127.1', '10.0.0.0/33', '10.0.0.0/-1', '10.0.0.0/8/8',
      '10.0.0.0/', '10.0.0.0/1e1', '2001:db8::/129', 'fe80::1%eth0', '::ffff:10.0.0.0/104', '*',
    ];
    for (const text of others) expect(parseAddressRange(text), text).to.equal(undefined);
  });

  it('contains only addresses of its own family', () => {
    expect(isInRanges('192.0.2.1', ['::/0'])).to.equal(false);
    expect(isInRanges('2001:db8::1', ['0.0.0.0/0'])).to.equal(false);
    expect(isInRanges('2001:db8::1', ['0.0.0.0/0', '::/0'])).to.equal(true);
  });

  it('contains no text that is not an address', () => {
    for (const text of ['', 'x', '127.1', '192.0.2.1/32'])
      expect(isInRanges(text, ['0.0.0.0/0'])).to.equal(false);
  });

  it('contains its first and its last address', () => {
    const ranges = ['192.0.2.64/26'];
    const held = ['192.0.2.63', '192.0.2.64', '192.0.2.127', '192.0.2.128'].map((address) =>
      isInRanges(address, ranges),
    );
    expect(held).to.deep.equal([false, true, true, false]);
  });
});
