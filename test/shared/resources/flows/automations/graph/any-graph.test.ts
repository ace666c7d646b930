// Any graph: what is answered can be sent again, and no JSON is more than refused.
import { expect } from 'chai';
import fc from 'fast-check';
import { DomainError } from '../../../../../../shared/contract/domain-error.ts';
import { compileGraph } from '../../../../../../shared/resources/flows/automations/graph/compile.ts';
import {
  appendStep,
  replaceStep,
} from '../../../../../../shared/resources/flows/automations/graph/reading/edit-steps.ts';
import { checkReferences } from '../../../../../../shared/resources/flows/automations/graph/reading/references.ts';
import { showGraph } from '../../../../../../shared/resources/flows/automations/graph/show-graph.ts';
import { validBody } from './support/random-bodies.ts';
import { delay, expectRefusal, ids, read } from './support/read.ts';

const RULE = { field: 'contact.email', operator: 'exists' };
const domain = 'acme.dev';

/** As an answer: JSON. */
const shown = (graph: ReturnType<typeof read>) => JSON.parse(JSON.stringify(showGraph({ ...graph, domain })));

describe('Any graph', () => {
  it('is the same when its answer is sent again', () => {
    fc.assert(
      fc.property(validBody, (body) => {
        const first = read(body);
        const answer = shown(first);
        const second = read(answer);
        expect(shown({ ...second, graph: withIds(second.graph, first.graph) })).to.deep.equal(answer);
        expect(second.trigger).to.equal(first.trigger);
        const replaced = read(answer, first);
        expect(replaced.graph).to.deep.equal(first.graph);
      }),
      { numRuns: 1_000 },
    );
  });

  it('compiles', () => {
    fc.assert(
      fc.property(validBody, (body) => {
        const { graph, triggerKey } = read(body);
        const rulesNameWaits = JSON.stringify(graph).includes('wait_events.order.paid');
        const hasWait = graph.steps.some(({ type }) => type === 'wait_for_event');
        fc.pre(!rulesNameWaits || hasWait);
        const compiled = compileGraph({ graph, triggerKey, properties: [] });
        expect(compiled.steps.size).to.equal(graph.steps.length);
        expect(compiled.first === undefined).to.equal(graph.steps.length === 0);
      }),
      { numRuns: 300 },
    );
  });

  it('is read or refused, whatever the JSON', () => {
    const someJson = fc.jsonValue({ maxDepth: 5 });
    // biome-ignore format: a table.
    const someField = fc.constantFrom(
      'key', 'type', 'config', 'from', 'to', 'event_name', 'rule', 'and', 'var', 'template', 'id',
      'properties',
      '__proto__', 'constructor', 'toString', 'at', 'timezone', 'duration', 'timeout', 'filter_rule',
      'since',
    );
    // biome-ignore format: a table.
    const someWord = fc.constantFrom(
      'trigger', 'delay', 'condition', 'send_email', 'default', '1 day', 'service:schedule',
    );
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        someWord,
        someJson,
        fc.array(tie('value'), { maxLength: 3 }),
        fc
          .array(fc.tuple(someField, tie('value')), { maxLength: 4 })
          .map((entries) => Object.fromEntries(entries)),
      ),
    }));
    const someGarbage = fc.record(
      { steps: fc.oneof(value, fc.array(value)), connections: value, trigger: value, trigger_config: value },
      { requiredKeys: [] },
    );
    const former = read({ steps: [delay('a'), delay('b')] });
    const acts = [
      (body: object) => read(asBody(body)),
      (body: object) => read(asBody(body), former),
      (body: object) => appendStep(former, body, ids),
      (body: object) => replaceStep(former, former.graph.steps[0] as never, body),
      ...['send_email', 'condition', 'contact_update', 'wait_for_event', 'add_to_segment'].map(
        (type) => (body: object) => read({ steps: [{ key: 'a', type, config: body }] }),
      ),
    ];
    fc.assert(
      fc.property(fc.oneof(someGarbage, value), fc.constantFrom(...acts), (body, act) => {
        try {
          act(body as object);
        } catch (error) {
          if (!(error instanceof DomainError)) throw error;
          expect(error.message.length).to.be.below(1_000);
        }
      }),
      { numRuns: 5_000 },
    );
  });

  it('is refused before its lists are walked when they are too long', () => {
    let touched = 0;
    const counting = (list: unknown[]) =>
      new Proxy(list, {
        get: (target, name) => {
          if (name !== 'length') touched += 1;
          return Reflect.get(target, name);
        },
      });
    expectRefusal(() => read({ steps: counting(Array(100_000).fill(delay('a'))) }), 'steps');
    expectRefusal(() => read({ steps: [delay('a')], connections: counting(Array(100_000)) }), 'connections');
    expect(touched).to.equal(0);
  });

  it('is refused when its values are too deep, without a limit to their depth', () => {
    let deep: unknown = 'x';
    let rules: object = RULE;
    for (let level = 0; level < 50_000; level += 1) {
      deep = [deep];
      rules = { not: rules };
    }
    const mail = { key: 'a', type: 'send_email', config: { template: { id: 'a', variables: { deep } } } };
    expectRefusal(() => read({ steps: [mail] }), 'steps[0].config.template.variables');
    expectRefusal(
      () => read({ steps: [{ key: 'a', type: 'condition', config: { rule: rules } }] }),
      `steps[0].config.rule${'.not'.repeat(10)}`,
    );
  });

  it('takes nothing from a prototype', () => {
    const inherited = (fields: object) => Object.create(fields);
    expectRefusal(() => read({ steps: [inherited(delay('a'))] }), 'steps[0].type', 'missing_required_field');
    expect(read(inherited({ steps: [delay('a')], trigger: 'x' })).graph.steps).to.deep.equal([]);
    const config = inherited({ duration: '1 day' });
    expectRefusal(
      () => read({ steps: [{ ...delay('a'), config }] }),
      'steps[0].config.duration',
      'missing_required_field',
    );
    const body = JSON.parse(
      '{"steps": [{"key": "a", "type": "contact_update", "config": {"properties": {"__proto__": 1}}}]}',
    );
    expect(JSON.stringify(read(body).graph.steps[0]?.config)).to.equal('{"properties":{"__proto__":1}}');
  });

  it('names values that a run can have', () => {
    const namable = { properties: new Map(), waitNames: new Set(['order']) };
    const config = { a: [{ var: 'event.x' }, { b: { var: 'wait_events.order.id' } }], var: 'x', c: null };
    checkReferences(config, 'config', namable);
    for (const [path, value] of [
      ['config.a[1].b.var', { a: [0, { b: { var: 'wait_events.paid.id' } }] }],
      ['config.a.var', { a: { var: 'event.' } }],
      ['config.var', { var: 'contact.properties.__proto__' }],
      ['config.x.var', { x: { var: 'x'.repeat(1e5) } }],
    ] as const)
      expect(expectRefusal(() => checkReferences(value, 'config', namable), path).length).to.be.below(400);
  });
});

/** Bodies are objects or lists: reading them refuses all else. */
function asBody(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : { steps: value };
}

/** A graph with the ids of another one. */
function withIds(graph: ReturnType<typeof read>['graph'], { steps }: ReturnType<typeof read>['graph']) {
  const idOf = new Map(steps.map(({ key, id }) => [key, id]));
  return {
    ...graph,
    steps: graph.steps.map((step) => ({ ...step, id: idOf.get(step.key) ?? '' })) as typeof steps,
  };
}
