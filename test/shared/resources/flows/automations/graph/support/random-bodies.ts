// Random bodies of valid graphs, in every form in which a client may write them.
import fc from 'fast-check';

const ID = '01965d84-3b5c-7cc1-a3f8-d3f0b5a0a111';
const RULES = [
  { field: 'event.total', operator: 'gt', value: 5 },
  { type: 'rule', field: 'contact.email', operator: 'exists', value: null },
  { rule: { field: 'wait_events.order.paid.id', operator: 'eq', value: 'x' } },
  { and: [{ not: { field: 'contact.first_name', operator: 'is_empty' } }] },
  { type: 'or', rules: [{ field: 'contact.unsubscribed', operator: 'eq', value: false }] },
];

/** Type → good configs. */
export const CONFIGS: Record<string, readonly unknown[]> = {
  send_email: [
    { template: { id: ID.toUpperCase() }, from: null },
    { template: { id: 'welcome', variables: { a: [{ var: 'event.x' }, null], __proto: 1 } }, subject: 'Hi' },
    { template: { id: 'welcome' }, variables: { a: 1 }, reply_to: ['a@acme.dev', { var: 'contact.email' }] },
  ],
  delay: [{ duration: '1 day' }, { duration: ' 2 Weeks', extra: [] }],
  wait_for_event: [
    { event_name: 'order.paid' },
    ...RULES.map((rule) => ({
      event_name: 'order',
      filter_rule: rule,
      timeout: '2 hours',
      since: 'run_start',
    })),
  ],
  condition: RULES,
  contact_update: [
    { first_name: '' },
    { properties: JSON.parse('{"__proto__": 1}'), unsubscribed: { var: 'event.x' } },
  ],
  contact_delete: [{}, null, { extra: 1 }],
  add_to_segment: [{ segment_id: ID }],
};
const OUTCOMES: Record<string, readonly string[]> = {
  condition: ['default', 'condition_met', 'condition_not_met'],
  wait_for_event: ['default', 'event_received', 'timeout'],
};
const TYPES = Object.keys(CONFIGS);
const KEYS = ['__proto__', 'constructor', 'ä', ' ', 'a', 'b', 'c', 'd', 'e', 'f'];

const someStep = fc
  .constantFrom(...TYPES)
  .chain((type) => fc.record({ type: fc.constant(type), config: fc.constantFrom(...(CONFIGS[type] ?? [])) }));

/** Leads to each step from one before it, and sometimes from more. */
function someConnections(
  steps: readonly { key: string; type: string }[],
  from: string,
): fc.Arbitrary<object[]> {
  const places = [from, ...steps.map(({ key }) => key)];
  const free = places.flatMap((key, place) =>
    (OUTCOMES[steps[place - 1]?.type ?? ''] ?? ['default']).map((type) => ({ place, key, type })),
  );
  return fc
    .tuple(fc.shuffledSubarray(free, { minLength: free.length }), fc.infiniteStream(fc.nat()))
    .map(([shuffled, numbers]) => {
      const left = [...shuffled];
      const chosen = steps.map(({ key }, index) => {
        const at = left.findLastIndex(({ place }) => place <= index);
        const [start] = left.splice(at, 1);
        return { from: start?.key, to: key, ...(start?.type !== 'default' && { type: start?.type }) };
      });
      const more = left.flatMap(({ place, key, type }) => {
        const to = steps[place + (Number(numbers.next().value) % 3)]?.key;
        return to === undefined ? [] : [{ from: key, to, type }];
      });
      return [...chosen, ...more];
    });
}

/** Bodies of valid graphs. */
export const validBody: fc.Arbitrary<Record<string, unknown>> = fc
  .record({
    steps: fc.array(someStep, { maxLength: 8 }),
    keys: fc.shuffledSubarray(KEYS, { minLength: 8 }),
    trigger: fc.constantFrom(undefined, 'start', 'trigger'),
    place: fc.nat({ max: 8 }),
    isLinear: fc.boolean(),
  })
  .chain(({ steps, keys, trigger, place, isLinear }) => {
    const keyed = steps.map((step, index) => ({ key: keys[index] ?? '', ...step }));
    const start = { key: trigger, type: 'trigger', config: { event_name: 'user.signed_up' } };
    const all = trigger === undefined ? keyed : keyed.toSpliced(place, 0, start as never);
    const body = { steps: all, ...(trigger === undefined && { trigger: 'user.signed_up' }) };
    if (isLinear) return fc.constant(body);
    return someConnections(keyed, trigger ?? 'trigger').map((connections) => ({ ...body, connections }));
  });
