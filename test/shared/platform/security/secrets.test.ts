// Secrets at rest: readable again by who holds SECRET_KEY, for the row that they belong to, and by nobody else.
import { expect } from 'chai';
import { createSecrets } from '../../../../shared/platform/security/secrets.ts';

const KEY = 'a secret key of a test, long enough for it';
const OWNER = 'dkim_keys/1';

describe('secrets at rest', () => {
  const secrets = createSecrets(KEY);

  for (const secret of ['-----BEGIN PRIVATE KEY-----\nMII', 'ünïcode 🔑', '', 'x'.repeat(100_000)]) {
    it(`come back as they were: ${JSON.stringify(secret.slice(0, 20))} (${secret.length} characters)`, () => {
      expect(secrets.decrypt(secrets.encrypt(secret, OWNER), OWNER)).to.equal(secret);
    });
  }

  it('come back in another process that has the same key', () => {
    expect(createSecrets(KEY).decrypt(secrets.encrypt('secret', OWNER), OWNER)).to.equal('secret');
  });

  it('are not readable in what is stored', () => {
    expect(secrets.encrypt('secret', OWNER).toString('latin1')).not.to.include('secret');
  });

  it('look different each time, so that equal secrets cannot be told', () => {
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
    expect(() => createSecrets(`${KEY}.`).decrypt(stored, OWNER)).to.throw();
  });

  it('cannot be changed: any byte that differs is noticed', () => {
    const stored = secrets.encrypt('secret', OWNER);
    for (const position of stored.keys()) {
      const changed = Buffer.from(stored);
      changed[position] = (changed[position] ?? 0) ^ 1;
      expect(() => secrets.decrypt(changed, OWNER), `byte ${position}`).to.throw();
    }
  });

  it('cannot be cut short: not even to a tag that Node would take for a shorter one', () => {
    const stored = secrets.encrypt('', OWNER);
    for (let length = 0; length < stored.length; length += 1) {
      expect(() => secrets.decrypt(stored.subarray(0, length), OWNER), `${length} bytes`).to.throw();
    }
  });

  it('fails without a key as soon as a secret is needed, and not before', () => {
    const none = createSecrets(undefined);
    expect(() => none.encrypt('secret', OWNER)).to.throw('SECRET_KEY');
    expect(() => none.decrypt(Buffer.alloc(40), OWNER)).to.throw('SECRET_KEY');
  });
});
