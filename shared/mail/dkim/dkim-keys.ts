// DKIM keys: making one, the DNS record that publishes it, and keeping parsed ones at hand. Parsing a private key
// costs twice what signing with it does, so a process parses each key once.
import { createPrivateKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';

/** What every receiver verifies (RFC 8301 §3.2); 4096 bits do not fit into many DNS answers. */
const MODULUS_BITS = 2048;

const generateKeyPairAsync = promisify(generateKeyPair);

/** A new key pair. */
export interface DkimKeyPair {
  /** PKCS #8. */
  privateKeyPem: string;
  /** SubjectPublicKeyInfo in base64, as the record wants it. */
  publicKeyBase64: string;
}

/** Parsed keys, the ones used last. */
export interface DkimKeyCache {
  /**
   * The private key of a domain. It is parsed again when what is stored has changed, so a stale one is never used.
   * Throws when it is not an RSA key.
   * @param keyId Which key: the id of its domain or row.
   * @param storedKey As stored; `openStoredKey` makes a PEM of it.
   */
  get(keyId: string, storedKey: string): KeyObject;
  /** Drops a key that is no longer to be held in memory. */
  forget(keyId: string): void;
}

/** Makes an RSA key pair. It takes about 0.1 s, off the event loop. */
export async function generateDkimKey(): Promise<DkimKeyPair> {
  const { privateKey, publicKey } = await generateKeyPairAsync('rsa', {
    modulusLength: MODULUS_BITS,
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'der' },
  });
  return { privateKeyPem: privateKey, publicKeyBase64: publicKey.toString('base64') };
}

/** The TXT record of a key (RFC 6376 §3.6.1). DNS carries it in strings of 255 octets, to be joined as they are. */
export function dkimRecord(publicKeyBase64: string): string {
  return `v=DKIM1; k=rsa; p=${publicKeyBase64}`;
}

/**
 * Creates the cache of a process.
 * @param openStoredKey Opens a sealed key; called only when the key is not at hand.
 */
export function createDkimKeyCache(
  maxKeys: number,
  openStoredKey: (storedKey: string) => string = (pem) => pem,
): DkimKeyCache {
  // A Map keeps the order of insertion, so its first key is the one unused for longest.
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
