// Redaction of free text: removes secrets. A secret is recognized by its shape (keys, bearer tokens, logins in URLs,
// private keys) or by the name before it (`password=…`, `"token": "…"`, `Cookie: …`), in upper and lower case and
// URL-encoded. Everything that is logged passes here: the process log and the request logs
// (docs/reference/logs.md#redaction).
import { isSecretName } from './secret-names.ts';

/** Replaces a secret. */
export const REDACTED = '[redacted]';
/** A secret is recognized by its shape within this many characters from its beginning; the rest need not be read. */
export const SHAPE_LENGTH_MAX = 512;

const BASE64 = '[\\w+/=%-]';

/** Shapes of secrets. Each has a sign, in lower case: a text without the sign is not searched for the shape. */
const SHAPES: readonly { sign: string; shape: RegExp; by: string }[] = [
  // A sealed token in a link (shared/platform/security/sealed-tokens.ts); it has 87 characters or more. Before the keys,
  // because a token may happen to contain what looks like one.
  ...['unsubscribe', 'preferences', 'poll', 'view'].map((page) => ({
    sign: page,
    shape: new RegExp(`(${page}(?:/|%2f))[\\w-]{64,}`, 'gi'),
    by: `$1${REDACTED}`,
  })),
  {
    sign: '-----begin',
    shape: /(-----BEGIN[A-Z0-9 +%]{1,40}PRIVATE[A-Z0-9 +%]{1,40}-----)(?:(?!-----END)[\s\S])*/gi,
    by: `$1${REDACTED}`,
  },
  { sign: ';base64,', shape: new RegExp(`(;base64,)${BASE64}{64,}`, 'gi'), by: `$1${REDACTED}` },
  // A whole API key or most of one; the prefix of a key that lists show is shorter.
  { sign: 'ph', shape: /ph(?:_|%5f)(?:[\da-z]{32}|[\da-z]{16,31}(?![\da-z]))/gi, by: REDACTED },
  { sign: 'whsec', shape: new RegExp(`whsec(?:_|%5f)${BASE64}{8,}`, 'gi'), by: REDACTED },
  // A JSON Web Token: two JSON objects and their signature.
  { sign: '.eyj', shape: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)*/gi, by: REDACTED },
  // A login in a URL contains no slash, but it may contain an @ that should have been encoded.
  {
    sign: '//',
    shape: new RegExp(`(\\/\\/)[^\\s/?#"'<>]{1,${SHAPE_LENGTH_MAX / 2}}@`, 'g'),
    by: `$1${REDACTED}@`,
  },
  {
    sign: '%3a%2f%2f',
    shape: new RegExp(`(%3a%2f%2f)(?:(?!%2f)[^\\s/?#&"'<>]){1,${SHAPE_LENGTH_MAX / 2}}?%40`, 'gi'),
    by: `$1${REDACTED}%40`,
  },
  // Ordinary text contains "bearer authentication" and "bearer of news"; those stay.
  {
    sign: 'bearer',
    shape:
      /\b(bearer(?:\s|%20|\+){1,4})(?!auth(?:entication|orization)\b)(?:(?=[^\s\d]{0,20}\d)[\w.~+/=%-]{6,}|[\w.~+/=%-]{12,})/gi,
    by: `$1${REDACTED}`,
  },
];
/** All signs as one pattern, to be matched without regard to case. */
export const SHAPE_SIGNS = [...SHAPES.map(({ sign }) => sign), 'basic'].join('|');
const BASIC = /\b(basic(?:\s|%20|\+){1,4})([\w+/-]{4,}(?:=|%3d){0,2})/gi;
/** Characters that no login contains, but that other data decoded from base64 almost always does. */
const NOT_LOGIN = /[\p{Cc}\ufffd]/u;

/**
 * The separator between a name and its value. The search looks for the separator first and then backwards for the name,
 * which is a third of the work of testing each word as a name. It captures the character before the name, the name, the
 * quotation mark after the name, the separator, and the quotation mark before the value.
 */
const NAMED =
  /(?:[=:]|%3[dD])(?<=([?&;%])?([\w.-]{1,100})(?:\[\d*\]|\]|%5[dD])?(\\?["'])?\s{0,4}(=|:|%3[dD]))\s{0,4}(\\?["'])?/g;
const VALUE = /[^\s"'<>&#]+/y;
const VALUE_IN_URL = /(?:(?!%26|%23)[^\s"'<>&#])+/iy;
const VALUE_OF_PROSE = /(?=[^\s"'<>&#]{0,99}\d)[^\s"'<>&#]{6,}/y;
const NO_VALUE = /(?!)/y;
/** The value of a header ends with its line; the authentication scheme stays. */
const SCHEME = /(?:(?:basic|bearer|digest|negotiate|token) +)?/iy;
const HEADER_VALUE = /[^\r\n"'<>`\\]+/y;
const HEADER = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;
/** Words that people write before a secret in ordinary text: `Password: hunter2`. */
const OF_PROSE = /^(?:pass(?:word|wd|phrase|code)|pwd|secret|token)$/i;
const IS_COMPOUND = /[-_.]|[a-z][A-Z]/;
const SENTENCE_END = '.,:;!?)}';

/** A text that contains none of these cannot contain a secret; most texts are done with this one test. */
const SIGNS = new RegExp(`[=:]|%3d|${SHAPE_SIGNS}`, 'i');

/** @returns the text with each secret replaced by `[redacted]` */
export function redactText(text: string): string {
  if (!SIGNS.test(text)) return text;
  const small = text.toLowerCase();
  let redacted = text;
  for (const { sign, shape, by } of SHAPES) if (small.includes(sign)) redacted = redacted.replace(shape, by);
  if (small.includes('basic')) redacted = redacted.replace(BASIC, redactBasic);
  return redactNamed(redacted);
}

/** Redacts only the base64 of a login: ordinary text contains "basic instructions". */
function redactBasic(found: string, scheme: string, base64: string): string {
  const login = Buffer.from(base64.replace(/%3d/gi, '='), 'base64').toString();
  return login.includes(':') && !NOT_LOGIN.test(login) ? scheme + REDACTED : found;
}

/** Redacts the values that follow the name of a secret. */
function redactNamed(text: string): string {
  let redacted = '';
  let doneTo = 0;
  NAMED.lastIndex = 0;
  for (let found = NAMED.exec(text); found; found = NAMED.exec(text)) {
    const [begin, end] = isNameOfSecret(found) ? findValue(text, found) : [0, 0];
    if (end <= begin) continue;
    redacted += text.slice(doneTo, begin) + REDACTED;
    doneTo = end;
    NAMED.lastIndex = end;
  }
  return doneTo === 0 ? text : redacted + text.slice(doneTo);
}

function isNameOfSecret([, before, word = '', , sign]: RegExpExecArray): boolean {
  // In a URL that is itself a parameter, the `?` or `&` before the name is encoded: `%3Ftoken%3D`.
  const name = before === '%' ? word.slice(2) : word;
  const isParameter = before !== undefined && sign !== ':';
  return isSecretName(name) || (isParameter && /(?<!idempotency[-_]?)key$/i.test(name));
}

/** The begin and end of the value; [0, 0] when there is none. */
function findValue(text: string, found: RegExpExecArray): [begin: number, end: number] {
  const [whole, , name = '', , sign, quote] = found;
  const begin = found.index + whole.length;
  if (quote) return [begin, findQuote(text, quote, begin)];
  if (HEADER.test(name) && sign === ':') return findHeaderValue(text, begin);
  const value = withoutSentenceEnd(matchAt(patternOf(found), text, begin));
  return /^[[{]$/.test(value) ? [0, 0] : [begin, begin + value.length];
}

/** A colon after an ordinary word may be punctuation and not a separator: "Reset your password: 3 steps". */
function patternOf([, , name = '', nameQuote, sign]: RegExpExecArray): RegExp {
  if (sign === '=') return VALUE;
  if (sign !== ':') return VALUE_IN_URL;
  if (nameQuote || IS_COMPOUND.test(name)) return VALUE;
  return OF_PROSE.test(name) ? VALUE_OF_PROSE : NO_VALUE;
}

function findHeaderValue(text: string, from: number): [begin: number, end: number] {
  const begin = from + matchAt(SCHEME, text, from).length;
  return [begin, begin + matchAt(HEADER_VALUE, text, begin).length];
}

/** The position of the closing quotation mark, skipping escaped ones. */
function findQuote(text: string, quote: string, from: number): number {
  let end = text.indexOf(quote, from);
  while (end > 0 && quote.length === 1 && text[end - 1] === '\\') end = text.indexOf(quote, end + 1);
  return end === -1 ? text.length : end;
}

function withoutSentenceEnd(value: string): string {
  let length = value.length;
  while (length > 0 && SENTENCE_END.includes(value.charAt(length - 1))) length -= 1;
  return value.slice(0, length);
}

function matchAt(pattern: RegExp, text: string, index: number): string {
  pattern.lastIndex = index;
  return pattern.exec(text)?.[0] ?? '';
}
