// Fallbacks of contact properties fill values of steps, and never rules (docs/reference/automation-steps.md#values).

import { expect } from 'chai';
import { fieldsByKey } from '../../../../../../shared/contract/contacts/fields.ts';
import { advance, startState } from '../../../../../../shared/resources/flows/automations/engine/advance.ts';
import { compileGraph } from '../../../../../../shared/resources/flows/automations/graph/compile.ts';
import type { Graph, GraphStep } from '../../../../../../shared/resources/flows/automations/graph/graph.ts';
import type { ContactFacts } from '../../../../../../shared/resources/flows/automations/graph/variables.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const CONTACT: ContactFacts = {
  id: '',
  email: 'bo@customer.dev',
  ...fieldsByKey(() => null),
  unsubscribed: false,
  createdAt: NOW,
  updatedAt: NOW,
  properties: {},
};
const STEPS: GraphStep[] = [
  {
    id: 'a',
    key: 'is_free',
    type: 'condition',
    position: 1,
    config: { type: 'rule', field: 'contact.properties.plan', operator: 'eq', value: 'free' },
  },
  {
    id: 'b',
    key: 'update',
    type: 'contact_update',
    position: 2,
    config: {
      first_name: { var: 'contact.properties.plan' },
      properties: { note: { var: 'contact.first_name' } },
    },
  },
];
const GRAPH: Graph = {
  steps: STEPS,
  connections: [
    { from: 'trigger', to: 'is_free', type: 'default' },
    { from: 'is_free', to: 'update', type: 'condition_not_met' },
  ],
};

describe('the fallback of a contact property', () => {
  const plan = (properties: ContactFacts['properties']) => {
    const graph = compileGraph({
      graph: GRAPH,
      triggerKey: null,
      properties: [['plan', 7, 'string', 'free']],
    });
    const origin = { startedAt: NOW, event: null };
    const state = startState(graph, origin);
    if (!state) throw new Error('The graph has a step.');
    return advance(graph, { state, origin }, { ...CONTACT, properties }, NOW).next;
  };

  it('fills values, but does not meet a rule', () => {
    expect(plan({})).to.have.nested.property('effect.firstName', 'free');
    expect(plan({ '7': 'pro' })).to.have.nested.property('effect.firstName', 'pro');
    expect(plan({ '7': 'free' })).to.have.property('kind', 'end');
  });

  it('leaves a field out whose reference has no value', () => {
    expect(plan({})).to.have.nested.property('effect.properties').that.deep.equals({});
  });
});
