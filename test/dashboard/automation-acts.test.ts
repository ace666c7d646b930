// What acts do with the graph of an automation, on small ones that one can see whole; and its steps as sentences.
import { expect } from 'chai';
import {
  type Acted,
  addAfter,
  branchesOf,
  endHere,
  leadTo,
  moveDown,
  moveUp,
  possibleTargets,
  removeStep,
  renameKey,
} from '../../dashboard/resources/automations/graph/acts.ts';
import { faultyStep } from '../../dashboard/resources/automations/graph/faults.ts';
import { type EditedGraph, graphBody, graphOf } from '../../dashboard/resources/automations/graph/graph.ts';
import {
  beginHistory,
  doneIn,
  historyOf,
  undoIn,
} from '../../dashboard/resources/automations/graph/history.ts';
import { outlineOf } from '../../dashboard/resources/automations/graph/order.ts';
import { emptyConfig, type StepType } from '../../dashboard/resources/automations/graph/step-forms.ts';
import {
  goesOnSentence,
  leadsSentence,
  sentencesOf,
  stepSentence,
  triggerSentence,
} from '../../dashboard/resources/automations/graph/step-sentences.ts';
import { largestGraph, recordOf, SEGMENT } from './edited-graphs.ts';
import { FIELDS } from './rule-account.ts';

const TYPES: Readonly<Record<string, StepType>> = {
  c: 'condition',
  w: 'wait_for_event',
  x: 'contact_delete',
};
const OUTCOMES = {
  '': 'default',
  '+': 'condition_met',
  '-': 'condition_not_met',
  '!': 'event_received',
  '?': 'timeout',
} as const;

/** A graph of lines such as `t>a a>c c+>b`: the first letter of a key says its type, the sign is an outcome. */
function graph(lines: string): EditedGraph {
  const connections = lines.split(' ').map((line) => {
    const [, from = '', sign = '', to = ''] = /^(\w+)([+\-!?]?)>(\w*)$/.exec(line) ?? [];
    return { from, to, type: OUTCOMES[sign as '+'] };
  });
  const keys = new Set(
    connections.flatMap(({ from, to }) => [from, to]).filter((key) => key !== 't' && key !== ''),
  );
  const steps = [...keys].map((key) => {
    const type = TYPES[key.charAt(0)] ?? 'send_email';
    return { key, type, config: emptyConfig(type) };
  });
  const record = recordOf({ steps: [], connections: [] });
  return graphOf({
    ...record,
    steps: [{ ...record.steps[0], key: 't' }, ...steps] as typeof record.steps,
    connections: connections.filter(({ to }) => to !== ''),
  });
}

const shown = ({ connections }: EditedGraph) =>
  connections
    .map(
      ({ from, to, type }) =>
        `${from}${Object.entries(OUTCOMES).find(([, each]) => each === type)?.[0]}>${to}`,
    )
    .join(' ');
const done = (acted: Acted) => ('refusal' in acted ? acted.refusal : shown(acted.graph));
const at = (from: string, sign: keyof typeof OUTCOMES = '') => ({ from, outcome: OUTCOMES[sign] }) as const;
const BRANCHED = 't>a a>c c+>b c->d b>e d>e';

describe('An act with a graph', () => {
  const CASES: readonly (readonly [
    what: string,
    lines: string,
    act: (graph: EditedGraph) => Acted,
    result: string,
  ])[] = [
    ['adds a step to an empty graph', 't>', (g) => addAfter(g, at('t'), 'send_email'), 't>send_email'],
    ['adds a step on a line', 't>a a>b', (g) => addAfter(g, at('a'), 'delay'), 't>a a>delay delay>b'],
    [
      'adds a step with two outcomes, which both go on',
      't>a a>b',
      (g) => addAfter(g, at('a'), 'condition'),
      't>a a>condition condition+>b condition->b',
    ],
    ['adds a step on a branch', 't>c c+>b', (g) => addAfter(g, at('c', '-'), 'delay'), 't>c c+>b c->delay'],
    ['counts keys', 't>delay', (g) => addAfter(g, at('t'), 'delay'), 't>delay_2 delay_2>delay'],
    ['moves a step up', 't>a a>b b>d', (g) => moveUp(g, 'b'), 't>b b>a a>d'],
    ['moves a step down', 't>a a>b b>d', (g) => moveDown(g, 'a'), 't>b b>a a>d'],
    ['moves a condition that splits nothing', 't>a a>c c>b', (g) => moveUp(g, 'c'), 't>c c+>a c->a a>b'],
    ['moves nothing before the trigger', 't>a', (g) => moveUp(g, 'a'), 'This is already the first step.'],
    [
      'moves nothing out of a branch',
      BRANCHED,
      (g) => moveUp(g, 'b'),
      'This is the first step of its branch.',
    ],
    [
      'moves nothing after branches',
      BRANCHED,
      (g) => moveDown(g, 'a'),
      'Branches start here, so the previous step cannot move after this one.',
    ],
    [
      'moves nothing over a place where ways meet',
      BRANCHED,
      (g) => moveUp(g, 'e'),
      'Several branches meet at this step, so it cannot move before one of them.',
    ],
    ['leads a way elsewhere', BRANCHED, (g) => leadTo(g, at('b'), 'd'), 't>a a>c c+>b c->d b>d d>e'],
    [
      'makes no circle',
      BRANCHED,
      (g) => leadTo(g, at('e'), 'a'),
      '“a” leads here, so this would create a loop.',
    ],
    [
      'loses no step when a way leads elsewhere',
      't>a a>b b>d d>e',
      (g) => leadTo(g, at('a'), 'e'),
      'Nothing would lead to “b” and 1 more. Delete it first, or end this branch.',
    ],
    [
      'ends a way, and removes what only it led to',
      BRANCHED,
      (g) => endHere(g, at('c', '+')),
      't>a a>c c->d d>e',
    ],
    ['lets what follows move up', 't>a a>b b>d', (g) => removeStep(g, 'b'), 't>a a>d'],
    ['asks which branch stays', BRANCHED, (g) => removeStep(g, 'c'), 'Choose which branch to keep.'],
    ['keeps one branch', BRANCHED, (g) => removeStep(g, 'c', 'condition_not_met'), 't>a a>d d>e'],
    ['keeps the branch that goes on', 't>c c->b', (g) => removeStep(g, 'c'), 't>b'],
    ['keeps the branch that ends, if asked to', 't>c c->b', (g) => removeStep(g, 'c', 'condition_met'), ''],
    ['renames a step', BRANCHED, (g) => renameKey(g, 'c', 'plan'), BRANCHED.replaceAll('c', 'plan')],
    ['gives no key twice', BRANCHED, (g) => renameKey(g, 'c', 'a'), 'Another step has this key.'],
    [
      'gives no key that is too long',
      BRANCHED,
      (g) => renameKey(g, 'c', 'x'.repeat(65)),
      'A key has at most 64 characters.',
    ],
    [
      'adds no step beyond the most',
      '',
      () => addAfter(largestGraph('line'), { from: 'trigger', outcome: 'default' }, 'delay'),
      'An automation can have at most 150 steps, including its trigger.',
    ],
    ['says that a step is gone', 't>a', (g) => removeStep(g, 'b'), 'This step no longer exists.'],
  ];
  for (const [what, lines, act, result] of CASES)
    it(what, () => {
      expect(done(act(graph(lines || 't>')))).to.equal(result);
    });

  it('follows `default` where an outcome has no way of its own', () => {
    expect(shown(graph('t>c c>b c+>d'))).to.equal('t>c c+>d c->b');
    expect(shown(graph('t>c c+>b c->d c>e'))).to.equal('t>c c+>b c->d c>e');
  });

  it('is undone with those before that it continues, and not after a change that others have made', () => {
    const [first, second, third] = ['t>a', 't>a a>b', 't>a a>b b>d'].map(graph) as [
      EditedGraph,
      EditedGraph,
      EditedGraph,
    ];
    const typed = doneIn(doneIn(beginHistory(first), second, 'Change', true), third, 'Change', true);
    expect(undoIn(typed)?.present).to.equal(first);
    expect(undoIn(doneIn(typed, second, 'Add'))?.present).to.equal(third);
    expect(historyOf(typed, third)).to.equal(typed);
    expect(undoIn(historyOf(typed, second))).to.equal(undefined);
  });

  it('offers the steps to which a way can lead, and the branches of which one stays', () => {
    const branched = graph(BRANCHED);
    expect(possibleTargets(branched, at('b'))).to.deep.equal(['d']);
    expect(possibleTargets(branched, at('e'))).to.deep.equal([]);
    expect(branchesOf(branched, 'c').map(({ to }) => to)).to.deep.equal(['b', 'd']);
    expect(branchesOf(branched, 'a')).to.deep.equal([]);
  });

  it('finds the step of a refusal, and sends a schedule with its trigger', () => {
    const branched = graph(BRANCHED);
    expect(faultyStep(branched, 'steps[1].config.template.id')).to.deep.equal({
      key: 'a',
      part: 'config.template.id',
    });
    expect(faultyStep(branched, 'steps.0.config')).to.deep.equal({ key: 't', part: 'config' });
    expect(faultyStep(branched, 'connections[2].to')).to.deep.equal({ key: 'c', part: '' });
    expect(faultyStep(branched, 'trigger_config.at')).to.deep.equal({ key: 't', part: 'trigger_config.at' });
    expect(faultyStep(branched, 'name')).to.equal(undefined);
    const config = { event_name: 'service:schedule', at: '2026-12-20T09:00', timezone: 'Europe/Berlin' };
    const { trigger, trigger_config } = graphBody({ ...branched, trigger: { key: 't', config } });
    expect([trigger, trigger_config]).to.deep.equal([
      'service:schedule',
      { at: '2026-12-20T09:00', timezone: 'Europe/Berlin' },
    ]);
  });
});

describe('A step of a graph, in words', () => {
  const names = {
    template: (id: string) => (id === 'welcome' ? 'Welcome' : undefined),
    segment: (id: string) => (id === SEGMENT ? 'Customers' : undefined),
    fields: FIELDS,
  };
  const PLAN = { type: 'rule', field: 'contact.properties.plan', operator: 'eq', value: 'pro' };
  const CASES: readonly (readonly [type: StepType, config: object, sentence: string])[] = [
    ['send_email', { template: { id: 'welcome' } }, 'Send the template “Welcome”'],
    ['send_email', { template: { id: 'gone' } }, 'Send the template “gone”'],
    ['send_email', {}, 'Send an email'],
    ['delay', { duration: '3 days' }, 'Wait 3 days'],
    ['delay', { duration: '' }, 'Wait for a time'],
    [
      'wait_for_event',
      { event_name: 'order.paid', timeout: '14 days' },
      'Wait for order.paid, up to 14 days',
    ],
    [
      'wait_for_event',
      { event_name: 'paid', filter_rule: PLAN },
      'Wait for paid with plan is pro, up to 30 days',
    ],
    ['wait_for_event', { event_name: '' }, 'Wait for an event'],
    ['condition', PLAN, 'If plan is pro'],
    ['condition', { type: 'and', rules: [] }, 'Check a condition'],
    [
      'contact_update',
      { first_name: 'Ada', unsubscribed: true },
      'Set first name to “Ada”, set unsubscribed from everything to yes',
    ],
    [
      'contact_update',
      { last_name: null, properties: { plan: { var: 'event.plan' }, seats: 5, paying: true } },
      'Remove last name, set plan to event.plan, set seats to 5 and 1 more',
    ],
    ['contact_update', {}, 'Update the contact'],
    ['contact_delete', {}, 'Delete the contact'],
    ['add_to_segment', { segment_id: SEGMENT }, 'Add the contact to “Customers”'],
    ['add_to_segment', { segment_id: '' }, 'Add the contact to a segment'],
  ];
  for (const [type, config, sentence] of CASES)
    it(sentence, () => {
      expect(stepSentence({ key: 'a', type, config }, names)).to.equal(sentence);
    });

  it('says what starts it', () => {
    const says = (config: EditedGraph['trigger']['config']) => triggerSentence({ key: 't', config });
    const event_name = 'service:schedule';
    expect([
      says({ event_name: 'order.paid' }),
      says({ event_name: '' }),
      says({ event_name }),
      says({ event_name, at: '2026-11-20T09:00', timezone: 'Europe/Berlin' }),
      says({ event_name, at: '2026-11-20T09:00:00Z', timezone: 'Europe/Berlin' }),
    ]).to.deep.equal([
      'Start with order.paid',
      'Start',
      'Start at a set time',
      'Start at 20 Nov 2026, 09:00 Europe/Berlin',
      'Start at 2026-11-20T09:00:00Z Europe/Berlin',
    ]);
  });

  it('says where it leads, and steps that do the same with their keys', () => {
    const branched = graph('t>c1 c1+>x c1->w w!>b b>d w?>d d>c2 c2>e');
    const sentences = sentencesOf(branched, names);
    const leads = (key: string) => leadsSentence(branched, key, sentences);
    expect(['t', 'c1', 'x', 'w', 'c2', 'e'].map(leads)).to.deep.equal([
      'Then “Check a condition (c1)”.',
      'If so “Delete the contact”, if not “Wait for an event”.',
      'The run ends here: the contact is deleted.',
      'If it arrives “Send an email (b)”, if it does not arrive “Send an email (d)”.',
      'Either way “Send an email (e)”.',
      'The run ends here.',
    ]);
    const lines = outlineOf(branched).map(({ key, depth, branch, goesOn }) =>
      [depth, key, branch, ...goesOn.map((way) => goesOnSentence(way, sentences))].join(' '),
    );
    expect(lines).to.deep.equal([
      '0 t ',
      '0 c1 ',
      '1 x condition_met the run ends',
      '1 w condition_not_met if it does not arrive: continues at “Send an email (d)”',
      '2 b event_received continues at “Send an email (d)”',
      '1 d ',
      '1 c2  if so: continues at “Send an email (e)” if not: continues at “Send an email (e)”',
      '1 e  the run ends',
    ]);
  });
});
