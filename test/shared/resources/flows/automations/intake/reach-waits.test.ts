// reachWaits: which waits an event reaches and which moves it undoes, from plain data.
import { expect } from 'chai';
import { startState } from '../../../../../../shared/resources/flows/automations/engine/advance.ts';
import { listensAt } from '../../../../../../shared/resources/flows/automations/engine/run-state.ts';
import { compileGraph } from '../../../../../../shared/resources/flows/automations/graph/compile.ts';
import type { ContactFacts } from '../../../../../../shared/resources/flows/automations/graph/variables.ts';
import {
  isSubscribed,
  reachWaits,
  type Subscriber,
} from '../../../../../../shared/resources/flows/automations/intake/reach-waits.ts';
import type { IncomingEvent } from '../../../../../../shared/resources/flows/events/incoming-event.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const SOON = new Date(NOW.getTime() + 1_000);
const LATER = new Date(NOW.getTime() + 60_000);
const CONTACT: ContactFacts = {
  id: 'bo',
  email: 'bo@customer.dev',
  firstName: null,
  lastName: null,
  unsubscribed: false,
  createdAt: NOW,
  updatedAt: NOW,
  properties: {},
};
/** A delay, then a wait. */
const GRAPH = compileGraph({
  graph: {
    steps: [
      { id: '1', key: 'delay', type: 'delay', position: 1, config: { duration: '1 minute' } },
      { id: '2', key: 'wait', type: 'wait_for_event', position: 2, config: { event_name: 'paid' } },
    ],
    connections: [
      { from: 'trigger', to: 'delay', type: 'default' },
      { from: 'delay', to: 'wait', type: 'default' },
    ],
  },
  triggerKey: null,
  properties: [],
});

/** A run that has come to a step. */
function runAt(stepKey: 'delay' | 'wait', waitUntil: Date | null, isAwake = false): Subscriber {
  const start = startState(GRAPH, { startedAt: NOW, event: null });
  const step = GRAPH.steps.get(stepKey);
  if (!start || !step) throw new Error('The graph has no such step.');
  const state = { ...start, stepKey, waitUntil };
  return {
    id: 'run',
    domainId: 'shop',
    graph: GRAPH,
    listens: listensAt(step),
    state,
    createdAt: NOW,
    isAwake,
  };
}
const reach = (run: Subscriber, at = SOON) =>
  reachWaits([run], { id: 'event', name: 'paid', at, payload: null }, CONTACT).map((reached) => ({
    inbox: reached.state.inbox.map(({ step, id }) => `${step} ${id}`),
    resolves: reached.resolves,
    wakes: reached.wakes,
  }));

describe('deciding which waits an event reaches', () => {
  it('ends the wait in which a run pauses, and wakes the run', () => {
    expect(reach(runAt('wait', LATER))).to.deep.equal([
      { inbox: ['wait event'], resolves: true, wakes: true },
    ]);
  });

  it('keeps an event before its wait for a run whose pause is over but that no worker has looked at', () => {
    expect(reach(runAt('delay', NOW))).to.deep.equal([
      { inbox: ['wait event'], resolves: false, wakes: false },
    ]);
  });

  it('takes the claim of a run away whose worker has decided without the event', () => {
    expect(reach(runAt('wait', null, true))).to.deep.equal([
      { inbox: ['wait event'], resolves: false, wakes: true },
    ]);
  });

  it('changes nothing of a run that cannot have come to the wait when the event came', () => {
    expect(reach(runAt('delay', LATER))).to.deep.equal([]);
  });

  it('changes nothing that it is given', () => {
    const run = runAt('wait', LATER);
    const before = structuredClone(run.state);
    reach(run);
    expect(run.state).to.deep.equal(before);
  });

  it('subscribes a run to events of its domain or of the service that it has not caused', () => {
    const run = { id: 'run', domainId: 'shop', listens: ['paid'] };
    const event = (fields: object) =>
      ({ kind: 'custom', name: 'paid', domainId: 'shop', ...fields }) as IncomingEvent;
    const cases: [object, boolean][] = [
      [{}, true],
      [{ domainId: 'blog' }, false],
      [{ name: 'cart' }, false],
      [{ runId: 'other' }, true],
      [{ runId: 'run' }, false],
      [{ kind: 'service', domainId: undefined }, true],
      [{ kind: 'batch' }, false],
    ];
    for (const [fields, expected] of cases)
      expect(isSubscribed(run, event(fields)), JSON.stringify(fields)).to.equal(expected);
  });

  it('subscribes a run to opens and clicks of its own mail, and to events of these names that are sent', () => {
    const run = { id: 'run', domainId: 'shop', listens: ['email.opened', 'email.clicked', 'email.received'] };
    const cases: [object, boolean][] = [
      [{ kind: 'service', mailRunId: 'run' }, true],
      [{ kind: 'service', mailRunId: 'other' }, false],
      [{ kind: 'service' }, false],
      [{ kind: 'custom', domainId: 'shop' }, true],
      [{ kind: 'custom', domainId: 'blog' }, false],
    ];
    for (const name of ['email.opened', 'email.clicked'])
      for (const [fields, expected] of cases)
        expect(isSubscribed(run, { name, ...fields } as IncomingEvent), JSON.stringify(fields)).to.equal(
          expected,
        );
    const received = { kind: 'service', name: 'email.received' } as IncomingEvent;
    expect(isSubscribed(run, received)).to.equal(true);
  });
});
