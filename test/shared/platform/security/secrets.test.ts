// Encryption of secrets at rest (AES-256-GCM): readable only with SECRET_KEY and for the row that they belong to.
import { expect } from 'chai';
import { createSecrets } from '../../../../shared/platform/security/secrets.ts';

const KEY = 'a secret key of a test, long enough for it';
const OWNER = 'dkim_keys/1';

describe('secrets at rest', () => {
  const secrets = createSecrets([KEY]);

  for (const secret of ['-----BEGIN PRIVATE KEY-----\nMII', 'ünïcode 🔑', '', 'x'.repeat(100_000)]) {
    it(`are decrypted unchanged: ${JSON.stringify(secret.slice(0, 20))} (${secret.length} characters)`, () => {
      expect(secrets.decrypt(secrets.encrypt(secret, OWNER), OWNER)).to.equal(secret);
    });
  }

  it('are decrypted by another process with the same key', () => {
    expect(createSecrets([KEY]).decrypt(secrets.encrypt('secret', OWNER), OWNER)).to.equal('secret');
  });

  it('are not readable in the stored bytes', () => {
    expect(secrets.encrypt('secret', OWNER).toString('latin1')).not.to.include('secret');
  });

  it('are encrypted differently each time, so that equal secrets cannot be recognized', () => {
    const stored = Array.from({ length: 100 }, () => secrets.encrypt('secret', OWNER).toString('hex'));
    expect(new Set(stored).size).to.equal(100);
    expect(new Set(stored.map((hex) => hex.slice(-12))).size).to.equal(100);
  });

  it('cannot be moved to another owner', () => {
    const stored = secrets.encrypt('secret', OWNER);
    expect(() => secrets.decrypt(stored, 'dkim_keys/2')).to.throw();
    expect(() => secrets.decrypt(stored, '')).to.throw();
  });

  it('cannot be read with another key', () => {
    const stored = secrets.encrypt('secret', OWNER);
    expect(() => createSecrets([`${KEY}.`]).decrypt(stored, OWNER)).to.throw();
  });

  it('cannot be changed: a change of any byte is detected', () => {
    const stored = secrets.encrypt('secret', OWNER);
    for (const position of stored.keys()) {
      const changed = Buffer.from(stored);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(() => secrets.decrypt(changed, OWNER), `byte ${position}`).to.throw();
    }
  });

  it('cannot be truncated, not even to a shorter tag that Node would accept', () => {
    const stored = secrets.encrypt('', OWNER);
    for (let length = 0; length < stored.length; length += 1) {
      expect(() => secrets.decrypt(stored.subarray(0, length), OWNER), `${length} bytes`).to.throw();
    }
  });

  it('need a key only when a secret is encrypted or decrypted', () => {
    const none = createSecrets(undefined);
    expect(() => none.encrypt('secret', OWNER)).to.throw('SECRET_KEY');
    expect(() => none.decrypt(Buffer.alloc(40), OWNER)).to.throw('SECRET_KEY');
  });
});
