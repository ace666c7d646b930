// Detection of weak secrets, which production refuses.
import { randomBytes } from 'node:crypto';
import { expect } from 'chai';
import { isWeakSecret } from '../../../../shared/platform/config/weak-secret.ts';

describe('A secret', () => {
  it('is guessable when it repeats itself or follows the alphabet', () => {
    // biome-ignore format: a table.
    const guessable = [
      'k'.repeat(32), 'password'.repeat(8), 'changeme'.repeat(4), 'abcdefghijklmnopqrstuvwxyz012345',
      '0123456789abcdef'.repeat(4), '0'.repeat(64), `${'a'.repeat(40)}bcd`, '',
      'the output of: openssl rand -base64 32',
    ];
    for (const secret of guessable) expect(isWeakSecret(secret), secret).to.equal(true);
  });

  for (const encoding of ['base64', 'hex', 'base64url'] as const) {
    it(`is not guessable when it is 32 random bytes in ${encoding}`, () => {
      const secrets = Array.from({ length: 2_000 }, () => randomBytes(32).toString(encoding));
      expect(secrets.filter(isWeakSecret)).to.deep.equal([]);
    });
  }

  it('is not guessable when it is 16 random bytes in hex', () => {
    const secrets = Array.from({ length: 2_000 }, () => randomBytes(16).toString('hex'));
    expect(secrets.filter(isWeakSecret)).to.deep.equal([]);
  });
});
