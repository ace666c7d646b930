// Generators of random emails (property-based testing): any script, emoji, directions, combining characters, text that
// looks like a header or a boundary, long words and long lines. Each mailbox has its expected result.
import { domainToASCII } from 'node:url';
import fc, { type Arbitrary } from 'fast-check';

/** A mailbox as a client writes it, and its expected parts. */
export interface RandomMailbox {
  text: string;
  /** Empty when there is no name. */
  name: string;
  address: string;
}

/** An email as a client requests it. */
export interface RandomEmail {
  from: RandomMailbox;
  to: RandomMailbox[];
  cc: RandomMailbox[];
  replyTo: RandomMailbox[];
  subject: string;
  text: string | undefined;
  html: string | undefined;
  headers: Record<string, string>;
}

// biome-ignore format: a table.
const PIECES = [
  'Grüße aus Köln', 'Привет, мир', '日本語のテキスト', 'مرحبا بالعالم', 'שלום', 'हिन्दी', 'e\u0301\u0323 n\u0303',
  '👩‍👩‍👧‍👦', '🏳️‍🌈', '🇩🇪', '\u202eright\u202c', '=?UTF-8?Q?not_a_word?=', '=?', '?=', '"quoted"',
  'back\\slash', 'comma, semicolon; colon:', '<angle@brackets.test>', '(comment)', '=3D=20', '100 % = all',
];
// biome-ignore format: a table.
const LINES = [
  '.', '..', '.leading dot', 'From the start', '--=_boundary', '--', '-- ', '   indented   ',
  'trailing space ', 'tab\t', '\t', '', 'Subject: no header', `long ${'x'.repeat(1200)}`,
  'long lines of many words '.repeat(60),
  'ü'.repeat(600),
  '<p class="a">paragraph</p>',
];
const LINE_BREAKS = ['\n', '\r\n', '\r', '\n\n'];
const DOMAINS = ['customer.test', 'sub.a-b.example', 'x.co', 'münchen.test', 'пример.test', '例え.test'];
// biome-ignore format: a table.
const LOCAL_PARTS = [
  'ana', 'a.b', 'first+tag', "o'hara", 'UPPER', '用户', 'jürgen', '"with space"', '"a@b"', 'a-_~b',
];

const isSafe = (text: string) => !/\p{Cc}|\p{Surrogate}/u.test(text);
const character = fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }).filter(isSafe);
const word = fc.oneof(
  fc.constantFrom(...PIECES),
  fc.stringMatching(/^[\x21-\x7e]{1,12}$/),
  fc.string({ unit: 'grapheme', maxLength: 20 }).filter(isSafe),
  fc.array(character, { maxLength: 20 }).map((characters) => characters.join('')),
  fc.stringMatching(/^[a-z]{1,8}$/),
);

/** One line of text without controls, some of it with runs of spaces, some of it very long. */
const line = fc.oneof(
  { weight: 6, arbitrary: joined(word, 8) },
  { weight: 1, arbitrary: joined(word, 80) },
  { weight: 1, arbitrary: fc.stringMatching(/^[A-Za-z0-9/=&?%]{300,900}$/) },
  { weight: 1, arbitrary: fc.integer({ min: 900, max: 998 }).map((length) => 'z'.repeat(length)) },
);

const localPart = fc.oneof(
  fc.constantFrom(...LOCAL_PARTS),
  fc.stringMatching(/^[a-z0-9!#$%&'*+/=^_`{|}~-]{1,64}$/),
  fc.stringMatching(/^[a-z]{1,10}(\.[a-z]{1,10}){1,3}$/),
);

const mailbox: Arbitrary<RandomMailbox> = fc
  .record({
    name: fc.oneof(fc.constant(''), joined(word, 4), line),
    localPart,
    domain: fc.constantFrom(...DOMAINS),
  })
  .map(({ name, localPart, domain }) => {
    const address = `${localPart}@${domainToASCII(domain)}`;
    const shownName = name.trim().slice(0, 900).trim();
    const quoted = shownName.replace(/["\\]/g, '\\$&');
    return {
      text: shownName === '' ? `${localPart}@${domain}` : `"${quoted}" <${localPart}@${domain}>`,
      name: shownName,
      address,
    };
  });

/** Lines of every length and kind, with every kind of line break. */
const body = fc
  .array(fc.tuple(fc.oneof(line, fc.constantFrom(...LINES)), fc.constantFrom(...LINE_BREAKS)), {
    maxLength: 12,
  })
  .map((lines) => lines.flat().join(''));

const headers = fc.dictionary(fc.stringMatching(/^X-[A-Za-z0-9]{1,12}(-[A-Za-z0-9]{1,30}){0,2}$/), line, {
  maxKeys: 4,
});

/** An email with at least one body that is not empty. */
export const randomEmail: Arbitrary<RandomEmail> = fc
  .record({
    from: mailbox,
    to: fc.oneof(
      { weight: 9, arbitrary: fc.array(mailbox, { minLength: 1, maxLength: 4 }) },
      { weight: 1, arbitrary: fc.array(mailbox, { minLength: 50, maxLength: 50 }) },
    ),
    cc: fc.array(mailbox, { maxLength: 3 }),
    replyTo: fc.array(mailbox, { maxLength: 2 }),
    subject: line,
    text: fc.option(body, { nil: undefined }),
    html: fc.option(body, { nil: undefined }),
    headers,
  })
  .filter(({ text, html }) => Boolean(text || html));

function joined(part: Arbitrary<string>, maxLength: number): Arbitrary<string> {
  return fc
    .array(fc.tuple(part, fc.constantFrom(' ', ' ', ' ', '  ', '   ', '')), { maxLength })
    .map((parts) => parts.flat().join(''));
}
