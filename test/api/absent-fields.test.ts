import { expect } from 'chai';
import Joi from 'joi';
import { answerAbsentFields } from '../../api/absent-fields.ts';

/** Every kind of default and presence. */
const makeSchema = () =>
  Joi.object({
    required: Joi.string().required(),
    forbidden: Joi.forbidden(),
    plain: Joi.string(),
    only: Joi.any().valid(null),
    nothing: Joi.string().allow('').empty(null).default(null),
    text: Joi.string().default('text'),
    number: Joi.number().default(20),
    list: Joi.array().items(Joi.string()).empty(null).default([]),
    filledList: Joi.array().default(['a']),
    object: Joi.object().pattern(Joi.string(), Joi.string()).default({}),
    deep: Joi.object({ inner: Joi.number().default(1) }).default(),
    computed: Joi.string().default(() => 'computed'),
    ofAnother: Joi.string().default(Joi.ref('text')),
    either: Joi.alternatives(Joi.string(), Joi.number()).default('either'),
    onCondition: Joi.string().when('plain', { not: Joi.exist(), otherwise: Joi.required() }),
    stripped: Joi.string().default('x').strip(),
    labelled: Joi.string().label('a name').error(new Error('of its own')),
  });

const INPUTS = [
  {},
  { required: 'x' },
  { required: 'x', plain: 'y' },
  { required: 'x', plain: 'y', onCondition: 'z' },
  { required: 'x', nothing: null, list: null, text: 'given', only: null },
  { required: 'x', list: 'not a list' },
  { required: 'x', labelled: 1 },
  { required: 'x', forbidden: 1 },
  { required: 1 },
  { required: 'x', plain: undefined, number: '7', object: { a: 'b' }, unknown: 1 },
];

describe('Fields that a request leaves out', () => {
  const asked = makeSchema();
  const answered = makeSchema();
  answerAbsentFields(answered);

  for (const input of INPUTS) {
    it(`are what joi makes of them in ${JSON.stringify(input)}`, () => {
      const expected = asked.validate(input, { stripUnknown: true });
      const found = answered.validate(input, { stripUnknown: true });
      expect(found.value).to.deep.equal(expected.value);
      expect(found.error?.message).to.equal(expected.error?.message);
    });
  }

  it('have a default of their own each time', () => {
    const [one, other] = [answered.validate({ required: 'x' }), answered.validate({ required: 'x' })];
    expect(one.value.list).to.not.equal(other.value.list);
    expect(one.value.object).to.not.equal(other.value.object);
  });

  it('are described as before', () => {
    expect(JSON.stringify(answered.describe())).to.equal(JSON.stringify(asked.describe()));
  });
});
