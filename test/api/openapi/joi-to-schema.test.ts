// The converter from joi to JSON Schema, rule by rule: joi and ajv must agree on every value.
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect } from 'chai';
import Joi from 'joi';
import { joiToSchema, namedSchemas } from '../../../api/openapi/joi-to-schema.ts';

const VALUES = [
  null,
  '',
  'a',
  'abc',
  'abcdef',
  ' a ',
  'Ab',
  'a\n',
  ' \n',
  0,
  1,
  2.5,
  11,
  -1,
  true,
  false,
  [],
  ['a'],
  ['a', 'a'],
  ['a', 'b', 'c', 'd'],
  [''],
  [null],
  [1],
  [['a']],
  {},
  { a: 'a' },
  { a: null },
  { a: '' },
  { a: ' ' },
  { a: 1 },
  { b: 'b' },
  { a: 'a', b: 'b' },
  { a: 'a', b: 'b', c: 'c' },
  { a: { b: 'b' } },
  { a: { b: 1 } },
];

/** Numbers are strict, as they should be in bodies: otherwise joi would accept the text "1" as a number. */
const SAME: [title: string, schema: Joi.Schema][] = [
  ['any', Joi.any()],
  ['a text', Joi.string()],
  ['a text that may be empty', Joi.string().allow('')],
  ['a text or null', Joi.string().allow(null)],
  ['a text with bounds', Joi.string().min(2).max(5)],
  ['a text of a length', Joi.string().length(3)],
  ['a text with a pattern', Joi.string().pattern(/^[a-c]+$/)],
  ['a text without a pattern', Joi.string().pattern(/[\r\n]/, { invert: true })],
  ['a text that is trimmed', Joi.string().trim()],
  ['a text that is trimmed and may be empty', Joi.string().trim().allow('')],
  [
    'a text that is trimmed and as absent when nothing is left',
    Joi.object({ a: Joi.string().trim().empty('') }),
  ],
  [
    'a required text that is trimmed',
    Joi.object({ a: Joi.string().trim().empty(Joi.valid('', null)).required() }),
  ],
  ['one of two texts', Joi.string().valid('a', 'abc')],
  ['exactly null', Joi.any().valid(null)],
  ['a text for which null is as absent', Joi.string().empty(null)],
  ['a text for which nothing is as absent', Joi.string().empty(Joi.valid('', null))],
  ['a number', Joi.number().strict()],
  ['a number of any size', Joi.number().unsafe().strict()],
  ['an integer with bounds', Joi.number().integer().min(1).max(10).strict()],
  ['a boolean', Joi.boolean().strict()],
  ['a list', Joi.array()],
  ['a list of texts', Joi.array().items(Joi.string())],
  ['a list of texts or numbers', Joi.array().items(Joi.string(), Joi.number().strict())],
  ['a list with bounds', Joi.array().items(Joi.string()).min(1).max(2)],
  ['a list of different texts', Joi.array().items(Joi.string()).unique()],
  ['a text or a list of texts', Joi.array().items(Joi.string()).single()],
  [
    'a list for which an empty one is as absent',
    Joi.array().items(Joi.string()).empty(Joi.array().length(0)),
  ],
  ['an object', Joi.object()],
  ['an object with a field', Joi.object({ a: Joi.string() })],
  ['an object with a required field', Joi.object({ a: Joi.string().required() })],
  [
    'an object with a required field that null does not fill',
    Joi.object({ a: Joi.string().empty(null).required() }),
  ],
  ['an object in an object', Joi.object({ a: Joi.object({ b: Joi.string().required() }) })],
  ['an object with fields of any name', Joi.object().pattern(Joi.string(), Joi.string().allow(''))],
  ['an object with a number of fields', Joi.object().pattern(Joi.string(), Joi.any()).min(1).max(2)],
  ['alternatives', Joi.alternatives(Joi.string().min(3), Joi.number().strict(), Joi.valid(null))],
];

/** joi schemas with values that only joi rejects, since JSON Schema cannot express the rule. */
const STRICTER: [title: string, schema: Joi.Schema, refusedByJoiOnly: unknown[]][] = [
  ['customs', Joi.string().custom((_value, { error }) => error('any.invalid')), ['a']],
  ['forbidden fields', Joi.object({ a: Joi.forbidden() }), [{ a: 'a' }]],
  [
    'relations of fields',
    Joi.object({ a: Joi.string(), b: Joi.string() }).oxor('a', 'b'),
    [{ a: 'a', b: 'b' }],
  ],
  ['bounds of a text that joi changes first', Joi.string().trim().max(2), ['abcdef']],
];

const UNKNOWN: [title: string, schema: Joi.Schema][] = [
  ['a rule', Joi.string().hex()],
  ['a type', Joi.date()],
  [
    'a condition',
    Joi.object({ a: Joi.any(), b: Joi.string().when('a', { is: 1, otherwise: Joi.string().min(3) }) }),
  ],
  ['a flag', Joi.array().items(Joi.string()).sparse()],
  ['values in any case', Joi.string().valid('a').insensitive()],
  ['refused values', Joi.string().invalid('a')],
  ['flags of a pattern', Joi.string().pattern(/a/i)],
  ['a link to another place than an id', Joi.object({ a: Joi.string(), b: Joi.link('a') })],
  ['a bound that is a reference', Joi.object({ a: Joi.number(), b: Joi.number().max(Joi.ref('a')) })],
];

describe('The conversion of joi to JSON Schema', () => {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true });
  const joiAccepts = (schema: Joi.Schema, value: unknown) =>
    schema.prefs({ stripUnknown: true }).validate(value).error === undefined;

  for (const [title, schema] of SAME) {
    it(`accepts and rejects the same values as joi: ${title}`, () => {
      const validate = ajv.compile(joiToSchema(schema));
      for (const value of VALUES) {
        expect(validate(value), JSON.stringify(value)).to.equal(joiAccepts(schema, value));
      }
    });
  }

  for (const [title, schema, values] of STRICTER) {
    it(`leaves out what JSON Schema cannot express: ${title}`, () => {
      const validate = ajv.compile(joiToSchema(schema));
      for (const value of values) {
        expect({ joi: joiAccepts(schema, value), ajv: validate(value) }).to.deep.equal({
          joi: false,
          ajv: true,
        });
      }
    });
  }

  for (const [title, schema] of UNKNOWN) {
    it(`fails at an unknown part of joi: ${title}`, () => {
      expect(() => joiToSchema(schema)).to.throw('The API description cannot express');
    });
  }

  it('refers to schemas with an id, which may be recursive', () => {
    const rule = Joi.object({ field: Joi.string().required() });
    const condition = Joi.alternatives(
      rule,
      Joi.object({ and: Joi.array().items(Joi.link('#Condition')).min(1).required() }),
    ).id('Condition');
    const schema = Joi.object({ filter: condition.required(), other: Joi.link('#Other') }).shared(
      Joi.object({ a: Joi.string().required() }).id('Other'),
    );
    const converted = joiToSchema(schema);
    expect(converted.properties?.['filter']).to.deep.equal({ $ref: '#/components/schemas/Condition' });
    const named = namedSchemas(schema);
    expect(Object.keys(named)).to.have.members(['Condition', 'Other']);
    // The place of named schemas in openapi.json.
    const loose = new Ajv2020({ strict: false });
    const validate = loose.compile({ ...converted, components: { schemas: named } });
    const good = { field: 'a' };
    for (const filter of [good, { and: [good] }, { and: [{ and: [good, good] }] }, null, {}, { and: [] }])
      for (const other of [{ a: 'a' }, { a: 1 }, {}]) {
        const value = { filter, other };
        expect(validate(value), JSON.stringify(value)).to.equal(joiAccepts(schema, value));
      }
    expect(validate({ filter: { and: [{ and: [{ field: 1 }] }] } })).to.equal(false);
  });

  it('keeps descriptions, examples and defaults', () => {
    const schema = Joi.string().description('A name').example('Ana').default('Bo');
    expect(joiToSchema(schema)).to.deep.equal({
      type: 'string',
      minLength: 1,
      description: 'A name',
      examples: ['Ana'],
      default: 'Bo',
    });
  });
});
