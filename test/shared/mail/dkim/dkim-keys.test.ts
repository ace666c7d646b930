// DKIM keys: generation, the DNS record, and the cache of parsed keys.
import { createPublicKey, generateKeyPairSync } from 'node:crypto';
import { expect } from 'chai';
import { createDkimKeyCache, dkimRecord, generateDkimKey } from '../../../../shared/mail/dkim/dkim-keys.ts';

/** Small keys are fast to generate, and the cache does not depend on their size. */
function pem(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
}

describe('a new DKIM key', () => {
  it('is RSA with 2048 bits, and its halves match', async () => {
    const { privateKeyPem, publicKeyBase64 } = await generateDkimKey();
    const publicKey = createPublicKey(privateKeyPem);
    expect(publicKey.asymmetricKeyType).to.equal('rsa');
    expect(publicKey.asymmetricKeyDetails?.modulusLength).to.equal(2048);
    expect(publicKey.export({ type: 'spki', format: 'der' }).toString('base64')).to.equal(publicKeyBase64);
  });

  it('is published as a TXT record', () => {
    expect(dkimRecord('MIIB+/=')).to.equal('v=DKIM1; k=rsa; p=MIIB+/=');
  });
});

describe('the cache of DKIM keys', () => {
  const first = pem();
  const second = pem();

  it('parses a key once', () => {
    const cache = createDkimKeyCache(10);
    expect(cache.get('a', first)).to.equal(cache.get('a', first));
    expect(createPublicKey(cache.get('a', first)).equals(createPublicKey(first))).to.equal(true);
  });

  it('never returns a key that differs from the stored one', () => {
    const cache = createDkimKeyCache(10);
    cache.get('a', first);
    expect(createPublicKey(cache.get('a', second)).equals(createPublicKey(second))).to.equal(true);
  });

  it('decrypts a stored key only when it is not in the cache', () => {
    const opened: string[] = [];
    const cache = createDkimKeyCache(10, (sealed) => {
      opened.push(sealed);
      return first;
    });
    cache.get('a', 'sealed');
    cache.get('a', 'sealed');
    cache.get('a', 'sealed again');
    expect(opened).to.deep.equal(['sealed', 'sealed again']);
  });

  it('removes the least recently used key when it is full', () => {
    const cache = createDkimKeyCache(2);
    const a = cache.get('a', first);
    const b = cache.get('b', first);
    expect(cache.get('a', first)).to.equal(a);
    cache.get('c', first);
    expect(cache.get('a', first)).to.equal(a);
    expect(cache.get('b', first)).not.to.equal(b);
  });

  it('removes a key on request', () => {
    const cache = createDkimKeyCache(10);
    const key = cache.get('a', first);
    cache.forget('a');
    expect(cache.get('a', first)).not.to.equal(key);
  });

  it('refuses a key that is not RSA', () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const ed25519 = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    expect(() => createDkimKeyCache(10).get('a', ed25519)).to.throw('A DKIM key must be an RSA key.');
  });

  it('refuses text that is no key, and does not cache it', () => {
    const cache = createDkimKeyCache(10);
    expect(() => cache.get('a', 'no key')).to.throw();
    expect(cache.get('a', first).type).to.equal('private');
  });
});
