// What the reader of rules does with hostile trees that no JSON body can contain.
import { expect } from 'chai';
import { readRules } from '../../../../../shared/resources/audience/rules/read.ts';

const LIMITS = { rules: 50, depth: 5 };
const RULE = { field: 'contact.email', operator: 'exists' };

describe('reading rules', () => {
  const read = (given: unknown) => () => readRules(given, 'filter', LIMITS);

  it('stops at the first level that is too deep, however many follow', () => {
    let deep: object = RULE;
    for (let level = 0; level < 100_000; level += 1) deep = { not: deep };
    expect(read(deep)).to.throw('`filter.not.not.not.not.not` is too deep');
  });

  it('refuses a list that is too long before it looks at what the list has', () => {
    const touched = { length: 0 };
    const element = new Proxy(RULE, {
      get: () => {
        touched.length += 1;
      },
    });
    expect(read({ and: Array(51).fill(element) })).to.throw(/must have at most \d+ rules/);
    expect(touched.length).to.equal(0);
  });

  it('counts rules over all branches', () => {
    const branch = (rules: number) => ({ or: Array(rules).fill(RULE) });
    expect(read({ and: [branch(25), branch(25)] })).not.to.throw();
    expect(read({ and: [branch(25), branch(26)] })).to.throw(/must have at most \d+ rules/);
  });

  it('takes nothing from a prototype', () => {
    for (const prototype of [RULE, { and: [RULE] }, { type: 'rule', ...RULE }])
      expect(read(Object.create(prototype))).to.throw('`filter.field`');
    expect(read(Object.assign(Object.create({ value: 'x' }), { ...RULE, operator: 'eq' }))).to.throw(
      '`filter.value`',
    );
  });
});
