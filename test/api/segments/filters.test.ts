// The form of a filter (docs/reference/segments.md#filters).
import { expect } from 'chai';
import { FILTER_DEPTH_MAX, FILTER_RULES_MAX, RULE_TEXT_MAX_LENGTH } from '../../../shared/contract/limits.ts';
import { usePerson } from '../../support/api/account.ts';
import { useApp } from '../../support/api/app.ts';
import { expectError } from '../../support/api/error-body.ts';
import { useEach } from '../../support/api/use-each.ts';
import { createContactOwner } from '../contacts/owner.ts';
import { UNKNOWN_ID } from '../specimen.ts';

const NAMED = { field: 'contact.first_name', operator: 'exists' };
const LONG = { type: 'rule', ...NAMED };

/** A tree of so many levels. */
function nested(levels: number): object {
  return levels === 1 ? NAMED : { not: nested(levels - 1) };
}

describe('A filter', () => {
  const app = useApp();
  const owner = useEach(() => createContactOwner(app));
  const person = usePerson(app);
  const create = (filter: unknown) => owner.api.post('/segments').send({ name: 'Dynamic', filter });
  const refused = async (filter: unknown) => {
    const created = expectError(await create(filter), 422, 'validation_error');
    const previewed = await owner.api.post('/segments/preview').send({ filter });
    expect(expectError(previewed, 422, 'validation_error')).to.equal(created);
    return created;
  };

  it('Accepts every form of a rule and of a combination, and answers the long form, which may be sent again.', async () => {
    const long = {
      type: 'and',
      rules: [LONG, { type: 'or', rules: [LONG, { type: 'not', rule: LONG }] }, LONG],
    };
    for (const filter of [
      long,
      { and: [NAMED, { or: [{ rule: NAMED }, { not: LONG }] }, LONG] },
      { and: [{ ...NAMED, value: null }, { or: [NAMED, { not: NAMED, colour: 'blue' }] }, { rule: LONG }] },
    ]) {
      const { status, body } = await create(filter);
      expect([status, body.filter]).to.deep.equal([201, long]);
      const preview = await owner.api.post('/segments/preview').send({ filter });
      expect([preview.status, preview.body.count]).to.deep.equal([200, 0]);
    }
  });

  it('Rejects a filter that is no rule and no combination of rules with validation_error 422, and names the path of the fault.', async () => {
    const faults: [path: string, filter: unknown][] = [
      ['filter', 'everybody'],
      ['filter', []],
      ['filter', 5],
      ['filter.field', {}],
      ['filter.type', { type: 'xor', rules: [NAMED] }],
      ['filter.rules', { type: 'and', rules: [] }],
      ['filter.rules', { type: 'or' }],
      ['filter.rule', { type: 'not', rules: [NAMED] }],
      ['filter.and', { and: NAMED }],
      ['filter', { and: [NAMED], or: [NAMED] }],
      ['filter.and[1]', { and: [NAMED, 'x'] }],
      ['filter.rule.field', { rule: { and: [NAMED] } }],
      [
        'filter.rules[1].operator',
        { type: 'or', rules: [NAMED, { field: 'contact.email', operator: 'is' }] },
      ],
      ['filter.or[0].not.operator', { or: [{ not: { field: 'contact.email' } }] }],
      ['filter.and[0].value', { and: [{ field: 'contact.email', operator: 'gt', value: {} }] }],
    ];
    for (const [path, filter] of faults)
      expect(await refused(filter), JSON.stringify(filter)).to.include(`\`${path}\``);
  });

  it('Rejects a filter of more than 50 rules or more than five levels with validation_error 422.', async () => {
    expect([FILTER_RULES_MAX, FILTER_DEPTH_MAX]).to.deep.equal([50, 5]);
    const many = (rules: number) => ({ or: [{ and: Array(rules - 1).fill(NAMED) }, NAMED] });
    expect((await create(many(50))).status).to.equal(201);
    expect(await refused(many(51))).to.include('50');
    expect((await create(nested(5))).status).to.equal(201);
    expect(await refused(nested(6))).to.include('`filter.not.not.not.not.not` is too deep');
  });

  it('Names the rule at fault in `field`: `filter.rules[0].value`.', async () => {
    const email = (operator: string, value?: unknown) => ({ field: 'contact.email', operator, value });
    const topic = { field: `topic.${UNKNOWN_ID}`, operator: 'eq', value: 'opt_in' };
    const segment = { field: 'segment', operator: 'eq', value: UNKNOWN_ID };
    for (const [filter, field] of [
      [{ and: [NAMED, email('eq')] }, 'filter.and[1].value'],
      [{ type: 'and', rules: [email('is_larger')] }, 'filter.rules[0].operator'],
      [{ and: [NAMED, { not: email('gt', 'x') }] }, 'filter.rules[1].rule.operator'],
      [{ or: [{ field: 'contact.shoe_size', operator: 'exists' }] }, 'filter.rules[0].field'],
      [{ or: [NAMED, topic] }, 'filter.rules[1].field'],
      [{ or: [NAMED, { not: segment }] }, 'filter.rules[1].rule.value'],
      [nested(FILTER_DEPTH_MAX + 1), 'filter.not.not.not.not.not'],
    ] as const) {
      const { status, body } = await person.api.post('/segments/preview').send({ filter });
      expect([status >= 400 && status < 500, body.field], JSON.stringify(filter)).to.deep.equal([
        true,
        field,
      ]);
    }
  });

  it('Reads only properties that an object of a filter has itself, also with names such as `__proto__` and `constructor`.', async () => {
    const send = (filter: string) =>
      owner.api
        .post('/segments')
        .set('Content-Type', 'application/json')
        .send(`{"name": "Dynamic", "filter": ${filter}}`);
    const rule = JSON.stringify(NAMED);
    for (const filter of [
      `{"__proto__": ${rule}}`,
      `{"type": "and", "__proto__": {"rules": [${rule}]}}`,
      `{"constructor": ${rule}}`,
      `{"type": "constructor", "constructor": [${rule}]}`,
    ])
      expectError(await send(filter), 422, 'validation_error');
    for (const field of ['__proto__', 'constructor', 'contact.__proto__', 'contact.properties.toString']) {
      const answer = await create({ field, operator: 'exists' });
      expect(expectError(answer, 422, 'validation_error')).to.include(field);
    }
    const { body } = await send(
      `{"field": "contact.first_name", "operator": "exists", "__proto__": {"type": "and"}}`,
    );
    expect(body.filter).to.deep.equal(LONG);
  });

  it('Rejects a filter of a hundred levels, a hundred thousand rules or a huge text like any other that is too large.', async () => {
    // With the object around it, a JSON body may have a hundred levels.
    expect(await refused(nested(95))).to.include('too deep');
    expect(await refused({ and: Array(30_000).fill({ not: 1 }) })).to.match(/must have at most \d+ rules/);
    expect(await refused({ or: [{ and: Array(100_000).fill(0) }] })).to.match(/must have at most \d+ rules/);
    const text = 'x'.repeat(500_000);
    expect(await refused({ field: text, operator: 'exists' })).to.have.length.below(500);
    expect(await refused({ field: 'contact.email', operator: text })).to.have.length.below(500);
    const long = await refused({ field: 'contact.email', operator: 'eq', value: text });
    expect(long).to.include(RULE_TEXT_MAX_LENGTH.toLocaleString('en'));
  });
});
