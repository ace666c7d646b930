// Names of plain ASCII take a short way; it must lead where the whole algorithm leads.
import { expect } from 'chai';
import fc from 'fast-check';
import { toASCII } from 'tr46';
import { toAsciiName } from '../../../../shared/platform/addresses/international-names.ts';
import { extent, SEED } from '../../../support/extent.ts';

const RUNS = extent('NAME_RUNS', 2_000, 100_000);
const character = fc.oneof(
  fc.integer({ min: 0, max: 127 }).map((code) => String.fromCharCode(code)),
  fc.constantFrom('xn--', 'XN--', 'ü', 'ß', 'a', '.', '-'),
);

describe('The ASCII form of a name', () => {
  it('is that of UTS #46, for plain ASCII too', () => {
    const options = { checkBidi: true, checkJoiners: true, checkHyphens: false };
    const same = fc.property(fc.array(character, { maxLength: 12 }), (characters) => {
      const name = characters.join('');
      expect(toAsciiName(name)).to.equal(toASCII(name, options) ?? undefined);
    });
    fc.assert(same, { numRuns: RUNS, seed: SEED });
  });
});
