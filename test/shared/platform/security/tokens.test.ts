// API keys: their format, their hash, and the prefix that is shown.
import { createHash } from 'node:crypto';
import { expect } from 'chai';
import {
  createApiKeyToken,
  hashToken,
  isApiKeyToken,
  shownPrefix,
} from '../../../../shared/platform/security/tokens.ts';

describe('an API key', () => {
  it('is ph_ and 32 base62 characters', () => {
    for (let index = 0; index < 1_000; index += 1) {
      const token = createApiKeyToken();
      expect(token).to.match(/^ph_[0-9A-Za-z]{32}$/);
      expect(isApiKeyToken(token)).to.equal(true);
    }
  });

  it('uses all 62 characters and is never generated twice', () => {
    const tokens = Array.from({ length: 1_000 }, createApiKeyToken);
    expect(new Set(tokens).size).to.equal(tokens.length);
    expect(new Set(tokens.flatMap((token) => [...token.slice(3)])).size).to.equal(62);
  });

  it('is stored as the SHA-256 of its text', () => {
    const token = createApiKeyToken();
    expect(hashToken(token).toString('hex')).to.equal(createHash('sha256').update(token).digest('hex'));
  });

  it('is shown with its first eight characters only', () => {
    expect(shownPrefix('ph_0123456789')).to.equal('ph_01234');
  });

  const valid = `ph_${'a'.repeat(32)}`;
  it('is nothing else', () => {
    for (const [what, text] of [
      ['an empty text', ''],
      ['another prefix', valid.replace('ph_', 're_')],
      ['one character too few', valid.slice(0, -1)],
      ['one character too many', `${valid}a`],
      ['a character outside base62', `${valid.slice(0, -1)}-`],
      ['a line break at its end', `${valid}\n`],
      ['a NUL in it', `${valid.slice(0, -1)}\0`],
    ] as const)
      expect(isApiKeyToken(text), what).to.equal(false);
  });
});
