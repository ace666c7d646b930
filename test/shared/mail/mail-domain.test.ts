// The domain of an address alone; addresses.test.ts tests domains as parts of addresses.
import { expect } from 'chai';
import { parseMailDomain } from '../../../shared/mail/domains/mail-domain.ts';

const LABELS_OF_191 = `${'a'.repeat(63)}.${'b'.repeat(63)}.${'c'.repeat(63)}`;

describe('a mail domain', () => {
  it('is lower-case ASCII', () => {
    expect(parseMailDomain('Sub.MÜNCHEN.test')).to.equal('sub.xn--mnchen-3ya.test');
  });

  it('may have 253 characters', () => {
    const domain = `${LABELS_OF_191}.${'d'.repeat(61)}`;
    expect(domain).to.have.length(253);
    expect(parseMailDomain(domain)).to.equal(domain);
  });

  it('may not have 254 characters', () => {
    expect(parseMailDomain(`${LABELS_OF_191}.${'d'.repeat(62)}`)).to.equal(undefined);
  });

  it('may not be empty', () => {
    expect(parseMailDomain('')).to.equal(undefined);
  });
});
