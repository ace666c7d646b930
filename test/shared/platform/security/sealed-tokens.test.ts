import { expect } from 'chai';
import fc from 'fast-check';
import { createSealedTokens } from '../../../../shared/platform/security/sealed-tokens.ts';

const KEY = 'a secret key';
/** Bytes of the name of the key, of the nonce and of the tag. */
const OVERHEAD = 1 + 12 + 16;
const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

describe('A sealed token', () => {
  const tokens = createSealedTokens('tests', [KEY]);
  const data = Buffer.from('account, address, topic');

  it('opens as what was sealed, in every process with the same purpose and key, and in no other', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 400 }), (bytes) => {
        const token = tokens.seal(Buffer.from(bytes));
        expect(token).to.match(/^[\w-]+$/);
        expect(createSealedTokens('tests', [KEY]).open(token)).to.deep.equal(Buffer.from(bytes));
        for (const other of [
          createSealedTokens('other tests', [KEY]),
          createSealedTokens('tests', [`${KEY}.`]),
          createSealedTokens('tests'),
        ])
          expect(other.open(token)).to.equal(undefined);
      }),
      { numRuns: 50 },
    );
  });

  it('shows nothing of the data, and differs at each call', () => {
    const made = Array.from({ length: 100 }, () => tokens.seal(data));
    expect(new Set(made.map((token) => token.slice(0, 16)))).to.have.property('size', 100);
    for (const token of made) {
      expect(Buffer.from(token, 'base64url')).to.have.length(OVERHEAD + data.length);
      expect(Buffer.from(token, 'base64url').includes('account')).to.equal(false);
    }
  });

  it('opens as nothing when any byte or any bit of its text was changed', () => {
    const sealed = Buffer.from(tokens.seal(data), 'base64url');
    for (const index of sealed.keys()) {
      for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
        const changed = Buffer.from(sealed);
        changed[index] = (changed[index] ?? 0) ^ bit;
        expect(tokens.open(changed.toString('base64url')), `${index}, ${bit}`).to.equal(undefined);
      }
    }
  });

  it('opens as nothing when its last character has other unused bits', () => {
    // Two of the three lengths modulo 3 have bits in the last character that belong to no byte.
    for (const length of [1, 2, 3]) {
      const token = tokens.seal(data.subarray(0, length));
      const opened = [...BASE64URL].filter((last) => tokens.open(token.slice(0, -1) + last) !== undefined);
      expect(opened).to.deep.equal([token.at(-1)]);
    }
  });

  it('opens as nothing when it was cut, extended, or is another text', () => {
    const token = tokens.seal(data);
    const cut = Array.from({ length: token.length }, (_, length) => token.slice(0, length));
    const others = ['=', '==', ' ', '\n', '.', 'A', 'AA', 'AAA', 'AAAA', '\u{1f600}', '%'].flatMap((more) => [
      token + more,
      more + token,
      token.slice(0, 20) + more + token.slice(20),
    ]);
    const base64 = Buffer.from(token, 'base64url').toString('base64');
    for (const other of [...cut, ...others, `${base64}+`, `${token}${token}`, 'none', '\0'])
      expect(tokens.open(other), other).to.equal(undefined);
  });
});
