// Names under which secrets go: fields of JSON, headers, parameters of URLs, settings. There is one list for all
// that is written down, the process log and the logs of requests. A name is read as words, however it is spelled
// (`passwordHash`, `X-Api-Key`, `smtp.pass`, `PRIVATE_KEY_PEM`), and it is the end that says what a thing is:
// `reset_token` is a token, `token_type` is a type.

/** Said of a secret in whatever place of a word it ends, since no other word ends so: `dbpassword`, `authtoken`. */
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
  // A key is what its name says of it; an idempotency key, a public key and the key of a row are no secrets.
  '(?:api|private|priv|secret|access|sign|signing|encrypt|encryption|decryption|master|ssh|tls|ssl|hmac|auth|shared|session|service|role|account|storage|admin|deploy|root) ?key',
  '(?:verification|recovery|backup|security|one ?time|login|mfa|2 ?fa|two ?factor|sms|access|auth) ?code',
  // These hold a login.
  '(?:database|db|redis|postgres|postgresql|mysql|mongo|mongodb|amqp|smtp) ?ur[il]',
  'connection ?string',
];
/** Said of a secret as a whole word only: think of `compass`, `pinned`, `obsession`. */
const WORDS = ['pass', 'pin', 'sig', 'session', 'auth', 'posthorn ops'];
/** Compounds of such a word that are written in one. */
const GLUED = '(?:smtp|db|user|my|root|admin|mail|ftp|redis|pg)pass';
/** The same secret in another form. */
const FORMS =
  'value|hash|hashed|digest|salt|pem|der|b64|base ?64|base ?64 ?url|hex|raw|plain|plaintext|cleartext|text|encoded|encrypted|enc|string|str|bytes|buffer|data|code|header|param|field|env|confirm|confirmation|repeat|again|new|old|current|previous';

const SECRET = new RegExp(
  `(?:${ENDINGS.join('|')}|(?:^| )(?:${WORDS.join('|')}|${GLUED}))s?(?: ?(?:${FORMS}))*(?: ?\\d+)*$`,
);
/** Tokens that are counted, and those that say where a list goes on. */
const HARMLESS =
  /(?:^| )(?:(?:max|min|total|num|count|used|prompt|completion|input|output|cached|remaining) ?tokens|(?:page|next|continuation|pagination) ?token)$/;
/** Parts of names of which each secret name has one (any case): to look for before anything else. */
export const NAME_SIGNS = [
  'secret|token|pass|pwd|otp|jwt|bearer|credential|cookie|auth|sig|sess|mnemonic|phrase|pin|_ops|code|ur[il]|string',
  // The commonest field of our own that has a key in it.
  'key(?!_id")',
].join('|');

/** Callers choose the names (`variables`, `headers`), so what is remembered of them is bounded. */
const REMEMBERED_NAMES_MAX = 1_000;
/** The end says it; a longer name may be a text of megabytes. */
const READ_LENGTH_MAX = 100;
const remembered = new Map<string, boolean>();

/** True when what goes under this name is a secret. */
export function isSecretName(name: string): boolean {
  const end = name.slice(-READ_LENGTH_MAX);
  const known = remembered.get(end);
  if (known !== undefined) return known;
  const words = wordsOf(end);
  const isSecret = SECRET.test(words) && !HARMLESS.test(words);
  if (remembered.size >= REMEMBERED_NAMES_MAX) remembered.clear();
  remembered.set(end, isSecret);
  return isSecret;
}

/** A name in small letters with a space between its words. */
function wordsOf(name: string): string {
  return name
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z\d]+/g, ' ')
    .trim();
}

/** A switch or an empty field gives nothing away, and is worth seeing. */
export function mayBeSecret(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '' && typeof value !== 'boolean';
}
