// What of a request and its answer must never be stored: credentials, signed links, files. Secrets are known by the
// name of their field, wherever it stands, and by their own shape, in whatever text they stand.

/** Stands where something was. */
export const REDACTED = '[redacted]';

/** Ends of names, without case, hyphens and underscores: `X-Api-Key`, `signing_secret`, `accessToken`. */
const SECRET_NAME =
  /(?:secret|secretkey|token|password|passwd|passphrase|apikey|privatekey|authorization|cookie|credential)s?$/;
const FILES_NAME = /^attachments?$/i;
/** What is shown of a file; whatever else a caller puts there may be its content. */
const FILE_FIELDS: ReadonlySet<string> = new Set([
  'id',
  'filename',
  'size',
  'path',
  'content_type',
  'content_id',
  'content_disposition',
  'download_url',
  'expires_at',
]);
/** Callers choose the names (`variables`, `headers`), so what is remembered of them is bounded. */
const REMEMBERED_NAMES_MAX = 1_000;

/** Shapes of our own secrets, and of credentials: a text that lacks the first word is not searched. */
const SHAPES: readonly { sign: string; shape: RegExp; by: string }[] = [
  // A whole key, or most of one.
  { sign: 'ph_', shape: /ph_(?:[0-9A-Za-z]{32}|[0-9A-Za-z]{16,31}(?![0-9A-Za-z]))/g, by: REDACTED },
  { sign: 'whsec_', shape: /whsec_[\w+/=-]{8,}/g, by: REDACTED },
  { sign: 'signature=', shape: /([?&;]signature=)[\w%+/=-]+/g, by: `$1${REDACTED}` },
  { sign: ';base64,', shape: /(;base64,)[\w%+/=-]{64,}/g, by: `$1${REDACTED}` },
  { sign: 'earer ', shape: /\b(bearer +)[\w.~+/=-]{16,}/gi, by: `$1${REDACTED}` },
];
const URL_BEGIN = /^https?:\/\//i;
/** Of a text that is a URL: its user and password, and parameters of its query that open something. */
const URL_LOGIN = /^(https?:\/\/)[^/?#@]*@/i;
const URL_SECRET = /([?&;][^=&#]*(?:token|sig|signature|secret|password|credential|key)=)[^&#]*/gi;

const secretNames = new Map<string, boolean>();

/** True for the name of a field whose value is a secret. */
export function isSecretName(name: string): boolean {
  const known = secretNames.get(name);
  if (known !== undefined) return known;
  const isSecret = SECRET_NAME.test(name.toLowerCase().replace(/[-_\s]/g, ''));
  if (secretNames.size >= REMEMBERED_NAMES_MAX) secretNames.clear();
  secretNames.set(name, isSecret);
  return isSecret;
}

/** True for the name of a field that holds files. */
export function holdsFiles(name: string): boolean {
  return FILES_NAME.test(name);
}

/** True for a field of a file that is not its content. */
export function isFileField(name: string): boolean {
  return FILE_FIELDS.has(name);
}

/** A text without the secrets in it. */
export function redactText(text: string): string {
  let redacted = text;
  for (const { sign, shape, by } of SHAPES) {
    if (redacted.includes(sign)) redacted = redacted.replace(shape, by);
  }
  return URL_BEGIN.test(redacted)
    ? redacted.replace(URL_LOGIN, `$1${REDACTED}@`).replace(URL_SECRET, `$1${REDACTED}`)
    : redacted;
}
