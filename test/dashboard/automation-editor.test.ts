// What the editor of automations knows without a browser: the values that a step can name, what is typed as one, where faults stand,
// how two graphs are compared, where the arrows lead, what the menu of a box offers, and with what it is tried.
import { expect } from 'chai';
import { ApiFailure } from '../../dashboard/api/failure.ts';
import type { AutomationSimulation } from '../../dashboard/api/generated/types.ts';
import { outlinesOf } from '../../dashboard/resources/automations/edit/automation-draft.ts';
import { boxItems } from '../../dashboard/resources/automations/edit/graph/box-acts.ts';
import { pathThrough } from '../../dashboard/resources/automations/edit/graph/drawn-line.ts';
import { keyAfter } from '../../dashboard/resources/automations/edit/graph/nearby.ts';
import {
  aboutGraph,
  knownFaults,
  refusedFaults,
} from '../../dashboard/resources/automations/edit/step-faults.ts';
import { givenValue, referenceIn } from '../../dashboard/resources/automations/edit/steps/given-value.ts';
import { shownTime } from '../../dashboard/resources/automations/edit/steps/shown-time.ts';
import { endSentence, pathOf, shownSteps } from '../../dashboard/resources/automations/edit/try/outcome.ts';
import {
  NEW_CASE,
  readCase,
  storedCase,
  withEvent,
} from '../../dashboard/resources/automations/edit/try/try-case.ts';
import { addAfter, changeConfig } from '../../dashboard/resources/automations/graph/acts.ts';
import { readDuration } from '../../dashboard/resources/automations/graph/durations.ts';
import { type EditedGraph, graphOf } from '../../dashboard/resources/automations/graph/graph.ts';
import { readingOrder } from '../../dashboard/resources/automations/graph/order.ts';
import { pathsIn, runFields, waitsIn } from '../../dashboard/resources/automations/graph/run-fields.ts';
import { contactFields } from '../../dashboard/rules/contacts/contact-fields.ts';
import { SEED } from '../support/extent.ts';
import { someRecords } from './edited-graphs.ts';

const CONTACT = contactFields(
  {
    properties: [{ key: 'plan', type: 'string' }],
    topics: [],
    campaigns: [],
    polls: [],
    segmentNames: undefined,
    audienceId: undefined,
  },
  [],
);
const FIELDS = runFields(CONTACT, ['order.paid', 'order']);
const NAMES = { template: () => undefined, segment: (id: string) => id, fields: FIELDS };

/** A wait, then a pause or the end. */
const GRAPH: EditedGraph = {
  trigger: { key: 'trigger', config: { event_name: 'user.signed_up' } },
  steps: [
    { key: 'paid', type: 'wait_for_event', config: { event_name: 'order.paid' } },
    { key: 'pause', type: 'delay', config: { duration: '2 days' } },
  ],
  connections: [
    { from: 'trigger', to: 'paid', type: 'default' },
    { from: 'paid', to: 'pause', type: 'event_received' },
  ],
};

describe('The editor of automations', () => {
  it('names the values of a run, and none that no run has', () => {
    const known = ['contact.email', 'contact.id', 'contact.properties.plan', 'contact.unsubscribed'];
    const ofEvents = ['event.plan', 'event.a.b', 'wait_events.order.paid.total', 'wait_events.order.number'];
    for (const name of [...known, ...ofEvents]) expect(FIELDS.find(name)?.name, name).to.equal(name);
    const none = [
      'event.',
      'event',
      'event.a..b',
      'wait_events.order.paid.',
      'wait_events.other.x',
      'wait_events.order',
    ];
    const ofSegments = [
      'segment',
      'engagement.last_opened_days',
      'contact.properties.gone',
      'constructor',
      '',
    ];
    for (const name of [...none, ...ofSegments]) expect(FIELDS.find(name), name).to.equal(undefined);
    const offered = runFields(
      CONTACT,
      ['order.paid'],
      [
        { waitedFor: undefined, paths: ['plan'] },
        { waitedFor: 'order.paid', paths: ['total'] },
      ],
    ).list.map(({ id }) => id);
    expect(offered.slice(0, 2)).to.deep.equal(['event.plan', 'wait_events.order.paid.total']);
    expect(offered).to.include('contact.properties.plan').and.not.include('segment');
    expect(waitsIn(GRAPH)).to.deep.equal(['order.paid']);
    expect(pathsIn({ a: { b: { c: { d: 1 } } }, list: [1], 'with.dot': 2, empty: {}, '': 3 })).to.deep.equal([
      'a.b.c',
      'list',
      'empty',
    ]);
    for (const payload of [null, 'text', [1]]) expect(pathsIn(payload)).to.deep.equal([]);
  });

  it('takes the name of a value for the value, and any other text for itself', () => {
    const read = (text: string) => (text === 'no' ? { fault: 'No.' } : { value: text });
    expect(givenValue(' event.plan ', FIELDS, read)).to.deep.equal({ value: { var: 'event.plan' } });
    expect(givenValue('the event.plan', FIELDS, read)).to.deep.equal({ value: 'the event.plan' });
    expect(givenValue('no', FIELDS, read)).to.deep.equal({ fault: 'No.' });
    expect(referenceIn({ var: 'contact.email' })).to.equal('contact.email');
    for (const value of [undefined, null, 'contact.email', { var: 1 }, []])
      expect(referenceIn(value)).to.equal(undefined);
    expect(readDuration('3 days')).to.equal(3 * 24 * 60 * 60 * 1_000);
    for (const text of ['', 'soon', '31 days', '0 days', '3'])
      expect(readDuration(text), text).to.equal(undefined);
  });

  it('shows the time of a schedule as one would type it', () => {
    expect(shownTime('2026-12-01T08:00:00.000Z', 'Europe/Berlin')).to.equal('2026-12-01 09:00');
    expect(shownTime('2026-12-01T09:00:00', 'Europe/Berlin')).to.equal('2026-12-01 09:00:00');
    expect(shownTime('', 'Europe/Berlin')).to.equal('');
    expect(shownTime('never+01:00', 'Europe/Berlin')).to.equal('never+01:00');
  });

  it('has faults at the part of a step, and those of the API until the step is changed', () => {
    const added = addAfter(GRAPH, { from: 'paid', outcome: 'timeout' }, 'delay');
    if ('refusal' in added) throw new Error(added.refusal);
    expect(knownFaults(added.graph, FIELDS)).to.deep.equal([
      { key: 'delay', part: 'config.duration', message: 'Enter how long to wait.', isRefusal: false },
    ]);
    const failure = new ApiFailure({
      status: 422,
      name: 'validation_error',
      message: 'No.',
      faults: [
        { field: 'steps[2].config.duration', name: 'missing_required_field', message: 'Missing.' },
        { field: 'trigger', name: 'validation_error', message: 'Not that.' },
        { field: 'name', name: 'validation_error', message: 'Too long.' },
      ],
    });
    const refused = { failure, graph: GRAPH };
    expect(
      refusedFaults(refused, GRAPH).map(({ key, part, message }) => `${key} ${part} ${message}`),
    ).to.deep.equal(['pause config.duration Fill this in.', 'trigger config.event_name Not that.']);
    const changed = changeConfig(GRAPH, 'pause', { duration: '1 day' });
    if ('refusal' in changed) throw new Error(changed.refusal);
    expect(refusedFaults(refused, changed.graph).map(({ key }) => key)).to.deep.equal(['trigger']);
    expect(refusedFaults(undefined, GRAPH)).to.deep.equal([]);
    expect(aboutGraph(failure).faults.map(({ field }) => field)).to.deep.equal([
      'graph.steps[2].config.duration',
      'graph.trigger',
      'name',
    ]);
  });

  it('compares graphs as outlines, with the config of steps that say the same', () => {
    const other = changeConfig(GRAPH, 'paid', { event_name: 'order.paid', since: 'run_start' });
    if ('refusal' in other) throw new Error(other.refusal);
    expect(outlinesOf(GRAPH, other.graph, NAMES)).to.deep.equal([
      [
        'Start with user.signed_up',
        'Wait for order.paid, up to 30 days',
        '  {"event_name":"order.paid"}',
        '  If it does not arrive: the run ends',
        '  If it arrives: Wait 2 days',
        '    The run ends',
      ].join('\n'),
      [
        'Start with user.signed_up',
        'Wait for order.paid, up to 30 days',
        '  {"event_name":"order.paid","since":"run_start"}',
        '  If it does not arrive: the run ends',
        '  If it arrives: Wait 2 days',
        '    The run ends',
      ].join('\n'),
    ]);
  });

  it('leads with the arrows to every box of any graph', () => {
    for (const graph of someRecords(100, SEED).map(graphOf)) {
      const found = new Set([graph.trigger.key]);
      for (const key of found)
        for (const arrow of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']) {
          const next = keyAfter(graph, key, arrow);
          if (next !== undefined) found.add(next);
        }
      expect(found).to.deep.equal(new Set(readingOrder(graph)));
    }
    expect(keyAfter(GRAPH, 'paid', 'ArrowDown')).to.equal('pause');
    expect(keyAfter(GRAPH, 'paid', 'ArrowUp')).to.equal('trigger');
    expect([keyAfter(GRAPH, 'paid', 'End'), keyAfter(GRAPH, 'paid', 'Home')]).to.deep.equal([
      'pause',
      'trigger',
    ]);
    expect(keyAfter(GRAPH, 'pause', 'ArrowDown')).to.equal(undefined);
    expect(keyAfter(GRAPH, 'pause', 'x')).to.equal(undefined);
  });

  it('offers at a box what can be done there, and says why the rest cannot', () => {
    const on = { act() {}, openForm() {}, lead() {}, remove() {} };
    const items = (key: string) => boxItems(GRAPH, key, on).map(({ label, refusal }) => [label, refusal]);
    const labels = (key: string) => items(key).map(([label]) => label);
    expect(labels('trigger')).to.deep.equal(['Edit step', 'Connect to another step…', 'End the run']);
    expect(items('pause')).to.deep.equal([
      ['Edit step', undefined],
      ['Move up', 'This is the first step of its branch.'],
      ['Move down', 'This is the last step of its branch.'],
      ['Connect to another step…', 'There is no other step to connect to.'],
      ['Delete', undefined],
    ]);
    expect(labels('paid')).to.include.members([
      'If it arrives: connect to another step…',
      'If it arrives: end the run',
      'If it does not arrive: connect to another step…',
    ]);
    expect(pathThrough([])).to.equal('');
    expect(
      pathThrough([
        { x: 0, y: 0 },
        { x: 10, y: 20 },
      ]),
    ).to.equal('M0 0C0 10 10 10 10 20');
  });

  it('asks for what a case is not whole without, and sends the graph with it', () => {
    const read = readCase({ ...NEW_CASE, payload: '{"plan": "pro"}' }, GRAPH, true);
    if (!('body' in read)) throw new Error('It is whole.');
    expect(read.body).to.deep.include({ payload: { plan: 'pro' }, events: [], trigger: 'user.signed_up' });
    expect(read.body.contact).to.deep.equal({
      email: 'ada@customer.dev',
      first_name: 'Ada',
      properties: null,
    });
    const scheduled = readCase({ ...NEW_CASE, payload: '{' }, GRAPH, false);
    expect('body' in scheduled && scheduled.body.payload).to.equal(null);
    const empty = { id: 1, event: ' ', after: '', payload: '[]' };
    const invented = { email: ' ', firstName: '', properties: '{' };
    const wrong = readCase({ ...NEW_CASE, invented, payload: '1', events: [empty] }, GRAPH, true);
    expect('faults' in wrong && [...wrong.faults.keys()]).to.have.members([
      'contact.email',
      'contact.properties',
      'payload',
      'events[0].event',
      'events[0].after',
      'events[0].payload',
    ]);
    const real = readCase({ ...NEW_CASE, isReal: true }, GRAPH, true);
    expect('faults' in real && [...real.faults.keys()]).to.deep.equal(['contact_id']);
    const twice = withEvent(withEvent(NEW_CASE, ['a', 'b']), ['a', 'b']);
    expect(twice.events.map(({ id, event }) => [id, event])).to.deep.equal([
      [1, 'a'],
      [2, 'b'],
    ]);
    expect(storedCase(JSON.stringify(twice))).to.deep.equal(twice);
    for (const text of [null, '', '[]', '{"isReal": true}', '{"events": 5}'])
      expect(storedCase(text)).to.equal(NEW_CASE);
  });

  it('says what became of a try in the words of a run', () => {
    const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute)).toISOString();
    const step = { output: null, error: null, status: 'completed' as const };
    const answer: AutomationSimulation = {
      object: 'automation_simulation',
      outcome: 'completed',
      reason: null,
      contact: null,
      steps: [
        { ...step, key: 'trigger', type: 'trigger', at: at(0), output: { payload: {} } },
        { ...step, key: 'paid', type: 'wait_for_event', at: at(30), output: { result: 'timeout' } },
        {
          ...step,
          key: 'mail',
          type: 'send_email',
          at: at(30),
          output: { subject: 'Hello', to: 'a@b.c', is_cut: true },
        },
        {
          ...step,
          key: 'other',
          type: 'send_email',
          at: at(30),
          status: 'skipped',
          output: { reason: 'topic' },
        },
      ],
    };
    const now = new Date(at(0));
    const shown = shownSteps(answer, (key) => (key === 'paid' ? 'order.paid' : undefined), now);
    expect(shown.map(({ story, isCut }) => `${story.title}${isCut ? ', cut' : ''}`)).to.deep.equal([
      'Started by an event',
      'order.paid did not arrive in 30 min',
      'Sent an email to a@b.c, cut',
      'No email sent: the contact opted out of the topic',
    ]);
    expect([...pathOf(shown, now).keys()]).to.deep.equal(['trigger', 'paid', 'mail', 'other']);
    expect(endSentence(answer)).to.equal('The run ends after 30 min, with 1 email. The contact is deleted.');
    const failed = { ...answer, outcome: 'failed' as const, reason: 'The variable LINK has no value.' };
    expect(endSentence(failed)).to.equal('The run fails: The variable LINK has no value.');
    expect(endSentence({ ...answer, steps: answer.steps.slice(0, 1) })).to.match(
      /^The run ends at once, without/,
    );
  });
});
