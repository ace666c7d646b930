// Names of secrets for redaction: JSON fields, headers, URL parameters, settings. The process log and the request logs
// use the same list. A name is split into words, however it is spelled (`passwordHash`, `X-Api-Key`, `smtp.pass`,
// `PRIVATE_KEY_PEM`), and its last word decides: `reset_token` is a token, `token_type` is a type.

/** Endings that mark a secret even inside a longer word, because no other word ends so: `dbpassword`, `authtoken`. */
const ENDINGS = [
  'secret',
  'token',
  'pass ?(?:word|wd|phrase|code|key)',
  'pwd',
  'otp',
  'jwt',
  'bearer',
  'credential',
  'cookie',
  'authorization',
  'signature',
  'sess(?:ion)? ?id',
  'mnemonic',
  'seed ?phrase',
  // The word before `key` decides: an idempotency key, a public key and the key of a row are not secrets.
  '(?:api|private|priv|secret|access|sign|signing|encrypt|encryption|decryption|master|ssh|tls|ssl|hmac|auth|shared|session|service|role|account|storage|admin|deploy|root) ?key',
  '(?:verification|recovery|backup|security|one ?time|login|mfa|2 ?fa|two ?factor|sms|access|auth) ?code',
  // These contain a login.
  '(?:database|db|redis|postgres|postgresql|mysql|mongo|mongodb|amqp|smtp) ?ur[il]',
  'connection ?string',
];
/** Words that mark a secret only as whole words: `compass`, `pinned` and `obsession` are harmless. */
const WORDS = ['pass', 'pin', 'sig', 'session', 'auth', 'posthorn ops'];
/** Compounds with `pass` that are written as one word. */
const GLUED = '(?:smtp|db|user|my|root|admin|mail|ftp|redis|pg)pass';
/** Words after the name of a secret that keep it a secret: another form of it, or another copy. */
const FORMS =
  'value|hash|hashed|digest|salt|pem|der|b64|base ?64|base ?64 ?url|hex|raw|plain|plaintext|cleartext|text|encoded|encrypted|enc|string|str|bytes|buffer|data|code|header|param|field|env|confirm|confirmation|repeat|again|new|old|current|previous';

const SECRET = new RegExp(
  `(?:${ENDINGS.join('|')}|(?:^| )(?:${WORDS.join('|')}|${GLUED}))s?(?: ?(?:${FORMS}))*(?: ?\\d+)*$`,
);
/** Numbers of tokens (of language models), and cursors of pagination. */
const HARMLESS =
  /(?:^| )(?:(?:max|min|total|num|count|used|prompt|completion|input|output|cached|remaining) ?tokens|(?:page|next|continuation|pagination) ?token)$/;
/** Every secret name contains one of these (in any case): a cheap test before the full one. */
export const NAME_SIGNS = [
  'secret|token|pass|pwd|otp|jwt|bearer|credential|cookie|auth|sig|sess|mnemonic|phrase|pin|_ops|code|ur[il]|string',
  // `key_id` is our most frequent field with `key` in its name, and harmless.
  'key(?!_id")',
].join('|');

/** Callers choose the names (`variables`, `headers`), so the cache has a bounded size. */
const CACHED_NAMES_MAX = 1_000;
/** The end of a name decides; a caller may send a name of megabytes. */
const READ_LENGTH_MAX = 100;
const cache = new Map<string, boolean>();

/** True when a value with this name is a secret. */
export function isSecretName(name: string): boolean {
  const end = name.slice(-READ_LENGTH_MAX);
  const known = cache.get(end);
  if (known !== undefined) return known;
  const words = wordsOf(end);
  const isSecret = SECRET.test(words) && !HARMLESS.test(words);
  if (cache.size >= CACHED_NAMES_MAX) cache.clear();
  cache.set(end, isSecret);
  return isSecret;
}

/** A name in lower case with a space between its words. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')
    .trim();
}

/** False for booleans and empty values: they disclose nothing and are useful in a log. */
export function mayBeSecret(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'boolean';
}
