// An object that is validated by the fields that it gives is what the whole schema makes of it.
import { expect } from 'chai';
import Joi from 'joi';
import { objectByGivenFields, schemaOfGiven } from '../../../api/input/given-fields.ts';
import { batchItemInput, sendEmailInput } from '../../../api/resources/emails/input.ts';
import { validate } from '../../../api/validate.ts';
import { DomainError } from '../../../shared/contract/domain-error.ts';
import { createRandom, pick, type Random } from '../../support/random.ts';

const BODIES = 4_000;
/** What clients give, the right first. */
const VALUES: Readonly<Record<string, readonly unknown[]>> = {
  from: ['a@acme.dev', 'Ana <a@acme.dev>', '', null, 'acme', 'a@acme.dev\r\nBcc: b@acme.dev', 7],
  to: ['b@acme.dev', ['b@acme.dev', 'Bo <c@acme.dev>'], [], null, ['nobody'], { b: 1 }],
  cc: [['c@acme.dev'], 'c@acme.dev', [], null, [7]],
  bcc: [['d@acme.dev'], null, ''],
  reply_to: ['r@acme.dev', [], null, [null]],
  subject: ['Hello', '', null, 'two\nlines', 'x'.repeat(1_000)],
  html: ['<p>Hello</p>', '', null, 1],
  text: ['Hello', '', null, {}],
  preview_text: ['Soon', '', null, 3],
  headers: [{ 'X-Order': '7' }, {}, null, { 'X Order': '7' }, { Subject: 'no' }, []],
  tags: [[{ name: 'kind', value: 'receipt' }], { kind: 'receipt' }, [], null, [{ name: 'kind' }]],
  topic_id: ['01920000-0000-7000-8000-000000000000', null, 'news', 5],
  template: [null, { id: 'welcome' }, { id: 'welcome', variables: { a: 1 } }, {}],
  template_id: [null, 'welcome'],
  variables: [null, { a: 1 }, 'a'],
  tracking: [{ opens: true }, null, { opens: 'yes' }, { pixels: true }],
  poll: [null, { options: ['Yes', 'No'] }, 'poll'],
  attachments: [[], null, [{ filename: 'a.txt', content: 'aGk=' }], [{}]],
  scheduled_at: [null, 'in 1 hour', 5],
  form: [null, 'a@acme.dev'],
  colour: ['red'],
};
const USUAL = ['from', 'to', 'subject', 'html'];

describe('An object of given fields', () => {
  for (const [name, schema] of Object.entries({ sendEmailInput, batchItemInput }))
    it(`is what the whole schema makes of it, or is refused in its words: ${name}`, () => {
      const whole = schema.description('The same without its sets of fields.');
      const random = createRandom(80);
      const found = { passed: 0, refused: 0 };
      for (let count = 0; count < BODIES; count += 1) {
        const body = randomBody(random);
        const outcome = outcomeOf(schema, body);
        expect(outcome, JSON.stringify(body)).to.deep.equal(outcomeOf(whole, body));
        found['value' in outcome ? 'passed' : 'refused'] += 1;
      }
      expect(found.passed).to.be.above(BODIES / 10);
      expect(found.refused).to.be.above(BODIES / 10);
    });

  it('gives each object empty lists of its own', () => {
    const body = { from: 'a@acme.dev', to: 'b@acme.dev', subject: 'Hello', text: 'Hello' };
    const one = validate(sendEmailInput, body);
    const other = validate(sendEmailInput, body);
    one.cc.push(...one.to);
    expect(other.cc).to.deep.equal([]);
  });

  it('keeps schemas of the sets that come first, and leaves the others to the whole', () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
    const fields = Object.fromEntries(names.map((name) => [name, Joi.number().default(0)]));
    const schema = objectByGivenFields<Record<string, number>>(fields, (object) => object);
    const inputs = Array.from({ length: 2 ** names.length }, (_, set) =>
      Object.fromEntries(names.filter((_name, place) => set & (2 ** place)).map((name) => [name, 1])),
    );
    expect(inputs.filter((input) => schemaOfGiven(schema, input) !== undefined)).to.have.length(64);
    for (const input of inputs)
      expect(validate(schema, input)).to.deep.equal({ a: 0, b: 0, c: 0, d: 0, e: 0, f: 0, g: 0, ...input });
    for (const input of [{ z: 1 }, [], null, JSON.parse('{"__proto__": 1}')])
      expect(schemaOfGiven(schema, input)).to.equal(undefined);
  });
});

function randomBody(random: Random): object {
  const body: Record<string, unknown> = {};
  for (const [name, values] of Object.entries(VALUES))
    if (random() < (USUAL.includes(name) ? 0.9 : 0.08))
      body[name] = random() < 0.8 ? values[0] : pick(random, values);
  return body;
}

function outcomeOf(schema: Joi.ObjectSchema, body: object) {
  try {
    return { value: validate(schema, body) as unknown };
  } catch (error) {
    if (!(error instanceof DomainError)) throw error;
    return { name: error.name, message: error.message, faults: error.faults() };
  }
}
