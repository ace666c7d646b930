// Which unknown names are near misses of known ones (docs/reference/requests.md#near-misses).
import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import fc from 'fast-check';
import type Joi from 'joi';
import { isWithinEdits } from '../../../api/near-misses/edits.ts';
import { findNearMiss } from '../../../api/near-misses/near-miss.ts';
import { ORDINARY_NAMES, UNRELATED_NAMES } from '../../../api/near-misses/unrelated-names.ts';
import { INPUTS } from '../../../api/openapi/inputs.ts';
import { validate } from '../../../api/validate.ts';
import type { DescribedOperation } from '../../../shared/contract/operation.ts';
import { OPERATIONS } from '../../../shared/contract/operations.ts';

const NONE = new Set<string>();
const namesOf = (schema: Joi.Schema | undefined) =>
  Object.keys(schema?.describe()['keys'] ?? expect.fail('It has no schema.'));
const EMAIL = namesOf(INPUTS['sendEmail']?.body);
const FILE = ['filename', 'content', 'path', 'content_type', 'content_id', 'content_disposition'];

const LETTERS = ['a', 'b', 'c'];

/** Every text that one edit with these letters makes of a text, and the text itself. */
function edited(text: string): string[] {
  const places = Array.from(
    { length: text.length + 1 },
    (_, at) => [text.slice(0, at), text.slice(at)] as const,
  );
  return [
    text,
    ...places.flatMap(([before, after]) => [
      before + after.slice(1),
      before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2),
      ...LETTERS.flatMap((letter) => [before + letter + after, before + letter + after.slice(1)]),
    ]),
  ];
}

const pick = (texts: readonly string[], index: number) => texts[index % texts.length] ?? '';

it('Takes what other services call `scheduled_at` for a near miss of it: `send_at`, `deliver_at`, `send_time` and `delivery_time`.', () => {
  for (const name of ['send_at', 'sendAt', 'deliver_at', 'send_time', 'delivery_time']) {
    expect(findNearMiss(name, EMAIL, UNRELATED_NAMES), name).to.equal('scheduled_at');
    expect(findNearMiss(name, FILE, UNRELATED_NAMES), name).to.equal(undefined);
  }
});

describe('Takes a name within these edits of a known name for a near miss, and no other.', () => {
  it('counts the edits between all texts of up to four of three letters', () => {
    let texts = [''];
    for (let length = 1; length <= 4; length += 1)
      texts = ['', ...texts.flatMap((text) => LETTERS.map((letter) => letter + text))];
    expect(texts).to.have.length(1 + 3 + 9 + 27 + 81);
    for (const a of texts) {
      const [none, one, two] = [[a], edited(a), edited(a).flatMap(edited)].map((near) => new Set(near));
      const wrong = texts.filter(
        (b) =>
          isWithinEdits(0, a, b) !== none?.has(b) ||
          isWithinEdits(1, a, b) !== one?.has(b) ||
          isWithinEdits(2, a, b) !== two?.has(b),
      );
      expect(wrong, a).to.deep.equal([]);
    }
  });

  it('finds every long name after one or two random edits, and every name of 4 to 7 characters after one', () => {
    const known = [...EMAIL, ...FILE].filter(({ length }) => length >= 4);
    fc.assert(
      fc.property(fc.constantFrom(...known), fc.nat(), fc.nat(), (name, first, second) => {
        const once = pick(edited(name), first);
        const missed = name.length >= 8 ? pick(edited(once), second) : once;
        expect(findNearMiss(missed, [name], NONE), missed).to.equal(name);
      }),
      { numRuns: 2_000 },
    );
  });

  it('known names of three to eight characters', () => {
    for (const [known, within, beyond] of [
      ['abc', [], ['ab', 'abx', 'acb', 'abcd']],
      ['abcd', ['abc', 'abxd', 'abdc', 'abcde'], ['axyd', 'ab', 'badc']],
      ['abcdefg', ['abcdef', 'bacdefg'], ['abcde', 'badcefg']],
      ['abcdefgh', ['abcdef', 'badcefgh', 'abcdefghij'], ['abcde', 'badcfegh', 'abcdefghijk']],
    ] as const) {
      for (const name of within) expect(findNearMiss(name, [known], NONE), name).to.equal(known);
      for (const name of beyond) expect(findNearMiss(name, [known], NONE), name).to.equal(undefined);
    }
  });

  it('a name of any length, and names that every object of JavaScript has', () => {
    const names = ['', '_', '__proto__', 'constructor', 'toString', 'x'.repeat(10_000_000), 'İ'.repeat(10)];
    for (const name of names) expect(findNearMiss(name, EMAIL, UNRELATED_NAMES)).to.equal(undefined);
  });
});

it('Takes a known name of any length in another writing for a near miss: camelCase, capital letters, hyphens or spaces.', () => {
  for (const [known, names] of [
    ['reply_to', ['replyTo', 'ReplyTo', 'reply-to', 'Reply-To', 'REPLY_TO', 'Reply to', 'replyto']],
    ['scheduled_at', ['scheduledAt', 'scheduleAt', 'Schedule-At', 'SCHEDULED AT', 'scheduledat']],
    ['to', ['To', 'TO']],
    ['bcc', ['Bcc', 'BCC']],
    ['html', ['HTML', 'Html']],
  ] as const) {
    for (const name of names) expect(findNearMiss(name, EMAIL, UNRELATED_NAMES), name).to.equal(known);
  }
});

it('Suggests the name with the fewest edits, and of several the first in openapi.json.', () => {
  expect(findNearMiss('template_i', EMAIL, UNRELATED_NAMES)).to.equal('template_id');
  expect(findNearMiss('templateId', EMAIL, UNRELATED_NAMES)).to.equal('template_id');
  expect(findNearMiss('content_i', FILE, UNRELATED_NAMES)).to.equal('content_id');
  const both = ['period_a', 'period_b'];
  expect(findNearMiss('period_c', both, NONE)).to.equal('period_a');
  expect(findNearMiss('period_c', both.toReversed(), NONE)).to.equal('period_b');
});

describe('Never takes the exact name of something else for a near miss.', () => {
  const document = JSON.parse(readFileSync(new URL('../../../openapi.json', import.meta.url), 'utf8'));

  /** The names of the properties anywhere in a part of the description. */
  function propertiesIn(part: unknown): string[] {
    if (typeof part !== 'object' || part === null) return [];
    // A property may itself be named `properties`.
    const { properties = {}, ...others } = part as { properties?: object };
    const inner = [...Object.values(properties), ...Object.values(others)];
    return [...Object.keys(properties), ...inner.flatMap(propertiesIn)];
  }

  const queries = Object.values(INPUTS).flatMap((input) => (input?.query ? [namesOf(input.query)] : []));
  const missesAmong = (names: readonly string[], known: readonly string[]) =>
    names.filter((name) => !known.includes(name) && findNearMiss(name, known, UNRELATED_NAMES));

  it('a field of any body or record, in a body', () => {
    const names = propertiesIn(document);
    expect(names).to.include.members(['scheduled_at', 'signing_secret', 'content_type', 'next_attempt_at']);
    for (const known of [EMAIL, FILE, ['expires_in'], ['id', 'alias', 'variables']])
      expect(missesAmong(names, known), known.join()).to.deep.equal([]);
    expect(findNearMiss('scheduled_by', EMAIL, new Set(['scheduled_by']))).to.equal(undefined);
    expect(findNearMiss('scheduled_by', EMAIL, NONE)).to.equal('scheduled_at');
  });

  it('a parameter of any operation, in a query', () => {
    expect(queries.flat()).to.include.members(['limit', 'granularity', 'until', 'tag']);
    for (const known of queries) expect(missesAmong(queries.flat(), known), known.join()).to.deep.equal([]);
  });

  it('the name of a filter alone is one in a body', () => {
    expect(findNearMiss('tag', EMAIL, UNRELATED_NAMES)).to.equal('tags');
  });

  it('each word of other programs, which would be a near miss otherwise', () => {
    const page = readFileSync(new URL('../../../docs/reference/requests.md', import.meta.url), 'utf8');
    const [, listed = ''] = /for something else: (.*)\./.exec(page) ?? [];
    const words = [...listed.matchAll(/`(\w+)`/g)].map(([, word]) => String(word));
    expect(words).to.have.members(ORDINARY_NAMES);
    for (const word of words) {
      expect(UNRELATED_NAMES.has(word), word).to.equal(true);
      const misses = [EMAIL, FILE, ...queries].filter(
        (known) => findNearMiss(word, known, NONE) !== undefined,
      );
      expect(misses, word).not.to.deep.equal([]);
    }
  });
});

it('Rejects a near miss of a parameter of the list, such as limt, with validation_error 422 and names the right parameter.', () => {
  const lists = Object.entries<DescribedOperation>(OPERATIONS).filter(
    ([, { answer }]) => answer && 'listOf' in answer && !answer.isWhole,
  );
  expect(lists).to.have.length.above(10);
  for (const [id] of lists) {
    const query = INPUTS[id]?.query ?? expect.fail('A list needs a query.');
    for (const known of namesOf(query).filter(({ length }) => length >= 4))
      expect(() => validate(query, { [`${known}_`]: 'x' })).to.throw(`use \`${known}\``);
  }
});
