// The keys of an installation: SECRET_KEY, then those of SECRET_KEY_PREVIOUS. New values are made with the first;
// existing ones open with any of them, so that a key can be replaced while mail, links and stored secrets made with it
// are in use (docs/operations.md#changing-secret_key). A token names its key by an octet that is derived from the key,
// so no order matters; two keys may have the same one, and then both are tried.
import { hkdfSync, randomBytes } from 'node:crypto';

/** The first makes, all open. */
export type SecretKeys = readonly [string, ...string[]];

/** The tool that one purpose makes of a key: a derived key, or an encryption. */
export interface RingKey<Tool> {
  /** The octet by which tokens name it. */
  readonly octet: number;
  readonly tool: Tool;
}

/** The keys of one purpose. */
export interface KeyRing<Tool> {
  /** The key that makes new secrets. */
  readonly first: RingKey<Tool>;
  readonly all: readonly RingKey<Tool>[];
}

const KEY_BYTES = 32;
const FINGERPRINT_BYTES = 4;

/**
 * Creates the keys of a purpose.
 * @param secretKeys undefined: the key is random, and what it makes opens only until the process ends
 */
export function createKeyRing<Tool>(
  secretKeys: SecretKeys | undefined,
  toolOf: (secretKey: string) => Tool,
): KeyRing<Tool> {
  const [key, ...others] = secretKeys ?? [randomBytes(KEY_BYTES).toString('hex')];
  const ringKeyOf = (secretKey: string) => ({ octet: octetOf(secretKey), tool: toolOf(secretKey) });
  const first = ringKeyOf(key);
  return { first, all: [first, ...others.map(ringKeyOf)] };
}

/** A key of 32 bytes for one purpose; the keys of other purposes cannot be found from it. */
export function deriveKey(secretKey: string, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', secretKey, '', `posthorn ${purpose}`, KEY_BYTES));
}

/** The digits by which operators recognize a key: 8 of them, which reveal nothing about it. */
export function fingerprintOf(secretKey: string): string {
  return deriveKey(secretKey, 'fingerprint').toString('hex', 0, FINGERPRINT_BYTES);
}

function octetOf(secretKey: string): number {
  return deriveKey(secretKey, 'octet of tokens').readUInt8();
}
