// Redaction of our login in the server's replies. A server may echo what it received, in the refusal of a login or in
// any later reply, and replies are logged, stored with recipients and shown to operators and accounts. So the login is
// removed from every reply before any other code sees it: the password in plain text and in base64, whatever surrounds
// it there, and the lines of AUTH (RFC 4616, RFC 2195), complete or partial, in any case, folded over lines, or encoded
// as in a URL. The user name is not secret, but in base64 it is a line of AUTH.
import { REDACTED } from '../../../../shared/platform/redaction/redact-text.ts';
import { type Folded, fold } from '../replies/folded-text.ts';

/** Removes the login from the words of a server. */
export type RedactLogin = (words: string) => string;

/** Length of the parts of a secret that are searched; words do not match eight base64 characters by chance. */
const PIECE_LENGTH = 8;
/** Shorter secrets are removed only as separate words: a password of one letter occurs in every text. */
const PASSWORD_LENGTH_MIN = 4;
const BASE64_LENGTH_MIN = 6;
/** CRAM-MD5 responds with the user name, a space and a hex digest, from which a password could be guessed. */
const DIGEST_LENGTH = 32;
const SEXTET_BITS = 6;
const IS_BASE64 = /[a-z\d+/=]/;

interface Login {
  user: string;
  pass: string;
}
/** A range of the folded text that is removed. */
type Span = [begin: number, end: number];

/** Creates the redaction of a login; without a login nothing is removed. */
export function redactLogin(login: Login | undefined): RedactLogin {
  if (!login) return (words) => words;
  const short = patternOfShort(login);
  const pieces = piecesOf({ clear: clearForms(login), base64: base64Forms(login) });
  const lengths = [...new Set([...pieces.keys()].map(({ length }) => length))];
  const shortest = Math.min(...lengths);
  const answers = answersToChallenges(login);
  return (said) => {
    const words = said.replace(short, REDACTED);
    if (words.length < shortest) return words;
    const folded = fold(words);
    const spans = [...findPieces(folded, pieces, lengths), ...findAnswers(folded, answers)];
    return spans.length === 0 ? words : cutOut(words, folded, spans);
  };
}

/** The password as plain text, as in a URL, and as in a form. */
function clearForms({ pass }: Login): string[] {
  const forms = [fold(pass), fold(encodeURIComponent(pass)), fold(pass.replaceAll(' ', '+'))];
  return forms.map(({ text }) => text).filter(({ length }) => length >= PASSWORD_LENGTH_MIN);
}

/** The lines of AUTH, and the part of the password in any other line. */
function base64Forms({ user, pass }: Login): string[] {
  const lines = [pass, user, `\0${user}\0${pass}`, `${user}\0${user}\0${pass}`].map(base64Of);
  const forms = [...lines, ...[0, 1, 2].map((before) => coreOf(pass, before))];
  return forms.map((form) => fold(form).text).filter(({ length }) => length >= BASE64_LENGTH_MIN);
}

function base64Of(text: string): string {
  return Buffer.from(text).toString('base64').replace(/=+$/, '');
}

/** The base64 characters that depend only on this text, if so many bytes come before it. */
function coreOf(text: string, octetsBefore: number): string {
  const firstBit = octetsBefore * 8;
  const endBit = firstBit + Buffer.byteLength(text) * 8;
  return base64Of('\0'.repeat(octetsBefore) + text).slice(
    Math.ceil(firstBit / SEXTET_BITS),
    Math.floor(endBit / SEXTET_BITS),
  );
}

/** The response to a CRAM-MD5 challenge: as a server decodes it, and as it was sent. */
function answersToChallenges({ user }: Login): RegExp {
  const known = coreOf(`${user} `, 0);
  const length = base64Of(`${user} ${'0'.repeat(DIGEST_LENGTH)}`).length;
  const decoded = `${literal(fold(user).text)}[\\da-f]{${DIGEST_LENGTH}}`;
  const sent = `${literal(fold(known).text)}[a-z\\d+/]{${length - known.length}}`;
  // A shorter prefix is the beginning of many words.
  return new RegExp(known.length < PASSWORD_LENGTH_MIN ? decoded : `${decoded}|${sent}`, 'g');
}

function patternOfShort({ user, pass }: Login): RegExp {
  const words = [user, pass].map((text) => Buffer.from(text).toString('base64'));
  const short = [
    ...(fold(pass).text.length < PASSWORD_LENGTH_MIN ? [pass.trim()] : []),
    ...words.filter((word) => word.replace(/=+$/, '').length < BASE64_LENGTH_MIN),
  ].filter((word) => word !== '');
  if (short.length === 0) return NOTHING;
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${short.map(literal).join('|')})(?![\\p{L}\\p{N}])`, 'gu');
}

/** Part of a secret → whether it is base64. */
type Pieces = ReadonlyMap<string, boolean>;

/** All parts of each text, and the whole text if it is short. */
function piecesOf({ clear, base64 }: { clear: readonly string[]; base64: readonly string[] }): Pieces {
  const cut = (text: string, isBase64: boolean) => {
    const length = Math.min(text.length, PIECE_LENGTH);
    const begins = Array.from({ length: text.length - length + 1 }, (_, at) => at);
    return begins.map((at) => [text.slice(at, at + length), isBase64] as const);
  };
  return new Map([
    ...clear.flatMap((text) => cut(text, false)),
    ...base64.flatMap((text) => cut(text, true)),
  ]);
}

function findPieces(folded: Folded, pieces: Pieces, lengths: readonly number[]): Span[] {
  const { text } = folded;
  const spans: Span[] = [];
  for (const length of lengths)
    for (let at = 0; at + length <= text.length; at += 1) {
      const isBase64 = pieces.get(text.slice(at, at + length));
      if (isBase64 === undefined) continue;
      const span: Span = isBase64 ? widen(folded, [at, at + length]) : [at, at + length];
      spans.push(span);
      // A base64 line is removed as a whole, so nothing else is found in it; but it may be folded at its end.
      at = Math.max(at, span[1] - length);
    }
  return spans;
}

function findAnswers(folded: Folded, answers: RegExp): Span[] {
  return Array.from(folded.text.matchAll(answers), ({ 0: found, index }) =>
    widen(folded, [index, index + found.length]),
  );
}

const NOTHING = /(?!)/g;

/** A regular expression that matches the text literally. */
function literal(text: string): string {
  return text.replace(/[^\p{L}\p{N}]/gu, (letter) => `[${letter.replace(/[\\\]^]/, '\\$&')}]`);
}

/** The base64 characters around a match are the rest of the line, with bits that belong to the secret. */
function widen({ text, begins, ends }: Folded, [begin, end]: Span): Span {
  let first = begin;
  let last = end;
  while (first > 0 && IS_BASE64.test(text.charAt(first - 1)) && ends[first - 1] === begins[first]) first -= 1;
  while (IS_BASE64.test(text.charAt(last)) && ends[last - 1] === begins[last]) last += 1;
  return [first, last];
}

function cutOut(words: string, { begins, ends }: Folded, spans: readonly Span[]): string {
  const octets = Buffer.from(words);
  let kept = '';
  let doneTo = 0;
  let struckTo = -1;
  for (const [begin, end] of spans.toSorted(([a], [b]) => a - b)) {
    if (begin > struckTo) kept += octets.toString('utf8', doneTo, begins[begin]) + REDACTED;
    struckTo = Math.max(struckTo, end);
    doneTo = ends[struckTo - 1] ?? 0;
  }
  return kept + octets.toString('utf8', doneTo);
}
