// Adding, changing and removing single steps.
import { expect } from 'chai';
import type {
  ConnectionType,
  Graph,
  GraphStep,
} from '../../../../../../shared/resources/flows/automations/graph/graph.ts';
import {
  appendStep,
  removeStep,
  replaceStep,
  requireStep,
} from '../../../../../../shared/resources/flows/automations/graph/reading/edit-steps.ts';
import type { AutomationGraph } from '../../../../../../shared/resources/flows/automations/graph/reading/read-graph.ts';
import { delay, expectRefusal, ids, read, triggerStep } from './support/read.ts';

const edge = (from: string, to: string, type: ConnectionType = 'default') => ({ from, to, type });
const condition = { key: 'if', type: 'condition', config: { field: 'contact.email', operator: 'exists' } };
const PAUSE = { type: 'delay', config: { duration: '1 day' } };

function graphOf(automation: AutomationGraph) {
  return {
    keys: automation.graph.steps.map(({ key, position }) => `${position} ${key}`),
    connections: automation.graph.connections,
  };
}

const remove = (automation: AutomationGraph, key: string): AutomationGraph => {
  const graph: Graph = removeStep(automation, requireStep(automation, key));
  return { ...automation, graph };
};

describe('Adding a step', () => {
  it('leads to it from the step of the highest position, or from the trigger', () => {
    let automation: AutomationGraph = read({ steps: [triggerStep()] });
    automation = appendStep(automation, { ...PAUSE, key: 'a' }, ids);
    automation = appendStep(automation, { ...PAUSE, key: 'b', position: 7, id: 'x' }, ids);
    expect(graphOf(automation)).to.deep.equal({
      keys: ['1 a', '2 b'],
      connections: [edge('start', 'a'), edge('a', 'b')],
    });
    expect(graphOf(appendStep(read({}), { ...PAUSE, key: 'a' }, ids)).connections).to.deep.equal([
      edge('trigger', 'a'),
    ]);
  });

  it('leads nowhere new where the last step has a default', () => {
    const steps = [delay('a'), delay('b'), delay('c')];
    const automation = read({ steps, connections: [edge('trigger', 'a'), edge('a', 'c'), edge('c', 'b')] });
    expect(appendStep(automation, PAUSE, ids).graph.connections).to.deep.equal(automation.graph.connections);
    const withIf = read({ steps: [delay('a'), condition], connections: [edge('a', 'if')] });
    expect(appendStep(withIf, PAUSE, ids).graph.connections.at(-1)).to.deep.equal(edge('if', 'delay'));
  });

  it('makes a key of the type when there is none', () => {
    let automation: AutomationGraph = read({ steps: [delay('delay_2')] });
    for (const key of [undefined, null, ''])
      automation = appendStep(automation, { ...PAUSE, ...(key !== undefined && { key }) }, ids);
    expect(graphOf(automation).keys).to.deep.equal(['1 delay_2', '2 delay', '3 delay_3', '4 delay_4']);
  });

  it('returns the step with its place in refusals', () => {
    const { step, written } = appendStep(read({}), PAUSE, ids);
    expect(Object.keys(step)).to.deep.equal(['id', 'key', 'type', 'position', 'config']);
    expect([...written]).to.deep.equal([['delay', '']]);
  });

  it('refuses a step that does not fit', () => {
    const automation = read({ steps: [triggerStep(), delay('a')] });
    const faults: [path: string, body: unknown][] = [
      ['type', { ...PAUSE, type: 'trigger' }],
      ['type', { ...PAUSE, type: 'sms' }],
      ['key', { ...PAUSE, key: 'a' }],
      ['key', { ...PAUSE, key: 'start' }],
      ['key', { ...PAUSE, key: 'k'.repeat(65) }],
      ['key', { ...PAUSE, key: 5 }],
      ['config', { type: 'delay', config: 'x' }],
      ['config.duration', { type: 'delay', config: { duration: 'soon' } }],
    ];
    for (const [path, body] of faults) expectRefusal(() => appendStep(automation, body, ids), path);
    for (const [path, body] of [
      ['type', {}],
      ['config', { type: 'delay' }],
    ] as const)
      expectRefusal(() => appendStep(automation, body, ids), path, 'missing_required_field');
    const full = read({ steps: Array.from({ length: 149 }, (_, index) => delay(`s${index}`)) });
    expectRefusal(() => appendStep(full, PAUSE, ids), 'steps');
  });
});

describe('Changing a step', () => {
  const automation = read({ steps: [triggerStep(), delay('a'), delay('b')] });
  const [a] = automation.graph.steps as [GraphStep];

  it('replaces its config, and keeps its id and its place', () => {
    const { step, graph } = replaceStep(automation, a, { config: { duration: '2 days' }, type: 'delay' });
    expect(step).to.deep.equal({ ...a, config: { duration: '2 days' } });
    expect(graph.steps[0]).to.deep.equal(step);
    expect(graph.connections).to.deep.equal(automation.graph.connections);
  });

  it('renames it everywhere', () => {
    const { step, graph } = replaceStep(automation, a, { key: 'first' });
    expect(step).to.deep.equal({ ...a, key: 'first' });
    expect(graph.connections).to.deep.equal([edge('start', 'first'), edge('first', 'b')]);
    for (const body of [{}, { key: null }, { key: 'a', config: null }])
      expect(replaceStep(automation, a, body).graph).to.deep.equal(automation.graph);
  });

  it('refuses another type, a taken key and a bad config', () => {
    const faults: [path: string, body: unknown][] = [
      ['type', { type: 'condition' }],
      ['key', { key: 'b' }],
      ['key', { key: 'start' }],
      ['config.duration', { config: { duration: '0 days' } }],
    ];
    for (const [path, body] of faults) expectRefusal(() => replaceStep(automation, a, body), path);
  });

  it('finds a step by its id in any letter case, and by its key', () => {
    for (const name of [a.id, a.id.toUpperCase(), 'a']) expect(requireStep(automation, name)).to.equal(a);
    for (const name of ['A', 'trigger', '__proto__', ''])
      expect(() => requireStep(automation, name))
        .to.throw('Step not found')
        .with.property('name', 'not_found');
    expect(() => requireStep(automation, 'start'))
      .to.throw('trigger')
      .with.property('name', 'validation_error');
    expect(() => requireStep(read({}), 'trigger')).to.throw('trigger');
  });
});

describe('Removing a step', () => {
  it('leads everything that led to it to the step after it', () => {
    const steps = [condition, delay('a'), delay('b'), delay('c')];
    const connections = [
      edge('if', 'a', 'condition_met'),
      edge('if', 'b', 'condition_not_met'),
      edge('a', 'b'),
      edge('b', 'c'),
    ];
    const automation = remove(read({ steps, connections }), 'b');
    expect(graphOf(automation)).to.deep.equal({
      keys: ['1 if', '2 a', '3 c'],
      connections: [
        edge('trigger', 'if'),
        edge('if', 'a', 'condition_met'),
        edge('if', 'c', 'condition_not_met'),
        edge('a', 'c'),
      ],
    });
  });

  it('ends the ways to it where it has no default', () => {
    const steps = [delay('a'), condition, delay('b')];
    const connections = [edge('a', 'if'), edge('if', 'b', 'condition_met')];
    expect(graphOf(remove(read({ steps, connections }), 'if'))).to.deep.equal({
      keys: ['1 a', '2 b'],
      connections: [edge('trigger', 'a')],
    });
    const alone = read({ steps: [triggerStep(), delay('a')] });
    expect(graphOf(remove(alone, 'a'))).to.deep.equal({ keys: [], connections: [] });
  });

  it('refuses a step that leads on in several ways', () => {
    const connections = [edge('if', 'a', 'condition_met'), edge('if', 'b')];
    const automation = read({ steps: [condition, delay('a'), delay('b')], connections });
    expect(() => remove(automation, 'if'))
      .to.throw('2 outgoing connections')
      .with.property('name', 'validation_error');
  });
});
