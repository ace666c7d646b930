// API keys: generation, format and hash. A key has 190 random bits, so a plain SHA-256 is enough at rest: it cannot be
// guessed, and the time of a lookup by hash does not depend on the secret.
import { hash, randomInt } from 'node:crypto';

/** Prefix of every API key (docs/reference/api-keys.md). */
const API_KEY_PREFIX = 'ph_';
const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const API_KEY_LENGTH = 32;
const API_KEY_FORM = new RegExp(`^${API_KEY_PREFIX}[${BASE62}]{${API_KEY_LENGTH}}$`);
/** Characters of a key that are stored and shown: enough to distinguish keys, far too few to guess one. */
const SHOWN_CHARACTERS = 8;

/** Generates an API key: `ph_` and 32 base62 characters. It is shown once and never stored. */
export function createApiKeyToken(): string {
  return API_KEY_PREFIX + createBase62(API_KEY_LENGTH);
}

/** Generates letters and digits, which need no quotes in a shell and no escapes in a URL; each has 5.95 random bits. */
export function createBase62(length: number): string {
  return Array.from({ length }, () => BASE62.charAt(randomInt(BASE62.length))).join('');
}

/** True for a text in the format of an API key; whether the key exists, only the database knows. */
export function isApiKeyToken(text: string): boolean {
  return API_KEY_FORM.test(text);
}

/** The SHA-256 hash under which a key is stored and looked up. */
export function hashToken(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}

/** The beginning of a key, which lists show. */
export function shownPrefix(token: string): string {
  return token.slice(0, SHOWN_CHARACTERS);
}
