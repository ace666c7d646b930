// Which connections a graph can have.
import { expect } from 'chai';
import { delay, expectRefusal, read, triggerStep } from './support/read.ts';

const condition = (key: string) => ({
  key,
  type: 'condition',
  config: { field: 'contact.email', operator: 'exists' },
});
const wait = (key: string) => ({ key, type: 'wait_for_event', config: { event_name: 'paid' } });
const edge = (from: string, to: string, type?: string | null) => ({
  from,
  to,
  ...(type !== undefined && { type }),
});

describe('Reading connections', () => {
  const steps = [triggerStep(), condition('if'), wait('wait'), delay('end')];
  const readEdges = (...connections: unknown[]) => read({ steps, connections }).graph.connections;

  it('takes every outcome of a step once, and names the default', () => {
    const connections = [
      edge('start', 'if', null),
      edge('if', 'wait', 'condition_met'),
      edge('if', 'end', 'condition_not_met'),
      edge('if', 'wait', 'default'),
      edge('wait', 'end', 'event_received'),
      edge('wait', 'end', 'timeout'),
      edge('wait', 'end'),
    ];
    expect(readEdges(...connections)).to.deep.equal(
      connections.map(({ from, to, type }) => ({ from, to, type: type ?? 'default' })),
    );
  });

  it('refuses connections that are none, or lead nowhere', () => {
    const first = edge('start', 'if');
    const faults: [path: string, connections: unknown[]][] = [
      ['connections[0]', ['x']],
      ['connections[1]', [first, []]],
      ['connections[0].from', [edge('other', 'if')]],
      ['connections[0].to', [edge('start', 'other')]],
      ['connections[0].to', [{ from: 'start', to: 5 }]],
      ['connections[0].from', [edge('trigger', 'if')]],
      ['connections[0].from', [edge('__proto__', 'if')]],
      ['connections[1].to', [first, edge('if', 'start')]],
      ['connections[0].type', [edge('start', 'if', 'sometimes')]],
      ['connections[0].type', [{ from: 'start', to: 'if', type: 5 }]],
      ['connections[0].type', [edge('start', 'if', 'timeout')]],
      ['connections[1].type', [first, edge('if', 'end', 'timeout')]],
      ['connections[1].type', [first, edge('wait', 'end', 'condition_met')]],
      ['connections[1].type', [first, edge('end', 'wait', 'event_received')]],
      ['connections[1]', [first, edge('start', 'wait')]],
      ['connections[1]', [first, first]],
      ['connections[2]', [first, edge('if', 'end', 'condition_met'), edge('if', 'wait', 'condition_met')]],
    ];
    for (const [path, connections] of faults) expectRefusal(() => readEdges(...connections), path);
    expectRefusal(() => readEdges({ to: 'if' }), 'connections[0].from', 'missing_required_field');
    expectRefusal(() => readEdges({ from: 'start' }), 'connections[0].to', 'missing_required_field');
    expectRefusal(() => read({ steps, connections: 'x' }), 'connections');
    expectRefusal(() => readEdges(...Array(451).fill(first)), 'connections');
  });

  it('refuses circles', () => {
    const first = edge('start', 'if');
    for (const circle of [
      [edge('if', 'if')],
      [edge('if', 'wait'), edge('wait', 'if')],
      [edge('if', 'wait'), edge('wait', 'end'), edge('end', 'if')],
      [edge('wait', 'end'), edge('end', 'wait')],
    ])
      expect(expectRefusal(() => readEdges(first, ...circle), 'connections')).to.include('circle');
  });

  it('refuses a step that no connections lead to', () => {
    expectRefusal(() => readEdges(edge('start', 'if'), edge('if', 'wait')), 'steps[3]');
    expectRefusal(() => readEdges(edge('if', 'wait'), edge('wait', 'end')), 'steps[1]');
    expectRefusal(() => readEdges(edge('start', 'if'), edge('wait', 'end')), 'steps[2]');
  });
});
