// What the configs of steps can be, by type.
import { expect } from 'chai';
import { expectRefusal, readOne } from './support/read.ts';

const ID = '01965d84-3b5c-7cc1-a3f8-d3f0b5a0a111';
const RULE = { type: 'rule', field: 'contact.email', operator: 'exists' };
const VAR = { var: 'event.x' };
const mail = (config: object) => ({ template: { id: 'welcome' }, ...config });

/** Type → configs and what is stored of them; `same`: they themselves. */
const GOOD: Record<string, [given: unknown, stored: unknown][]> = {
  send_email: [
    [mail({}), 'same'],
    [{ template: { id: ID.toUpperCase() } }, { template: { id: ID } }],
    [
      {
        template: { id: 'Welcome-2', variables: null, alias: 'x' },
        from: '',
        subject: null,
        reply_to: [],
        to: 'x',
      },
      { template: { id: 'Welcome-2' } },
    ],
    [
      mail({
        template: { id: 'welcome', variables: { a: 1, b: [VAR, { c: null }] } },
        from: 'Ann <ann@acme.dev>',
        subject: 'Hello',
        reply_to: 'help@acme.dev',
        topic_id: ID,
      }),
      'same',
    ],
    [mail({ variables: { a: VAR } }), { template: { id: 'welcome', variables: { a: VAR } } }],
    [mail({ from: VAR, subject: VAR, reply_to: VAR }), 'same'],
    [mail({ reply_to: ['help@acme.dev', VAR] }), 'same'],
  ],
  delay: [
    ...['30 minutes', '1 hour 30 minutes', 'two days', '4 weeks', '30 days', '0.5 hours', '1 s'].map(
      (duration): [unknown, unknown] => [{ duration }, 'same'],
    ),
    [{ duration: ' 1  Day ', unit: 'x' }, { duration: ' 1  Day ' }],
  ],
  wait_for_event: [
    [{ event_name: 'order.paid' }, 'same'],
    [
      {
        event_name: 'order.paid',
        timeout: '3 days',
        filter_rule: { type: 'or', rules: [RULE] },
        since: 'run_start',
      },
      'same',
    ],
    [{ event_name: 'a', timeout: null, filter_rule: null, since: null }, { event_name: 'a' }],
    [
      { event_name: 'a', filter_rule: { rule: RULE } },
      { event_name: 'a', filter_rule: RULE },
    ],
  ],
  condition: [
    [RULE, 'same'],
    [{ type: 'and', rules: [RULE, { type: 'not', rule: RULE }] }, 'same'],
    [{ rule: RULE }, RULE],
    [{ rule: { and: [RULE] } }, { type: 'and', rules: [RULE] }],
    [
      { rule: { type: 'or', rules: [RULE] }, type: null },
      { type: 'or', rules: [RULE] },
    ],
    [{ and: [{ field: RULE.field, operator: 'exists' }] }, { type: 'and', rules: [RULE] }],
    [{ or: [{ not: RULE }] }, { type: 'or', rules: [{ type: 'not', rule: RULE }] }],
  ],
  contact_update: [
    [{ first_name: 'Ann' }, 'same'],
    [{ last_name: null }, 'same'],
    [{ first_name: '', unsubscribed: null }, { first_name: null }],
    [{ unsubscribed: false, properties: {} }, { unsubscribed: false }],
    [
      { first_name: VAR, last_name: VAR, unsubscribed: VAR, properties: { plan: VAR, a: 1, b: null } },
      'same',
    ],
  ],
  contact_delete: [
    [{}, 'same'],
    [{ reason: 'x' }, {}],
    [null, {}],
    [undefined, {}],
  ],
  add_to_segment: [[{ segment_id: ID.toUpperCase() }, { segment_id: ID }]],
};

/** Type → configs and the path of their fault, below the config. */
const BAD: Record<string, [path: string, config: unknown][]> = {
  send_email: [
    ['', 'x'],
    ['template', { template: 'welcome' }],
    ['template.id', { template: { id: 5 } }],
    ['template.id', { template: { id: 'no such name' } }],
    ['template.id', { template: { id: 'x'.repeat(101) } }],
    ['template.variables', { template: { id: 'welcome', variables: [] } }],
    ['variables', mail({ variables: 'x' })],
    ['variables', { variables: {}, template: { id: 'welcome', variables: {} } }],
    ['from', mail({ from: 5 })],
    ['from', mail({ from: { var: 5 } })],
    ['from', mail({ from: { var: 'event.x', other: 1 } })],
    ['from', mail({ from: 'ann@acme.dev\r\nBcc: x@y.dev' })],
    ['subject', mail({ subject: ['x'] })],
    ['subject', mail({ subject: 'a\nb' })],
    ['subject', mail({ subject: 'x'.repeat(999) })],
    ['reply_to', mail({ reply_to: 'nobody' })],
    ['reply_to[1]', mail({ reply_to: ['help@acme.dev', 5] })],
    ['reply_to', mail({ reply_to: Array(51).fill('help@acme.dev') })],
    ['topic_id', mail({ topic_id: 'news' })],
    ['topic_id', mail({ topic_id: 5 })],
  ],
  delay: [
    ...[
      5,
      '0 days',
      '31 days',
      '30 days 1 second',
      'soon',
      '-1 day',
      '1 month',
      'P1D',
      VAR,
      'x'.repeat(1e5),
    ].map((duration): [string, unknown] => ['duration', { duration }]),
    ['', []],
  ],
  wait_for_event: [
    ['event_name', { event_name: 5 }],
    ['event_name', { event_name: 'x'.repeat(201) }],
    ['event_name', { event_name: 'service:schedule' }],
    ['timeout', { event_name: 'a', timeout: '' }],
    ['timeout', { event_name: 'a', timeout: 60 }],
    ['timeout', { event_name: 'a', timeout: '31 days' }],
    ['filter_rule', { event_name: 'a', filter_rule: 'x' }],
    ['filter_rule.field', { event_name: 'a', filter_rule: {} }],
    ['filter_rule.rule.operator', { event_name: 'a', filter_rule: { rule: { field: 'event.x' } } }],
    ['since', { event_name: 'a', since: 'ever' }],
  ],
  condition: [
    ['', 'x'],
    ['field', {}],
    ['rule', { rule: 'x' }],
    ['type', { type: 'xor', rules: [RULE] }],
    ['rules', { type: 'and', rules: [] }],
    ['and[1].operator', { and: [RULE, { field: 'contact.email', operator: 'is' }] }],
    ['and', { and: Array(101).fill(RULE) }],
    ['', { rule: RULE, and: [RULE] }],
    [`rule${'.not'.repeat(10)}`, { rule: nested(10) }],
  ],
  contact_update: [
    ['', {}],
    ['', { properties: {}, unsubscribed: null, email: 'x@y.dev' }],
    ['first_name', { first_name: 5 }],
    ['last_name', { last_name: 'x'.repeat(256) }],
    ['last_name', { last_name: { var: 'event.x', more: 1 } }],
    ['unsubscribed', { unsubscribed: 'yes' }],
    ['properties', { properties: ['x'] }],
    ['properties.plan', { properties: { plan: ['x'] } }],
    ['properties.plan', { properties: { plan: { value: 1 } } }],
    ['properties', { properties: Object.fromEntries(Array.from({ length: 201 }, (_, key) => [key, 1])) }],
  ],
  contact_delete: [['', 'x']],
  add_to_segment: [
    ['segment_id', { segment_id: 'customers' }],
    ['segment_id', { segment_id: [ID] }],
    ['segment_id', { segment_id: '9b2f4a30-0d1c-4c1e-8f9e-1f2d3c4b5a69' }],
  ],
};

const MISSING: [type: string, path: string, config: unknown][] = [
  ['send_email', 'template.id', { template: {} }],
  ['send_email', 'template.id', { template: { id: '', alias: 'welcome' } }],
  ['delay', 'duration', {}],
  ['delay', 'duration', { duration: null }],
  ['wait_for_event', 'event_name', { timeout: '1 day' }],
  ['add_to_segment', 'segment_id', { segment_id: null }],
];

function nested(levels: number): object {
  return levels === 0 ? RULE : { not: nested(levels - 1) };
}

describe('The config of a step', () => {
  for (const [type, cases] of Object.entries(GOOD)) {
    it(`of type ${type} is stored in one form, without unknown fields`, () => {
      for (const [given, stored] of cases) {
        const config = readOne(type, given);
        expect(config).to.deep.equal(stored === 'same' ? given : stored);
        // What is answered can be sent again.
        expect(readOne(type, JSON.parse(JSON.stringify(config)))).to.deep.equal(config);
      }
    });
  }

  for (const [type, cases] of Object.entries(BAD)) {
    it(`of type ${type} is refused with the path of its fault`, () => {
      for (const [path, config] of cases)
        expectRefusal(() => readOne(type, config), path ? `steps[0].config.${path}` : 'steps[0].config');
    });
  }

  it('is refused without what it needs', () => {
    for (const [type, path, config] of MISSING)
      expectRefusal(() => readOne(type, config), `steps[0].config.${path}`, 'missing_required_field');
  });

  it('is refused for a sender that is no address by the name that sends have for it', () => {
    for (const from of ['nobody', 'Ann <ann>', 'a@acme.dev, b@acme.dev'])
      expectRefusal(
        () => readOne('send_email', mail({ from })),
        'steps[0].config.from',
        'invalid_from_address',
      );
  });

  it('may have a hundred rules, ten levels deep', () => {
    expect(readOne('condition', { and: Array(100).fill(RULE) })).to.have.property('type', 'and');
    expect(readOne('condition', nested(9))).to.have.property('type', 'not');
  });
});
