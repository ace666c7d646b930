// Secrets that callers present: API keys. A key has 190 bits of its own, so a plain SHA-256 at rest is enough:
// there is nothing to guess, and a lookup by hash costs no time that depends on the secret.
import { createHash, randomInt } from 'node:crypto';

/** Prefix of every API key (decisions.md §1). */
const API_KEY_PREFIX = 'ph_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const API_KEY_LENGTH = 32;
const API_KEY_FORM = new RegExp(`^${API_KEY_PREFIX}[${BASE62}]{${API_KEY_LENGTH}}$`);
/** Characters of a key that may be shown again: enough to tell keys apart, far too few to guess one. */
const SHOWN_CHARACTERS = 8;

/** A new API key: `ph_` and 32 base62 characters. Shown once, never stored. */
export function createApiKeyToken(): string {
  const characters = Array.from({ length: API_KEY_LENGTH }, () => BASE62.charAt(randomInt(BASE62.length)));
  return API_KEY_PREFIX + characters.join('');
}

/** True for text that has the form of an API key; whether it is one, only the database knows. */
export function isApiKeyToken(text: string): boolean {
  return API_KEY_FORM.test(text);
}

/** The form in which a key is stored and looked up. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest();
}

/** The part of a key that lists show. */
export function shownPrefix(token: string): string {
  return token.slice(0, SHOWN_CHARACTERS);
}
