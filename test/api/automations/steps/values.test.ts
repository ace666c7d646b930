// Rules and values in configs (docs/reference/automation-steps.md#rules).
import { expect } from 'chai';
import { AUTOMATION_RULES_DEPTH_MAX, AUTOMATION_RULES_MAX } from '../../../../shared/contract/limits.ts';
import { useApp } from '../../../support/api/app.ts';
import { useEach } from '../../../support/api/use-each.ts';
import { createContactProperty } from '../../../support/factories/contact-factories.ts';
import { createStepWriter } from './writer.ts';

const SHORT = { field: 'contact.email', operator: 'exists' };
const LONG = { type: 'rule', ...SHORT };
const WAIT = { key: 'wait', type: 'wait_for_event', config: { event_name: 'order.paid' } };

function nested(levels: number): object {
  return levels === 1 ? SHORT : { not: nested(levels - 1) };
}

describe('Rules and values of steps', () => {
  const app = useApp();
  const owner = useEach(() => createStepWriter(app));
  beforeEach(async () => {
    for (const [key, type] of [
      ['tier', 'number'],
      ['plan', 'string'],
      ['since', 'date'],
    ] as const)
      await createContactProperty(app.pool, owner.accountId, { key, type });
  });

  it('Accepts every form of rules, also in `rule`, and answers the long form.', async () => {
    const long = { type: 'and', rules: [LONG, { type: 'or', rules: [LONG, { type: 'not', rule: LONG }] }] };
    for (const [given, answered] of [
      [long, long],
      [{ rule: long }, long],
      [{ and: [SHORT, { or: [{ rule: SHORT }, { not: LONG }] }] }, long],
      [{ rule: { and: [{ ...SHORT, value: null }, { or: [LONG, { not: SHORT, colour: 'blue' }] }] } }, long],
      [{ rule: SHORT }, LONG],
      [SHORT, LONG],
      [{ not: SHORT }, { type: 'not', rule: LONG }],
    ] as const) {
      expect(await owner.config('condition', given)).to.deep.equal(answered);
      const wait = { event_name: 'a', filter_rule: given };
      expect(await owner.config('wait_for_event', wait)).to.deep.equal({ ...wait, filter_rule: answered });
    }
  });

  it('Rejects rules that are none, or more than 100, or more than ten levels deep with validation_error 422, and names the path.', async () => {
    expect([AUTOMATION_RULES_MAX, AUTOMATION_RULES_DEPTH_MAX]).to.deep.equal([100, 10]);
    for (const [path, config] of [
      ['field', {}],
      ['rule', { rule: 'everybody' }],
      ['rule.field', { rule: {} }],
      ['type', { type: 'xor', rules: [SHORT] }],
      ['rules', { type: 'or', rules: [] }],
      ['and', { and: Array(101).fill(SHORT) }],
      ['and[1].or', { and: [{ or: Array(50).fill(SHORT) }, { or: Array(51).fill(SHORT) }] }],
      ['not.not.not.not.not.not.not.not.not.not', nested(11)],
    ] as const)
      await owner.refuse('condition', config, path);
    for (const config of [{ and: Array(100).fill(SHORT) }, nested(10)])
      expect(await owner.config('condition', config)).to.be.an('object');
    for (const config of [undefined, null]) {
      const steps = [{ key: 'a', type: 'condition', config }];
      await owner.refuseGraph({ steps }, 'steps[0].config', 'missing_required_field');
    }
  });

  it('Rejects a rule whose field is no value of a run, or whose operator or value does not fit it, with validation_error 422.', async () => {
    const rule = (field: string, operator: string, value?: unknown) => ({ field, operator, value });
    for (const [path, config] of [
      ...[
        'email',
        'event',
        'event.',
        'contact.nickname',
        'segment',
        'wait_events.order.paid.x',
        '__proto__',
      ].map((field) => ['field', rule(field, 'exists')] as const),
      ['field', rule('contact.properties.unknown', 'exists')],
      ['operator', rule('contact.email', 'gt', 'x')],
      ['operator', rule('contact.unsubscribed', 'contains', 'x')],
      ['operator', rule('contact.properties.tier', 'starts_with', '1')],
      ['value', rule('contact.properties.tier', 'eq', '1')],
      ['value', rule('contact.created_at', 'gt', 'yesterday')],
      ['value', rule('contact.unsubscribed', 'eq', 'no')],
      ['value', rule('event.total', 'gt', 'soon')],
      ['value', rule('event.total', 'contains', 5)],
      ['value', rule('event.total', 'eq', {})],
    ] as const)
      await owner.refuse('condition', config, path);
    for (const config of [
      rule('event.order.total', 'gt', 5),
      rule('event.day', 'lte', '2026-11-20'),
      rule('event.is_paid', 'eq', true),
      rule('event.__proto__', 'is_empty'),
      rule('contact.id', 'neq', 'x'),
      rule('contact.properties.tier', 'gte', 2),
      rule('contact.properties.since', 'lt', '2026-11-20T12:00:00Z'),
      rule('contact.unsubscribed', 'neq', true),
    ])
      expect(await owner.config('condition', config)).to.include({ field: config.field });
  });

  /** Field → a config that takes a value there. */
  const places = (value: unknown): [path: string, step: object][] => {
    const template = { id: 'welcome' };
    const mail = (config: object) => ({ type: 'send_email', config: { template, ...config } });
    const update = (config: object) => ({ type: 'contact_update', config });
    return [
      ['template.variables.NAME', mail({ template: { ...template, variables: { NAME: value } } })],
      ['template.variables.A[1].b', mail({ template: { ...template, variables: { A: [0, { b: value }] } } })],
      ['from', mail({ from: value })],
      ['subject', mail({ subject: value })],
      ['reply_to', mail({ reply_to: value })],
      ['reply_to[1]', mail({ reply_to: ['help@acme.dev', value] })],
      ['first_name', update({ first_name: value })],
      ['last_name', update({ last_name: value })],
      ['unsubscribed', update({ unsubscribed: value })],
      ['properties.plan', update({ properties: { plan: value } })],
    ];
  };

  it('Accepts the name of a value wherever a step takes one.', async () => {
    for (const name of [
      'event.x',
      'event.order.total',
      'wait_events.order.paid.plan',
      'contact.id',
      'contact.email',
      'contact.last_name',
      'contact.unsubscribed',
      'contact.created_at',
      'contact.properties.tier',
    ]) {
      const steps = places({ var: name }).map(([, step], index) => ({ key: `s${index}`, ...step }));
      const made = await owner.made({ steps: [WAIT, ...steps] });
      expect(made.steps.slice(2).map(({ config }) => config)).to.deep.equal(
        steps.map((step) => (step as unknown as { config: object }).config),
      );
    }
  });

  it('Rejects the name of a value that no run has with validation_error 422, and names the path.', async () => {
    for (const [path, step] of places({ var: 'wait_events.order.x' }))
      await owner.refuseGraph({ steps: [WAIT, { key: 'a', ...step }] }, `steps[1].config.${path}.var`);
    const unknown = ['x', '', 'event', 'event..x', 'contact.nickname', 'contact.properties.unknown'];
    for (const name of [...unknown, 'x'.repeat(10_000)])
      await owner.refuse('contact_update', { first_name: { var: name } }, 'first_name.var');
    for (const value of [{ var: 5 }, { var: 'event.x', more: 1 }, { VAR: 'event.x' }])
      await owner.refuse('contact_update', { first_name: value }, 'first_name');
  });
});
