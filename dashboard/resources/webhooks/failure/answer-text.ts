// What an endpoint answered, for people to read: JSON as it is, a page of HTML as its words, bytes with their codes, and
// the one sentence of it that says what is wrong. The answer is of others: it may be anything, up to 64 KiB. Pure, in one
// pass over the text.

/** The kind of an answer. */
export type AnswerKind = 'nothing' | 'json' | 'html' | 'bytes' | 'text';

/** An answer to read. */
export interface ReadableAnswer {
  kind: AnswerKind;
  /** Words without markup, and without characters that cannot be seen. */
  text: string;
}

/** Longer answers are cut: the API keeps 4 KiB, and answers of tests have no more. */
const READ_CHARACTERS = 64 * 1024;
/** The length of a sentence. */
const SUMMARY_CHARACTERS = 160;
/** The share of characters that are not text from which on it counts as bytes. */
const BYTES_SHARE = 0.1;
const HTML = /^\s*(?:<!doctype html|<html|<head|<body|<!--)|<\/(?:html|body|h1|p|div|title)>/i;
/** The fields in which programs report errors, the likeliest first. */
const MESSAGE_FIELDS = ['message', 'error_description', 'detail', 'error', 'title', 'reason', 'errors'];
const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
};

/** @param body null: there was none */
export function readableAnswer(body: string | null): ReadableAnswer {
  const text = (body ?? '').slice(0, READ_CHARACTERS);
  if (text.trim() === '') return { kind: 'nothing', text: '' };
  if (parsed(text) !== undefined) return { kind: 'json', text };
  if (shareOfBytes(text) >= BYTES_SHARE) return { kind: 'bytes', text: withCodes(text) };
  if (HTML.test(text)) return { kind: 'html', text: wordsOfHtml(text) };
  return { kind: 'text', text: withCodes(text) };
}

/** The sentence of an answer that names the error, without a full stop; undefined: it has none. */
export function summaryOf(body: string | null): string | undefined {
  const { kind, text } = readableAnswer(body);
  if (kind === 'nothing' || kind === 'bytes') return undefined;
  const said = kind === 'json' ? messageIn(parsed(text)?.value) : text;
  const line = said
    ?.split('\n')
    .map((each) => each.trim())
    .find((each) => each !== '');
  return line === undefined ? undefined : shortened(withCodes(line)).replace(/\.$/, '');
}

/** JSON that is more than a word: `ok` is text. */
function parsed(text: string): { value: unknown } | undefined {
  if (!/^\s*[{["]/.test(text)) return undefined;
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

function messageIn(value: unknown, depth = 0): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null || depth > 3) return undefined;
  if (Array.isArray(value)) return messageIn(value[0], depth + 1);
  for (const name of MESSAGE_FIELDS) {
    const found = messageIn((value as Record<string, unknown>)[name], depth + 1);
    if (found !== undefined && found.trim() !== '') return found;
  }
  return undefined;
}

/** Scripts and styles are not words. Each pattern reads up to the next `<` or `>`, so none backtracks. */
function wordsOfHtml(html: string): string {
  const words = html
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<(script|style|svg|template)\b[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<(?:br|\/(?:p|div|h[1-6]|li|tr|title|pre|center))\b[^<>]*>/gi, '\n')
    .replace(/<[^<>]*(?:>|$)/g, ' ')
    .replace(/&(#\d{1,7}|#x[\da-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => entity(name) ?? whole);
  const lines = words
    .split('\n')
    .map((line) => line.replace(/\s+/g, ' ').trim())
    .filter((line) => line !== '');
  // A title is often the heading, too.
  return withCodes(lines.filter((line, at) => line !== lines[at - 1]).join('\n'));
}

function entity(name: string): string | undefined {
  if (!name.startsWith('#')) return ENTITIES[name.toLowerCase()];
  const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10_ff_ff && (code < 0xd8_00 || code > 0xdf_ff)
    ? String.fromCodePoint(code)
    : undefined;
}

/** Invisible characters other than white space, and those that change the direction of the text around them. */
const UNSEEN = /[^\P{Cc}\t\n\r]|[\u200b\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu;

function withCodes(text: string): string {
  return text.replace(UNSEEN, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

function shareOfBytes(text: string): number {
  const strange = text.match(UNSEEN)?.length ?? 0;
  const lost = text.split('\ufffd').length - 1;
  return (strange + lost) / text.length;
}

/** Cut between words, and never within a character. */
function shortened(line: string): string {
  const whole = line.replace(/\s+/g, ' ');
  const characters = [...whole];
  if (characters.length <= SUMMARY_CHARACTERS) return whole;
  const cut = characters.slice(0, SUMMARY_CHARACTERS).join('');
  const end = cut.lastIndexOf(' ');
  return `${end > SUMMARY_CHARACTERS / 2 ? cut.slice(0, end) : cut}…`;
}
