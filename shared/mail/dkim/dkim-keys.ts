// DKIM keys: generation, the DNS record of a public key, and a cache (LRU) of parsed private keys. Parsing a private
// key costs twice as much as signing with it, so a process parses each key once.
import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

/** Every receiver verifies 2048 bits (RFC 8301 §3.2); a key of 4096 bits does not fit into many DNS answers. */
const MODULUS_BITS = 2048;

const generateKeyPairAsync = promisify(generateKeyPair);

/** A new key pair. */
export interface DkimKeyPair {
  /** PKCS #8. */
  privateKeyPem: string;
  /** SubjectPublicKeyInfo in base64, as in the DNS record. */
  publicKeyBase64: string;
}

/** A cache of the parsed keys that were used most recently. */
export interface DkimKeyCache {
  /**
   * The private key of a domain. It is parsed again when the stored key has changed, so that a stale key is never used.
   * @param keyId identifies the key: the id of its domain or row
   * @param storedKey the stored key; `openStoredKey` decrypts it to a PEM
   * @throws TypeError when it is not an RSA key, and errors of `openStoredKey` and of the parser
   */
  get(keyId: string, storedKey: string): KeyObject;
  /** Removes a key from memory. */
  forget(keyId: string): void;
}

/** Generates an RSA key pair. It takes about 0.1 s, but does not block the event loop. */
export async function generateDkimKey(): Promise<DkimKeyPair> {
  const { privateKey, publicKey } = await generateKeyPairAsync('rsa', {
    modulusLength: MODULUS_BITS,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  return { privateKeyPem: privateKey, publicKeyBase64: publicKey.toString('base64') };
}

/** The name of a key's TXT record (RFC 6376 §3.6.2.1). */
export function dkimRecordName(selector: string, domain: string): string {
  return [selector, '_domainkey', domain].join('.');
}

/**
 * The TXT record of a key (RFC 6376 §3.6.1). In DNS it is split into strings of up to 255 octets without separators.
 */
export function dkimRecord(publicKeyBase64: string): string {
  return `v=DKIM1; k=rsa; p=${publicKeyBase64}`;
}

/**
 * Creates the cache of a process.
 * @param maxKeys the most keys in the cache; then the least recently used one is removed
 * @param openStoredKey decrypts a stored key to a PEM; called only when the key is not in the cache
 */
export function createDkimKeyCache(
  maxKeys: number,
  openStoredKey: (storedKey: string) => string = (pem) => pem,
): DkimKeyCache {
  // A Map keeps the order of insertion, so its first entry is the least recently used one.
  const entries = new Map<string, { storedKey: string; privateKey: KeyObject }>();

  const load = (storedKey: string) => {
    const privateKey = createPrivateKey(openStoredKey(storedKey));
    if (privateKey.asymmetricKeyType !== 'rsa') throw new TypeError('A DKIM key must be an RSA key.');
    return { storedKey, privateKey };
  };

  return {
    get(keyId, storedKey) {
      const kept = entries.get(keyId);
      const entry = kept?.storedKey === storedKey ? kept : load(storedKey);
      entries.delete(keyId);
      entries.set(keyId, entry);
      const [oldest] = entries.keys();
      if (entries.size > maxKeys && oldest !== undefined) entries.delete(oldest);
      return entry.privateKey;
    },
    forget(keyId) {
      entries.delete(keyId);
    },
  };
}
