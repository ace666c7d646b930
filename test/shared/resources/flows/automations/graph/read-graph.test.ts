// What becomes of the steps and the trigger of a request.
import { expect } from 'chai';
import { STEP_KEY_MAX_LENGTH, STEPS_MAX } from '../../../../../../shared/contract/limits.ts';
import { isUuidV7 } from '../../../../../../shared/platform/time/ids.ts';
import { delay, expectRefusal, read, triggerStep } from './support/read.ts';

const chain = (...keys: string[]) =>
  keys.slice(1).map((to, index) => ({ from: keys[index], to, type: 'default' }));

describe('Reading a graph', () => {
  it('makes a chain of the steps in their order when no connections are given', () => {
    for (const connections of [undefined, null, []]) {
      const { graph } = read({ steps: [triggerStep(), delay('a'), delay('b')], connections });
      expect(graph.connections).to.deep.equal(chain('start', 'a', 'b'));
      expect(graph.steps.map(({ key, position }) => [key, position])).to.deep.equal([
        ['a', 1],
        ['b', 2],
      ]);
      expect(graph.steps.every(({ id }) => isUuidV7(id))).to.equal(true);
    }
  });

  it('takes the trigger from wherever it is', () => {
    const { trigger, triggerKey, graph } = read({ steps: [delay('a'), triggerStep(), delay('b')] });
    expect([trigger, triggerKey]).to.deep.equal(['user.signed_up', 'start']);
    expect(graph.connections).to.deep.equal(chain('start', 'a', 'b'));
    for (const [body, name] of [
      [{}, 'contact.created'],
      [{ trigger: null }, 'contact.created'],
      [{ trigger: 'contact.updated' }, 'contact.updated'],
    ] as const) {
      const top = read({ ...body, steps: [delay('a')] });
      expect([top.trigger, top.triggerKey]).to.deep.equal([name, null]);
      expect(top.graph.connections).to.deep.equal(chain('trigger', 'a'));
    }
    const both = read({ trigger: 'user.signed_up', steps: [triggerStep()] });
    expect([both.trigger, both.triggerKey]).to.deep.equal(['user.signed_up', 'start']);
    const named = read({ trigger: 'x', steps: [{ key: 'start', type: 'trigger' }] });
    expect([named.trigger, named.triggerKey]).to.deep.equal(['x', 'start']);
  });

  it('has no graph when nothing is given', () => {
    const { trigger, triggerKey, triggerConfig, graph } = read({});
    expect({ trigger, triggerKey, triggerConfig, graph }).to.deep.equal({
      trigger: 'contact.created',
      triggerKey: null,
      triggerConfig: null,
      graph: { steps: [], connections: [] },
    });
  });

  it('lets a trigger without a step lead to the first step, unless the request says where', () => {
    const steps = [delay('a'), delay('b')];
    const { graph } = read({ steps, connections: [{ from: 'a', to: 'b' }] });
    expect(graph.connections).to.deep.equal(chain('trigger', 'a', 'b'));
    const other = read({ steps, connections: [...chain('trigger', 'b', 'a')] });
    expect(other.graph.connections).to.deep.equal(chain('trigger', 'b', 'a'));
  });

  it('refuses a trigger that is none or two', () => {
    const faults: [path: string, body: object][] = [
      ['trigger', { trigger: 5 }],
      ['trigger', { trigger: 'x'.repeat(201) }],
      ['trigger', { trigger: 'service:other' }],
      ['trigger', { trigger: 'other', steps: [triggerStep()] }],
      ['steps[1].type', { steps: [triggerStep('a'), triggerStep('b')] }],
      ['steps[0].config.event_name', { steps: [triggerStep('a', 'service:x')] }],
      ['steps[0].config.event_name', { steps: [{ ...triggerStep(), config: { event_name: 5 } }] }],
      ['steps[0].config', { steps: [{ ...triggerStep(), config: 'x' }] }],
    ];
    for (const [path, body] of faults) expectRefusal(() => read(body), path);
    for (const config of [undefined, {}, { event_name: null }, { event_name: '' }]) {
      const body = { steps: [{ key: 'start', type: 'trigger', config }] };
      expectRefusal(() => read(body), 'steps[0].config.event_name', 'missing_required_field');
    }
  });

  it('refuses steps without a type or a key of their own', () => {
    const missing: [path: string, step: unknown][] = [
      ['steps[0]', null],
      ['steps[0].type', { key: 'a' }],
      ['steps[0].key', { type: 'delay' }],
      ['steps[0].key', { type: 'delay', key: '' }],
      ['steps[0].config', { type: 'delay', key: 'a' }],
    ];
    for (const [path, step] of missing)
      expectRefusal(() => read({ steps: [step] }), path, 'missing_required_field');
    const faults: [path: string, steps: unknown][] = [
      ['steps', 'x'],
      ['steps', {}],
      ['steps[0]', ['x']],
      ['steps[0]', [[]]],
      ['steps[0].type', [{ key: 'a', type: 'sms' }]],
      ['steps[0].type', [{ key: 'a', type: 'toString' }]],
      ['steps[0].key', [{ type: 'delay', key: 5 }]],
      ['steps[0].key', [delay('k'.repeat(STEP_KEY_MAX_LENGTH + 1))]],
      ['steps[1].key', [delay('a'), delay('a')]],
      ['steps[1].key', [triggerStep('a'), delay('a')]],
      ['steps[1].key', [delay('a'), delay('trigger')]],
      ['steps[1].config', [delay('a'), { ...delay('b'), config: 5 }]],
    ];
    for (const [path, steps] of faults) expectRefusal(() => read({ steps }), path);
    expect(read({ steps: [delay('k'.repeat(STEP_KEY_MAX_LENGTH))] }).graph.steps).to.have.length(1);
    expect(read({ steps: [triggerStep(), delay('trigger')] }).graph.connections).to.deep.equal(
      chain('start', 'trigger'),
    );
  });

  it('counts the trigger as a step', () => {
    const steps = (count: number) => Array.from({ length: count }, (_, index) => delay(`s${index}`));
    expect(read({ steps: steps(STEPS_MAX - 1) }).graph.steps).to.have.length(STEPS_MAX - 1);
    expect(read({ steps: [triggerStep(), ...steps(STEPS_MAX - 1)] }).graph.steps).to.have.length(149);
    expectRefusal(() => read({ steps: steps(STEPS_MAX) }), 'steps');
    expectRefusal(() => read({ steps: [triggerStep(), ...steps(STEPS_MAX)] }), 'steps');
  });

  it('refuses a graph that is too large', () => {
    const mail = (text: string) => ({
      key: 'mail',
      type: 'send_email',
      config: { template: { id: 'welcome', variables: { text } } },
    });
    expect(read({ steps: [mail('x'.repeat(250_000))] }).graph.steps).to.have.length(1);
    expectRefusal(() => read({ steps: [mail('x'.repeat(263_000))] }), 'steps');
  });

  describe('that replaces another one', () => {
    const former = read({
      steps: [triggerStep(), delay('a'), delay('b')],
      connections: chain('start', 'b', 'a'),
    });

    it('keeps what the request does not give', () => {
      const { written, ...same } = read({}, former);
      expect({ ...same, written: former.written }).to.deep.equal(former);
      expect(written.size).to.equal(0);
      expect(read({ connections: [] }, former).graph).to.deep.equal(former.graph);
      const renamed = read({ trigger: 'other' }, former);
      expect(renamed).to.include({ trigger: 'other', triggerKey: 'start' });
      expect(renamed.graph).to.deep.equal(former.graph);
      expect(read({ connections: chain('start', 'a', 'b') }, former).graph).to.deep.equal({
        steps: former.graph.steps,
        connections: chain('start', 'a', 'b'),
      });
    });

    it('keeps the id of a step with its key, and the trigger when the steps have none', () => {
      const next = read({ steps: [delay('b'), delay('c')] }, former);
      expect(next).to.include({ trigger: 'user.signed_up', triggerKey: null });
      const [b, c] = next.graph.steps;
      expect(b?.id).to.equal(former.graph.steps[1]?.id);
      expect(b?.position).to.equal(1);
      expect(former.graph.steps.map(({ id }) => id)).not.to.include(c?.id);
      expect(next.graph.connections).to.deep.equal(chain('trigger', 'b', 'c'));
    });

    it('refuses connections that do not fit the steps that stay', () => {
      const message = expectRefusal(() => read({ connections: chain('start', 'a') }, former), 'steps[2]');
      expect(message).to.include('not reachable');
    });
  });
});
