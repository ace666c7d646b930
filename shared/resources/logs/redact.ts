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
const REMEMBERED_LENGTH_MAX = 100;

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
const URL_PARAMETER = /([?&;])([^=&#?;]{1,100})=([^&#]*)/g;
const SECRET_PARAMETER = /(?:token|sig|signature|secret|password|credential|key)$/i;

/** What the name of a field tells. */
export interface FieldName {
  /** Its value is a secret. */
  isSecret: boolean;
  /** Its value is files. */
  holdsFiles: boolean;
  /** In a file: its value is not the content. */
  isOfFile: boolean;
  /** The name as JSON, without a secret that a caller has put there. */
  json: string;
}

const names = new Map<string, FieldName>();

/** Reads the name of a field. Most are seen again and again. */
export function readFieldName(name: string): FieldName {
  const known = names.get(name);
  if (known) return known;
  const read = {
    isSecret: SECRET_NAME.test(name.toLowerCase().replace(/[-_\s]/g, '')),
    holdsFiles: FILES_NAME.test(name),
    isOfFile: FILE_FIELDS.has(name),
    json: JSON.stringify(redactText(name)),
  };
  if (name.length > REMEMBERED_LENGTH_MAX) return read;
  if (names.size >= REMEMBERED_NAMES_MAX) names.clear();
  names.set(name, read);
  return read;
}

/** A text without the secrets in it. */
export function redactText(text: string): string {
  let redacted = text;
  for (const { sign, shape, by } of SHAPES) {
    if (redacted.includes(sign)) redacted = redacted.replace(shape, by);
  }
  return URL_BEGIN.test(redacted) ? redactUrl(redacted) : redacted;
}

function redactUrl(url: string): string {
  return url
    .replace(URL_LOGIN, `$1${REDACTED}@`)
    .replace(URL_PARAMETER, (parameter: string, begin: string, name: string) =>
      SECRET_PARAMETER.test(name) ? `${begin}${name}=${REDACTED}` : parameter,
    );
}
