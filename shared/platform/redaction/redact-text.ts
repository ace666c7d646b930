// A text without the secrets in it. They are known by their own shape, wherever they stand (keys, bearer tokens, logins
// in URLs, private keys), and by the name before them (`password=…`, `"token": "…"`, `Cookie: …`), in any case and
// as they look within a URL. Whatever is written down passes here: the process log and the logs of requests.
import { isSecretName } from './secret-names.ts';

/** Stands where something was. */
export const REDACTED = '[redacted]';
/** A shape that begins before so many characters is known without those behind. */
export const SHAPE_LENGTH_MAX = 512;

const BASE64 = '[\\w+/=%-]';

/** Shapes by a sign in small letters that each has: a text that lacks the sign is not searched. */
const SHAPES: readonly { sign: string; shape: RegExp; by: string }[] = [
  {
    sign: '-----begin',
    shape: /(-----BEGIN[A-Z0-9 +%]{1,40}PRIVATE[A-Z0-9 +%]{1,40}-----)(?:(?!-----END)[\s\S])*/gi,
    by: `$1${REDACTED}`,
  },
  { sign: ';base64,', shape: new RegExp(`(;base64,)${BASE64}{64,}`, 'gi'), by: `$1${REDACTED}` },
  // A whole key, or most of one; what is shown of a key to tell it from others is shorter.
  { sign: 'ph', shape: /ph(?:_|%5f)(?:[\da-z]{32}|[\da-z]{16,31}(?![\da-z]))/gi, by: REDACTED },
  { sign: 'whsec', shape: new RegExp(`whsec(?:_|%5f)${BASE64}{8,}`, 'gi'), by: REDACTED },
  // A JSON Web Token: two objects of JSON, and what signs them.
  { sign: '.eyj', shape: /\beyJ[\w-]{8,}\.eyJ[\w-]{8,}(?:\.[\w-]*)*/gi, by: REDACTED },
  // A login holds no slash, but it may hold an @ that should have been encoded.
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
  // Prose says "bearer authentication" and "bearer of news".
  {
    sign: 'bearer',
    shape:
      /\b(bearer(?:\s|%20|\+){1,4})(?!auth(?:entication|orization)\b)(?:(?=[^\s\d]{0,20}\d)[\w.~+/=%-]{6,}|[\w.~+/=%-]{12,})/gi,
    by: `$1${REDACTED}`,
  },
];
/** The signs, as a pattern for any case. */
export const SHAPE_SIGNS = [...SHAPES.map(({ sign }) => sign), 'basic'].join('|');
const BASIC = /\b(basic(?:\s|%20|\+){1,4})([\w+/-]{4,}(?:=|%3d){0,2})/gi;
/** What no login has in it, and what base64 of anything else is full of. */
const NOT_LOGIN = /[\p{Cc}\ufffd]/u;

/**
 * What parts a name from its value. It is looked for first and the name behind it, which is a third of the work of
 * reading each word as a name: captures what stands before the name, the name, its quotation mark and that of the value.
 */
const NAMED =
  /(?:[=:]|%3[dD])(?<=([?&;%])?([\w.-]{1,100})(?:\[\d*\]|\]|%5[dD])?(\\?["'])?\s{0,4}(=|:|%3[dD]))\s{0,4}(\\?["'])?/g;
const VALUE = /[^\s"'<>&#]+/y;
const VALUE_IN_URL = /(?:(?!%26|%23)[^\s"'<>&#])+/iy;
const VALUE_OF_PROSE = /(?=[^\s"'<>&#]{0,99}\d)[^\s"'<>&#]{6,}/y;
const NO_VALUE = /(?!)/y;
/** A header's value goes to the end of its line; the scheme of a login is kept. */
const SCHEME = /(?:(?:basic|bearer|digest|negotiate|token) +)?/iy;
const HEADER_VALUE = /[^\r\n"'<>`\\]+/y;
const HEADER = /^(?:proxy-)?authorization$|^(?:set-)?cookie$/i;
/** What people write a secret behind: `Password: hunter2`. */
const OF_PROSE = /^(?:pass(?:word|wd|phrase|code)|pwd|secret|token)$/i;
const IS_COMPOUND = /[-_.]|[a-z][A-Z]/;
const SENTENCE_END = '.,:;!?)}';

/** Most texts have none of these, and are no longer looked at. */
const SIGNS = new RegExp(`[=:]|%3d|${SHAPE_SIGNS}`, 'i');

/** A text without the secrets in it. */
export function redactText(text: string): string {
  if (!SIGNS.test(text)) return text;
  const small = text.toLowerCase();
  let redacted = text;
  for (const { sign, shape, by } of SHAPES) if (small.includes(sign)) redacted = redacted.replace(shape, by);
  if (small.includes('basic')) redacted = redacted.replace(BASIC, redactBasic);
  return redactNamed(redacted);
}

/** Only what is the base64 of a login: prose says "basic instructions". */
function redactBasic(found: string, scheme: string, base64: string): string {
  const login = Buffer.from(base64.replace(/%3d/gi, '='), 'base64').toString();
  return login.includes(':') && !NOT_LOGIN.test(login) ? scheme + REDACTED : found;
}

/** What follows the name of a secret. */
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
  // Within a URL that is a parameter itself: `%3Ftoken%3D`.
  const name = before === '%' ? word.slice(2) : word;
  const isParameter = before !== undefined && sign !== ':';
  return isSecretName(name) || (isParameter && /(?<!idempotency[-_]?)key$/i.test(name));
}

/** Where the value begins and ends; [0, 0] where it is none. */
function findValue(text: string, found: RegExpExecArray): [begin: number, end: number] {
  const [whole, , name = '', , sign, quote] = found;
  const begin = found.index + whole.length;
  if (quote) return [begin, findQuote(text, quote, begin)];
  if (HEADER.test(name) && sign === ':') return findHeaderValue(text, begin);
  const value = withoutSentenceEnd(matchAt(patternOf(found), text, begin));
  return /^[[{]$/.test(value) ? [0, 0] : [begin, begin + value.length];
}

/** A colon behind a word that is no name is one of prose: "Reset your password: 3 steps". */
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

/** The mark that ends what another one has begun, and is not part of it. */
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
