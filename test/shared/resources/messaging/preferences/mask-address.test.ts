import { expect } from 'chai';
import fc from 'fast-check';
import { maskAddress } from '../../../../../shared/resources/messaging/preferences/mask-address.ts';

describe('A masked address', () => {
  it('shows the first characters of its parts and the last label', () => {
    for (const [address, masked] of [
      ['maria@example.com', 'm•••@e•••.com'],
      ['m@x.co.uk', 'm•••@x•••.uk'],
      ['"@b"@example.com', '@•••@e•••.com'],
      ['дмитрий@xn--e1afmkfd.xn--p1ai', 'д•••@п•••.рф'],
      ['𝒳yz@example.com', '𝒳•••@e•••.com'],
      ['bo@localhost', 'b•••@l•••'],
      ['bo@xn--a-ß', 'b•••@x•••'],
      ['no address', '•••@n•••'],
      ['', '•••@•••'],
    ] as const)
      expect(maskAddress(address), address).to.equal(masked);
  });

  it('can be made of any text, and shows at most two characters and what follows the last dot', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (local, domain) => {
        const [shownLocal = '', shownDomain = ''] = maskAddress(`${local}@${domain}`).split(
          /•••@(?=[^@]*•••)/,
        );
        expect([...shownLocal]).to.have.length.at.most(1);
        expect([...(shownDomain.split('•••')[0] ?? '')]).to.have.length.at.most(1);
      }),
    );
  });
});
