// Large JSON bodies against `parseJson`, which parses a body at once (property-based test): whatever a body contains and
// wherever it is cut into pieces, the outcome is the same. And the event loop serves other work while one is parsed.
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect } from 'chai';
import fc from 'fast-check';
import { LONG_TEXT_BYTES } from '../../../api/body/long-texts.ts';
import { parseLargeJson } from '../../../api/body/parse-large-json.ts';
import { parseJson } from '../../../api/body/read-json-body.ts';
import { FairTurns } from '../../../shared/platform/sharing/fair-turns.ts';
import { cutAt } from './email/cut-at.ts';

const MIB = 1024 * 1024;
const PIECE_BYTES = 64 * 1024;

async function outcomeOf(parse: () => object | Promise<object>): Promise<unknown> {
  try {
    // The order of fields counts, and a field may be named `__proto__`.
    return JSON.stringify(await parse());
  } catch (error) {
    // Only the smaller bodies say where the fault is.
    return (error as Error).message.replace(/^(The body is not valid JSON)[.:].*/s, '$1.');
  }
}

/** Expects the same outcome as `parseJson` has. */
async function expectSame(body: Buffer, cuts: readonly number[]): Promise<unknown> {
  const outcome = await outcomeOf(() => parseLargeJson(cutAt(body, cuts), new FairTurns(), 'a'));
  const expected = await outcomeOf(() => parseJson(body));
  expect(
    outcome === expected,
    `${String(outcome).slice(0, 200)} in place of ${String(expected).slice(0, 200)}`,
  ).to.equal(true);
  return outcome;
}

/** What a text may hold, as written in JSON; the last ones are faults. */
const spelled = fc.constantFrom(
  'x',
  '\\\\',
  '\\"',
  '\\n',
  '\\u00e9',
  'é',
  '€',
  '😀',
  '\\ud83d\\ude00',
  '\ufeff',
  '{',
  ',',
  ':',
  ']',
);
const faulty = fc.constantFrom('\\ud83d', '\\u0000', '\n', '\\x', '\\u12', '"', '\ud800');
const long = fc
  .record({
    unit: fc.array(spelled, { minLength: 1, maxLength: 4 }),
    fault: fc.option(faulty, { freq: 3, nil: '' }),
    bytes: fc.constantFrom(LONG_TEXT_BYTES - 2, LONG_TEXT_BYTES, 3 * LONG_TEXT_BYTES, 600 * 1024),
  })
  .map(({ unit, fault, bytes }) => {
    const text = unit.join('');
    const half = text.repeat(Math.ceil(bytes / Buffer.byteLength(text) / 2));
    return `"${half}${fault}${half}"`;
  });
const short = fc.oneof(
  fc.constantFrom('1', 'null', '{}', '[]', '""', '{"a":[1,"b"]}', '[', '}', '\\'),
  spelled.map((text) => `"${text}"`),
);
const name = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('"a"', '"b"', '"__proto__"', '"\\u0061"') },
  { weight: 1, arbitrary: long },
);
const listOf = (item: fc.Arbitrary<string>) =>
  fc.array(item, { maxLength: 3 }).map((items) => `[${items.join()}]`);
const objectOf = (item: fc.Arbitrary<string>) =>
  fc
    .array(fc.tuple(name, item), { maxLength: 3 })
    .map((fields) => `{${fields.map((field) => field.join(' : ')).join(',\n')}}`);
const leaf = fc.oneof({ weight: 3, arbitrary: long }, { weight: 2, arbitrary: short });
const inner = fc.oneof(leaf, listOf(leaf), objectOf(leaf));
const body = fc.oneof({ weight: 4, arbitrary: objectOf(inner) }, listOf(inner), leaf);

describe('A large JSON body', () => {
  it('has the same outcome as if it were parsed at once', async () => {
    const outcomes = new Set<string>();
    await fc.assert(
      fc.asyncProperty(
        body,
        fc.array(fc.nat(), { maxLength: 12 }),
        fc.option(fc.nat()),
        async (json, cuts, broken) => {
          const bytes = Buffer.from(json);
          // An octet that is not a UTF-8, in few of them.
          if (broken !== null && broken % 5 === 0) bytes[broken % Math.max(bytes.length, 1)] = 0xff;
          const outcome = String(await expectSame(bytes, cuts));
          outcomes.add(outcome.startsWith('The body') ? outcome : 'parsed');
        },
      ),
      { numRuns: 150 },
    );
    // Nothing follows from a property that sees one kind of body only.
    expect(outcomes).to.include('parsed').and.have.property('size').above(2);
  });

  it('has the same refusal if it has two faults', async () => {
    const filler = 'x'.repeat(LONG_TEXT_BYTES);
    const deep = `${'['.repeat(101)}${']'.repeat(101)}`;
    for (const json of [
      `{"a":"${filler}\\x","b":"${filler}\ufffe"}`,
      `{"a":"${filler}\\x","b":${deep}`,
      `{"a":"${filler}\\u0000","b":${deep}}`,
      `{"a":"${filler}\\u0000","a":"${filler}"}`,
      `{"a":"${filler}","a":"${filler}\\u0000"}`,
      `{"a":"${filler}`,
      `"${filler}"`,
      `{"a" "${filler}"}`,
    ]) {
      const bytes = Buffer.from(json);
      const invalid = Buffer.from(bytes.map((octet) => (octet === 0xef ? 0xff : octet)));
      for (const each of [bytes, invalid]) await expectSame(each, [100, LONG_TEXT_BYTES]);
    }
  });

  it('lets other work of the event loop have its turn, and accounts take turns', async () => {
    const turns = new FairTurns();
    const large = Buffer.from(JSON.stringify(Array(8).fill({ html: '\n'.repeat(MIB) })));
    const small = Buffer.from('{"a":1}');
    const ended: string[] = [];
    // As large as what is read from a socket.
    const cuts = Array.from({ length: large.length / PIECE_BYTES }, (_, index) => index * PIECE_BYTES);
    const parse = async (owner: string, bytes: Buffer) => {
      await parseLargeJson(cutAt(bytes, owner === 'large' ? cuts : []), turns, owner);
      ended.push(owner);
    };
    const both = Promise.all([parse('large', large), parse('large', large), parse('small', small)]);
    let between = 0;
    while (ended.length === 0) {
      await nextTurn();
      between += 1;
    }
    expect(ended).to.deep.equal(['small']);
    while (ended.length < 2) {
      await nextTurn();
      between += 1;
    }
    expect(between).to.be.above(20);
    await both;
  });
});
